#include "rummy/hands/hand_rules.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "rummy/base/error.hpp"
#include "rummy/hands/weights.hpp"
#include "rummy/hands/wild_cards.hpp"

namespace rummy {

namespace {

void check_range(const char* what, int value, int low, int high, bool or_no_limit = false) {
  if (or_no_limit && value == kNoLimit) return;
  if (value >= low && value <= high) return;
  throw InputError(std::string("hand rules: ") + what + " is " + std::to_string(value) +
                   "; allowed: " + std::to_string(low) + " to " + std::to_string(high) +
                   (or_no_limit ? ", or no limit" : ""));
}

}  // namespace

void validate(const HandRules& rules) {
  check_range("suits", rules.suits, 1, kHandSuits);
  check_range("ranks", rules.ranks, 3, kMaxNumbers);
  check_range("copies", rules.copies, 1, kHandCopies);
  check_range("jokers", rules.jokers, 0, kHandJokers);
  check_range("wild ranks", rules.wild_ranks, 0, (1 << rules.ranks) - 1);
  check_range("min_length", rules.min_length, 3, rules.ranks);
  check_range("run_max", rules.run_max, rules.min_length, rules.ranks, true);
  check_range("group_max", rules.group_max, rules.min_length,
              rules.group_repeats ? rules.suits * rules.copies : rules.suits);
  check_range("group_wilds", rules.group_wilds, 0, kMaxHand, true);
  check_range("run_wilds", rules.run_wilds, 0, kMaxHand, true);
  check_range("min_naturals", rules.min_naturals, 1, rules.min_length);
  for (std::size_t rank = 1; rank <= static_cast<std::size_t>(rules.ranks); ++rank) {
    check_range("points of a rank", rules.points[rank], 0, kMaxCardValue);
    check_range("deadwood of a rank", rules.deadwood[rank], 0, kMaxCardValue);
    check_range("wild_points of a rank", rules.wild_points[rank], 0, kMaxCardValue);
  }
  const int wild_ranks = std::popcount(rules.wild_ranks);
  check_range("the count of wild ranks", wild_ranks, 0, WildCards::kKinds - 1);
  check_range("the count of wild cards", max_wilds(rules), 0, kMaxHandWilds);
  if (rules.different_wilds && wild_ranks + (rules.jokers > 0 ? 1 : 0) > 2)
    check_range("group_wilds (with wild cards of more than two kinds that must differ)",
                rules.group_wilds, 0, 2);
  check_range("low_ace_points", rules.low_ace_points, 0, kMaxCardValue, true);
  check_range("joker_points", rules.joker_points, 0, kMaxWildValue);
  check_range("joker_deadwood", rules.joker_deadwood, 0, kMaxWildValue);
}

int max_wilds(const HandRules& rules) {
  return rules.jokers + std::popcount(rules.wild_ranks) * rules.suits * rules.copies;
}

Weights::Weights(const HandRules& rules, HandGoal goal) {
  const bool in_points = goal == HandGoal::points;
  const bool stands_for = in_points && rules.wild_worth == WildWorth::stands_for;
  const auto weigh = [&](int points, int deadwood) {
    if (goal == HandGoal::tiles) return kScale + deadwood;
    return (in_points ? points : deadwood) * kScale + 1;
  };
  for (int position = 1; position <= 2 * rules.ranks; ++position) {
    const auto at = static_cast<std::size_t>(position);
    const auto rank = static_cast<std::size_t>(rank_at(rules, position));
    run_card[at] = weigh(run_points(rules, position), rules.deadwood[rank]);
    run_wild[at] = stands_for ? run_points(rules, position) * kScale : 0;
    wild_most = std::max(wild_most, run_wild[at]);
  }
  for (std::size_t rank = 1; rank <= static_cast<std::size_t>(rules.ranks); ++rank) {
    group_card[rank] = weigh(rules.points[rank], rules.deadwood[rank]);
    group_wild[rank] = stands_for ? rules.points[rank] * kScale : 0;
    wild_most = std::max(wild_most, group_wild[rank]);
    wild_rank[rank] = weigh(stands_for ? 0 : rules.wild_points[rank], rules.deadwood[rank]);
  }
  joker = weigh(stands_for ? 0 : rules.joker_points, rules.joker_deadwood);
}

}  // namespace rummy
