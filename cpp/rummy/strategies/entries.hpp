#pragma once

#include "rummy/strategies/registry.hpp"

namespace rummy {

// The registry reads this list; each entry is defined in its strategy's own file.
extern const StrategyEntry kRandomStrategy;
extern const StrategyEntry kNoviceStrategy;
extern const StrategyEntry kBarredStrategy;
extern const StrategyEntry kHumanStrategy;
extern const StrategyEntry kHoarderStrategy;
extern const StrategyEntry kMaxPointsStrategy;
extern const StrategyEntry kMaxTilesStrategy;
extern const StrategyEntry kPlannerStrategy;

}  // namespace rummy
