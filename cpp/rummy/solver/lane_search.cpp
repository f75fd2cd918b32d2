#include "rummy/solver/lane_search.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "rummy/solver/lane_expand.hpp"

namespace rummy {

LaneSearch::LaneSearch(const CompiledRules& rules)
    : colours_(rules.tiles().colours), numbers_(rules.tiles().numbers), groups_(rules) {}

bool LaneSearch::fits(const CompiledRules& rules) {
  return rules.min_length() == 3 && rules.run_max() >= 5 && rules.group_max() >= 3 &&
         rules.rules().melds.run_wrap == RunWrap::none &&
         rules.max_jokers() >= rules.tiles().jokers;
}

// What the colours can give to groups, and what the relaxation charges for it.
void LaneSearch::limit_groups() {
  for (int number = 1; number <= numbers_; ++number) {
    std::array<int, kMaxColours> tiles{};
    int colours = 0;
    for (int colour = 0; colour < colours_; ++colour) {
      tiles[index(colour)] = problem_.cells[index(colour)][index(number)].tiles();
      colours += tiles[index(colour)] > 0 ? 1 : 0;
    }
    const int groups = groups_.most(tiles, group_jokers(number) ? jokers_ : 0);
    const int charge = colours == 2 ? kShares / 2 : colours == 1 ? 2 * kShares : 0;
    for (int colour = 0; colour < colours_; ++colour) {
      Cell& cell = problem_.cells[index(colour)][index(number)];
      cell.most_group = static_cast<std::uint8_t>(std::min(cell.tiles(), groups));
      cell.charge = static_cast<std::uint8_t>(charge);
    }
  }
}

bool LaneSearch::set(const Problem& problem, Mode mode) {
  mode_ = mode;
  problem_ = problem;
  jokers_ = problem.must_jokers + problem.may_jokers;
  layers_ = jokers_ == 0 ? 1 : jokers_ == 1 ? 4 : jokers_ <= 3 ? 8 : 12;
  best_joker_weight_ = 0;
  for (int number = 1; number <= numbers_; ++number)
    best_joker_weight_ = std::max(best_joker_weight_, problem_.joker_weight[index(number)]);
  const bool optional_first = mode == Mode::best && best_joker_weight_ > 0;
  for (int left = 0; left <= jokers_; ++left) {
    paid_jokers_[index(left)] =
        static_cast<std::int8_t>(optional_first ? std::min(jokers_ - left, problem_.may_jokers)
                                                : std::max(0, problem_.may_jokers - left));
  }
  memo_.clear();
  probed_ = jokers_ == 0 && Probe::fits(problem_.cells, colours_, numbers_);
  if (probed_) return probe_.narrow(problem_.cells, colours_, numbers_);
  limit_groups();
  return true;
}

bool LaneSearch::lay_lanes() {
  lanes_now_ = all_lanes_.data() + layers_ / 4;
  return with_layers([&]<int kLayers>() { return build<kLayers>(); });
}

// False when some colour has no solution, or all together need more jokers than there are.
template <int Layers>
bool LaneSearch::build() {
  int shares = 0;
  for (int colour = 0; colour < colours_; ++colour) {
    Lane& lane = this->lane(colour);
    const int left = kShares * jokers_ - shares;
    if (!lane.build<Layers>(problem_.cells[index(colour)], numbers_, left, kShares,
                            mode_ == Mode::every)) {
      return false;
    }
    shares += lane.least_shares();
  }
  return true;
}

template <int Layers>
float LaneSearch::start_bound() const {
  Gains<Layers> sum;
  std::copy_n(lane(0).template gains<Layers>(0, 0), Layers, sum.data());
  for (int colour = 1; colour < colours_; ++colour) {
    Gains<Layers> next;
    join<Layers>(sum.data(), lane(colour).template gains<Layers>(0, 0), kShares * jokers_,
                 next.data());
    sum = next;
  }
  const float gain = sum.data()[Layers == 1 ? 0 : kShares * jokers_];
  return gain < kHopeless / 2 ? kHopeless : gain + joker_bound(jokers_);
}

bool LaneSearch::may_reach(float least) {
  if (probed_ && least > 0 && probe_.bound(problem_.cells) < least) return false;
  return lay_lanes();
}

bool LaneSearch::any(float least) {
  if (!may_reach(least)) return false;
  return with_layers([&]<int kLayers>() { return any_of<kLayers>(least); });
}

template <int Layers>
bool LaneSearch::any_of(float least) {
  Node start;
  start.jokers = static_cast<std::uint8_t>(jokers_);
  return start_bound<Layers>() >= least && descend<Layers>(0, start, least) >= least;
}

// Where the probe left one number of tiles for every group, and no tile is optional, there is one
// solution: its worth, or kHopeless.
std::optional<float> LaneSearch::only_way() {
  float worth = 0;
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
      worth += cell.gain(cell.must, group) + cell.links(state, tiles);
      state = open_runs::step(state, tiles);
      crossing.steps[index(colour)] = {static_cast<std::uint8_t>(tiles), 0, cell.most_group};
      most = std::max(most, group);
      sum += group;
    }
    if (!groups_.fit(most, sum, 0)) return kHopeless;
  }
  jokers_laid_ = 0;
  return worth;
}

