#include "rummy/solver/sweep.hpp"

#include <algorithm>
#include <tuple>

namespace rummy {

Sweep::Sweep(const CompiledRules& rules)
    : automaton_(rules),
      colours_(rules.tiles().colours),
      numbers_(rules.tiles().numbers),
      positions_(automaton_.positions()),
      groups_(rules),
      wrap_none_(rules.rules().melds.run_wrap == RunWrap::none) {
  table_.assign(256, -1);
  table_mask_ = 255;
}

bool Sweep::prepare(const Problem& problem) {
  problem_ = &problem;
  wilds_ = problem.wilds();
  best_joker_weight_ = 0;
  for (int position = 1; position <= positions_; ++position) {
    best_joker_weight_ =
        std::max(best_joker_weight_, problem.joker_weight[static_cast<std::size_t>(position)]);
  }
  for (int number = 1; number <= numbers_; ++number) {
    std::array<int, kMaxColours> tiles{};
    for (int colour = 0; colour < colours_; ++colour) {
      const std::size_t face = Problem::face_index(Tile(colour, number));
      tiles[static_cast<std::size_t>(colour)] = problem.must[face] + problem.may[face];
    }
    most_groups_[static_cast<std::size_t>(number)] = groups_.most(tiles, wilds_);
  }
  bool alive = true;
  for (int colour = 0; colour < colours_; ++colour) {
    Lane& lane = lanes_[static_cast<std::size_t>(colour)];
    const LaneInput input = lane_input(colour);
    if (!(lane.input == input)) {
      lane.input = input;
      build(lane);
    }
    alive = alive && lane.alive;
  }
  return alive;
}

Sweep::LaneInput Sweep::lane_input(int colour) const {
  LaneInput input;
  input.wilds = wilds_;
  for (int number = 1; number <= numbers_; ++number) {
    const auto index = static_cast<std::size_t>(number);
    const std::size_t face = Problem::face_index(Tile(colour, number));
    input.must[index] = problem_->must[face];
    input.may[index] = problem_->may[face];
    input.stay_run[index] = problem_->stay_run[face];
    input.stay_group[index] = problem_->stay_group[face];
    input.most_group[index] = static_cast<std::uint8_t>(
        std::min(input.must[index] + input.may[index], most_groups_[index]));
    input.weight[index] = input.may[index] > 0 ? problem_->weight[face] : 0;
  }
  return input;
}

void Sweep::build(Lane& lane) {
  open_lane(lane);
  for (int position = 1; position <= positions_; ++position) link_layer(lane, position);
  for (Slot& slot : lane.layers[static_cast<std::size_t>(positions_)]) {
    slot.gains.fill(automaton_.accepts(slot.state) ? 0 : kNever);
  }
  for (int position = positions_ - 1; position >= 0; --position) rate_layer(lane, position);
  lane.alive = std::any_of(lane.layers[0].begin(), lane.layers[0].end(), [this](const Slot& slot) {
    return slot.gains[static_cast<std::size_t>(wilds_)] > kNever / 2;
  });
}

void Sweep::open_lane(Lane& lane) {
  lane.edges.clear();
  auto& starts = lane.layers[0];
  starts.clear();
  for (const RunAutomaton::State state : automaton_.starts()) {
    if (automaton_.kept_ones(state) > available(lane, 1)) continue;
    // A run that comes over from the last number needs a tile or a joker there (round).
    if (automaton_.open_runs(state) > available(lane, numbers_) + wilds_) continue;
    starts.push_back({state, 0, 0, {}});
  }
}

void Sweep::link_layer(Lane& lane, int position) {
  lane.layers[static_cast<std::size_t>(position)].clear();
  ++stamp_;
  for (std::size_t i = 0; i < lane.layers[static_cast<std::size_t>(position - 1)].size(); ++i) {
    link_slot(lane, position, i);
  }
}

void Sweep::link_slot(Lane& lane, int position, std::size_t slot) {
  auto& from = lane.layers[static_cast<std::size_t>(position - 1)][slot];
  auto& to = lane.layers[static_cast<std::size_t>(position)];
  const int kept = automaton_.kept_ones(from.state);
  Counts counts;
  Weight weight = 0;
  if (position > numbers_) {
    counts.last_ace = true;
    counts.must = kept;
  } else {
    const auto number = static_cast<std::size_t>(position);
    counts.must = lane.input.must[number];
    counts.may = lane.input.may[number];
    counts.most_group = lane.input.most_group[number];
    counts.least_run = lane.input.stay_run[number];
    counts.least_group = lane.input.stay_group[number];
    weight = lane.input.weight[number];
    if (position == 1 && kept > 0) {
      counts.set_aside = kept;
      counts.least_run = 0;
    }
  }
  from.first_edge = static_cast<std::uint32_t>(lane.edges.size());
  for (const StepShape& shape : shapes(from.state, counts)) {
    if (!can_go_on(lane, shape, position)) continue;
    if (slot_stamp_.size() <= shape.next) {
      slot_stamp_.resize(shape.next + 64U, 0);
      slot_of_state_.resize(shape.next + 64U, 0);
    }
    if (slot_stamp_[shape.next] != stamp_) {
      slot_stamp_[shape.next] = stamp_;
      slot_of_state_[shape.next] = static_cast<std::uint16_t>(to.size());
      to.push_back({shape.next, 0, 0, {}});
    }
    lane.edges.push_back(
        {weight * shape.laid, slot_of_state_[shape.next], shape.jokers, shape.group, shape.laid});
  }
  from.edges = static_cast<std::uint32_t>(lane.edges.size()) - from.first_edge;
}

int Sweep::available(const Lane& lane, int number) const {
  if (number > numbers_) return 0;
  return lane.input.must[static_cast<std::size_t>(number)] +
         lane.input.may[static_cast<std::size_t>(number)];
}

// Short runs need a tile or a joker at each of the next numbers; where there cannot be enough, the
// step leads nowhere.
bool Sweep::can_go_on(const Lane& lane, const StepShape& shape, int position) const {
  const int one = automaton_.needing_one(shape.next);
  if (one == 0 || !wrap_none_) return true;
  if (position == numbers_) return false;
  const int two = automaton_.needing_two(shape.next);
  if (two > 0 && position + 1 == numbers_) return false;
  const int lacking = std::max(0, one - available(lane, position + 1)) +
                      std::max(0, two - available(lane, position + 2));
  return lacking <= wilds_ - shape.jokers;
}

// The steps from a state at a number with these counts. The usual ones are kept, so that a sweep
// looks them up.
std::span<const Sweep::StepShape> Sweep::shapes(RunAutomaton::State state, const Counts& counts) {
  constexpr std::size_t kStates = 256;
  constexpr int kMust = 4;
  constexpr int kMay = 4;
  constexpr int kGroups = 4;
  constexpr std::size_t kPerState = kMust * kMay * kGroups * (kMaxJokers + 1);
  const bool usual =
      state < kStates && counts.must < kMust && counts.may < kMay && counts.most_group < kGroups &&
      counts.least_run + counts.least_group + counts.set_aside == 0 && !counts.last_ace;
  if (!usual) {
    list_shapes(state, counts);
    return shapes_;
  }
  const auto pattern = static_cast<std::size_t>(
      ((counts.must * kMay + counts.may) * kGroups + counts.most_group) * (kMaxJokers + 1) +
      wilds_);
  if (shape_ranges_.empty()) shape_ranges_.resize(kStates * kPerState);
  ShapeRange& range = shape_ranges_[state * kPerState + pattern];
  if (range.count == kUnknown) {
    list_shapes(state, counts);
    range.first = static_cast<std::uint32_t>(known_shapes_.size());
    range.count = static_cast<std::uint32_t>(shapes_.size());
    known_shapes_.insert(known_shapes_.end(), shapes_.begin(), shapes_.end());
  }
  return {known_shapes_.data() + range.first, range.count};
}

void Sweep::list_shapes(RunAutomaton::State state, const Counts& counts) {
  shapes_.clear();
  for (int group = counts.least_group; group <= counts.most_group; ++group) {
    const int given = counts.set_aside + group;
    for (int tiles = std::max({0, counts.least_run, counts.must - given});
         tiles <= counts.must + counts.may - given; ++tiles) {
      const int laid = std::max(0, tiles + given - counts.must);
      for (int jokers = 0; jokers <= wilds_; ++jokers) {
        for (const RunAutomaton::State next :
             automaton_.step(state, tiles, jokers, counts.last_ace)) {
          shapes_.push_back({next, static_cast<std::uint8_t>(jokers),
                             static_cast<std::uint8_t>(group), static_cast<std::uint8_t>(laid)});
        }
      }
    }
  }
}

// From the end backwards: the most that each state can gain with at most so many jokers.
void Sweep::rate_layer(Lane& lane, int position) const {
  const auto& next = lane.layers[static_cast<std::size_t>(position + 1)];
  for (Slot& slot : lane.layers[static_cast<std::size_t>(position)]) {
    slot.gains.fill(kNever);
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < slot.edges; ++i) {
      const Edge edge = lane.edges[slot.first_edge + i];
      bool alive = false;
      for (int jokers = edge.jokers; jokers <= wilds_; ++jokers) {
        const Weight rest = next[edge.next].gains[static_cast<std::size_t>(jokers - edge.jokers)];
        if (rest <= kNever / 2) continue;
        alive = true;
        Weight& gain = slot.gains[static_cast<std::size_t>(jokers)];
        gain = std::max(gain, edge.gain + rest);
      }
      if (alive) lane.edges[slot.first_edge + kept++] = edge;  // steps to a dead end are forgotten
    }
    slot.edges = kept;
  }
}

