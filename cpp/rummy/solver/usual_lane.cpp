#include "rummy/solver/usual_lane.hpp"

#include <algorithm>

#include "rummy/base/lanes4.hpp"

namespace rummy {

using open_runs::State;

namespace {

constexpr int kCounts = open_runs::kMost + 1;
constexpr std::uint8_t kTooMany = 100;  // more jokers than there are, and so is its double

// The jokers that so many runs need to go on at a number, by its tiles, and whether jokers may
// stand there.
using Lacking = std::array<std::uint8_t, kCounts>;
constexpr auto kLacking = [] {
  std::array<std::array<Lacking, kCounts>, 2> table{};
  for (std::size_t tiles = 0; tiles < kCounts; ++tiles) {
    for (std::size_t runs = tiles + 1; runs < kCounts; ++runs) {
      table[0][tiles][runs] = kTooMany;
      table[1][tiles][runs] = static_cast<std::uint8_t>(runs - tiles);
    }
  }
  return table;
}();

}  // namespace

// Short runs need a tile or a joker at each of the next numbers.
bool UsualLane::can_go_on(State state, int number, int jokers) const {
  const open_runs::Runs runs = open_runs::runs(state);
  return lacking_[index(number + 1)][index(runs.one + runs.two)] +
             lacking_[index(number + 2)][runs.one] <=
         jokers;
}

// Forwards: which states there are at each position, and how many jokers each costs at least.
void UsualLane::reach(int numbers, int jokers) {
  states_[0] = 0;
  spent_[0] = 0;
  first_[0] = 0;
  first_[1] = 1;
  int count = 1;
  for (int number = 1; number <= numbers; ++number) {
    const Cell& cell = cells_[index(number)];
    const int least_run = cell.runs_least();
    const int most_run = cell.runs_most();
    const int end = count;
    std::array<std::uint8_t, open_runs::kStates> slots;
    slots.fill(kNoSlot);
    for (int from = first_[index(number - 1)]; from < end; ++from) {
      const State state = states_[index(from)];
      const int left = jokers - spent_[index(from)];
      const int least = std::max(open_runs::short_runs(state), least_run);
      auto& next_slots = next_[index(from)];
      next_slots.fill(kNoSlot);
      for (int tiles = std::min(open_runs::kMost, most_run + (cell.joker != 0 ? left : 0));
           tiles >= least; --tiles) {
        if (std::min(tiles, open_runs::open(state)) < cell.least_linked) break;
        const State next = open_runs::step(state, tiles);
        const int spent = jokers - left + std::max(0, tiles - most_run);
        if (slots[next] == kNoSlot) {
          if (!can_go_on(next, number, jokers - spent)) continue;
          slots[next] = static_cast<std::uint8_t>(count - end);
          states_[index(count)] = next;
          spent_[index(count)] = static_cast<std::uint8_t>(spent);
          ++count;
        } else {
          std::uint8_t& known = spent_[index(end + slots[next])];
          known = std::min(known, static_cast<std::uint8_t>(spent));
        }
        next_slots[index(tiles)] = slots[next];
      }
    }
    first_[index(number + 1)] = static_cast<std::uint16_t>(count);
  }
}

void UsualLane::list_uses(int number) {
  const Cell& cell = cells_[index(number)];
  Uses& uses = uses_[index(number)];
  const int total = cell.tiles();
  for (int run = cell.runs_least(); run <= cell.runs_most(); ++run) {
    const int most = std::min<int>(total - run, cell.most_group);
    const int least = std::max<int>(cell.least_group, cell.must - run);
    // A joker where an optional tile could be is never best.
    const int with_joker = every_choice_ ? least : std::max(least, total - run);
    uses.most_group[index(run)] = static_cast<std::int8_t>(most);
    uses.least_group[0][index(run)] = static_cast<std::int8_t>(least);
    uses.least_group[1][index(run)] = static_cast<std::int8_t>(with_joker);
    for (int group = least; group <= most; ++group)
      uses.gains[index(run)][index(group)] = cell.gain(run + group, group);
  }
}

// What can still be gained from a slot before the number.
template <int Layers>
void UsualLane::gather(int number, int slot) {
  const Cell& cell = cells_[index(number)];
  const Uses& uses = uses_[index(number)];
  const State from = states_[index(slot)];
  const int left = shares_ - kShares * spent_[index(slot)];
  const int jokers = cell.joker != 0 ? left / kShares : 0;
  float* best = gains_at<Layers>(index(slot));
  const int least_run = cell.runs_least();
  const int most_run = cell.runs_most();
  const int least = std::max(open_runs::short_runs(from), least_run);
  const int most = std::min(open_runs::kMost, most_run + jokers);
  for (int tiles = least; tiles <= most; ++tiles) {
    const int next = next_[index(slot)][index(tiles)];
    if (next == kNoSlot) continue;
    const float* rest = gains_at<Layers>(place_of(number, next));
    const float linked = links(cell, from, tiles);
    const int most_wild = std::min(jokers, tiles - least_run);
    for (int wild = std::max(0, tiles - most_run); wild <= most_wild; ++wild) {
      const std::size_t run = index(tiles - wild);
      const int least_group = uses.least_group[wild > 0 ? 1 : 0][run];
      float gain = kHopeless;
      for (int group = uses.most_group[run]; group >= least_group; --group) {
        // Uses that cost the same are told apart by the search alone.
        gain = std::max(gain, uses.gains[run][index(group)]);
        if (cell.charge == 0 && group > least_group) continue;
        const int cost = kShares * wild + cell.charge * group;
        if (cost > left) continue;
        if constexpr (Layers == 1) {
          *best = std::max(*best, gain + linked + *rest);
        } else {
          for (int k = 0; k < Layers; k += 4)
            store4(best + k, max4(load4(best + k), all4(gain + linked) + load4(rest + k - cost)));
        }
        gain = kHopeless;
      }
    }
  }
}

template <int Layers>
bool UsualLane::build(const Cells& cells, int numbers, int shares, bool every_choice) {
  if (same(cells, shares, every_choice)) return least_shares_ <= shares;
  take(cells, shares, Layers, every_choice);
  for (int number = 1; number <= numbers; ++number) {
    const Cell& cell = cells_[index(number)];
    lacking_[index(number)] = kLacking[cell.joker][index(std::min(cell.tiles(), kCounts - 1))];
  }
  lacking_[index(numbers + 1)] = lacking_[index(numbers + 2)] = kLacking[0][0];
  reach(numbers, shares / kShares);
  make_room(first_[index(numbers + 1)]);
  for (int slot = first_[index(numbers)]; slot < first_[index(numbers + 1)]; ++slot) {
    if (open_runs::short_runs(states_[index(slot)]) == 0)
      std::fill_n(gains_at<Layers>(index(slot)), Layers, 0.0F);
  }
  for (int number = numbers; number >= 1; --number) {
    list_uses(number);
    for (int slot = first_[index(number - 1)]; slot < first_[index(number)]; ++slot)
      gather<Layers>(number, slot);
  }
  return find_least_shares();
}

// Fewer jokers first, of these more tiles in runs, of these more in groups.
void UsualLane::list_edges(int position, std::size_t place) {
  const int number = position + 1;
  const Cell& cell = cells_[index(number)];
  const State from = states_[place];
  const int left = shares_ - kShares * spent_[place];
  const Uses& uses = uses_[index(number)];
  const int jokers = cell.joker != 0 ? left / kShares : 0;
  const int least_run = cell.runs_least();
  const int most_run = cell.runs_most();
  const int short_runs = open_runs::short_runs(from);
  for (int wild = 0; wild <= jokers; ++wild) {
    const int most_tiles = std::min(open_runs::kMost, most_run + wild);
    for (int tiles = most_tiles; tiles >= std::max(short_runs, least_run + wild); --tiles) {
      const int next = next_[place][index(tiles)];
      if (next == kNoSlot) continue;
      const float* rest = gains_at(place_of(number, next));
      const float linked = links(cell, from, tiles);
      const std::size_t run = index(tiles - wild);
      for (int group = uses.most_group[run]; group >= uses.least_group[wild > 0 ? 1 : 0][run];
           --group) {
        const int cost = kShares * wild + cell.charge * group;
        if (cost > left || with(rest, left - cost) <= kHopeless / 2) continue;
        const Step step{static_cast<std::uint8_t>(tiles), static_cast<std::uint8_t>(wild),
                        static_cast<std::uint8_t>(group),
                        static_cast<std::uint8_t>(tiles - wild + group - cell.must)};
        add_edge(uses.gains[run][index(group)] + linked, static_cast<Slot>(next), cost, step);
      }
    }
  }
}

template bool UsualLane::build<1>(const Cells&, int, int, bool);
template bool UsualLane::build<4>(const Cells&, int, int, bool);
template bool UsualLane::build<8>(const Cells&, int, int, bool);
template bool UsualLane::build<12>(const Cells&, int, int, bool);

}  // namespace rummy
