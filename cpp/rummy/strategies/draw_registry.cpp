#include <array>

#include "rummy/strategies/draw_strategy.hpp"

namespace rummy {

std::span<const DrawStrategyEntry> all_draw_strategies() {
  static const std::array<DrawStrategyEntry, 3> kEntries = {kDrawRandom, kDrawGreedy, kDrawStrong};
  return kEntries;
}

std::unique_ptr<DrawStrategy> make_draw_strategy(std::string_view spec, const CompiledDraw& rules) {
  const auto parsed = parse_strategy(all_draw_strategies(), spec);
  return parsed.entry->make(rules, parsed.values);
}

std::string canonical_draw_strategy(std::string_view spec) {
  return canonical_spec(all_draw_strategies(), spec);
}

}  // namespace rummy
