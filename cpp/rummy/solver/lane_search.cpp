#include "rummy/solver/lane_search.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace rummy {

namespace {

constexpr int kShares = 2;  // of a joker

constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

// What two lots of lanes gain together by the shares left to both; `out` has hopeless entries
// before it, as lanes have.
template <int Layers>
void join(const float* a, const float* b, int shares, float* out) {
  if constexpr (Layers == 1) {
    *out = *a + *b;
  } else {
    for (int i = 0; i < Layers; i += 4) store4(out + i, all4(*a) + load4(b + i));
    for (int split = 1; split <= shares; ++split) {
      const Floats4 gain = all4(a[split]);
      for (int i = 0; i < Layers; i += 4)
        store4(out + i, max4(load4(out + i), gain + load4(b + i - split)));
    }
  }
}

// The same with all of `shares` only.
template <int Layers>
float joined(const float* a, const float* b, int shares) {
  if constexpr (Layers == 1) return *a + *b;
  float best = a[0] + b[shares];
  for (int split = 1; split <= shares; ++split) best = std::max(best, a[split] + b[shares - split]);
  return best;
}

}  // namespace

LaneSearch::LaneSearch(const CompiledRules& rules)
    : colours_(rules.tiles().colours),
      numbers_(rules.tiles().numbers),
      group_max_(rules.group_max()) {
  memos_.resize(1024);
}

bool LaneSearch::fits(const CompiledRules& rules) {
  return rules.min_length() == 3 && rules.run_max() >= 5 && rules.group_max() >= 3 &&
         rules.rules().melds.run_wrap == RunWrap::none &&
         rules.max_jokers() >= rules.tiles().jokers;
}

bool LaneSearch::groups_fit(int most_of_colour, int tiles, int jokers) const {
  const int total = tiles + jokers;
  if (total == 0) return true;
  const int least = std::max({most_of_colour, 1, (total + group_max_ - 1) / group_max_});
  return least <= total / 3;
}

int LaneSearch::most_groups(int number) const {
  int best = 0;
  for (int groups = 1; groups <= open_runs::kMost; ++groups) {
    int tiles = group_jokers(number) ? jokers_ : 0;
    for (int colour = 0; colour < colours_; ++colour)
      tiles += std::min(problem_.cells[index(colour)][index(number)].tiles(), groups);
    if (tiles < 3 * groups) break;
    best = groups;
  }
  return best;
}

