#include "rummy/solver/lane_choices.hpp"
#include "rummy/solver/lane_descend.hpp"
#include "rummy/solver/usual_lane.hpp"

namespace rummy {

namespace {

// Of this file alone, and so are all functions of its search: the compiler may then inline more.
class LocalLane : public UsualLane {
  using UsualLane::UsualLane;
};

}  // namespace

std::unique_ptr<LaneSearch> LaneSearch::make_usual(const CompiledRules& rules) {
  const MeldRules& melds = rules.rules().melds;
  const bool usual = rules.min_length() == 3 && rules.run_max() >= 5 && rules.group_max() >= 3 &&
                     melds.run_wrap == RunWrap::none;
  return usual ? std::make_unique<LaneSearchOf<LocalLane>>(rules) : nullptr;
}

}  // namespace rummy
