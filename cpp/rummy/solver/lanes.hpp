#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "rummy/base/lanes4.hpp"
#include "rummy/solver/open_runs.hpp"

namespace rummy {

inline constexpr float kHopeless = -1e9F;  // below every worth, and stays so when worths are added

// What goes to the runs and groups of one colour at one number.
struct Step {
  std::uint8_t tiles = 0;   // to runs, jokers counted
  std::uint8_t jokers = 0;  // of these
  std::uint8_t group = 0;   // tiles to groups
};

// One colour at one number.
struct Cell {
  std::uint8_t must = 0;         // tiles that have to be used
  std::uint8_t may = 0;          // tiles that may be used
  std::uint8_t least_run = 0;    // of these at least so many in runs
  std::uint8_t least_group = 0;  // ... and in groups
  std::uint8_t most_group = 0;
  std::uint8_t charge = 0;   // what a tile in a group costs the relaxation, in shares of a joker
  std::uint8_t linked = 0;   // runs that should come over from the number before
  std::uint8_t grouped = 0;  // tiles that should be in groups
  std::uint8_t begun = 0;    // runs that should begin here
  std::uint8_t ended = 0;    // runs that should have ended at the number before
  std::uint8_t joker = 1;    // may a joker stand here in a run?
  std::uint8_t unused = 0;   // so that cells can be compared as bytes
  float weight = 0;          // of an optional tile that is used

  [[nodiscard]] int tiles() const { return must + may; }
  // The worth of a step: optional tiles count their weight, places in groups that were asked for
  // count one.
  [[nodiscard]] float gain(const Step& step) const {
    const int laid = step.tiles - step.jokers + step.group - must;
    return weight * static_cast<float>(laid) + static_cast<float>(std::min(grouped, step.group));
  }
  // And so do runs that go on, begin and end as was asked for.
  [[nodiscard]] float links(open_runs::State from, int run_tiles) const {
    const int open = open_runs::open(from);
    const int going_on = std::min(run_tiles, open);
    return static_cast<float>(std::min<int>(linked, going_on) +
                              std::min<int>(begun, run_tiles - going_on) +
                              std::min<int>(ended, open - going_on));
  }
  // Tiles that runs get at least, and at most without jokers.
  [[nodiscard]] int runs_least() const { return std::max<int>(least_run, must - most_group); }
  [[nodiscard]] int runs_most() const { return tiles() - least_group; }
};

// One colour alone: the states of its runs that can be reached at each number and, from the end
// backwards, the most that each can still gain if groups were free for the asking, by the shares of
// jokers that are left to it.
//
// The relaxation charges shares of a joker for a tile in a group that cannot be without jokers: of
// a number of which two colours are there every group has a joker at least, of which its two tiles
// pay a half each; where only one colour is there it pays two. No real group is charged more than
// it takes, so what the relaxation gains bounds what is possible.
class Lane {
 public:
  using Cells = std::array<Cell, kMaxNumbers + 1>;  // by number

  // A way to go on from a slot that leads to an end.
  struct Edge {
    float gain = 0;
    std::uint8_t next = 0;  // slot at the next position
    std::uint8_t cost = 0;  // in shares of a joker
    Step step;
  };

  // Layers: 1 without jokers, else 4, 8 or 12: more than the shares that there are. `shares` at
  // hand, `joker` of them make a joker. With `every_choice` ways stay that are never best: a joker
  // where an optional tile could be. False when nothing solves this colour.
  // Nothing is done when it was asked for the same the last time.
  template <int Layers>
  bool build(const Cells& cells, int numbers, int shares, int joker, bool every_choice);

  // What every way through takes.
  [[nodiscard]] int least_shares() const { return least_shares_; }

  [[nodiscard]] std::span<const Edge> edges(int position, int slot) const {
    const std::size_t place = index(first_[index(position)] + slot);
    return {edges_.data() + edge_range_[place].first, edge_range_[place].count};
  }
  // By shares left, with as many hopeless entries before the first, so that it can be read shifted.
  template <int Layers>
  [[nodiscard]] const float* gains(int position, int slot) const {
    return gains_.data() + index(first_[index(position)] + slot) * 2 * Layers + Layers;
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  // A way to use the tiles of a number, whatever runs are open.
  struct Use {
    Step step;
    std::uint8_t cost = 0;
    float gain = 0;
  };

  void reach(int numbers, int jokers);
  void list_uses(const Cell& cell, int jokers, int joker, bool every_choice);
  // Where a state is at a position; -1 when it cannot be reached.
  [[nodiscard]] int find(int position, open_runs::State state) const {
    const int slot = slots_[index(position)][state];
    const int place = first_[index(position)] + slot;
    return place < first_[index(position + 1)] && states_[index(place)] == state ? slot : -1;
  }
  [[nodiscard]] bool can_go_on(open_runs::State state, int number, int numbers, int jokers) const;

  Cells cells_{};
  int shares_ = -1;
  bool every_choice_ = false;
  std::array<std::uint16_t, kMaxNumbers + 2> first_{};  // of the slots at each position
  std::vector<open_runs::State> states_;
  std::vector<std::uint8_t> spent_;  // jokers at least, to come to the state
  std::vector<Use> uses_;            // of the number at hand
  std::array<std::uint16_t, open_runs::kMost + 2> uses_first_{};  // by tiles that go to runs
  std::vector<float> gains_;
  struct Edges {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  std::vector<Edges> edge_range_;  // by slot
  int least_shares_ = 0;
  std::vector<Edge> edges_;
  std::array<std::array<std::uint8_t, open_runs::kStates>, kMaxNumbers + 1> slots_{};
};

}  // namespace rummy
