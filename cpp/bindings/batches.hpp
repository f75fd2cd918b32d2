#pragma once

#include <pybind11/pybind11.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "interrupts.hpp"

// Does a batch without the interpreter lock, on so many threads of which the calling one is the
// first: `make()` makes what one of them needs, a function that does the items from `first` up to
// `last`. Each item is alone, so who does it says nothing of the result; what one of them throws,
// or an interrupt, ends all.
template <typename Make>
void do_batch(std::size_t items, std::size_t at_once, int threads, Make&& make) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> stop{false};
  std::mutex mutex;
  std::exception_ptr failed;
  const auto work = [&](auto&& after) {
    try {
      auto run = make();
      while (!stop) {
        const std::size_t first = next.fetch_add(at_once);
        if (first >= items) return;
        run(first, std::min(first + at_once, items));
        after();
      }
    } catch (...) {
      stop = true;
      const std::lock_guard lock(mutex);
      if (!failed) failed = std::current_exception();
    }
  };
  const pybind11::gil_scoped_release release;
  {
    const auto count = std::clamp<std::size_t>(items, 1, static_cast<std::size_t>(threads));
    std::vector<std::jthread> others;  // joined on the way out
    for (std::size_t i = 1; i < count; ++i) others.emplace_back(work, [] {});
    Interrupts interrupts;
    work([&] { interrupts.hear(); });
  }
  if (failed) std::rethrow_exception(failed);
}
