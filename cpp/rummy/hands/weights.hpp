#pragma once

#include <array>
#include <cstdint>

#include "rummy/hands/hand_plan.hpp"
#include "rummy/hands/hand_rules.hpp"

namespace rummy {

// What melded cards bring, for one goal: the goal and the second criterion in one number, the goal
// times kScale. Sums of either stay below kScale (checked by validate()), so sums compare as pairs.
struct Weights {
  static constexpr std::int32_t kScale = 8192;

  // By position in a run: 1.. the count of ranks, then what follows the last rank.
  std::array<std::int32_t, 2 * kMaxNumbers + 1> run_card{};
  std::array<std::int32_t, 2 * kMaxNumbers + 1> run_wild{};  // beside the wild card's own weight
  std::array<std::int32_t, kMaxNumbers + 1> group_card{};    // by rank
  std::array<std::int32_t, kMaxNumbers + 1> group_wild{};
  std::int32_t wild_most = 0;  // the most of run_wild and group_wild
  std::int32_t joker = 0;      // each melded one, wherever it lies
  std::array<std::int32_t, kMaxNumbers + 1> wild_rank{};

  Weights(const HandRules& rules, HandGoal goal);
  friend bool operator==(const Weights&, const Weights&) = default;
};

// The rank at a position.
[[nodiscard]] inline int rank_at(const HandRules& rules, int position) {
  return position > rules.ranks ? position - rules.ranks : position;
}
// What a card standing at a place of a run counts, by position as above.
[[nodiscard]] inline int run_points(const HandRules& rules, int position) {
  if (position == 1 && rules.low_ace_points != kNoLimit) return rules.low_ace_points;
  return rules.points[static_cast<std::size_t>(rank_at(rules, position))];
}

}  // namespace rummy
