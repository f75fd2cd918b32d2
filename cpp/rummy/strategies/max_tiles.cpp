#include "rummy/strategies/best_play.hpp"
#include "rummy/strategies/entries.hpp"

namespace rummy {

constinit const StrategyEntry kMaxTilesStrategy = {
    "max_tiles", "lays as many tiles as it can, each turn", {}, [](const CompiledRules& rules, Values) {
      return std::unique_ptr<Strategy>(std::make_unique<BestPlayStrategy>(rules, Objective::tiles));
    }};

}  // namespace rummy
