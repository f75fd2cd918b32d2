#pragma once

#include <cstdint>

#include "rummy/hands/hand_rules.hpp"

namespace rummy {

// A run of one suit while it is built: its places from `start`, which of them are wild.
struct RunShape {
  int start = 1;  // position of its first card
  int length = 0;
  std::uint32_t wild = 0;  // bit i: place i is wild
  int wilds = 0;
};

// Finds the runs that can be laid with the natural cards of one suit (`held`, bit rank - 1).
class RunWalk {
 public:
  explicit RunWalk(const HandRules& rules, int max_length)
      : rules_(rules),
        max_length_(max_length),
        last_(rules.run_wrap == RunWrap::none       ? rules.ranks
              : rules.run_wrap == RunWrap::ace_high ? rules.ranks + 1
                                                    : 2 * rules.ranks - 1),
        max_wilds_(rules.run_wilds == kNoLimit ? kMaxHand : rules.run_wilds) {}

  // The positions at which these natural cards can lie, bit position - 1.
  [[nodiscard]] std::uint32_t positions(std::uint32_t held) const {
    return (held | held << rules_.ranks) & ((2U << (last_ - 1)) - 1);
  }
  [[nodiscard]] int max_length() const { return max_length_; }

  // Calls visit(shape) for every legal run that begins at `start`, has the natural card of position
  // `through` in its place (0: any), and at most `wilds` wild cards.
  template <typename Visit>
  void from(std::uint32_t held, int start, int through, int wilds, Visit&& visit) const {
    RunShape shape;
    shape.start = start;
    step(held, through, wilds < max_wilds_ ? wilds : max_wilds_, shape, visit);
  }

  // Every run through the natural card of `rank`.
  template <typename Visit>
  void through(std::uint32_t held, int rank, int wilds, Visit&& visit) const {
    for (int position = rank; position <= last_; position += rules_.ranks) {
      const int first = position - max_length_ + 1 > 1 ? position - max_length_ + 1 : 1;
      for (int start = first; start <= position && start <= rules_.ranks; ++start)
        from(held, start, position, wilds, visit);
    }
  }

 private:
  template <typename Visit>
  void step(std::uint32_t held, int through, int wilds, RunShape& shape, Visit& visit) const {
    const int position = shape.start + shape.length;
    if (shape.length >= rules_.min_length && position > through &&
        shape.length - shape.wilds >= rules_.min_naturals)
      visit(static_cast<const RunShape&>(shape));
    if (shape.length == max_length_ || position > last_) return;
    const int rank = position > rules_.ranks ? position - rules_.ranks : position;
    if (((held >> (rank - 1)) & 1U) != 0) {
      ++shape.length;
      step(held, through, wilds, shape, visit);
      --shape.length;
    }
    const bool after_wild = shape.length > 0 && ((shape.wild >> (shape.length - 1)) & 1U) != 0;
    if (wilds > 0 && position != through && (rules_.adjacent_wilds || !after_wild)) {
      shape.wild |= 1U << shape.length;
      ++shape.wilds;
      ++shape.length;
      step(held, through, wilds - 1, shape, visit);
      --shape.length;
      --shape.wilds;
      shape.wild &= ~(1U << shape.length);
    }
  }

  const HandRules& rules_;
  int max_length_;
  int last_;
  int max_wilds_;
};

}  // namespace rummy
