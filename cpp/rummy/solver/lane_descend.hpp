#pragma once

// How a search asks, and goes down the numbers: members of LaneSearchOf.

#include <algorithm>
#include <cmath>

#include "rummy/solver/lane_expand.hpp"
#include "rummy/solver/open_runs.hpp"

namespace rummy {

template <typename L>
LaneSearchOf<L>::LaneSearchOf(const CompiledRules& rules) : LaneSearch(rules), shared_(rules) {
  constexpr int kKinds = 4;  // of layers
  lanes_.reserve(kKinds * kMaxColours);
  for (int i = 0; i < kKinds * kMaxColours; ++i) lanes_.emplace_back(shared_);
}

template <typename L>
bool LaneSearchOf<L>::set(const LanedProblem& problem, Mode mode) {
  take(problem, mode);
  layers_ = jokers_ == 0 ? 1 : jokers_ == 1 ? 4 : jokers_ <= 3 ? 8 : 12;
  memo_.clear();
  if constexpr (kUsual) {
    probed_ = jokers_ == 0 && L::Probe::fits(problem_.cells, colours_, numbers_);
    if (probed_) return probe_.narrow(problem_.cells, colours_, numbers_);
  }
  limit_groups();
  return true;
}

template <typename L>
bool LaneSearchOf<L>::lay_lanes() {
  lanes_now_ = lanes_.data() + layers_ / 4 * kMaxColours;
  return with_layers([&]<int kLayers>() { return build<kLayers>(); });
}

// False when some colour has no solution, or all together need more jokers than there are.
template <typename L>
template <int Layers>
bool LaneSearchOf<L>::build() {
  // A joker may need the place of an optional tile: one that has to be placed, and where runs are
  // not the usual ones, one that is worth something.
  const bool every_choice = mode_ == Mode::every ||
                            (mode_ == Mode::exact && problem_.must_jokers > 0 && any_optional()) ||
                            (!kUsual && problem_.may_jokers > 0);
  int shares = 0;
  for (int colour = 0; colour < colours_; ++colour) {
    L& lane = this->lane(colour);
    const int left = kShares * jokers_ - shares;
    if (!lane.template build<Layers>(problem_.cells[index(colour)], positions_, left,
                                     every_choice)) {
      return false;
    }
    shares += lane.least_shares();
  }
  return true;
}

template <typename L>
template <int Layers>
typename LaneSearchOf<L>::Worth LaneSearchOf<L>::start_bound() const {
  Gains<Layers> sum;
  std::copy_n(lane(0).template gains<Layers>(0, 0), Layers, sum.data());
  for (int colour = 1; colour < colours_; ++colour) {
    Gains<Layers> next;
    join<Layers>(sum.data(), lane(colour).template gains<Layers>(0, 0), kShares * jokers_,
                 next.data());
    sum = next;
  }
  const Worth gain = sum.data()[Layers == 1 ? 0 : kShares * jokers_];
  return gain < kHopeless / 2 ? kHopeless : gain + joker_bound(jokers_);
}

template <typename L>
bool LaneSearchOf<L>::may_reach(double least) {
  if constexpr (kUsual) {
    // Its bound knows nothing of links and places in groups; who asks for these asks for 0.
    if (probed_ && least > 0 && probe_.bound(problem_.cells) < least) return false;
  }
  return lay_lanes();
}

template <typename L>
bool LaneSearchOf<L>::any(double least) {
  if (!may_reach(least)) return false;
  return with_layers([&]<int kLayers>() { return any_of<kLayers>(static_cast<Worth>(least)); });
}

template <typename L>
template <int Layers>
bool LaneSearchOf<L>::any_of(Worth least) {
  Node start;
  start.jokers = static_cast<std::uint8_t>(jokers_);
  return start_bound<Layers>() >= least && descend<Layers>(0, start, least) >= least;
}

// Where the probe left one number of tiles for every group, and no tile is optional, there is one
// solution: its worth, or kHopeless.
template <typename L>
std::optional<typename LaneSearchOf<L>::Worth> LaneSearchOf<L>::only_way() {
  Worth worth = 0;
  std::array<open_runs::State, kMaxColours> states{};
  for (int number = 1; number <= numbers_; ++number) {
    Crossing& crossing = path_[index(number)];
    crossing = {};
    int most = 0;
    int sum = 0;
    for (int colour = 0; colour < colours_; ++colour) {
      const Cell& cell = problem_.cells[index(colour)][index(number)];
      if (cell.may > 0 || cell.least_group != cell.most_group) return {};
      const int group = cell.most_group;
      const int tiles = cell.must - group;
      open_runs::State& state = states[index(colour)];
      if (std::min(tiles, open_runs::open(state)) < cell.least_linked) return kHopeless;
      worth += cell.gain(cell.must, group) + L::links(cell, state, tiles);
      state = open_runs::step(state, tiles);
      crossing.steps[index(colour)] = {static_cast<std::uint8_t>(tiles), 0, cell.most_group, 0};
      most = std::max(most, group);
      sum += group;
    }
    if (!groups_.fit(most, sum, 0)) return kHopeless;
  }
  jokers_laid_ = 0;
  return worth;
}

template <typename L>
double LaneSearchOf<L>::best(double least, double unit) {
  if constexpr (kUsual) {
    if (probed_ && mode_ == Mode::exact) {
      if (const std::optional<Worth> worth = only_way())
        return *worth >= least ? *worth : kHopeless;
    }
  }
  if (!may_reach(least)) return kHopeless;
  return with_layers([&]<int kLayers>() -> double {
    return best_of<kLayers>(static_cast<Worth>(least), static_cast<Worth>(unit));
  });
}

template <typename L>
template <int Layers>
typename LaneSearchOf<L>::Worth LaneSearchOf<L>::best_of(Worth least, Worth unit) {
  Node start;
  start.jokers = static_cast<std::uint8_t>(jokers_);
  Worth bound = start_bound<Layers>();
  Worth best = kHopeless;
  if (mode_ == Mode::exact) {
    // Without jokers the bound is mostly reached. With them: is there a solution at all, and then
    // halfway between what is known and the bound.
    while (bound >= least && best < bound) {
      const Worth need = Layers == 1         ? bound
                         : best <= kHopeless ? least
                                             : best + std::ceil((bound - best) / 2);
      const Worth found = descend<Layers>(0, start, need);
      (found >= need ? best : bound) = found;
    }
    return best;
  }
  // From below, since mostly nothing is as good as was asked for: whole units first, then the rest.
  Worth need = least;
  for (const Worth step : {unit, Worth{1}}) {
    while (need <= bound) {
      const Worth found = descend<Layers>(0, start, need);
      if (found < need) {
        bound = found;
        break;
      }
      best = found;
      need = (std::floor(best / step) + 1) * step;
    }
    if (best <= kHopeless) break;
    need = best + 1;
  }
  return best;
}

// Can `need` still be gained from here? If so what is gained is returned and the path kept;
// otherwise a bound below it.
template <typename L>
template <int Layers>
typename LaneSearchOf<L>::Worth LaneSearchOf<L>::descend(int position, const Node& node,
                                                         Worth need) {
  if (position == positions_) {
    if (mode_ != Mode::best && node.jokers > problem_.may_jokers) return kHopeless;
    if (need <= 0) jokers_laid_ = paid_jokers(node.jokers);
    return 0;
  }
  if (const std::optional<Worth> bound = too_much(position, node, need)) return *bound;
  Worth most = kHopeless;
  Worth gained = kHopeless;
  const bool found = expand<Layers>(position, node, need, most,
                                    [&](const Crossing& crossing, const Node& next, Worth gain) {
                                      const Worth asked = need - gain;
                                      const Worth got = descend<Layers>(position + 1, next, asked);
                                      if (got >= asked) {
                                        path_[index(position + 1)] = crossing;
                                        gained = gain + got;
                                        return true;
                                      }
                                      most = std::max(most, gain + got);
                                      return false;
                                    });
  if (found) return gained;
  learn(position, node, most);
  return most;
}

// What is too much to ask here is too much with fewer jokers too, where they need not be placed.
template <typename L>
void LaneSearchOf<L>::learn(int position, const Node& node, Worth bound) {
  typename Memo::Bounds& known = memo_.add(L::key(position, node.slots));
  const bool fewer_too = mode_ == Mode::best && problem_.may_jokers == 0;
  for (int jokers = node.jokers; jokers >= (fewer_too ? 0 : node.jokers); --jokers)
    known[index(jokers)] = std::min(known[index(jokers)], bound);
}

template <typename L>
std::optional<typename LaneSearchOf<L>::Worth> LaneSearchOf<L>::too_much(int position,
                                                                         const Node& node,
                                                                         Worth need) {
  const typename Memo::Bounds* known = memo_.find(L::key(position, node.slots));
  if (known == nullptr || (*known)[node.jokers] >= need) return {};
  return (*known)[node.jokers];
}

}  // namespace rummy
