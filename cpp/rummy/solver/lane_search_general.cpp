#include "rummy/solver/general_lane.hpp"
#include "rummy/solver/lane_choices.hpp"
#include "rummy/solver/lane_descend.hpp"

namespace rummy {

namespace {

// Of this file alone, and so are all functions of its search: the compiler may then inline more.
class LocalLane : public GeneralLane {
  using GeneralLane::GeneralLane;
};

}  // namespace

std::unique_ptr<LaneSearch> LaneSearch::make_general(const CompiledRules& rules) {
  return std::make_unique<LaneSearchOf<LocalLane>>(rules);
}

}  // namespace rummy
