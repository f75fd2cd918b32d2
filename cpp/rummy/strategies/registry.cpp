#include "rummy/strategies/registry.hpp"

#include <array>

#include "rummy/strategies/entries.hpp"

namespace rummy {

std::span<const StrategyEntry> all_strategies() {
  static const std::array<StrategyEntry, 8> kEntries = {
      kRandomStrategy, kNoviceStrategy,    kHumanStrategy,    kHoarderStrategy,
      kBarredStrategy, kMaxPointsStrategy, kMaxTilesStrategy, kPlannerStrategy};
  return kEntries;
}

std::unique_ptr<Strategy> make_strategy(std::string_view spec, const CompiledRules& rules) {
  const auto parsed = parse_strategy(all_strategies(), spec);
  return parsed.entry->make(rules, parsed.values);
}

std::string canonical_strategy(std::string_view spec) {
  return canonical_spec(all_strategies(), spec);
}

}  // namespace rummy
