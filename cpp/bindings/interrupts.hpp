#pragma once

#include <pybind11/pybind11.h>

#include <chrono>
#include <future>
#include <thread>
#include <utility>

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

// What `work` comes to, done by a thread of its own while this one hears interrupts. Nothing can
// stop the work: an interrupt ends the call, and the thread goes on to its end for nobody. So
// `work` has to own all that it needs; it is called without the interpreter lock.
template <typename Work>
auto done_while_heard(Work work) {
  std::packaged_task<decltype(work())()> task(std::move(work));
  auto done = task.get_future();
  const pybind11::gil_scoped_release release;
  std::thread(std::move(task)).detach();
  Interrupts interrupts;
  while (done.wait_for(std::chrono::milliseconds(100)) != std::future_status::ready)
    interrupts.hear();
  return done.get();
}
