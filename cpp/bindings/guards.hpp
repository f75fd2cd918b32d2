#pragma once

#include <pybind11/pybind11.h>

// What holds for every class of the module, whoever made its object and however; to be called when
// all are there.
//
// - An object made by __new__ alone holds nothing: whatever reads it gets a RummyError. pybind11
//   would hand out memory as it lies there.
// - Copies and pickles go by __getstate__ and __setstate__ for every protocol, and what has none is
//   a TypeError. The oldest protocols of Python would end the process with a native class.
void guard_classes(const pybind11::module_& module);