Weight Sweep::joker_gain(int from, int to, int position) const {
  const int paid = to - std::max(from, problem_->wild_must);
  return paid > 0 ? paid * problem_->joker_weight[static_cast<std::size_t>(position)] : 0;
}

Weight Sweep::bound(const Slots& slots, int position, int jokers) const {
  const int left = wilds_ - jokers;
  JokerGains total{};
  for (int colour = 0; colour < colours_; ++colour) {
    const auto index = static_cast<std::size_t>(colour);
    const JokerGains& gains =
        lanes_[index].layers[static_cast<std::size_t>(position)][slots[index]].gains;
    // The best split of the jokers between the colours so far and this one.
    for (int all = left; all >= 0; --all) {
      Weight best = kNever;
      for (int here = 0; here <= all; ++here) {
        const Weight before = total[static_cast<std::size_t>(all - here)];
        const Weight gain = gains[static_cast<std::size_t>(here)];
        if (before > kNever / 2 && gain > kNever / 2) best = std::max(best, before + gain);
      }
      total[static_cast<std::size_t>(all)] = best;
    }
  }
  const Weight gain = total[static_cast<std::size_t>(left)];
  if (gain <= kNever / 2 || position == positions_) return gain;
  return gain + best_joker_weight_ * (wilds_ - std::max(jokers, problem_->wild_must));
}

