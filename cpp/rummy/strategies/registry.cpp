#include "rummy/strategies/registry.hpp"

#include <array>
#include <charconv>

#include "rummy/strategies/entries.hpp"

namespace rummy {

namespace {

struct Spec {
  const StrategyEntry* entry;
  std::vector<int> values;
};

const StrategyEntry& find_entry(std::string_view name, std::string_view spec) {
  std::string known;
  for (const StrategyEntry& entry : all_strategies()) {
    if (entry.name == name) return entry;
    known += (known.empty() ? "" : ", ") + std::string(entry.name);
  }
  throw InputError("there is no strategy \"" + std::string(spec) + "\"; there are: " + known);
}

std::string describe(const StrategyEntry& entry) {
  if (entry.parameters.empty()) return "it has no parameters";
  std::string text = "its parameters:";
  for (const Parameter& parameter : entry.parameters) {
    text += (&parameter == entry.parameters.data() ? " " : ", ") + std::string(parameter.name) +
            " (" + std::to_string(parameter.low) + " to " + std::to_string(parameter.high) +
            ", standard " + std::to_string(parameter.standard) + ")";
  }
  return text;
}

void read_setting(std::string_view setting, std::string_view spec, Spec& out) {
  const auto refuse = [&](const std::string& what) {
    throw InputError("strategy \"" + std::string(spec) + "\": " + what + "; " +
                     describe(*out.entry));
  };
  const std::size_t equals = setting.find('=');
  const std::string_view key = setting.substr(0, equals);
  for (std::size_t i = 0; i < out.entry->parameters.size(); ++i) {
    const Parameter& parameter = out.entry->parameters[i];
    if (parameter.name != key) continue;
    if (equals == std::string_view::npos)
      refuse("\"" + std::string(key) + "\" needs a value, key=value");
    const std::string_view text = setting.substr(equals + 1);
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < parameter.low ||
        value > parameter.high) {
      refuse(std::string(key) + " is \"" + std::string(text) + "\"");
    }
    out.values[i] = value;
    return;
  }
  refuse("it has no parameter \"" + std::string(key) + "\"");
}

Spec parse(std::string_view spec) {
  const std::size_t colon = spec.find(':');
  Spec parsed{&find_entry(spec.substr(0, colon), spec), {}};
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

}  // namespace

std::span<const StrategyEntry> all_strategies() {
  static const std::array<StrategyEntry, 7> kEntries = {
      kRandomStrategy, kNoviceStrategy,    kHumanStrategy,   kHoarderStrategy,
      kBarredStrategy, kMaxPointsStrategy, kMaxTilesStrategy};
  return kEntries;
}

std::unique_ptr<Strategy> make_strategy(std::string_view spec, const CompiledRules& rules) {
  const Spec parsed = parse(spec);
  return parsed.entry->make(rules, parsed.values);
}

std::string canonical_strategy(std::string_view spec) {
  const Spec parsed = parse(spec);
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
