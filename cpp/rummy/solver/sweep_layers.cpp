// The layers that a sweep goes over: of each colour alone the states at every position, the steps
// between them, and what each state can still gain.

#include <algorithm>

#include "rummy/solver/sweep.hpp"

namespace rummy {

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

}  // namespace rummy
