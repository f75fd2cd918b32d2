#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <concepts>
#include <limits>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

#include "rummy/rules/bounds.hpp"
#include "rummy/rules/rules.hpp"

namespace py = pybind11;

namespace {

using namespace rummy;

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

template <typename Values>
struct TileValues {
  Values& values;
};
template <typename Values>
TileValues(Values&) -> TileValues<Values>;

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
  visit("scoring", "tile_values", TileValues{rules.scoring.tile_values});
  visit("match", "games", NumberOrWord{rules.match.games, "players"});
  visit("match", "target", NumberOrWord{rules.match.target, "none"});
  visit("match", "decided_by", rules.match.decided_by);
}

[[noreturn]] void refuse(const std::string& key, const py::handle& value,
                         const std::string& allowed) {
  throw InputError(key + " is " + std::string(py::repr(value)) + "; allowed: " + allowed);
}

std::optional<int> try_integer(const py::handle& value) {
  if (!py::isinstance<py::int_>(value) || py::isinstance<py::bool_>(value)) return std::nullopt;
  int overflow = 0;
  const long number = PyLong_AsLongAndOverflow(value.ptr(), &overflow);
  if (overflow != 0 || number > std::numeric_limits<int>::max() ||
      number < std::numeric_limits<int>::min()) {
    return overflow < 0 || (overflow == 0 && number < 0) ? std::numeric_limits<int>::min()
                                                         : std::numeric_limits<int>::max();
  }
  return static_cast<int>(number);
}

int integer(const std::string& key, const py::handle& value,
            const std::string& allowed = "an integer") {
  const auto number = try_integer(value);
  if (!number) refuse(key, value, allowed);
  return *number;
}

template <typename Enum>
Enum spelling(const std::string& key, const py::handle& value) {
  if (py::isinstance<py::str>(value)) return from_name<Enum>(value.cast<std::string>());
  std::string allowed;
  for (const auto name : EnumNames<Enum>::kNames)
    allowed += (allowed.empty() ? "" : ", ") + std::string(name);
  refuse(key, value, allowed);
}

bool is_word(const py::handle& value, const char* word) {
  return py::isinstance<py::str>(value) && value.cast<std::string>() == word;
}

// Reading a value from Python, one function per kind of key.

void read(const std::string& key, const py::handle& value, int& place) {
  place = integer(key, value);
}

void read(const std::string& key, const py::handle& value, bool& place) {
  if (!py::isinstance<py::bool_>(value)) refuse(key, value, "true or false");
  place = value.cast<bool>();
}

template <typename Enum>
  requires std::is_enum_v<Enum>
void read(const std::string& key, const py::handle& value, Enum& place) {
  place = spelling<Enum>(key, value);
}

void read(const std::string& key, const py::handle& value, NumberOrWord<int> place) {
  const std::string allowed = "an integer or \"" + std::string(place.word) + "\"";
  if (is_word(value, place.word)) {
    place.number = kNoLimit;
    return;
  }
  const int number = integer(key, value, allowed);
  if (number == kNoLimit) refuse(key, value, allowed);  // -1 has a meaning inside only
  place.number = number;
}

void read(const std::string& key, const py::handle& value, NumberOrWord<std::optional<int>> place) {
  if (is_word(value, place.word)) {
    place.number.reset();
  } else {
    place.number = integer(key, value, "an integer or \"" + std::string(place.word) + "\"");
  }
}

void read(const std::string& key, const py::handle& value, JokerValueKey<OpeningRules> place) {
  const std::string allowed = "face, zero, forbidden or an integer";
  place.opening.joker_points = 0;
  if (const auto number = try_integer(value)) {
    place.opening.joker_value = *number == 0 ? JokerValue::zero : JokerValue::number;
    place.opening.joker_points = *number;
    return;
  }
  if (!py::isinstance<py::str>(value)) refuse(key, value, allowed);
  const auto named = try_from_name<JokerValue>(value.cast<std::string>());
  if (!named || *named == JokerValue::number) refuse(key, value, allowed);
  place.opening.joker_value = *named;
}

void read(const std::string& key, const py::handle& value,
          TileSetsByPlayers<decltype(Rules::players_tiles)> place) {
  if (!py::isinstance<py::dict>(value))
    refuse(key, value, "a table of tile sets by number of players");
  place.sets = {};
  for (const auto& [players, set] : value.cast<py::dict>()) {
    const std::string count = py::str(players);
    const std::string full_key = key + "." + count;
    if (count.size() != 1 || count[0] < '2' || count[0] > '0' + kMaxPlayers) {
      refuse(full_key, set,
             "the number of players as the key, 2 to " + std::to_string(kMaxPlayers));
    }
    place.sets[static_cast<std::size_t>(count[0] - '0')] = spelling<TileSetName>(full_key, set);
  }
}