// What the colours can give to groups, and what the relaxation charges for it.
void LaneSearch::limit_groups() {
  for (int number = 1; number <= numbers_; ++number) {
    const int groups = most_groups(number);
    int colours = 0;
    for (int colour = 0; colour < colours_; ++colour)
      colours += problem_.cells[index(colour)][index(number)].tiles() > 0 ? 1 : 0;
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
  clear_memo();
  probed_ = jokers_ == 0 && Probe::fits(problem_.cells, colours_, numbers_);
  if (probed_) return probe_.narrow(problem_.cells, colours_, numbers_);
  limit_groups();
  return true;
}

bool LaneSearch::lay_lanes() {
  lanes_now_ = all_lanes_.data() + layers_ / 4;
  return layers_ == 1   ? build<1>()
         : layers_ == 4 ? build<4>()
         : layers_ == 8 ? build<8>()
                        : build<12>();
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

// How many optional jokers count as laid when so many of all are left.
int LaneSearch::paid_jokers(int left) const {
  const bool first = mode_ == Mode::best && best_joker_weight_ > 0;
  return first ? std::min(jokers_ - left, problem_.may_jokers)
               : std::max(0, problem_.may_jokers - left);
}

// Those that may still be laid count as laid.
float LaneSearch::joker_bound(int left) const {
  return best_joker_weight_ * static_cast<float>(paid_jokers(0) - paid_jokers(left));
}

float LaneSearch::joker_gain(int number, int before, int after) const {
  const int paid = paid_jokers(after) - paid_jokers(before);
  return paid == 0 ? 0 : problem_.joker_weight[index(number)] * static_cast<float>(paid);
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

float LaneSearch::best(float least, float unit) {
  if (probed_ && least > 0 && probe_.bound(problem_.cells) < least) return kHopeless;
  if (!lay_lanes()) return kHopeless;
  return layers_ == 1   ? best_of<1>(least, unit)
         : layers_ == 4 ? best_of<4>(least, unit)
         : layers_ == 8 ? best_of<8>(least, unit)
                        : best_of<12>(least, unit);
}

template <int Layers>
float LaneSearch::best_of(float least, float unit) {
  Node start;
  start.jokers = static_cast<std::uint8_t>(jokers_);
  float bound = start_bound<Layers>();
  if (mode_ == Mode::exact) {  // from above, since the bound is mostly near
    while (bound >= least) {
      const float found = descend<Layers>(0, start, bound);
      if (found >= bound) return found;
      bound = found;
    }
    return kHopeless;
  }
  // From below, since mostly nothing is as good as was asked for: whole units first, then the rest.
  float best = kHopeless;
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
  if (const Memo& known = memo(key(position, node));
      known.stamp == stamp_ && known.bounds[node.jokers] < need) {
    return known.bounds[node.jokers];
  }
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
  const std::uint64_t place = key(position, node);
  Memo* known = &memo(place);
  if (known->stamp != stamp_) {
    if (++memo_count_ * 2 > memos_.size()) {
      grow_memo();
      known = &memo(place);
    }
    known->key = place;
    known->stamp = stamp_;
    known->bounds.fill(-kHopeless);
  }
  const bool fewer_too = mode_ == Mode::best && problem_.may_jokers == 0;
  for (int jokers = node.jokers; jokers >= (fewer_too ? 0 : node.jokers); --jokers)
    known->bounds[index(jokers)] = std::min(known->bounds[index(jokers)], bound);
}

// Calls visit(crossing, next node, gain) for every way over the next number that may still gain
// `need`; `most` becomes the best bound among the others.
template <int Layers, typename Visit>
bool LaneSearch::expand(int position, const Node& node, float need, float& most, Visit&& visit) {
  auto& e = std::get<Expansions<Layers>>(expansions_)[index(position)];
  e.number = position + 1;
  e.from = &node;
  e.need = need;
  e.most = most;
  e.joker_bound = joker_bound(node.jokers);
  const int shares = Layers == 1 ? 0 : kShares * node.jokers;
  const auto gains = [&](int colour) {
    return lane(colour).template gains<Layers>(position, node.slots[index(colour)]);
  };
  e.groupable[index(colours_)] =
      static_cast<std::uint8_t>(group_jokers(e.number) ? node.jokers : 0);
  for (int colour = colours_ - 1; colour > 0; --colour) {
    e.groupable[index(colour)] = static_cast<std::uint8_t>(
        e.groupable[index(colour + 1)] + problem_.cells[index(colour)][index(e.number)].most_group);
  }
  std::copy_n(gains(colours_ - 1), Layers, e.rest[index(colours_ - 1)].data());
  for (int colour = colours_ - 2; colour > 0; --colour) {
    join<Layers>(gains(colour), e.rest[index(colour + 1)].data(), shares,
                 e.rest[index(colour)].data());
  }
  const bool found = choose<Layers>(e, 0, 0, 0, 0, 0, nullptr, visit);
  most = std::max(most, e.most);
  return found;
}

template <int Layers, typename Visit>
bool LaneSearch::choose(Expansion<Layers>& e, int colour, int cost, int group_most, int group_tiles,
                        float gain, const float* done, Visit& visit) {
  Lane& lane = this->lane(colour);
  const bool last = colour + 1 == colours_;
  float* together = e.done[index(colour)].data();
  const Lane::Edges edges = lane.edges(e.number - 1, e.from->slots[index(colour)]);
  for (std::uint32_t i = edges.first; i < edges.end; ++i) {
    const Lane::Edge edge = lane.edge(i);
    const int now = cost + edge.cost;
    const int shares = kShares * e.from->jokers - now;
    if (shares < 0) continue;
    // Too few are left to fill the groups that were begun.
    const int of_colour = std::max<int>(group_most, edge.step.group);
    const int grouped = group_tiles + edge.step.group;
    if (grouped + e.groupable[index(colour + 1)] < 3 * of_colour) continue;
    const float sum = gain + edge.gain;
    const float* after = lane.template gains<Layers>(e.number, edge.next);
    float bound = sum + e.joker_bound;
    if (colour == 0) {
      bound += last ? after[shares] : joined<Layers>(after, e.rest[1].data(), shares);
    } else if (last) {
      bound += joined<Layers>(done, after, shares);
    } else {
      join<Layers>(done, after, shares, together);
      bound += joined<Layers>(together, e.rest[index(colour + 1)].data(), shares);
    }
    if (bound < e.need) {
      e.most = std::max(e.most, bound);
      continue;
    }
    e.crossing.steps[index(colour)] = edge.step;
    e.next.slots[index(colour)] = edge.next;
    const bool found = last ? cross<Layers>(e, of_colour, grouped, sum, done, after, visit)
                            : choose<Layers>(e, colour + 1, now, of_colour, grouped, sum,
                                             colour == 0 ? after : together, visit);
    if (found) return true;
  }
  return false;
}

// All colours are decided: which of the jokers complete groups?
template <int Layers, typename Visit>
bool LaneSearch::cross(Expansion<Layers>& e, int group_most, int group_tiles, float gain,
                       const float* done, const float* after, Visit& visit) {
  int used = 0;
  for (int colour = 0; colour < colours_; ++colour) used += e.crossing.steps[index(colour)].jokers;
  const int left_over = e.from->jokers - used;
  const int most = group_jokers(e.number) ? left_over : 0;
  for (int more = 0; more <= most; ++more) {
    if (!groups_fit(group_most, group_tiles, more)) continue;
    const int left = left_over - more;
    const float paid = joker_gain(e.number, e.from->jokers, left);
    const int shares = Layers == 1 ? 0 : kShares * left;
    const float rest = colours_ == 1 ? after[shares] : joined<Layers>(done, after, shares);
    const float bound = gain + paid + joker_bound(left) + rest;
    if (bound < e.need) {
      e.most = std::max(e.most, bound);
    } else {
      e.crossing.group_jokers = static_cast<std::uint8_t>(more);
      e.next.jokers = static_cast<std::uint8_t>(left);
      const Crossing crossing = e.crossing;
      const Node next = e.next;
      if (visit(crossing, next, gain + paid)) return true;
    }
    // One more pays nothing, and need not be placed.
    if (mode_ == Mode::best && paid_jokers(left) == problem_.may_jokers) break;
  }
  return false;
}

// What is laid of a number, two bits a colour; of two codes the greater lays more of the first tile
// in which they differ.
std::uint32_t LaneSearch::laid_code(int number, const Crossing& crossing) const {
  std::uint32_t code = 0;
  for (int colour = 0; colour < colours_; ++colour) {
    const Step& step = crossing.steps[index(colour)];
    const int must = problem_.cells[index(colour)][index(number)].must;
    code = code << 2 | static_cast<std::uint32_t>(step.tiles - step.jokers + step.group - must);
  }
  return code;
}

void LaneSearch::add_laid(TileBag& bag, int number, std::uint32_t code) const {
  for (int colour = colours_ - 1; code != 0; --colour, code >>= 2) {
    if ((code & 3U) != 0) bag.add(Tile(colour, number), static_cast<int>(code & 3U));
  }
}

// Sorts what was reached from `first` on, the greatest code first, each once.
void LaneSearch::drop_equals(std::size_t first) {
  const auto begin = frontier_.begin() + static_cast<std::ptrdiff_t>(first);
  std::sort(begin, frontier_.end(), [](const Reached& a, const Reached& b) {
    return a.code != b.code ? a.code > b.code : a.node < b.node;
  });
  const auto end = std::unique(begin, frontier_.end(), [](const Reached& a, const Reached& b) {
    return a.code == b.code && a.node == b.node;
  });
  frontier_.erase(end, frontier_.end());
}

TileBag LaneSearch::laid() const {
  TileBag bag;
  for (int number = 1; number <= numbers_; ++number)
    add_laid(bag, number, laid_code(number, path_[index(number)]));
  bag.add(Tile::joker(), jokers_laid_);
  return bag;
}

bool LaneSearch::is_only(const TileBag& choice) const {
  std::array<float, kMaxTiles> weights;  // of the optional tiles, one by one
  int count = 0;
  int laid = 0;
  float sum = 0;
  for (int number = 1; number <= numbers_; ++number) {
    for (int colour = 0; colour < colours_; ++colour) {
      const Cell& cell = problem_.cells[index(colour)][index(number)];
      for (int copy = 0; copy < cell.may; ++copy) weights[index(count++)] = cell.weight;
      const int copies = choice.count(colour, number);
      if (copies > cell.may) return false;
      laid += copies;
      sum += cell.weight * static_cast<float>(copies);
    }
  }
  if (laid == count) return true;
  if (laid > 2) return false;
  int found = 0;
  for (int i = 0; i < count; ++i) {
    if (laid == 1) found += weights[index(i)] == sum ? 1 : 0;
    for (int k = i + 1; laid == 2 && k < count; ++k)
      found += weights[index(i)] + weights[index(k)] == sum ? 1 : 0;
  }
  return found <= 1;
}

TileBag LaneSearch::first_choice(float worth) {
  const TileBag found = laid();
  if (is_only(found)) return found;
  return layers_ == 1   ? first_choice_of<1>(worth)
         : layers_ == 4 ? first_choice_of<4>(worth)
         : layers_ == 8 ? first_choice_of<8>(worth)
                        : first_choice_of<12>(worth);
}

template <int Layers>
TileBag LaneSearch::first_choice_of(float worth) {
  TileBag choice;
  frontier_.clear();
  frontier_.push_back({});
  frontier_.back().node.jokers = static_cast<std::uint8_t>(jokers_);
  frontier_.back().need = worth;
  for (int number = 1; number <= numbers_; ++number) {
    const std::size_t before = frontier_.size();
    for (std::size_t i = 0; i < before; ++i) {
      const Reached from = frontier_[i];
      float most = kHopeless;
      expand<Layers>(number - 1, from.node, from.need, most,
                     [&](const Crossing& crossing, const Node& next, float gain) {
                       frontier_.push_back({laid_code(number, crossing), next, from.need - gain});
                       return false;
                     });
    }
    frontier_.erase(frontier_.begin(), frontier_.begin() + static_cast<std::ptrdiff_t>(before));
    drop_equals(0);
    // Where several codes are left the first that leads to the end decides.
    std::size_t first = 0;
    if (frontier_.front().code != frontier_.back().code) {
      while (descend<Layers>(number, frontier_[first].node, frontier_[first].need) <
             frontier_[first].need) {
        ++first;
      }
    }
    const std::uint32_t code = frontier_[first].code;
    std::size_t end = first;
    while (end < frontier_.size() && frontier_[end].code == code) ++end;
    frontier_.erase(frontier_.begin() + static_cast<std::ptrdiff_t>(end), frontier_.end());
    frontier_.erase(frontier_.begin(), frontier_.begin() + static_cast<std::ptrdiff_t>(first));
    add_laid(choice, number, code);
  }
  const auto end = std::find_if(frontier_.begin(), frontier_.end(), [this](const Reached& reached) {
    return (mode_ == Mode::best || reached.node.jokers <= problem_.may_jokers) && reached.need <= 0;
  });
  choice.add(Tile::joker(), paid_jokers(end->node.jokers));
  return choice;
}

void LaneSearch::all(std::vector<TileBag>& choices) {
  if (!lay_lanes()) return;
  frontier_.clear();
  frontier_.push_back({});
  frontier_.back().node.jokers = static_cast<std::uint8_t>(jokers_);
  prefix_ = {};
  if (layers_ == 1) collect<1>(0, 0, choices);
  if (layers_ == 4) collect<4>(0, 0, choices);
  if (layers_ == 8) collect<8>(0, 0, choices);
  if (layers_ == 12) collect<12>(0, 0, choices);
}

// frontier_[first..] holds every set of states that the choice in prefix_ can lead to. Goes on with
// each distinct choice of the next number, so that each choice is met once.
template <int Layers>
void LaneSearch::collect(int position, std::size_t first, std::vector<TileBag>& choices) {
  const std::size_t end = frontier_.size();
  if (position == numbers_) {
    unsigned seen = 0;
    for (std::size_t i = first; i < end; ++i) {
      const int laid = problem_.may_jokers - frontier_[i].node.jokers;
      if (laid < 0 || (seen >> laid & 1U) != 0) continue;
      seen |= 1U << laid;
      choices.push_back(prefix_);
      choices.back().add(Tile::joker(), laid);
    }
    return;
  }
  for (std::size_t i = first; i < end; ++i) {
    const Node from = frontier_[i].node;
    float most = kHopeless;
    expand<Layers>(position, from, kHopeless / 2, most,
                   [&](const Crossing& crossing, const Node& next, float) {
                     frontier_.push_back({laid_code(position + 1, crossing), next, 0});
                     return false;
                   });
  }
  drop_equals(end);
  const std::size_t last = frontier_.size();
  const TileBag prefix = prefix_;
  for (std::size_t i = end; i < last;) {
    const std::uint32_t code = frontier_[i].code;
    const std::size_t begin = frontier_.size();
    for (; i < last && frontier_[i].code == code; ++i) frontier_.push_back(Reached(frontier_[i]));
    add_laid(prefix_, position + 1, code);
    collect<Layers>(position + 1, begin, choices);
    frontier_.resize(begin);
    prefix_ = prefix;
  }
  frontier_.resize(end);
}

std::uint64_t LaneSearch::key(int position, const Node& node) {
  auto key = static_cast<std::uint64_t>(position);
  for (const std::uint8_t slot : node.slots) key = key << 7 | slot;
  return key;
}

LaneSearch::Memo& LaneSearch::memo(std::uint64_t key) {
  std::uint64_t hash = key * 0x9e3779b97f4a7c15ULL;
  auto place = static_cast<std::size_t>(hash >> 40) & (memos_.size() - 1);
  while (memos_[place].stamp == stamp_ && memos_[place].key != key)
    place = (place + 1) & (memos_.size() - 1);
  return memos_[place];
}

void LaneSearch::grow_memo() {
  std::vector<Memo> old(memos_.size() * 2);
  old.swap(memos_);
  for (const Memo& entry : old) {
    if (entry.stamp == stamp_) memo(entry.key) = entry;
  }
}

void LaneSearch::clear_memo() {
  memo_count_ = 0;
  if (++stamp_ != 0) return;
  std::fill(memos_.begin(), memos_.end(), Memo{});
  stamp_ = 1;
}

}  // namespace rummy
