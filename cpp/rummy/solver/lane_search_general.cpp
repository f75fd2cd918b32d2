#include "rummy/solver/lane_asks.hpp"
#include "rummy/solver/lane_choices.hpp"
#include "rummy/solver/rule_lane.hpp"

namespace rummy {

namespace {

// Of this file alone, and so are all functions of its search: the compiler may then inline more.
class GeneralLane : public RuleLane {
  using RuleLane::RuleLane;
};

}  // namespace

std::unique_ptr<LaneSearch> LaneSearch::make_general(const CompiledRules& rules) {
  return std::make_unique<LaneSearchOf<GeneralLane>>(rules);
}

}  // namespace rummy
