#pragma once

#include <pybind11/pybind11.h>

#include <algorithm>

// __reduce_ex__ of a class with py::pickle. The oldest protocols make an object first and then give
// it what it holds, which ends the process with a native class; they get what protocol 2 does.
inline pybind11::object reduce(const pybind11::object& self, int protocol) {
  const pybind11::object plain = pybind11::module_::import("builtins").attr("object");
  return plain.attr("__reduce_ex__")(self, std::max(protocol, 2));
}
