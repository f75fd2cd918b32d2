#pragma once

// The shipped rule sets, read from their files: for tests and benchmarks, which so use the very
// rules that players get. Only as much of TOML is understood as those files use.

#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "rummy/rules/rule_keys.hpp"

namespace variants {

using namespace rummy;

// Values as written, by section and key.
using Sections = std::map<std::string, std::map<std::string, std::string>>;

inline std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

inline std::string without_comment(const std::string& line) {
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && (i == 0 || line[i - 1] != '\\')) quoted = !quoted;
    if (line[i] == '#' && !quoted) return trimmed(line.substr(0, i));
  }
  return trimmed(line);
}

// "word" without its quotes; anything else as it is.
inline std::string word(const std::string& value) {
  return value.size() >= 2 && value.front() == '"' ? value.substr(1, value.size() - 2) : value;
}

// What stands between the brackets of [a, b] or {a, b}.
inline std::vector<std::string> entries(const std::string& value) {
  std::vector<std::string> list;
  const std::string inner = value.substr(1, value.size() - 2);
  for (std::size_t from = 0; from < inner.size();) {
    const std::size_t comma = std::min(inner.find(',', from), inner.size());
    if (const std::string entry = trimmed(inner.substr(from, comma - from)); !entry.empty())
      list.push_back(entry);
    from = comma + 1;
  }
  return list;
}

// The keys of a file over those of the one that it extends; the keys before all sections have the
// section "".
inline Sections read_sections(const std::string& id) {
  const std::string path = std::string(RUMMY_VARIANTS) + "/" + id + ".toml";
  std::ifstream file(path);
  if (!file) throw InputError("no variant \"" + id + "\": " + path + " cannot be read");
  Sections sections;
  std::string section;
  for (std::string raw; std::getline(file, raw);) {
    const std::string line = without_comment(raw);
    if (line.empty()) continue;
    const auto equals = line.find('=');
    if (line.front() == '[' && equals == std::string::npos) {
      section = line.substr(1, line.size() - 2);
    } else {
      sections[section][trimmed(line.substr(0, equals))] = trimmed(line.substr(equals + 1));
    }
  }
  if (!sections[""].contains("extends")) return sections;
  Sections all = read_sections(word(sections[""]["extends"]));
  for (const auto& [name, keys] : sections) {
    for (const auto& [key, value] : keys) all[name][key] = value;
  }
  return all;
}

inline void read(const std::string& value, int& place) { place = std::stoi(value); }
inline void read(const std::string& value, bool& place) { place = value == "true"; }
template <typename Enum>
  requires std::is_enum_v<Enum>
void read(const std::string& value, Enum& place) {
  place = from_name<Enum>(word(value));
}
inline void read(const std::string& value, rule_keys::NumberOrWord<int> place) {
  place.number = word(value) == place.word ? kNoLimit : std::stoi(value);
}
inline void read(const std::string& value, rule_keys::NumberOrWord<std::optional<int>> place) {
  place.number.reset();
  if (word(value) != place.word) place.number = std::stoi(value);
}
inline void read(const std::string& value, rule_keys::JokerValueKey<OpeningRules> place) {
  if (value.front() == '"') {
    place.opening.joker_value = from_name<JokerValue>(word(value));
  } else {
    place.opening.joker_value = JokerValue::number;
    place.opening.joker_points = std::stoi(value);
  }
}
template <typename Sets>
void read(const std::string& value, rule_keys::TileSetsByPlayers<Sets> place) {
  place.sets = {};
  for (const std::string& entry : entries(value)) {
    const auto equals = entry.find('=');
    place.sets[static_cast<std::size_t>(std::stoi(entry))] =
        from_name<TileSetName>(word(trimmed(entry.substr(equals + 1))));
  }
}
inline void read(const std::string& value, rule_keys::ListOrWord<std::vector<int>> place) {
  place.values.clear();
  if (word(value) == place.word) return;
  for (const std::string& entry : entries(value)) place.values.push_back(std::stoi(entry));
}

// The rules of the variant of that name; R is Rules or DrawRules.
template <typename R>
[[nodiscard]] R rules(const std::string& id) {
  const Sections sections = read_sections(id);
  R rules;
  rule_keys::visit_keys(rules, [&](const char* section, const char* key, auto&& place) {
    const auto values = sections.find(section);
    if (values == sections.end()) return;
    if (const auto value = values->second.find(key); value != values->second.end())
      read(value->second, place);
  });
  validate(rules);
  return rules;
}

}  // namespace variants
