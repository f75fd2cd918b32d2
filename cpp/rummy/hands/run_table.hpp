#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "rummy/hands/hand.hpp"
#include "rummy/hands/run_walk.hpp"
#include "rummy/hands/weights.hpp"

namespace rummy {

// What the runs of one suit bring at most, for every choice of cards of the suit and every number
// of wild cards that lie in them. A choice of cards is a number: the mask of its ranks where there
// is one copy of each card, and the sum of 3^(rank - 1) over its cards where there are two. Entries
// are worked out when first asked for: a hand has few cards of a suit, and of the millions of
// choices it meets the same few thousand again and again. Their rows lie near each other in memory:
// the number is kept as two halves, each of which counts first the choices of few cards.
class RunTable {
 public:
  // Entry 0 of a row is the weight of all its cards; entry 1 + n is what the best runs with n wild
  // cards bring, plus 1, and negative where n wild cards cannot be used.
  static constexpr std::int32_t kNone = -(1 << 28);

  RunTable(const HandRules& rules, const Weights& weights, int max_wilds);
  RunTable(const RunTable&) = delete;
  RunTable& operator=(const RunTable&) = delete;

  [[nodiscard]] std::uint32_t code(Hand::Mask held, Hand::Mask twice) const {
    return low_[held & 255U] + high_[held >> 8U] + low_[twice & 255U] + high_[twice >> 8U];
  }
  [[nodiscard]] std::uint32_t unit(int rank) const { return unit_[static_cast<std::size_t>(rank)]; }

  // A row, good for up to so many wild cards.
  class Row {
   public:
    Row() = default;
    explicit Row(std::int32_t* entries) : entries_(entries) {}
    [[nodiscard]] std::int32_t total() const { return read(0, std::memory_order_relaxed); }
    // Negative: so many wild cards cannot be used.
    [[nodiscard]] std::int32_t weight(int wilds) const {
      return read(wilds + 1, std::memory_order_relaxed) - 1;
    }
    [[nodiscard]] bool filled(int wilds) const {
      return read(wilds + 1, std::memory_order_acquire) != 0;
    }
    void set(int entry, std::int32_t value) const {
      std::atomic_ref<std::int32_t>(entries_[entry]).store(value, std::memory_order_release);
    }

   private:
    [[nodiscard]] std::int32_t read(int entry, std::memory_order order) const {
      return std::atomic_ref<std::int32_t>(entries_[entry]).load(order);
    }
    std::int32_t* entries_ = nullptr;
  };
  [[nodiscard]] Row row(std::uint32_t code, int wilds) const {
    const Row row = place(code);
    if (!row.filled(wilds)) [[unlikely]]
      fill(code, wilds);
    return row;
  }

  // The natural cards of a run as a code, and what it brings beside the own weight of its wild
  // cards.
  [[nodiscard]] std::uint32_t used(const RunShape& shape) const;
  [[nodiscard]] std::int32_t weight_of(const RunShape& shape) const;
  [[nodiscard]] const RunWalk& full_walk() const { return full_walk_; }

 private:
  struct Free {
    void operator()(std::int32_t* memory) const { std::free(memory); }
  };

  static constexpr int kHalf = 16;  // bits of either half of a code

  [[nodiscard]] Row place(std::uint32_t code) const {
    return Row(table_.get() + high_place_[code >> kHalf] + low_place_[code & 0xffffU]);
  }
  void fill(std::uint32_t code, int wilds) const;

  const HandRules rules_;
  const Weights weights_;
  RunWalk walk_;       // the runs that the entries need
  RunWalk full_walk_;  // all runs
  std::uint32_t base_;
  std::size_t stride_;
  std::array<std::uint32_t, kMaxNumbers + 1> unit_{};  // 0: never natural
  std::array<int, kMaxNumbers> rank_of_digit_{};
  std::size_t low_digits_ = 0;                        // digits of the lower half
  std::vector<std::uint32_t> low_place_;              // where the row of a code begins: the sum
  std::vector<std::uint32_t> high_place_;             // over both of its halves
  std::array<std::int32_t, kMaxNumbers + 1> most_{};  // what a card of a rank brings at most
  std::array<std::uint32_t, 256> low_{};
  std::array<std::uint32_t, 128> high_{};
  std::unique_ptr<std::int32_t[], Free> table_;  // zero: not yet worked out
};

}  // namespace rummy
