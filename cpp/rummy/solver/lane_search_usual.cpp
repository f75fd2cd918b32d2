#include "rummy/solver/lane_asks.hpp"
#include "rummy/solver/lane_choices.hpp"
#include "rummy/solver/lanes.hpp"

namespace rummy {

namespace {

// Of this file alone, and so are all functions of its search: the compiler may then inline more.
class UsualLane : public Lane {
  using Lane::Lane;
};

}  // namespace

std::unique_ptr<LaneSearch> LaneSearch::make_usual(const CompiledRules& rules) {
  const MeldRules& melds = rules.rules().melds;
  const bool usual = rules.min_length() == 3 && rules.run_max() >= 5 && rules.group_max() >= 3 &&
                     melds.run_wrap == RunWrap::none;
  return usual ? std::make_unique<LaneSearchOf<UsualLane>>(rules) : nullptr;
}

}  // namespace rummy
