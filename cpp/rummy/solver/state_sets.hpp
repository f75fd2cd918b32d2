#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "rummy/solver/open_runs.hpp"

namespace rummy {

// Sets of the states of a colour, a bit for each, and the steps between them. How many tiles may go
// to runs is a set too: a bit for none, one, two and so on.
namespace state_sets {

// With so many open runs at most: those of one colour are seldom more.
inline constexpr int kMostOpen = 4;
inline constexpr int kStates = 35;
using States = std::uint64_t;
// ... and with two, where the steps of a set are looked up.
inline constexpr int kFewOpen = 2;
inline constexpr int kFewStates = 10;
using FewStates = std::uint16_t;
inline constexpr States kFew = (States{1} << kFewStates) - 1;

struct Tables {
  static constexpr int kCounts = 1 << (kMostOpen + 1);
  static constexpr int kFewCounts = 1 << (kFewOpen + 1);
  template <int Counts, int Size, typename Set>
  using ByCounts = std::array<std::array<Set, Size>, Counts>;

  ByCounts<kCounts, kStates, States> after{};  // of one state
  ByCounts<kCounts, kStates, States> before{};
  ByCounts<kFewCounts, 1 << kFewStates, FewStates> after_few{};  // of a set
  ByCounts<kFewCounts, 1 << kFewStates, FewStates> before_few{};
  Tables();
};
extern const Tables kTables;

template <typename Call>
void for_each(States states, Call&& call) {
  for (; states != 0; states &= states - 1)
    call(static_cast<open_runs::State>(std::countr_zero(states)));
}

inline States step_each(const auto& steps, unsigned counts, States states) {
  States all = 0;
  for_each(states, [&](open_runs::State state) { all |= steps[counts][state]; });
  return all;
}
// The states that can come next. `Few`: there are no others.
template <bool Few = false>
States after(unsigned counts, States states) {
  if (Few || (states <= kFew && counts < Tables::kFewCounts))
    return kTables.after_few[counts][states];
  return step_each(kTables.after, counts, states);
}
// Those of `from` that can have come before.
template <bool Few = false>
States before(unsigned counts, States states, States from) {
  if (Few || (from <= kFew && counts < Tables::kFewCounts))
    return kTables.before_few[counts][states & kFew] & from;
  return step_each(kTables.before, counts, states) & from;
}

constexpr States make_ends() {
  States ends = 0;
  for (unsigned state = 0; state < kStates; ++state) {
    if (open_runs::short_runs(static_cast<open_runs::State>(state)) == 0)
      ends |= States{1} << state;
  }
  return ends;
}
inline constexpr States kEnds = make_ends();  // no run is too short

}  // namespace state_sets
}  // namespace rummy
