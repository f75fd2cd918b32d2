#include "rummy/solver/usual_lane.hpp"

#include <algorithm>

#include "rummy/solver/state_sets.hpp"

namespace rummy {

using open_runs::State;

namespace {

// The states with so many open runs at most.
constexpr int states_with(int open) { return (open + 1) * (open + 2) * (open + 3) / 6; }

}  // namespace

// Runs over a number take tiles of it, and three each of it and the two numbers on either side.
int UsualLane::most_open(int numbers) const {
  const int jokers = shares_ / kShares;
  constexpr int kBeside = 2;
  std::array<int, kMaxNumbers + 2 * kBeside + 1> tiles{};  // with numbers on either side
  unsigned with_joker = 0;
  for (int number = 1; number <= numbers; ++number) {
    tiles[index(number + kBeside)] = cells_[index(number)].tiles();
    with_joker |= static_cast<unsigned>(cells_[index(number)].joker) << (number + kBeside);
  }
  int most = 0;
  for (int at = 1 + kBeside; at <= numbers + kBeside; ++at) {
    const int here = tiles[index(at)] + ((with_joker >> at & 1U) != 0 ? jokers : 0);
    if (here <= most) continue;
    const int around = tiles[index(at - 2)] + tiles[index(at - 1)] + tiles[index(at)] +
                       tiles[index(at + 1)] + tiles[index(at + 2)] +
                       ((with_joker >> (at - kBeside) & 31U) != 0 ? jokers : 0);
    most = std::max(most, std::min(around / 3, here));
  }
  return std::min(most, open_runs::kMost);
}

// The states that are of use: with some of the jokers one comes to them, and to an end with the
// others.
template <bool Few, int Jokers>
void UsualLane::find_states_of(int numbers) {
  using ByJokers = std::array<States, Jokers + 1>;  // with so many at most
  const unsigned within = (2U << most_open_) - 1U;
  // Sets of how many tiles go to runs, without jokers; none where jokers may not stand.
  std::array<unsigned, kMaxNumbers + 1> natural{};
  std::array<unsigned, kMaxNumbers + 1> with_jokers{};
  std::array<ByJokers, kMaxNumbers + 1> from_start;
  from_start[0].fill(1);
  for (int number = 1; number <= numbers; ++number) {
    const Cell& cell = cells_[index(number)];
    const int least = cell.runs_least();
    const int most = std::min(cell.runs_most(), most_open_);
    if (most >= least) natural[index(number)] = ((2U << most) - 1U) & ~((1U << least) - 1U);
    with_jokers[index(number)] = cell.joker != 0 ? natural[index(number)] : 0;
    for (int used = 0; used <= Jokers; ++used) {
      States& states = from_start[index(number)][index(used)];
      states = state_sets::after<Few>(natural[index(number)],
                                      from_start[index(number - 1)][index(used)]);
      for (int wild = 1; wild <= used; ++wild)
        states |= state_sets::after<Few>(with_jokers[index(number)] << wild & within,
                                         from_start[index(number - 1)][index(used - wild)]);
    }
  }
  ByJokers to_end;
  to_end.fill(Few ? state_sets::kEnds & state_sets::kFew : state_sets::kEnds);
  for (int number = numbers;; --number) {
    States& useful = useful_[index(number)] = 0;
    for (int used = 0; used <= Jokers; ++used)
      useful |= from_start[index(number)][index(used)] & to_end[index(Jokers - used)];
    if (number == 0) return;
    for (int left = Jokers; left >= 0; --left) {
      const States from = from_start[index(number - 1)][Jokers];
      States states = state_sets::before<Few>(natural[index(number)], to_end[index(left)], from);
      for (int wild = 1; wild <= left; ++wild)
        states |= state_sets::before<Few>(with_jokers[index(number)] << wild & within,
                                          to_end[index(left - wild)], from);
      to_end[index(left)] = states;
    }
  }
}

void UsualLane::find_states(int numbers) {
  if (most_open_ > state_sets::kMostOpen) {
    useful_.fill(~States{0});
    return;
  }
  const bool few = most_open_ <= state_sets::kFewOpen;
  switch (shares_ / kShares) {
    case 0:
      return few ? find_states_of<true, 0>(numbers) : find_states_of<false, 0>(numbers);
    case 1:
      return few ? find_states_of<true, 1>(numbers) : find_states_of<false, 1>(numbers);
    case 2:
      return few ? find_states_of<true, 2>(numbers) : find_states_of<false, 2>(numbers);
    case 3:
      return few ? find_states_of<true, 3>(numbers) : find_states_of<false, 3>(numbers);
    default:
      return few ? find_states_of<true, 4>(numbers) : find_states_of<false, 4>(numbers);
  }
}

// What can still be gained from each state before the number.
template <int Layers>
void UsualLane::gather(int number) {
  const Cell& cell = cells_[index(number)];
  const bool links_count = cell.counts_links();
  const States before = useful_[index(number - 1)];
  const States after = useful_[index(number)];
  Worth* const rows = gains_at<Layers>(place_of(number - 1, 0));
  const Worth* const rows_after = gains_at<Layers>(place_of(number, 0));
  const auto clear = [&](State state) {
    Gains<Layers>::all(kNone).store(rows + state * kRow<Layers>);
  };
  const auto go_on = [&](const Use& use, int gain, State from) {
    const State next = open_runs::step(from, use.step.tiles);
    if (links_count) {
      if (!linked(cell, from, use.step.tiles)) return;
      gain += links(cell, from, use.step.tiles);
    }
    Worth* const best = rows + from * kRow<Layers>;
    max(Gains<Layers>::load(best),
        Gains<Layers>::load(rows_after + next * kRow<Layers> - use.cost) +
            Gains<Layers>::all(static_cast<Worth>(gain)))
        .store(best);
  };
  const bool few = most_open_ <= state_sets::kMostOpen;
  if (few) {
    state_sets::for_each(before, clear);
  } else {
    for (int state = 0; state < states_; ++state) clear(static_cast<State>(state));
  }
  for (const Use& use : *uses_[index(number)]) {
    if (!use.leads) continue;  // uses that cost the same are told apart by the search alone
    const int gained = gain(cell, use);
    if (few) {
      state_sets::for_each(state_sets::before(1U << use.step.tiles, after, before),
                           [&](State state) { go_on(use, gained, state); });
    } else {
      for (int state = 0; state < states_; ++state) {
        if (open_runs::short_runs(static_cast<State>(state)) <= use.step.tiles)
          go_on(use, gained, static_cast<State>(state));
      }
    }
  }
}

template <int Layers>
bool UsualLane::build(const Cells& cells, int numbers, int shares, bool every_choice) {
  if (same(cells, shares, every_choice)) return least_shares_ <= shares;
  take(cells, shares, Layers, every_choice);
  most_open_ = most_open(numbers);
  states_ = states_with(most_open_);
  make_room(index((numbers + 1) * states_));
  find_states(numbers);
  for (int i = 0; i < states_; ++i) {
    const auto state = static_cast<State>(i);
    Gains<Layers>::all(open_runs::short_runs(state) == 0 ? Worth{0} : kNone)
        .store(gains_at<Layers>(place_of(numbers, state)));
  }
  for (int number = numbers; number >= 1; --number) {
    uses_[index(number)] =
        &use_table_->uses(cells_[index(number)], shares, most_open_, every_choice);
    gather<Layers>(number);
  }
  std::size_t uses = 0;
  for (int number = 1; number <= numbers; ++number) uses += uses_[index(number)]->size();
  make_room_for_edges(uses * index(states_));
  return useful_[0] != 0 && find_least_shares();
}

template bool UsualLane::build<1>(const Cells&, int, int, bool);
template bool UsualLane::build<8>(const Cells&, int, int, bool);
template bool UsualLane::build<16>(const Cells&, int, int, bool);

}  // namespace rummy
