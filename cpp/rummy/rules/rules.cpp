#include "rummy/rules/rules.hpp"

#include <algorithm>
#include <string>

#include "rummy/rules/bounds.hpp"

namespace rummy {

namespace {

void check_bounds(const Rules& rules) {
  check_bound("tiles.colours", rules.tiles.colours);
  check_bound("tiles.numbers", rules.tiles.numbers);
  check_bound("tiles.copies", rules.tiles.copies);
  check_bound("tiles.jokers", rules.tiles.jokers);
  check_bound("players.min", rules.players_min);
  check_bound("players.max", rules.players_max);
  check_bound("deal.rack", rules.deal.rack);
  check_bound("deal.starter_extra", rules.deal.starter_extra);
  check_bound("melds.min_length", rules.melds.min_length);
  check_bound("melds.group_max", rules.melds.group_max);
  if (rules.melds.run_max != kNoLimit) check_bound("melds.run_max", rules.melds.run_max);
  if (rules.melds.max_jokers != kNoLimit) check_bound("melds.max_jokers", rules.melds.max_jokers);
  check_bound("opening.min_points", rules.opening.min_points);
  if (rules.opening.joker_value == JokerValue::number)
    check_bound("opening.joker_value", rules.opening.joker_points);
  check_bound("turn.draw", rules.turn.draw);
  check_bound("turn.seconds", rules.turn.seconds);
  check_bound("turn.failure_draw", rules.turn.failure_draw);
  check_bound("scoring.joker_penalty", rules.scoring.joker_penalty);
  check_bound("scoring.one_turn_close", rules.scoring.one_turn_close);
  check_bound("scoring.unopened_penalty", rules.scoring.unopened_penalty);
  for (const int value : rules.scoring.tile_values) check_bound("scoring.tile_values", value);
  if (rules.match.games != kNoLimit) check_bound("match.games", rules.match.games);
  if (rules.match.target) check_bound("match.target", *rules.match.target);
}

// The most colours and numbers that a game under these rules can have.
TileSet widest_set(const Rules& rules) {
  TileSet widest = rules.tiles;
  for (int players = rules.players_min; players <= rules.players_max; ++players) {
    const TileSet set = tile_set_for(rules, players);
    widest.colours = std::max(widest.colours, set.colours);
    widest.numbers = std::max(widest.numbers, set.numbers);
  }
  return widest;
}

void check_melds(const Rules& rules) {
  const MeldRules& melds = rules.melds;
  const TileSet widest = widest_set(rules);
  // The default stands with any colours: groups then end at the colours, or there are none.
  if (melds.group_max != MeldRules{}.group_max) {
    if (melds.group_max > widest.colours) {
      refuse_key("melds.group_max", melds.group_max,
                 ", but there are " + std::to_string(widest.colours) +
                     " colours and a group has each colour once; allowed: " +
                     std::to_string(melds.min_length) + " to " + std::to_string(widest.colours) +
                     "; lower it or raise tiles.colours");
    }
    if (melds.group_max < melds.min_length) {
      refuse_key("melds.group_max", melds.group_max,
                 ", but melds.min_length is " + std::to_string(melds.min_length) +
                     "; allowed: " + std::to_string(melds.min_length) +
                     " or more; raise it or lower melds.min_length");
    }
  }
  if (melds.run_max != kNoLimit) {
    if (melds.run_max < melds.min_length || melds.run_max > widest.numbers) {
      refuse_key("melds.run_max", melds.run_max,
                 " with melds.min_length = " + std::to_string(melds.min_length) + " and " +
                     std::to_string(widest.numbers) +
                     " numbers; allowed: " + std::to_string(melds.min_length) + " to " +
                     std::to_string(widest.numbers) + ", or \"numbers\"");
    }
  }
  if (!rules.scoring.tile_values.empty() &&
      std::ssize(rules.scoring.tile_values) != widest.numbers) {
    refuse_key("scoring.tile_values",
               "a list of " + std::to_string(rules.scoring.tile_values.size()),
               ", but there are " + std::to_string(widest.numbers) +
                   " numbers; allowed: \"face\" or a list of " + std::to_string(widest.numbers) +
                   " integers, one per number");
  }
}

void check_deal(const Rules& rules) {
  const DealRules& deal = rules.deal;
  if (rules.players_min > rules.players_max) {
    refuse_key("players.min", rules.players_min,
               ", but players.max is " + std::to_string(rules.players_max) + "; allowed: 2 to " +
                   std::to_string(rules.players_max) + "; lower it or raise players.max");
  }
  if (deal.starter_discards && deal.starter_extra == 0) {
    refuse_key("deal.starter_discards", "true",
               ", but deal.starter_extra is 0, so there is no extra tile to discard; set "
               "deal.starter_extra = 1");
  }
  for (int players = rules.players_min; players <= rules.players_max; ++players) {
    const int tiles = tile_set_for(rules, players).size();
    // With own shares the starter's tiles all come from the starter's share.
    const bool shares = deal.draw_from == DrawFrom::own_share;
    const int room =
        shares ? tiles / players - deal.starter_extra : (tiles - deal.starter_extra) / players;
    if (deal.rack > room) {
      refuse_key("deal.rack", deal.rack,
                 ", but the " + std::to_string(tiles) + " tiles of a game of " +
                     std::to_string(players) + " players fill racks of at most " +
                     std::to_string(room) + "; allowed: 1 to " + std::to_string(room) +
                     "; lower it, lower players.max or add tiles");
    }
  }
}

}  // namespace

TileSet tile_set_for(const TileSet& standard,
                     const std::array<TileSetName, kMaxPlayers + 1>& by_players, int players) {
  if (players < 0 || players > kMaxPlayers) {
    throw InputError("players is " + std::to_string(players) + "; allowed: 2 to " +
                     std::to_string(kMaxPlayers));
  }
  switch (by_players[static_cast<std::size_t>(players)]) {
    case TileSetName::standard:
      return standard;
    case TileSetName::t106:
      return {.colours = 4, .numbers = 13, .copies = 2, .jokers = 2};
    case TileSetName::t160_4x3:
      return {.colours = 4, .numbers = 13, .copies = 3, .jokers = 4};  // APP-04 (a)
    case TileSetName::t160_6x2:
      return {.colours = 6, .numbers = 13, .copies = 2, .jokers = 4};  // APP-04 (b)
    case TileSetName::t54:
      return {.colours = 4, .numbers = 13, .copies = 1, .jokers = 2};  // ARG-01
    case TileSetName::t108:
      return {.colours = 4, .numbers = 13, .copies = 2, .jokers = 4};
  }
  throw std::logic_error("unknown tile set");
}

TileSet tile_set_for(const Rules& rules, int players) {
  return tile_set_for(rules.tiles, rules.players_tiles, players);
}

void validate(const Rules& rules) {
  check_bounds(rules);
  check_deal(rules);
  check_melds(rules);
}

}  // namespace rummy
