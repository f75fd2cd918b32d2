#include <array>

#include "rummy/strategies/best_play.hpp"
#include "rummy/strategies/entries.hpp"

namespace rummy {

namespace {

constexpr std::array<Parameter, 1> kParameters = {{
    {"opening", 0, 0, 1, "what the opening is chosen for: 0 the most tiles, 1 the most points"},
}};

}  // namespace

constinit const StrategyEntry kMaxTilesStrategy = {
    "max_tiles", "lays as many tiles as it can, each turn", kParameters,
    [](const CompiledRules& rules, Values values) {
      const Objective opening = values[0] == 1 ? Objective::points : Objective::tiles;
      return std::unique_ptr<Strategy>(
          std::make_unique<BestPlayStrategy>(rules, Objective::tiles, opening));
    }};

}  // namespace rummy
