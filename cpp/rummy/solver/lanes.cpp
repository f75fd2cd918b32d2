#include "rummy/solver/lanes.hpp"

#include <bitset>
#include <cstring>

namespace rummy {

using open_runs::State;

// Short runs need a tile or a joker at each of the next numbers.
bool Lane::can_go_on(State state, int number, int numbers, int jokers) const {
  const open_runs::Runs runs = open_runs::runs(state);
  const int now = runs.one + runs.two;
  if (now == 0) return true;
  if (number == numbers || (runs.one > 0 && number + 1 == numbers)) return false;
  const auto lacking = [this](int at, int needed) {
    const Cell& cell = cells_[index(at)];
    const int tiles = std::max(0, needed - cell.tiles());
    return tiles > 0 && cell.joker == 0 ? kMaxTiles : tiles;
  };
  return lacking(number + 1, now) + (runs.one > 0 ? lacking(number + 2, runs.one) : 0) <= jokers;
}

// Forwards: which states there are at each position, and how many jokers each costs at least.
void Lane::reach(int numbers, int jokers) {
  states_.assign(1, State{0});
  spent_.assign(1, std::uint8_t{0});
  first_[0] = 0;
  first_[1] = 1;
  slots_[0][0] = 0;
  for (int number = 1; number <= numbers; ++number) {
    const Cell& cell = cells_[index(number)];
    const int least_run = cell.runs_least();
    const int most_run = cell.runs_most();
    const int end = first_[index(number)];
    std::bitset<open_runs::kStates> met;
    for (int from = first_[index(number - 1)]; from < end; ++from) {
      const State state = states_[index(from)];
      const int left = jokers - spent_[index(from)];
      const int least = std::max(open_runs::short_runs(state), least_run);
      for (int tiles = std::min(open_runs::kMost, most_run + (cell.joker != 0 ? left : 0));
           tiles >= least; --tiles) {
        const State next = open_runs::step(state, tiles);
        const int spent = jokers - left + std::max(0, tiles - most_run);
        if (met[next]) {
          std::uint8_t& known = spent_[index(end + slots_[index(number)][next])];
          known = static_cast<std::uint8_t>(std::min<int>(known, spent));
          continue;
        }
        if (!can_go_on(next, number, numbers, jokers - spent)) continue;
        met[next] = true;
        slots_[index(number)][next] = static_cast<std::uint8_t>(std::ssize(states_) - end);
        states_.push_back(next);
        spent_.push_back(static_cast<std::uint8_t>(spent));
      }
    }
    first_[index(number + 1)] = static_cast<std::uint16_t>(states_.size());
  }
}

// By tiles that go to runs.
void Lane::list_uses(const Cell& cell, int jokers, int joker, bool every_choice) {
  uses_.clear();
  const int total = cell.tiles();
  const int least_run = cell.runs_least();
  const int most_run = cell.runs_most();
  for (int tiles = 0; tiles <= open_runs::kMost; ++tiles) {
    uses_first_[index(tiles)] = static_cast<std::uint16_t>(uses_.size());
    for (int wild = std::min(cell.joker != 0 ? jokers : 0, tiles - least_run);
         wild >= std::max(0, tiles - most_run); --wild) {
      const int natural = tiles - wild;
      int least_group = std::max<int>(cell.least_group, cell.must - natural);
      // A joker where an optional tile could be is never best.
      if (!every_choice && wild > 0) least_group = std::max(least_group, total - natural);
      for (int group = std::min<int>(total - natural, cell.most_group); group >= least_group;
           --group) {
        const Step step{static_cast<std::uint8_t>(tiles), static_cast<std::uint8_t>(wild),
                        static_cast<std::uint8_t>(group)};
        const int cost = joker * wild + cell.charge * group;
        uses_.push_back({step, static_cast<std::uint8_t>(cost), cell.gain(step)});
      }
    }
  }
  uses_first_[open_runs::kMost + 1] = static_cast<std::uint16_t>(uses_.size());
}

template <int Layers>
bool Lane::build(const Cells& cells, int numbers, int shares, int joker, bool every_choice) {
  if (shares == shares_ && every_choice == every_choice_ &&
      std::memcmp(cells.data(), cells_.data(), sizeof cells) == 0)
    return least_shares_ <= shares;
  cells_ = cells;
  shares_ = shares;
  every_choice_ = every_choice;
  const int jokers = shares / joker;
  reach(numbers, jokers);
  gains_.assign(states_.size() * 2 * Layers, kHopeless);
  edge_range_.assign(states_.size(), Edges{});
  edges_.clear();
  const auto at = [this](int slot) { return gains_.data() + index(slot) * 2 * Layers + Layers; };
  for (int slot = first_[index(numbers)]; slot < first_[index(numbers + 1)]; ++slot) {
    if (open_runs::short_runs(states_[index(slot)]) == 0) std::fill_n(at(slot), Layers, 0.0F);
  }
  for (int number = numbers; number >= 1; --number) {
    const Cell& cell = cells_[index(number)];
    list_uses(cell, jokers, joker, every_choice);
    const int least = cell.runs_least();
    const int most = cell.runs_most();
    for (int slot = first_[index(number - 1)]; slot < first_[index(number)]; ++slot) {
      const State from = states_[index(slot)];
      const int left = shares - joker * spent_[index(slot)];
      float* best = at(slot);
      Edges& range = edge_range_[index(slot)];
      range.first = static_cast<std::uint32_t>(edges_.size());
      const int fewest_tiles = std::max(open_runs::short_runs(from), least);
      const int most_tiles = std::min(open_runs::kMost, most + left / joker);
      // Fewer jokers first, of these more tiles in runs, of these more in groups.
      for (int wild = 0; wild <= left / joker; ++wild) {
        for (int tiles = most_tiles; tiles >= fewest_tiles; --tiles) {
          const int next = find(number, open_runs::step(from, tiles));
          if (next < 0) continue;
          const float* rest = at(first_[index(number)] + next);
          const float links = cell.links(from, tiles);
          for (int i = uses_first_[index(tiles)]; i < uses_first_[index(tiles + 1)]; ++i) {
            const Use& use = uses_[index(i)];
            if (use.step.jokers != wild || use.cost > left) continue;
            if (rest[Layers == 1 ? 0 : left - use.cost] <= kHopeless / 2) continue;
            const float gain = use.gain + links;
            edges_.push_back({gain, static_cast<std::uint8_t>(next), use.cost, use.step});
            if constexpr (Layers == 1) {
              *best = std::max(*best, gain + *rest);
            } else {
              for (int k = 0; k < Layers; k += 4)
                store4(best + k, max4(load4(best + k), all4(gain) + load4(rest + k - use.cost)));
            }
          }
        }
      }
      range.count = static_cast<std::uint32_t>(edges_.size()) - range.first;
    }
  }
  least_shares_ = 0;
  while (least_shares_ <= shares && at(0)[Layers == 1 ? 0 : least_shares_] <= kHopeless / 2)
    ++least_shares_;
  return least_shares_ <= shares;
}

template bool Lane::build<1>(const Cells&, int, int, int, bool);
template bool Lane::build<4>(const Cells&, int, int, int, bool);
template bool Lane::build<8>(const Cells&, int, int, int, bool);
template bool Lane::build<12>(const Cells&, int, int, int, bool);

}  // namespace rummy