// Calls visit(next slots, jokers used, gain, laid by colour) for every way to go on by one
// position.
template <typename Visit>
void Sweep::expand(const Slots& slots, int position, int jokers, Visit&& visit) const {
  const int next_position = position + 1;
  std::array<const Slot*, kMaxColours> from{};
  for (int colour = 0; colour < colours_; ++colour) {
    const auto index = static_cast<std::size_t>(colour);
    from[index] = &lanes_[index].layers[static_cast<std::size_t>(position)][slots[index]];
    if (from[index]->edges == 0) return;
  }
  Slots next{};
  std::array<std::uint8_t, kMaxColours> laid{};
  const auto choose = [&](const auto& self, int colour, int used, int group_most, int group_tiles,
                          Weight gain) -> void {
    if (colour == colours_) {
      for (int group_jokers = 0; used + group_jokers <= wilds_; ++group_jokers) {
        if (next_position > numbers_ && group_jokers > 0) break;
        if (!groups_.fit(group_most, group_tiles, group_jokers)) continue;
        const int now = used + group_jokers;
        visit(next, now, gain + joker_gain(jokers, now, next_position), laid);
      }
      return;
    }
    const auto index = static_cast<std::size_t>(colour);
    const Slot& slot = *from[index];
    for (std::uint32_t i = 0; i < slot.edges; ++i) {
      const Edge& edge = lanes_[index].edges[slot.first_edge + i];
      if (used + edge.jokers > wilds_) continue;
      next[index] = edge.next;
      laid[index] = edge.laid;
      self(self, colour + 1, used + edge.jokers, std::max<int>(group_most, edge.group),
           group_tiles + edge.group, gain + edge.gain);
    }
  };
  choose(choose, 0, jokers, 0, 0, 0);
}

