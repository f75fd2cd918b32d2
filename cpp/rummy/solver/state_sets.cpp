#include "rummy/solver/state_sets.hpp"

namespace rummy::state_sets {

Tables::Tables() {
  for (unsigned counts = 0; counts < kCounts; ++counts) {
    for (unsigned state = 0; state < kStates; ++state) {
      for (int tiles = 0; tiles <= kMostOpen; ++tiles) {
        const open_runs::State next = open_runs::step(static_cast<open_runs::State>(state), tiles);
        if ((counts >> tiles & 1U) == 0 || next >= kStates) continue;
        after[counts][state] |= States{1} << next;
        before[counts][next] |= States{1} << state;
      }
    }
  }
  // A step back may leave the few: more runs were open before.
  for (unsigned counts = 0; counts < kFewCounts; ++counts) {
    for (unsigned set = 1; set < 1U << kFewStates; ++set) {
      const auto state = static_cast<unsigned>(std::countr_zero(set));
      const unsigned others = set & (set - 1);
      after_few[counts][set] =
          static_cast<FewStates>(after[counts][state] | after_few[counts][others]);
      before_few[counts][set] =
          static_cast<FewStates>((before[counts][state] & kFew) | before_few[counts][others]);
    }
  }
}

const Tables kTables;

}  // namespace rummy::state_sets
