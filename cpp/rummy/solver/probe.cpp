#include "rummy/solver/probe.hpp"

#include "rummy/base/index.hpp"
#include "rummy/solver/open_runs.hpp"
#include "rummy/solver/state_sets.hpp"

namespace rummy {

namespace {

using Set = state_sets::FewStates;
Set after(unsigned counts, Set states) {
  return static_cast<Set>(state_sets::after<true>(counts, states));
}
Set before(unsigned counts, Set states) {
  return static_cast<Set>(state_sets::before<true>(counts, states, state_sets::kFew));
}

// How many tiles may go to runs when so many go to groups.
unsigned run_counts(const Cell& cell, int group) {
  const int least = std::max<int>(cell.least_run, cell.must - group);
  const int most = cell.tiles() - group;
  if (most < least) return 0;
  return ((2U << most) - 1U) & ~((1U << least) - 1U);
}

unsigned run_counts(const Cell& cell) {
  const int most = cell.tiles() - cell.least_group;
  return ((2U << most) - 1U) & ~((1U << cell.runs_least()) - 1U);
}

}  // namespace

bool Probe::fits(const std::array<Cells, kMaxColours>& cells, int colours, int numbers) {
  for (int colour = 0; colour < colours; ++colour) {
    for (int number = 1; number <= numbers; ++number) {
      if (cells[index(colour)][index(number)].tiles() > 2) return false;
    }
  }
  return true;
}

bool Probe::narrow(std::array<Cells, kMaxColours>& cells, int colours, int numbers) {
  colours_ = colours;
  numbers_ = numbers;
  stale_.fill(true);
  touched_ = 0;
  for (int number = 1; number <= numbers_; ++number) {
    for (int colour = 0; colour < colours_; ++colour) {
      Cell& cell = cells[index(colour)][index(number)];
      cell.most_group = static_cast<std::uint8_t>(cell.tiles());
    }
    if (!balance(number, cells)) return false;
  }
  for (bool again = true; again;) {
    for (int colour = 0; colour < colours_; ++colour) {
      if (stale_[index(colour)] && !walk(colour, cells[index(colour)])) return false;
      stale_[index(colour)] = false;
    }
    again = false;
    for (int number = 1; number <= numbers_; ++number) {
      if ((touched_ >> number & 1U) != 0 && !balance(number, cells)) return false;
    }
    touched_ = 0;
    for (int colour = 0; colour < colours_; ++colour) again = again || stale_[index(colour)];
  }
  return true;
}

// The states of one colour, and what its cells can give to groups.
bool Probe::walk(int colour, Cells& cells) {
  Way& way = ways_[index(colour)];
  std::array<unsigned, kMaxNumbers + 1> counts{};
  way.from_low[0] = 1;
  for (int number = 1; number <= numbers_; ++number) {
    counts[index(number)] = run_counts(cells[index(number)]);
    way.from_low[index(number)] = after(counts[index(number)], way.from_low[index(number - 1)]);
  }
  way.to_high[index(numbers_)] =
      way.from_low[index(numbers_)] & static_cast<States>(state_sets::kEnds);
  for (int number = numbers_; number >= 1; --number) {
    way.to_high[index(number - 1)] =
        way.from_low[index(number - 1)] & before(counts[index(number)], way.to_high[index(number)]);
  }
  if (way.to_high[0] == 0) return false;
  for (int number = 1; number <= numbers_; ++number) {
    Cell& cell = cells[index(number)];
    if (cell.least_group == cell.most_group) continue;
    const States low = way.to_high[index(number - 1)];
    const States high = way.to_high[index(number)];
    const auto gives = [&](int group) { return (after(run_counts(cell, group), low) & high) != 0; };
    int least = cell.least_group;
    int most = cell.most_group;
    while (most > least && !gives(most)) --most;
    while (least < most && !gives(least)) ++least;
    if (least == cell.least_group && most == cell.most_group) continue;
    cell.least_group = static_cast<std::uint8_t>(least);
    cell.most_group = static_cast<std::uint8_t>(most);
    touched_ |= 1U << number;
  }
  return true;
}

// The colours of a number: as many groups as one colour gives tiles, three tiles each.
bool Probe::balance(int number, std::array<Cells, kMaxColours>& cells) {
  int one = 0;  // tiles for one group, and for two
  int two = 0;
  int least_groups = 0;
  for (int colour = 0; colour < colours_; ++colour) {
    const Cell& cell = cells[index(colour)][index(number)];
    one += cell.most_group > 0 ? 1 : 0;
    two += cell.most_group;
    least_groups = std::max<int>(least_groups, cell.least_group);
  }
  if (two == 0) return true;
  const int groups = two >= 6 ? 2 : one >= 3 ? 1 : 0;
  const int sum = groups == 2 ? two : groups == 1 ? one : 0;
  if (least_groups > groups) return false;
  for (int colour = 0; colour < colours_; ++colour) {
    Cell& cell = cells[index(colour)][index(number)];
    const int most = std::min<int>(cell.most_group, groups);
    const int least = std::max<int>(cell.least_group, 3 * least_groups - (sum - most));
    if (least > most) return false;
    if (least == cell.least_group && most == cell.most_group) continue;
    cell.least_group = static_cast<std::uint8_t>(least);
    cell.most_group = static_cast<std::uint8_t>(most);
    stale_[index(colour)] = true;
  }
  return true;
}

}  // namespace rummy