bool Sweep::Later::operator()(std::int32_t a, std::int32_t b) const {
  const Node& left = (*nodes)[static_cast<std::size_t>(a)];
  const Node& right = (*nodes)[static_cast<std::size_t>(b)];
  return left.bound != right.bound ? left.bound < right.bound : left.position < right.position;
}

void Sweep::clear_table() { std::fill(table_.begin(), table_.end(), -1); }

void Sweep::grow_table() {
  table_.assign(table_.size() * 2, -1);
  table_mask_ = static_cast<std::uint32_t>(table_.size() - 1);
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    table_[find(nodes_[i])] = static_cast<std::int32_t>(i);
}

std::uint32_t Sweep::find(const Node& node) const {
  const auto words = node.slots.words();
  std::uint64_t hash = (words[0] ^ (node.position * 31U + node.jokers)) * 0x9e3779b97f4a7c15ULL;
  hash = (hash ^ (hash >> 32) ^ words[1]) * 0xbf58476d1ce4e5b9ULL;
  auto place = static_cast<std::uint32_t>(hash >> 32) & table_mask_;
  while (table_[place] >= 0) {
    const Node& other = nodes_[static_cast<std::size_t>(table_[place])];
    if (other.position == node.position && other.jokers == node.jokers && other.slots == node.slots)
      break;
    place = (place + 1) & table_mask_;
  }
  return place;
}

void Sweep::push(const Node& node, Weight floor) {
  if (node.bound <= floor) return;
  if (nodes_.size() * 2 > table_.size()) grow_table();
  const std::uint32_t place = find(node);
  if (table_[place] >= 0 && nodes_[static_cast<std::size_t>(table_[place])].value >= node.value)
    return;
  table_[place] = static_cast<std::int32_t>(nodes_.size());
  nodes_.push_back(node);
  heap_.push_back(static_cast<std::int32_t>(nodes_.size() - 1));
  std::push_heap(heap_.begin(), heap_.end(), Later{&nodes_});
}

void Sweep::push_starts(Weight floor) {
  Node start{0, 0, -1, {}, 0, 0, {}};
  // The colours share the jokers: what one start cannot do without is gone for the others.
  const auto choose = [&](const auto& self, int colour, int wilds) -> void {
    if (colour == colours_) {
      start.bound = bound(start.slots, 0, 0);
      push(start, floor);
      return;
    }
    const auto index = static_cast<std::size_t>(colour);
    for (std::size_t i = 0; i < lanes_[index].layers[0].size(); ++i) {
      const JokerGains& gains = lanes_[index].layers[0][i].gains;
      int needed = 0;
      while (needed <= wilds && gains[static_cast<std::size_t>(needed)] <= kNever / 2) ++needed;
      if (needed > wilds) continue;
      start.slots[index] = static_cast<std::uint16_t>(i);
      self(self, colour + 1, wilds - needed);
    }
  };
  choose(choose, 0, wilds_);
}

bool Sweep::run_search(Weight floor, std::int32_t& goal) {
  nodes_.clear();
  heap_.clear();
  clear_table();
  push_starts(floor);
  while (!heap_.empty()) {
    std::pop_heap(heap_.begin(), heap_.end(), Later{&nodes_});
    const std::int32_t index = heap_.back();
    heap_.pop_back();
    const Node node = nodes_[static_cast<std::size_t>(index)];
    if (table_[find(node)] != index) continue;  // reached better since
    if (node.position == positions_) {
      if (node.jokers < problem_->wild_must) continue;
      goal = index;
      return true;
    }
    expand(node.slots, node.position, node.jokers,
           [&](const Slots& next, int jokers, Weight gain,
               const std::array<std::uint8_t, kMaxColours>& laid) {
             const Weight rest = bound(next, node.position + 1, jokers);
             if (rest <= kNever / 2) return;
             const Weight value = node.value + gain;
             push({value, value + rest, index, next, static_cast<std::uint8_t>(node.position + 1),
                   static_cast<std::uint8_t>(jokers), laid},
                  floor);
           });
  }
  return false;
}

