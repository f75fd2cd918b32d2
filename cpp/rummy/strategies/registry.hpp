#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rummy/strategies/spec.hpp"
#include "rummy/strategies/strategy.hpp"

namespace rummy {

struct StrategyEntry {
  std::string_view name;
  std::string_view summary;
  std::span<const Parameter> parameters;
  std::unique_ptr<Strategy> (*make)(const CompiledRules& rules, Values values);
};

// Every strategy there is, the weak before the strong.
[[nodiscard]] std::span<const StrategyEntry> all_strategies();

// A strategy from its spec, `name` or `name:key=value,...`. Throws InputError, listing what exists,
// for anything else.
[[nodiscard]] std::unique_ptr<Strategy> make_strategy(std::string_view spec,
                                                      const CompiledRules& rules);
// The same check without making one; returns the spec with every parameter that is not at its
// standard value.
[[nodiscard]] std::string canonical_strategy(std::string_view spec);

}  // namespace rummy
