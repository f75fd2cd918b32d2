#pragma once

#include <charconv>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rummy/base/error.hpp"
#include "rummy/base/words.hpp"

namespace rummy {

// A number that a strategy can be given in its spec.
struct Parameter {
  std::string_view name;
  int standard;
  int low;
  int high;
  std::string_view meaning;
};

// The values of a strategy's parameters, in the order in which it lists them.
using Values = std::span<const int>;

// Reading `name:key=value,...` against a list of entries; an Entry has a name and parameters.
// Throws InputError, listing what exists, for anything else.
template <typename Entry>
struct StrategySpec {
  const Entry* entry;
  std::vector<int> values;
};

template <typename Entry>
const Entry& find_entry(std::span<const Entry> all, std::string_view name, std::string_view spec) {
  std::string known;
  for (const Entry& entry : all) {
    if (entry.name == name) return entry;
    add_word(known, entry.name, ", ");
  }
  throw InputError("there is no strategy " + quoted(spec) + "; there are: " + known);
}

template <typename Entry>
std::string describe_parameters(const Entry& entry) {
  if (entry.parameters.empty()) return "it has no parameters";
  std::string text = "its parameters:";
  for (const Parameter& parameter : entry.parameters) {
    text += (&parameter == entry.parameters.data() ? " " : ", ") + std::string(parameter.name) +
            " (" + std::to_string(parameter.low) + " to " + std::to_string(parameter.high) +
            ", standard " + std::to_string(parameter.standard) + ")";
  }
  return text;
}

template <typename Entry>
void read_setting(std::string_view setting, std::string_view spec, StrategySpec<Entry>& out) {
  const auto refuse = [&](const std::string& what) {
    throw InputError("strategy " + quoted(spec) + ": " + what + "; " +
                     describe_parameters(*out.entry));
  };
  const std::size_t equals = setting.find('=');
  const std::string_view key = setting.substr(0, equals);
  for (std::size_t i = 0; i < out.entry->parameters.size(); ++i) {
    const Parameter& parameter = out.entry->parameters[i];
    if (parameter.name != key) continue;
    if (equals == std::string_view::npos) refuse(quoted(key) + " needs a value, key=value");
    const std::string_view text = setting.substr(equals + 1);
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < parameter.low ||
        value > parameter.high) {
      refuse(std::string(key) + " is " + quoted(text));
    }
    out.values[i] = value;
    return;
  }
  refuse("it has no parameter " + quoted(key));
}

template <typename Entry>
StrategySpec<Entry> parse_strategy(std::span<const Entry> all, std::string_view spec) {
  const std::size_t colon = spec.find(':');
  StrategySpec<Entry> parsed{&find_entry(all, spec.substr(0, colon), spec), {}};
  for (const Parameter& parameter : parsed.entry->parameters)
    parsed.values.push_back(parameter.standard);
  if (colon == std::string_view::npos) return parsed;
  std::string_view rest = spec.substr(colon + 1);
  while (true) {
    const std::size_t comma = rest.find(',');
    read_setting(rest.substr(0, comma), spec, parsed);
    if (comma == std::string_view::npos) return parsed;
    rest.remove_prefix(comma + 1);
  }
}

// The spec with every parameter that is not at its standard value.
template <typename Entry>
std::string canonical_spec(std::span<const Entry> all, std::string_view spec) {
  const StrategySpec<Entry> parsed = parse_strategy(all, spec);
  std::string text(parsed.entry->name);
  char separator = ':';
  for (std::size_t i = 0; i < parsed.values.size(); ++i) {
    const Parameter& parameter = parsed.entry->parameters[i];
    if (parsed.values[i] == parameter.standard) continue;
    text += separator + std::string(parameter.name) + "=" + std::to_string(parsed.values[i]);
    separator = ',';
  }
  return text;
}

}  // namespace rummy
