#include "rule_keys.hpp"
#include "rummy/rules/bounds.hpp"

namespace py = pybind11;

namespace {

using namespace rummy;
using rule_keys::JokerValueKey;
using rule_keys::kTileValues;
using rule_keys::ListOrWord;
using rule_keys::NumberOrWord;
using rule_keys::TileSetsByPlayers;

// The one list of sections and keys: `visit(section, key, place)` for each. R is Rules or const
// Rules.
template <typename R, typename Visit>
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
template <typename R, typename Visit>
void visit_draw_keys(R& rules, Visit&& visit) {
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

struct VisitTable {
  template <typename R, typename Visit>
  void operator()(R& rules, Visit&& visit) const {
    visit_keys(rules, visit);
  }
};
struct VisitDraw {
  template <typename R, typename Visit>
  void operator()(R& rules, Visit&& visit) const {
    visit_draw_keys(rules, visit);
  }
};

template <typename Enum>
void add_spellings(std::map<std::string, std::vector<std::string>>& all) {
  for (const auto name : EnumNames<Enum>::kNames) {
    // "number" stands for any integer and is no spelling.
    if (std::is_same_v<Enum, JokerValue> && name == to_name(JokerValue::number)) continue;
    all[std::string(EnumNames<Enum>::kWhat)].emplace_back(name);
  }
}

template <typename... Enums>
std::map<std::string, std::vector<std::string>> spellings_of() {
  std::map<std::string, std::vector<std::string>> all;
  (add_spellings<Enums>(all), ...);
  return all;
}

std::map<std::string, std::vector<std::string>> enum_spellings() {
  return spellings_of<TileSetName, Starter, DrawFrom, RunWrap, JokerValue, OpeningMelds, OpeningBy,
                      Access, Retrieval, TileFrom, Reuse, Lock, GroupOfThree, FailureRevert,
                      PoolEmpty, WinnerScore, ExhaustedScore, DecidedBy, Print, NextStarter,
                      WildKinds, PileDraw, LayingWhen, LayOff, EndBy, LastDiscard, ScoreCount>();
}

std::map<std::string, std::pair<int, int>> key_bounds() {
  std::map<std::string, std::pair<int, int>> bounds;
  for (const Bound& bound : kBounds) bounds[std::string(bound.key)] = {bound.low, bound.high};
  return bounds;
}

template <typename Rules, typename VisitKeys>
void bind_family(py::module_& module, const char* name, const char* doc, VisitKeys visit) {
  const auto from = [visit](const py::dict& sections) {
    return rule_keys::from_dict<Rules>(sections, visit);
  };
  const auto to = [visit](const Rules& rules) { return rule_keys::to_dict(rules, visit); };
  const std::string named(name);
  py::class_<Rules>(module, name, doc)
      .def(py::init<>(), "The rules with every key at its default.")
      .def_static("from_dict", from, py::arg("sections"),
                  "Rules from nested dicts; keys left out are defaults.")
      .def("to_dict", to, "Nested dicts by section with every key.")
      .def(
          "tile_count",
          [](const Rules& rules, int players) { return tile_set_for(rules, players).size(); },
          py::kw_only(), py::arg("players"), "Tiles in a game of so many players.")
      .def(
          "__eq__", [](const Rules& a, const Rules& b) { return a == b; }, py::is_operator())
      .def("__repr__",
           [to, named](const Rules& rules) {
             return "_core." + named + ".from_dict(" + std::string(py::repr(to(rules))) + ")";
           })
      .def(py::pickle(to, from));
}

}  // namespace

void bind_rules(py::module_& module) {
  bind_family<Rules>(module, "Rules", "The rules of a table game as plain data, checked.",
                     VisitTable{});
  bind_family<DrawRules>(module, "DrawRules", "The rules of a draw game as plain data, checked.",
                         VisitDraw{});
  module.def("enum_spellings", &enum_spellings,
             "The spellings of every key that takes a word, in order.");
  module.def("key_bounds", &key_bounds,
             "The least and the greatest number of every key that takes an integer.");
}
