#pragma once

// How a search goes down the numbers: members of LaneSearchOf.

#include <algorithm>

#include "rummy/solver/lane_expand.hpp"
#include "rummy/solver/open_runs.hpp"

namespace rummy {

template <typename L>
LaneSearchOf<L>::LaneSearchOf(const CompiledRules& rules) : LaneSearch(rules), shared_(rules) {
  const int lanes = static_cast<int>(std::size(L::kLayers)) * kMaxColours;
  lanes_.reserve(index(lanes));
  for (int i = 0; i < lanes; ++i) lanes_.emplace_back(shared_);
}

template <typename L>
bool LaneSearchOf<L>::set(const LanedProblem& problem, Mode mode) {
  take(problem, mode);
  layers_ = *std::find_if(std::begin(L::kLayers), std::end(L::kLayers),
                          [this](int layers) { return layers > kShares * jokers_; });
  memo_.clear();
  ways_.clear();
  for (auto& bounds : bounds_) bounds.clear();
  if constexpr (kUsual) {
    probed_ = jokers_ == 0 && L::Probe::fits(problem_.cells, colours_, numbers_);
    if (probed_) return probe_.narrow(problem_.cells, colours_, numbers_);
  }
  limit_groups();
  return true;
}

template <typename L>
bool LaneSearchOf<L>::lay_lanes() {
  const auto kind = std::find(std::begin(L::kLayers), std::end(L::kLayers), layers_);
  lanes_now_ = lanes_.data() + (kind - std::begin(L::kLayers)) * kMaxColours;
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
  find_price<Layers>();
  return true;
}

// Sets what a share costs. Returns a bound of what all colours together gain: what each does when
// it pays for its shares, and the price of all there are. Any price gives one, since the colours
// take no more shares than there are.
template <typename L>
template <int Layers>
typename LaneSearchOf<L>::Sum LaneSearchOf<L>::price_shares(int price) {
  for (int jokers = 0; jokers <= jokers_; ++jokers) {
    for (int share = 0; share < Layers; ++share) {
      priced_[index(jokers)][index(share)] =
          share <= kShares * jokers ? static_cast<Worth>(-price * share) : Gains<1>::kNone;
    }
  }
  const auto prices = Gains<Layers>::load(priced_[index(jokers_)].data());
  Sum bound = static_cast<Sum>(price * kShares * jokers_);
  for (int colour = 0; colour < colours_; ++colour)
    bound += (Gains<Layers>::load(lane(colour).template gains<Layers>(0, 0)) + prices).most();
  return bound;
}

// About the price that gives the least bound, which falls up to there and rises from there on.
template <typename L>
template <int Layers>
void LaneSearchOf<L>::find_price() {
  int low = 0;
  if (jokers_ > 0) {
    Sum most = 0;
    for (int colour = 0; colour < colours_; ++colour)
      most += Gains<Layers>::load(lane(colour).template gains<Layers>(0, 0)).most();
    int high = static_cast<int>(std::clamp(most, Sum{0}, static_cast<Sum>(kMostUsual))) /
               (kShares * jokers_);
    const int close = high / 16;
    while (high - low > close) {
      const int middle = (low + high) / 2;
      if (price_shares<Layers>(middle) <= price_shares<Layers>(middle + 1)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
  }
  (void)price_shares<Layers>(low);
  price_ = static_cast<Sum>(low);
  for (int colour = 0; colour < colours_; ++colour) lane(colour).set_price(price_, jokers_);
}

template <typename L>
template <int Layers>
typename LaneSearchOf<L>::Sum LaneSearchOf<L>::start_bound() const {
  const int shares = Layers == 1 ? 0 : kShares * jokers_;
  auto sum = Gains<Layers>::load(lane(0).template gains<Layers>(0, 0));
  for (int colour = 1; colour < colours_; ++colour)
    sum = join(sum, Gains<Layers>::load(lane(colour).template gains<Layers>(0, 0)), shares);
  const Worth gain = sum.beside(shares).most();
  return L::hopeless(gain) ? kNone : gain + static_cast<Sum>(joker_bound(jokers_));
}

template <typename L>
bool LaneSearchOf<L>::any(double least) {
  if constexpr (kUsual) least = std::max(least, 0.0);  // nothing is worth less
  if (!lay_lanes()) return false;
  return with_layers([&]<int kLayers>() { return best_of<kLayers>(least, true) > kNone; });
}

// Where the probe left one number of tiles for every group, and no tile is optional, there is one
// solution: its worth, or none.
template <typename L>
std::optional<typename LaneSearchOf<L>::Sum> LaneSearchOf<L>::only_way() {
  Sum worth = 0;
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
      if (std::min(tiles, open_runs::open(state)) < cell.least_linked) return kNone;
      worth += static_cast<Sum>(cell.gain(cell.must, group)) + L::links(cell, state, tiles);
      state = open_runs::step(state, tiles);
      crossing.steps[index(colour)] = {static_cast<std::uint8_t>(tiles), 0, cell.most_group, 0};
      most = std::max(most, group);
      sum += group;
    }
    if (!groups_.fit(most, sum, 0)) return kNone;
  }
  jokers_laid_ = 0;
  return worth;
}

template <typename L>
double LaneSearchOf<L>::best(double least) {
  if constexpr (kUsual) least = std::max(least, 0.0);  // nothing is worth less
  if constexpr (kUsual) {
    if (probed_ && mode_ == Mode::exact) {
      if (const std::optional<Sum> worth = only_way())
        return *worth >= least ? static_cast<double>(*worth) : kHopeless;
    }
  }
  if (!lay_lanes()) return kHopeless;
  return with_layers([&]<int kLayers>() -> double { return best_of<kLayers>(least, false); });
}

template <typename L>
template <int Layers>
typename LaneSearchOf<L>::Sum LaneSearchOf<L>::best_of(double least, bool any) {
  Node start;
  start.jokers = static_cast<std::uint8_t>(jokers_);
  const Sum bound = start_bound<Layers>();
  if (bound < least) return kNone;
  any_ = any;
  const auto need = static_cast<Sum>(least);
  const Sum best = descend<Layers>(0, start, need, bound);
  any_ = false;
  if (best < need) return kNone;
  follow<Layers>(best);
  return best;
}

// The most that can be gained from here if that is `need` at least; otherwise a bound below it.
// `bound`: more cannot be.
template <typename L>
template <int Layers>
typename LaneSearchOf<L>::Sum LaneSearchOf<L>::descend(int position, const Node& node, Sum need,
                                                       Sum bound) {
  if (position == positions_)
    return mode_ != Mode::best && node.jokers > problem_.may_jokers ? kNone : 0;
  const typename Memo::Fact known = fact(position, node);
  if (known.bound < need || known.way >= 0) return known.bound;
  bound = std::min(bound, known.bound);
  const bool ranked = kUsual && mode_ == Mode::best;
  Rank rank(node.jokers);
  if constexpr (kUsual) {
    if (ranked) {
      for (int colour = 0; colour < colours_; ++colour) rank.add(colour, node.slots[colour]);
      if (const Sum below = bounds_[index(position)].below(need, rank); below < need) return below;
    }
  }
  Sum asked = need;
  Sum most = kNone;
  Way way;
  expand<Layers>(position, node, asked, most,
                 [&](const Crossing& crossing, const Node& next, Sum gain, Sum reach) {
                   const Sum got = descend<Layers>(position + 1, next, asked - gain, reach - gain);
                   if (got < asked - gain) {
                     most = std::max(most, gain + got);
                     return false;
                   }
                   way = {crossing, next, gain};
                   asked = gain + got + 1;
                   return any_ || asked > bound;
                 });
  if constexpr (kUsual) {
    if (ranked && (asked == need || !any_))
      bounds_[index(position)].add(rank, asked == need ? most : asked - 1);
  }
  if (asked == need) {
    learn(position, node, most, nullptr);
    return most;
  }
  learn(position, node, asked - 1, &way);
  return asked - 1;
}

// The way that was found from the start. What a full memory forgot is found again.
template <typename L>
template <int Layers>
void LaneSearchOf<L>::follow(Sum worth) {
  Node node;
  node.jokers = static_cast<std::uint8_t>(jokers_);
  for (int position = 0; position < positions_; ++position) {
    if (fact(position, node).way < 0) (void)descend<Layers>(position, node, worth, worth);
    const Way& way = ways_[index(fact(position, node).way)];
    path_[index(position + 1)] = way.crossing;
    node = way.next;
    worth -= way.gain;
  }
  jokers_laid_ = paid_jokers(node.jokers);
}

template <typename L>
void LaneSearchOf<L>::learn(int position, const Node& node, Sum bound, const Way* way) {
  typename Memo::Fact& fact = memo_.add(L::key(position, node.slots, node.jokers));
  fact.bound = bound;
  if (memo_.size() == 1) ways_.clear();  // it is new, or was full: no fact names a way
  if (way == nullptr) return;
  fact.way = static_cast<std::int32_t>(ways_.size());
  ways_.push_back(*way);
}

template <typename L>
typename LaneSearchOf<L>::Memo::Fact LaneSearchOf<L>::fact(int position, const Node& node) {
  return memo_.find(L::key(position, node.slots, node.jokers));
}

}  // namespace rummy