void read(const std::string& key, const py::handle& value, TileValues<std::vector<int>> place) {
  place.values.clear();
  if (is_word(value, "face")) return;
  const std::string allowed = "\"face\" or a list of integers, one per number";
  if (!py::isinstance<py::list>(value) && !py::isinstance<py::tuple>(value))
    refuse(key, value, allowed);
  for (const auto& entry : value.cast<py::sequence>())
    place.values.push_back(integer(key, entry, allowed));
  if (place.values.empty()) refuse(key, value, allowed);
}

// And the way back.

py::object written(int place) { return py::int_(place); }
py::object written(bool place) { return py::bool_(place); }

template <typename Enum>
  requires std::is_enum_v<Enum>
py::object written(Enum place) {
  return py::str(std::string(to_name(place)));
}

py::object written(NumberOrWord<const int> place) {
  if (place.number == kNoLimit) return py::str(place.word);
  return py::int_(place.number);
}

py::object written(NumberOrWord<const std::optional<int>> place) {
  if (!place.number) return py::str(place.word);
  return py::int_(*place.number);
}

py::object written(JokerValueKey<const OpeningRules> place) {
  if (place.opening.joker_value == JokerValue::number) return py::int_(place.opening.joker_points);
  return written(place.opening.joker_value);
}

py::object written(TileSetsByPlayers<const decltype(Rules::players_tiles)> place) {
  py::dict sets;
  for (std::size_t players = 0; players < place.sets.size(); ++players) {
    if (place.sets[players] == TileSetName::standard) continue;
    sets[py::str(std::to_string(players))] = written(place.sets[players]);
  }
  return sets;
}

py::object written(TileValues<const std::vector<int>> place) {
  if (place.values.empty()) return py::str("face");
  return py::cast(place.values);
}

py::dict to_dict(const Rules& rules) {
  py::dict sections;
  visit_keys(rules, [&sections](const char* section, const char* key, const auto& place) {
    if (!sections.contains(section)) sections[section] = py::dict();
    sections[section][key] = written(place);
  });
  return sections;
}

// Keys that are not given keep their defaults; a key that nothing reads is an error.
Rules from_dict(const py::dict& sections) {
  Rules rules;
  std::map<std::string, std::map<std::string, bool>> known;
  visit_keys(rules, [&](const char* section, const char* key, auto&& place) {
    known[section][key] = true;
    if (!sections.contains(section)) return;
    const py::object values = sections[section];
    if (!py::isinstance<py::dict>(values)) refuse(section, values, "a table of keys");
    if (!values.contains(key)) return;
    read(std::string(section) + "." + key, values[key], place);
  });
  for (const auto& [section, values] : sections) {
    const std::string name = py::str(section);
    if (!known.contains(name)) throw InputError(name + " is no section of a rule set");
    for (const auto& entry : values.cast<py::dict>()) {
      const std::string key = py::str(entry.first);
      if (!known[name].contains(key))
        throw InputError(name + "." + key + " is no key of a rule set");
    }
  }
  validate(rules);
  return rules;
}

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
                      PoolEmpty, WinnerScore, ExhaustedScore, DecidedBy>();
}

std::map<std::string, std::pair<int, int>> key_bounds() {
  std::map<std::string, std::pair<int, int>> bounds;
  for (const Bound& bound : kBounds) bounds[std::string(bound.key)] = {bound.low, bound.high};
  return bounds;
}

int tile_count(const Rules& rules, int players) { return tile_set_for(rules, players).size(); }

}  // namespace

void bind_rules(py::module_& module) {
  py::class_<Rules>(module, "Rules", "The rules of a table game as plain data, checked.")
      .def(py::init<>(), "The official Rummikub sheet.")
      .def_static("from_dict", &from_dict, py::arg("sections"),
                  "Rules from nested dicts; keys left out are defaults.")
      .def("to_dict", &to_dict, "Nested dicts by section with every key.")
      .def("tile_count", &tile_count, py::kw_only(), py::arg("players"),
           "Tiles in a game of so many players.")
      .def(
          "__eq__", [](const Rules& a, const Rules& b) { return a == b; }, py::is_operator())
      .def("__repr__",
           [](const Rules& rules) {
             return "_core.Rules.from_dict(" + std::string(py::repr(to_dict(rules))) + ")";
           })
      .def(py::pickle([](const Rules& rules) { return to_dict(rules); },
                      [](const py::dict& sections) { return from_dict(sections); }));
  module.def("enum_spellings", &enum_spellings,
             "The spellings of every key that takes a word, in order.");
  module.def("key_bounds", &key_bounds,
             "The least and the greatest number of every key that takes an integer.");
}
