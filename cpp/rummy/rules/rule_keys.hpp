#pragma once

#include <concepts>
#include <type_traits>
#include <vector>

#include "rummy/rules/draw_rules.hpp"

// The keys of rule sets with their places in the rules, for whoever reads or writes them: the
// bindings do from Python, tests and benchmarks from the files of the variants.
namespace rummy::rule_keys {

// A number that one word stands in for: melds.run_max = "numbers".
template <typename Number>
struct NumberOrWord {
  Number& number;
  const char* word;
};
template <typename Number>
NumberOrWord(Number&, const char*) -> NumberOrWord<Number>;  // Clang 14 needs these guides

template <typename Rules>
struct JokerValueKey {
  Rules& opening;
};
template <typename Rules>
JokerValueKey(Rules&) -> JokerValueKey<Rules>;

template <typename Sets>
struct TileSetsByPlayers {
  Sets& sets;
};
template <typename Sets>
TileSetsByPlayers(Sets&) -> TileSetsByPlayers<Sets>;

// A list of numbers that one word stands in for when it is empty: scoring.tile_values = "face".
template <typename Values>
struct ListOrWord {
  Values& values;
  const char* word;
  const char* allowed;
};
template <typename Values>
ListOrWord(Values&, const char*, const char*) -> ListOrWord<Values>;

inline constexpr const char* kTileValues = "\"face\" or a list of integers, one per number";

// R is T or const T.
template <typename R, typename T>
concept MaybeConst = std::same_as<std::remove_const_t<R>, T>;

// The one list of sections and keys: `visit(section, key, place)` for each.
template <MaybeConst<Rules> R, typename Visit>
void visit_keys(R& rules, Visit&& visit) {
  visit("tiles", "colours", rules.tiles.colours);
  visit("tiles", "numbers", rules.tiles.numbers);
  visit("tiles", "copies", rules.tiles.copies);
  visit("tiles", "jokers", rules.tiles.jokers);
  visit("players", "min", rules.players_min);
  visit("players", "max", rules.players_max);
  visit("players", "tiles", TileSetsByPlayers{rules.players_tiles});
  visit("deal", "rack", rules.deal.rack);
  visit("deal", "starter_extra", rules.deal.starter_extra);
  visit("deal", "starter", rules.deal.starter);
  visit("deal", "starter_discards", rules.deal.starter_discards);
  visit("deal", "draw_from", rules.deal.draw_from);
  visit("melds", "min_length", rules.melds.min_length);
  visit("melds", "group_max", rules.melds.group_max);
  visit("melds", "run_max", NumberOrWord{rules.melds.run_max, "numbers"});
  visit("melds", "run_wrap", rules.melds.run_wrap);
  visit("melds", "max_jokers", NumberOrWord{rules.melds.max_jokers, "no_limit"});
  visit("opening", "min_points", rules.opening.min_points);
  visit("opening", "joker_value", JokerValueKey{rules.opening});
  visit("opening", "melds", rules.opening.melds);
  visit("opening", "by", rules.opening.by);
  visit("opening", "continues_turn", rules.opening.continues_turn);
  visit("table", "access", rules.access);
  visit("joker", "retrieval", rules.joker.retrieval);
  visit("joker", "tile_from", rules.joker.tile_from);
  visit("joker", "reuse", rules.joker.reuse);
  visit("joker", "lock", rules.joker.lock);
  visit("joker", "group_of_three", rules.joker.group_of_three);
  visit("turn", "must_play", rules.turn.must_play);
  visit("turn", "draw", rules.turn.draw);
  visit("turn", "draw_then_play", rules.turn.draw_then_play);
  visit("turn", "seconds", rules.turn.seconds);
  visit("turn", "failure_draw", rules.turn.failure_draw);
  visit("turn", "failure_revert", rules.turn.failure_revert);
  visit("end", "pool_empty", rules.pool_empty);
  visit("scoring", "winner", rules.scoring.winner);
  visit("scoring", "exhausted", rules.scoring.exhausted);
  visit("scoring", "joker_penalty", rules.scoring.joker_penalty);
  visit("scoring", "one_turn_close", rules.scoring.one_turn_close);
  visit("scoring", "unopened_penalty", rules.scoring.unopened_penalty);
  visit("scoring", "tile_values", ListOrWord{rules.scoring.tile_values, "face", kTileValues});
  visit("match", "games", NumberOrWord{rules.match.games, "players"});
  visit("match", "target", NumberOrWord{rules.match.target, "none"});
  visit("match", "decided_by", rules.match.decided_by);
}

// The same for a draw game.
template <MaybeConst<DrawRules> R, typename Visit>
void visit_keys(R& rules, Visit&& visit) {
  visit("tiles", "colours", rules.tiles.colours);
  visit("tiles", "numbers", rules.tiles.numbers);
  visit("tiles", "copies", rules.tiles.copies);
  visit("tiles", "jokers", rules.tiles.jokers);
  visit("tiles", "print", rules.print);
  visit("players", "min", rules.players_min);
  visit("players", "max", rules.players_max);
  visit("players", "tiles", TileSetsByPlayers{rules.players_tiles});
  visit("deal", "rack", rules.deal.rack);
  visit("deal", "starter_extra", rules.deal.starter_extra);
  visit("deal", "upcard", rules.deal.upcard);
  visit("deal", "upcard_offer", rules.deal.upcard_offer);
  visit("deal", "next_starter", rules.deal.next_starter);
  visit("deal", "cut_bonus", rules.deal.cut_bonus);
  visit("melds", "min_length", rules.melds.min_length);
  visit("melds", "group_max", rules.melds.group_max);
  visit("melds", "run_max", NumberOrWord{rules.melds.run_max, "numbers"});
  visit("melds", "run_wrap", rules.melds.run_wrap);
  visit("melds", "group_repeats", rules.melds.group_repeats);
  visit("melds", "pairs", rules.melds.pairs);
  visit("wild", "numbers",
        ListOrWord{rules.wild.numbers, "none", "\"none\" or a list of integers"});
  visit("wild", "natural", rules.wild.natural);
  visit("wild", "indicator", rules.wild.indicator);
  visit("wild", "group_limit", NumberOrWord{rules.wild.group_limit, "no_limit"});
  visit("wild", "run_limit", NumberOrWord{rules.wild.run_limit, "no_limit"});
  visit("wild", "adjacent", rules.wild.adjacent);
  visit("wild", "kinds", rules.wild.kinds);
  visit("draw", "pile", rules.draw.pile);
  visit("draw", "return_taken", rules.draw.return_taken);
  visit("draw", "must_use", rules.draw.must_use);
  visit("draw", "stock_end", rules.draw.stock_end);
  visit("laying", "when", rules.laying.when);
  visit("laying", "first_lap", rules.laying.first_lap);
  visit("laying", "lay_off", rules.laying.lay_off);
  visit("opening", "min_points", rules.opening.min_points);
  visit("opening", "pairs", rules.opening.pairs);
  visit("opening", "late_total", NumberOrWord{rules.opening.late_total, "none"});
  visit("opening", "late_points", rules.opening.late_points);
  visit("end", "by", rules.end_by);
  visit("end", "last_discard", rules.last_discard);
  visit("knock", "limit", rules.knock.limit);
  visit("knock", "upcard", rules.knock.upcard);
  visit("knock", "spades_double", rules.knock.spades_double);
  visit("scoring", "count", rules.scoring.count);
  visit("scoring", "joker_penalty", rules.scoring.joker_penalty);
  visit("scoring", "unopened_penalty", rules.scoring.unopened_penalty);
  visit("scoring", "tile_values", ListOrWord{rules.scoring.tile_values, "face", kTileValues});
  visit("scoring", "gin_bonus", rules.scoring.gin_bonus);
  visit("scoring", "big_gin_bonus", rules.scoring.big_gin_bonus);
  visit("scoring", "undercut_bonus", rules.scoring.undercut_bonus);
  visit("scoring", "undercut_tie", rules.scoring.undercut_tie);
  visit("scoring", "closer_bonus", rules.scoring.closer_bonus);
  visit("scoring", "long_run", rules.scoring.long_run);
  visit("scoring", "long_run_penalty", rules.scoring.long_run_penalty);
  visit("scoring", "loss", rules.scoring.loss);
  visit("scoring", "pairs_factor", rules.scoring.pairs_factor);
  visit("scoring", "wild_discard_factor", rules.scoring.wild_discard_factor);
  visit("match", "games", NumberOrWord{rules.match.games, "players"});
  visit("match", "target", NumberOrWord{rules.match.target, "none"});
  visit("match", "decided_by", rules.match.decided_by);
  visit("match", "start", rules.match.start);
  visit("match", "box_bonus", rules.match.box_bonus);
  visit("match", "game_bonus", rules.match.game_bonus);
  visit("match", "shutout_factor", rules.match.shutout_factor);
}

}  // namespace rummy::rule_keys
