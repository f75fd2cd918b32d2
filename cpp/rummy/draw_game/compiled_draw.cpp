#include "rummy/draw_game/compiled_draw.hpp"

#include <string>

namespace rummy {

namespace {

const DrawRules& checked(const DrawRules& rules, int players) {
  validate(rules);
  if (players != 0 && (players < rules.players_min || players > rules.players_max)) {
    throw InputError("players is " + std::to_string(players) + "; this variant is for " +
                     std::to_string(rules.players_min) + " to " +
                     std::to_string(rules.players_max));
  }
  return rules;
}

int value_of(const DrawRules& rules, int number) {
  const std::vector<int>& values = rules.scoring.tile_values;
  const auto at = static_cast<std::size_t>(number - 1);
  return at < values.size() ? values[at] : number;
}

}  // namespace

HandRules hand_rules_of(const DrawRules& rules, const TileSet& tiles) {
  HandRules hand;
  hand.suits = tiles.colours;
  hand.ranks = tiles.numbers;
  hand.copies = tiles.copies;
  hand.jokers = tiles.jokers;
  for (const int number : rules.wild.numbers) {
    hand.wild_ranks = static_cast<std::uint16_t>(hand.wild_ranks | (1U << (number - 1)));
  }
  hand.natural_wilds = rules.wild.natural;
  hand.min_length = rules.melds.min_length;
  hand.run_max = rules.melds.run_max;
  hand.run_wrap = rules.melds.run_wrap;
  hand.group_max = rules.melds.group_max;
  hand.group_repeats = rules.melds.group_repeats;
  hand.group_wilds = rules.wild.group_limit;
  hand.run_wilds = rules.wild.run_limit;
  hand.different_wilds = rules.wild.kinds == WildKinds::different;
  hand.adjacent_wilds = rules.wild.adjacent;
  for (int number = 1; number <= tiles.numbers; ++number) {
    const auto value = static_cast<std::int16_t>(value_of(rules, number));
    const auto at = static_cast<std::size_t>(number);
    hand.points[at] = hand.deadwood[at] = hand.wild_points[at] = value;
  }
  // An okey counts what it stands for; other wild cards count their own value (ARG-11).
  hand.wild_worth = rules.wild.indicator ? WildWorth::stands_for : WildWorth::own;
  hand.joker_points = hand.joker_deadwood = rules.scoring.joker_penalty;
  return hand;
}

bool exact_cut(const DrawRules& rules, int players, int packet) {
  return packet == players * rules.deal.rack;
}

CompiledDraw::CompiledDraw(const DrawRules& rules, int players)
    : rules_(checked(rules, players)),
      players_(players),
      tiles_(tile_set_for(rules, players)),
      solver_(std::make_shared<HandSolver>(hand_rules_of(rules, tiles_))) {
  tiles_.all().for_each([&](Tile tile, int copies) {
    deck_.insert(deck_.end(), static_cast<std::size_t>(copies), tile);
  });
  for (int face = 0; face < kFaces; ++face) {
    cost_[static_cast<std::size_t>(face)] =
        static_cast<std::int16_t>(value_of(rules_, Tile::from_face(face).number()));
  }
  cost_[kFaces] = static_cast<std::int16_t>(rules_.scoring.joker_penalty);
}

Tile CompiledDraw::okey_of(Tile indicator) const {
  return Tile(indicator.colour(), indicator.number() % tiles_.numbers + 1);
}

int CompiledDraw::knock_limit(Tile upcard) const {
  if (!rules_.knock.upcard || upcard.is_joker()) return rules_.knock.limit;
  return upcard.number() == 1 ? 0 : cost(upcard);
}

}  // namespace rummy
