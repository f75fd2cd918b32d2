#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "rummy/base/index.hpp"
#include "rummy/solver/open_runs.hpp"

namespace rummy {

// How much the open runs and the jokers that are left allow. Of two ranks at a number the one that
// is nowhere lower allows all that the other does: it has as many open runs or more, no more of one
// tile, no more that are too short, and when as many tiles go to runs that holds after the number
// again. So it gains as much, where tiles and jokers alone are worth something.
class Rank {
 public:
  explicit Rank(int jokers) { words_[0] = static_cast<std::uint64_t>(jokers); }
  void add(int colour, open_runs::State state) {
    words_[index(colour / kColours)] |= std::uint64_t{open_runs::rank(state)}
                                        << (kBits * (1 + kFields * (colour % kColours)));
  }
  [[nodiscard]] bool reaches(const Rank& other) const {
    bool reaches = true;
    for (std::size_t i = 0; i < words_.size(); ++i)
      reaches = reaches && (((words_[i] | kGuards) - other.words_[i]) & kGuards) == kGuards;
    return reaches;
  }

 private:
  static constexpr int kBits = 4;  // of a field, of which one is free for the guard
  static constexpr int kFields = 3;
  static constexpr int kColours = 5;  // in a word, after the jokers
  static constexpr std::uint64_t kGuards = 0x8888888888888888ULL;
  static_assert(open_runs::kMost < 8 && kMaxJokers < 8 && kMaxColours <= 2 * kColours);

  std::array<std::uint64_t, 2> words_{};
};

// Bounds of what can be gained from nodes of one number, the last that were found.
template <typename Sum>
class LaneBounds {
 public:
  void clear() { count_ = 0; }
  void add(const Rank& rank, Sum bound) { known_[count_++ % kMost] = {rank, bound}; }
  // One that is less than `need` and holds for the rank; `need` when there is none.
  [[nodiscard]] Sum below(Sum need, const Rank& rank) const {
    const std::size_t count = std::min(count_, kMost);
    for (std::size_t i = 0; i < count; ++i) {
      if (known_[i].bound < need && known_[i].rank.reaches(rank)) return known_[i].bound;
    }
    return need;
  }

 private:
  struct Known {
    Rank rank{0};
    Sum bound = 0;
  };
  static constexpr std::size_t kMost = 64;
  std::array<Known, kMost> known_;
  std::size_t count_ = 0;
};

}  // namespace rummy
