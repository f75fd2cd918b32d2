#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <concepts>
#include <limits>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

#include "rummy/base/words.hpp"
#include "rummy/rules/rule_keys.hpp"

// Reading rules from nested dicts and writing them, whatever the family: `visit_keys` names every
// section and key with its place, and this header knows the kinds of places.
namespace rules_from_python {

namespace py = pybind11;
using namespace rummy;
using namespace rummy::rule_keys;

[[noreturn]] inline void refuse(const std::string& key, const py::handle& value,
                                const std::string& allowed) {
  throw InputError(key + " is " + std::string(py::repr(value)) + "; allowed: " + allowed);
}

inline std::optional<int> try_integer(const py::handle& value) {
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

inline int integer(const std::string& key, const py::handle& value,
                   const std::string& allowed = "an integer") {
  const auto number = try_integer(value);
  if (!number) refuse(key, value, allowed);
  return *number;
}

template <typename Enum>
Enum spelling(const std::string& key, const py::handle& value) {
  if (py::isinstance<py::str>(value)) return from_name<Enum>(value.cast<std::string>());
  std::string allowed;
  for (const auto name : EnumNames<Enum>::kNames) add_word(allowed, name, ", ");
  refuse(key, value, allowed);
}

inline bool is_word(const py::handle& value, const char* word) {
  return py::isinstance<py::str>(value) && value.cast<std::string>() == word;
}

// Reading a value from Python, one function per kind of key.

inline void read(const std::string& key, const py::handle& value, int& place) {
  place = integer(key, value);
}

inline void read(const std::string& key, const py::handle& value, bool& place) {
  if (!py::isinstance<py::bool_>(value)) refuse(key, value, "true or false");
  place = value.cast<bool>();
}

template <typename Enum>
  requires std::is_enum_v<Enum>
void read(const std::string& key, const py::handle& value, Enum& place) {
  place = spelling<Enum>(key, value);
}

inline void read(const std::string& key, const py::handle& value, NumberOrWord<int> place) {
  const std::string allowed = "an integer or \"" + std::string(place.word) + "\"";
  if (is_word(value, place.word)) {
    place.number = kNoLimit;
    return;
  }
  const int number = integer(key, value, allowed);
  if (number == kNoLimit) refuse(key, value, allowed);  // -1 has a meaning inside only
  place.number = number;
}

inline void read(const std::string& key, const py::handle& value,
                 NumberOrWord<std::optional<int>> place) {
  if (is_word(value, place.word)) {
    place.number.reset();
  } else {
    place.number = integer(key, value, "an integer or \"" + std::string(place.word) + "\"");
  }
}

inline void read(const std::string& key, const py::handle& value,
                 JokerValueKey<OpeningRules> place) {
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

inline void read(const std::string& key, const py::handle& value,
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

inline void read(const std::string& key, const py::handle& value,
                 ListOrWord<std::vector<int>> place) {
  place.values.clear();
  if (is_word(value, place.word)) return;
  if (!py::isinstance<py::list>(value) && !py::isinstance<py::tuple>(value))
    refuse(key, value, place.allowed);
  for (const auto& entry : value.cast<py::sequence>())
    place.values.push_back(integer(key, entry, place.allowed));
  if (place.values.empty()) refuse(key, value, place.allowed);
}

// And the way back.

inline py::object written(int place) { return py::int_(place); }
inline py::object written(bool place) { return py::bool_(place); }

template <typename Enum>
  requires std::is_enum_v<Enum>
py::object written(Enum place) {
  return py::str(std::string(to_name(place)));
}

inline py::object written(NumberOrWord<const int> place) {
  if (place.number == kNoLimit) return py::str(place.word);
  return py::int_(place.number);
}

inline py::object written(NumberOrWord<const std::optional<int>> place) {
  if (!place.number) return py::str(place.word);
  return py::int_(*place.number);
}

inline py::object written(JokerValueKey<const OpeningRules> place) {
  if (place.opening.joker_value == JokerValue::number) return py::int_(place.opening.joker_points);
  return written(place.opening.joker_value);
}

inline py::object written(TileSetsByPlayers<const decltype(Rules::players_tiles)> place) {
  py::dict sets;
  for (std::size_t players = 0; players < place.sets.size(); ++players) {
    if (place.sets[players] == TileSetName::standard) continue;
    sets[py::str(std::to_string(players))] = written(place.sets[players]);
  }
  return sets;
}

inline py::object written(ListOrWord<const std::vector<int>> place) {
  if (place.values.empty()) return py::str(place.word);
  return py::cast(place.values);
}

template <typename Rules>
py::dict to_dict(const Rules& rules) {
  py::dict sections;
  visit_keys(rules, [&sections](const char* section, const char* key, const auto& place) {
    if (!sections.contains(section)) sections[section] = py::dict();
    sections[section][key] = written(place);
  });
  return sections;
}

// Keys that are not given keep their defaults; a key that nothing reads is an error.
template <typename Rules>
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
    for (const auto& entry : values.template cast<py::dict>()) {
      const std::string key = py::str(entry.first);
      if (!known[name].contains(key))
        throw InputError(name + "." + key + " is no key of a rule set");
    }
  }
  validate(rules);
  return rules;
}

}  // namespace rules_from_python
