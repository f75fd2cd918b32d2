#include "rummy/solver/general_lane.hpp"

#include <algorithm>

namespace rummy {

// Forwards: which states there are at each position, and how many jokers each costs at least.
void GeneralLane::reach(int positions, int jokers) {
  states_.assign(1, 0);  // before the first position all starts are one
  spent_.assign(1, 0);
  moves_of_.clear();
  moves_.clear();
  first_[0] = 0;
  first_[1] = 1;
  for (int position = 1; position <= positions; ++position) {
    const std::size_t end = first_[index(position)];
    for (std::size_t from = first_[index(position - 1)]; from < end; ++from) {
      moves_of_.push_back(moves_.size());
      const int left = jokers - spent_[from];
      if (position > 1) {
        list_moves(from, states_[from], position, left);
        continue;
      }
      for (const State start : automaton_->starts()) {
        if (can_start(start, left)) list_moves(from, start, position, left);
      }
    }
    for (std::size_t i = end; i < states_.size(); ++i) (*places_)[states_[i]] = 0;
    first_[index(position + 1)] = states_.size();
  }
  moves_of_.resize(states_.size() + 1, moves_.size());
}

void GeneralLane::list_moves(std::size_t from, State state, int position, int jokers) {
  const Cell& cell = cells_[index(position)];
  const int kept = automaton_->kept_ones(state);
  const int aside = position == 1 ? kept : 0;
  const int open = automaton_->open_runs(state);
  int least = std::max({0, cell.least_run - aside, cell.must - cell.most_group - aside});
  int most = cell.tiles() - cell.least_group - aside;
  if (beyond(position)) least = most = kept;
  // A run that ends with the last number does not come over (round).
  const int least_linked =
      position == 1 ? std::max<int>(open, cell.least_linked) : cell.least_linked;
  for (int wild = 0; wild <= (cell.joker != 0 ? jokers : 0); ++wild) {
    for (int tiles = std::min(most, RunAutomaton::kMaxOpen - wild); tiles >= least; --tiles) {
      for (const State next : automaton_->step(state, tiles, wild, beyond(position))) {
        const int begun = automaton_->begun(next);
        const int going_on = tiles + wild - begun;
        if (going_on < least_linked || !can_go_on(next, position, jokers - wild)) continue;
        const std::size_t place = place_of(next);
        spent_[place] = std::min(spent_[place], static_cast<std::uint8_t>(spent_[from] + wild));
        moves_.push_back({cell.links(going_on, begun, open - going_on),
                          static_cast<Slot>(place - first_[index(position)]),
                          static_cast<std::uint8_t>(tiles), static_cast<std::uint8_t>(wild),
                          static_cast<std::uint8_t>(aside)});
      }
    }
  }
}

std::size_t GeneralLane::place_of(State state) {
  if (places_->size() <= state) places_->resize(state + 64U, 0);
  std::uint32_t& place = (*places_)[state];
  if (place == 0) {
    place = static_cast<std::uint32_t>(states_.size());
    states_.push_back(state);
    spent_.push_back(kMaxJokers);
  }
  return place;
}

// Runs over the end (round, ace_high) need a tile or a joker at each of their high places.
bool GeneralLane::can_start(State start, int jokers) const {
  if (automaton_->kept_ones(start) > cells_[1].tiles()) return false;
  int lacking = 0;
  for (int below = 0; below < automaton_->numbers(); ++below) {
    const int runs = automaton_->holding_high(start, below);
    if (runs == 0) break;
    lacking += std::max(0, runs - cells_[index(automaton_->numbers() - below)].tiles());
  }
  return lacking <= jokers;
}

// Short runs need a tile or a joker at each of the next numbers.
bool GeneralLane::can_go_on(State state, int position, int jokers) const {
  const int one = automaton_->needing_one(state);
  if (one == 0 || automaton_->goes_round()) return true;
  const auto there = [&](int at) {
    return at <= automaton_->numbers()     ? cells_[index(at)].tiles()
           : at <= automaton_->positions() ? automaton_->kept_ones(state)
                                           : -kMaxJokers - RunAutomaton::kMaxOpen;
  };
  const int two = automaton_->needing_two(state);
  int lacking = std::max(0, one - there(position + 1));
  if (two > 0) lacking += std::max(0, two - there(position + 2));
  return lacking <= jokers;
}

GeneralLane::Groups GeneralLane::groups(const Cell& cell, const Move& move, int position) const {
  if (beyond(position)) return {};
  const int run = move.tiles + move.aside;
  Groups groups{std::max<int>(cell.least_group, cell.must - run),
                std::min<int>(cell.most_group, cell.tiles() - run)};
  // A joker where an optional tile could be is never best.
  if (move.jokers > 0 && !every_choice_) groups.least = std::max(groups.least, cell.tiles() - run);
  return groups;
}

// What can still be gained from a slot before the position.
template <int Layers>
void GeneralLane::gather(int position, std::size_t place) {
  const Cell& cell = cells_[index(position)];
  const int left = shares_ - kShares * spent_[place];
  auto best = Gains<Layers>::all(kNone);
  for (std::size_t i = moves_of_[place]; i < moves_of_[place + 1]; ++i) {
    const Move& move = moves_[i];
    const Worth* rest = gains_at<Layers>(first_[index(position)] + move.next);
    const Groups tiles = groups(cell, move, position);
    for (int group = tiles.least; group <= tiles.most; ++group) {
      const int cost = kShares * move.jokers + cell.group_cost(group);
      if (cost > left) break;
      const Worth gain =
          move.links +
          (beyond(position) ? Worth{0} : cell.gain(move.tiles + move.aside + group, group));
      best = max(best,
                 Gains<Layers>::load(rest - (Layers == 1 ? 0 : cost)) + Gains<Layers>::all(gain));
    }
  }
  best.store(gains_at<Layers>(place));
}

template <int Layers>
bool GeneralLane::build(const Cells& cells, int positions, int shares, bool every_choice) {
  if (same(cells, shares, every_choice)) return least_shares_ <= shares;
  take(cells, shares, Layers, every_choice);
  reach(positions, shares / kShares);
  make_room(states_.size());
  for (std::size_t place = first_[index(positions)]; place < states_.size(); ++place)
    Gains<Layers>::all(automaton_->accepts(states_[place]) ? 0 : kNone)
        .store(gains_at<Layers>(place));
  for (int position = positions; position >= 1; --position) {
    for (std::size_t place = first_[index(position - 1)]; place < first_[index(position)]; ++place)
      gather<Layers>(position, place);
  }
  std::uint8_t most_group = 0;
  for (const Cell& cell : cells_) most_group = std::max(most_group, cell.most_group);
  make_room_for_edges(moves_.size() * (most_group + 1U));
  return find_least_shares();
}

// By starts at the first position; then fewer jokers first, of these more tiles in runs, of these
// more in groups.
template <int Layers>
auto GeneralLane::list_edges(int position, std::size_t place, int jokers, const Worth* prices,
                             Edge* to) const -> Edge* {
  const Cell& cell = cells_[index(position + 1)];
  const int left = std::min(kShares * jokers, shares_ - kShares * spent_[place]);
  for (std::size_t i = moves_of_[place]; i < moves_of_[place + 1]; ++i) {
    const Move& move = moves_[i];
    const Worth* rest = gains_at(first_[index(position + 1)] + move.next);
    const Groups tiles = groups(cell, move, position + 1);
    const int run = move.tiles + move.aside;
    for (int group = tiles.most; group >= tiles.least; --group) {
      const int cost = kShares * move.jokers + cell.group_cost(group);
      if (cost > left || hopeless(with(rest, left - cost))) continue;
      const bool last = beyond(position + 1);
      const Step step{static_cast<std::uint8_t>(move.tiles + move.jokers), move.jokers,
                      static_cast<std::uint8_t>(group),
                      static_cast<std::uint8_t>(last ? 0 : run + group - cell.must)};
      list_edge<Layers>(to, prices, jokers,
                        move.links + (last ? Worth{0} : cell.gain(run + group, group)), move.next,
                        cost, step, rest);
    }
  }
  return to;
}

template auto GeneralLane::list_edges<1>(int, std::size_t, int, const Worth*, Edge*) const -> Edge*;
template bool GeneralLane::build<1>(const Cells&, int, int, bool);
template auto GeneralLane::list_edges<4>(int, std::size_t, int, const Worth*, Edge*) const -> Edge*;
template bool GeneralLane::build<4>(const Cells&, int, int, bool);
template auto GeneralLane::list_edges<8>(int, std::size_t, int, const Worth*, Edge*) const -> Edge*;
template bool GeneralLane::build<8>(const Cells&, int, int, bool);
template auto GeneralLane::list_edges<12>(int, std::size_t, int, const Worth*, Edge*) const
    -> Edge*;
template bool GeneralLane::build<12>(const Cells&, int, int, bool);

}  // namespace rummy
