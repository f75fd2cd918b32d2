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
