#include <pybind11/pybind11.h>

#include "guards.hpp"
#include "rummy/base/error.hpp"

namespace py = pybind11;

// One registration function per room; each lives in its own bind_<room>.cpp.
void bind_rules(py::module_& module);
void bind_solver(py::module_& module);
void bind_hands(py::module_& module);
void bind_referee(py::module_& module);
void bind_simulation(py::module_& module);

PYBIND11_MODULE(_core, module) {
  module.doc() = "The native core of rummylab. Use the names of the package rummylab instead.";

  // RummyError belongs to Python, so that catching it does not load this module. Kept for the
  // life of the process: a handle, since no interpreter is left to count references at exit.
  static const py::handle rummy_error =
      py::module_::import("rummylab.errors").attr("RummyError").cast<py::object>().release();
  py::register_exception_translator([](std::exception_ptr pointer) {
    try {
      if (pointer) std::rethrow_exception(pointer);
    } catch (const rummy::InputError& error) {
      py::set_error(rummy_error, error.what());
    }
  });

  bind_rules(module);
  bind_solver(module);
  bind_hands(module);
  bind_referee(module);
  bind_simulation(module);
  guard_classes(module);
}
