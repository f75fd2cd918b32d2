#include "rummy/strategies/best_play.hpp"
#include "rummy/strategies/entries.hpp"

namespace rummy {

constinit const StrategyEntry kMaxPointsStrategy = {
    "max_points",
    "lays as many points as it can, each turn: what its tiles would cost on the rack at the end",
    {},
    [](const CompiledRules& rules, Values) {
      return std::unique_ptr<Strategy>(
          std::make_unique<BestPlayStrategy>(rules, Objective::points, Objective::points));
    }};

}  // namespace rummy
