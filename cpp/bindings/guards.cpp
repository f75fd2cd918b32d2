#include "guards.hpp"

#include <cstddef>
#include <string>

#include "rummy/base/error.hpp"

namespace py = pybind11;

namespace {

py::tuple reduced(const py::object& self) {
  const py::type type = py::type::of(self);
  if (!py::hasattr(type, "__setstate__")) {
    const auto name = type.attr("__name__").cast<std::string>();
    throw py::type_error("cannot copy or pickle '" + name + "' object");
  }
  return py::make_tuple(py::module_::import("copyreg").attr("__newobj__"), py::make_tuple(type),
                        self.attr("__getstate__")());
}

// Where pybind11 asks for the memory of an object that has no value yet.
void* nothing_there(std::size_t /*size*/) {
  throw rummy::InputError(
      "an object made by __new__ alone holds nothing; call its class, or the function that returns "
      "such objects");
}

}  // namespace

void guard_classes(const py::module_& module) {
  for (const auto& [name, value] : module.attr("__dict__").cast<py::dict>()) {
    if (!py::isinstance<py::type>(value)) continue;
    auto* info = py::detail::get_type_info(reinterpret_cast<PyTypeObject*>(value.ptr()));
    if (info == nullptr) continue;
    info->operator_new = &nothing_there;
    value.attr("__reduce__") =
        py::cpp_function(&reduced, py::name("__reduce__"), py::is_method(value));
  }
}