void Sweep::read_choice(std::int32_t goal, Choice& choice) const {
  const Node& end = nodes_[static_cast<std::size_t>(goal)];
  choice.value = end.value;
  choice.laid = {};
  choice.laid.add(Tile::joker(), end.jokers - problem_->wild_must);
  for (std::int32_t index = goal; index >= 0;
       index = nodes_[static_cast<std::size_t>(index)].parent) {
    const Node& node = nodes_[static_cast<std::size_t>(index)];
    for (int colour = 0; colour < colours_; ++colour) {
      const int laid = node.laid[static_cast<std::size_t>(colour)];
      if (laid > 0) choice.laid.add(Tile(colour, node.position), laid);
    }
  }
}

bool Sweep::best(const Problem& problem, Weight floor, Choice& choice) {
  std::int32_t goal = -1;
  if (!prepare(problem) || !run_search(floor, goal)) return false;
  read_choice(goal, choice);
  return true;
}

bool Sweep::feasible(const Problem& problem) {
  std::int32_t goal = -1;
  return prepare(problem) && run_search(kNever, goal);
}

void Sweep::all(const Problem& problem, std::vector<TileBag>& choices) {
  if (!prepare(problem)) return;
  frontier_.clear();
  nodes_.clear();
  heap_.clear();
  clear_table();
  push_starts(kNever);
  for (const Node& node : nodes_) frontier_.push_back({0, 0, node.slots});
  prefix_ = {};
  collect(0, 0, choices);
}

// frontier_[first..] holds every set of states that the choice in prefix_ can lead to at
// `position`. Goes on with each distinct choice at the next number, so that each choice is met
// once.
void Sweep::collect(int position, std::size_t first, std::vector<TileBag>& choices) {
  const std::size_t end = frontier_.size();
  if (position == positions_) {
    unsigned seen = 0;
    for (std::size_t i = first; i < end; ++i) {
      const int extra = frontier_[i].jokers - problem_->wild_must;
      if (extra < 0 || ((seen >> extra) & 1U) != 0) continue;
      seen |= 1U << extra;
      TileBag choice = prefix_;
      choice.add(Tile::joker(), extra);
      choices.push_back(choice);
    }
    return;
  }
  for (std::size_t i = first; i < end; ++i) {
    const Frontier from = frontier_[i];
    expand(from.slots, position, from.jokers,
           [&](const Slots& next, int jokers, Weight,
               const std::array<std::uint8_t, kMaxColours>& laid) {
             if (bound(next, position + 1, jokers) <= kNever / 2) return;
             std::uint32_t code = 0;
             for (int colour = 0; colour < colours_; ++colour) {
               code |= static_cast<std::uint32_t>(laid[static_cast<std::size_t>(colour)])
                       << (4 * colour);
             }
             frontier_.push_back({code, static_cast<std::uint8_t>(jokers), next});
           });
  }
  const auto begin = frontier_.begin() + static_cast<std::ptrdiff_t>(end);
  const auto key = [](const Frontier& f) { return std::tie(f.laid, f.jokers, f.slots.of); };
  std::sort(begin, frontier_.end(),
            [&](const Frontier& a, const Frontier& b) { return key(a) < key(b); });
  const auto last = std::unique(begin, frontier_.end(), [&](const Frontier& a, const Frontier& b) {
    return key(a) == key(b);
  });
  std::vector<Frontier> next(begin, last);
  const TileBag prefix = prefix_;
  for (std::size_t i = 0; i < next.size();) {
    std::size_t j = i;
    frontier_.resize(end);
    while (j < next.size() && next[j].laid == next[i].laid) frontier_.push_back(next[j++]);
    prefix_ = prefix;
    for (int colour = 0; colour < colours_; ++colour) {
      const int laid = static_cast<int>((next[i].laid >> (4 * colour)) & 15U);
      if (laid > 0) prefix_.add(Tile(colour, position + 1), laid);
    }
    collect(position + 1, end, choices);
    i = j;
  }
  frontier_.resize(end);
  prefix_ = prefix;
}

}  // namespace rummy
