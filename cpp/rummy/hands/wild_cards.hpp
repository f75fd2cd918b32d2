#pragma once

#include <array>
#include <cstdint>

#include "rummy/hands/hand.hpp"
#include "rummy/hands/weights.hpp"

namespace rummy {

inline constexpr int kMaxHandWilds = 24;

// The wild cards of a hand by kind: those that bring most first, then low ranks, jokers last.
class WildCards {
 public:
  // Jokers, and the cards of up to three wild ranks.
  static constexpr int kKinds = 4;
  struct Kind {
    int rank = 0;  // 0: jokers
    int count = 0;
    std::int32_t weight = 0;
  };
  using Counts = std::array<int, kKinds>;

  WildCards() { clear(); }
  void clear() {
    size_ = kinds_ = 0;
    list_ = {};
    sums_[0] = 0;
  }
  void add(int rank, int count, std::int32_t weight);

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] int kinds() const { return kinds_; }
  [[nodiscard]] const Kind& kind(int k) const { return list_[static_cast<std::size_t>(k)]; }

  // What so many of them bring, at most, if `pairs` pairs of different kinds can be made of them;
  // negative if that cannot be.
  [[nodiscard]] std::int32_t weight(int count, int pairs) const {
    return pairs == 0 ? sums_[static_cast<std::size_t>(count)] : choose(count, pairs, nullptr);
  }
  // The first choice in the order of the kinds that brings this.
  void take(int count, int pairs, Counts& counts) const {
    if (pairs > 0) {
      choose(count, pairs, &counts);
      return;
    }
    for (std::size_t k = 0; k < kKinds; ++k) {  // those that bring most come first
      counts[k] = count < list_[k].count ? count : list_[k].count;
      count -= counts[k];
    }
  }

 private:
  std::int32_t choose(int count, int pairs, Counts* counts) const;

  int size_;
  int kinds_;
  std::array<Kind, kKinds> list_;
  std::array<std::int32_t, kMaxHandWilds + 1> sums_;  // of the first so many cards
};

}  // namespace rummy