float LaneSearch::best(float least, float unit) {
  if (probed_ && mode_ == Mode::exact) {
    if (const std::optional<float> worth = only_way()) return *worth >= least ? *worth : kHopeless;
  }
  if (!may_reach(least)) return kHopeless;
  return with_layers([&]<int kLayers>() { return best_of<kLayers>(least, unit); });
}

template <int Layers>
float LaneSearch::best_of(float least, float unit) {
  Node start;
  start.jokers = static_cast<std::uint8_t>(jokers_);
  float bound = start_bound<Layers>();
  float best = kHopeless;
  if (mode_ == Mode::exact) {
    // Without jokers the bound is mostly reached. With them: is there a solution at all, and then
    // halfway between what is known and the bound.
    while (bound >= least && best < bound) {
      const float need = Layers == 1         ? bound
                         : best <= kHopeless ? least
                                             : best + std::ceil((bound - best) / 2);
      const float found = descend<Layers>(0, start, need);
      (found >= need ? best : bound) = found;
    }
    return best;
  }
  // From below, since mostly nothing is as good as was asked for: whole units first, then the rest.
  float need = least;
  for (const float step : {unit, 1.0F}) {
    while (need <= bound) {
      const float found = descend<Layers>(0, start, need);
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
template <int Layers>
float LaneSearch::descend(int position, const Node& node, float need) {
  if (position == numbers_) {
    if (mode_ != Mode::best && node.jokers > problem_.may_jokers) return kHopeless;
    if (need <= 0) jokers_laid_ = paid_jokers(node.jokers);
    return 0;
  }
  if (const std::optional<float> bound = too_much(position, node, need)) return *bound;
  float most = kHopeless;
  float gained = kHopeless;
  const bool found = expand<Layers>(position, node, need, most,
                                    [&](const Crossing& crossing, const Node& next, float gain) {
                                      const float asked = need - gain;
                                      const float got = descend<Layers>(position + 1, next, asked);
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
void LaneSearch::learn(int position, const Node& node, float bound) {
  LaneMemo::Bounds& known = memo_.add(key(position, node));
  const bool fewer_too = mode_ == Mode::best && problem_.may_jokers == 0;
  for (int jokers = node.jokers; jokers >= (fewer_too ? 0 : node.jokers); --jokers)
    known[index(jokers)] = std::min(known[index(jokers)], bound);
}

std::optional<float> LaneSearch::too_much(int position, const Node& node, float need) {
  const LaneMemo::Bounds* known = memo_.find(key(position, node));
  if (known == nullptr || (*known)[node.jokers] >= need) return {};
  return (*known)[node.jokers];
}

std::uint64_t LaneSearch::key(int position, const Node& node) {
  auto key = static_cast<std::uint64_t>(position);
  for (const std::uint8_t slot : node.slots) key = key << 7 | slot;
  return key;
}

template float LaneSearch::descend<1>(int, const Node&, float);
template float LaneSearch::descend<4>(int, const Node&, float);
template float LaneSearch::descend<8>(int, const Node&, float);
template float LaneSearch::descend<12>(int, const Node&, float);

}  // namespace rummy
