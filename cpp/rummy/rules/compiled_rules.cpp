#include "rummy/rules/compiled_rules.hpp"

#include <algorithm>
#include <string>

namespace rummy {

namespace {

int capped(int limit, int cap) { return limit == kNoLimit ? cap : std::min(limit, cap); }

const Rules& checked(const Rules& rules, int players) {
  validate(rules);
  if (players != 0 && (players < rules.players_min || players > rules.players_max)) {
    throw InputError("players is " + std::to_string(players) + "; this variant is for " +
                     std::to_string(rules.players_min) + " to " +
                     std::to_string(rules.players_max));
  }
  return rules;
}

}  // namespace

CompiledRules::CompiledRules(const Rules& rules, int players)
    : rules_(checked(rules, players)),
      players_(players),
      tiles_(tile_set_for(rules, players)),
      group_max_(capped(rules.melds.group_max, tiles_.colours)),
      run_max_(capped(rules.melds.run_max, tiles_.numbers)),
      max_jokers_(capped(rules.melds.max_jokers, tiles_.jokers)),
      free_jokers_(rules.access == Access::rearrange &&
                   rules.joker.retrieval == Retrieval::any_legal &&
                   rules.joker.reuse == Reuse::any_meld && rules.joker.lock == Lock::none) {
  const std::vector<int>& values = rules.scoring.tile_values;
  for (int face = 0; face < kFaces; ++face) {
    const auto number = static_cast<std::size_t>(Tile::from_face(face).number());
    points_[static_cast<std::size_t>(face)] =
        number <= values.size() ? values[number - 1] : static_cast<int>(number);
  }
  points_[kFaces] = rules.scoring.joker_penalty;
}

int CompiledRules::points(const TileBag& bag) const {
  int total = 0;
  bag.for_each([&](Tile tile, int copies) { total += copies * points(tile); });
  return total;
}

}  // namespace rummy
