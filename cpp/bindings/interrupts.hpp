#pragma once

#include <pybind11/pybind11.h>

#include <chrono>

// Control-C in a call that may last. Python hears it on its main thread alone: the thread that
// called asks about ten times a second.
class Interrupts {
 public:
  // With the interpreter lock; throws what Python makes of the signal.
  static void hear_now() {
    if (PyErr_CheckSignals() != 0) throw pybind11::error_already_set();
  }
  // With the lock or without.
  void hear() {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return;
    next_ = now + std::chrono::milliseconds(100);
    const pybind11::gil_scoped_acquire lock;
    hear_now();
  }

 private:
  std::chrono::steady_clock::time_point next_{};
};
