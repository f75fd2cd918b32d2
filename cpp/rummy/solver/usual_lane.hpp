#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "rummy/base/index.hpp"
#include "rummy/rules/compiled_rules.hpp"
#include "rummy/solver/lane_store.hpp"
#include "rummy/solver/open_runs.hpp"
#include "rummy/solver/probe.hpp"

namespace rummy {

// One colour alone: the states of its runs that can be reached at each number and, from the end
// backwards, the most that each can still gain if groups were free for the asking, by the shares of
// jokers that are left to it.
//
// The relaxation charges shares of a joker for a tile in a group that cannot be without jokers: of
// a number of which two colours are there every group has a joker at least, of which its two tiles
// pay a half each; where only one colour is there it pays two. No real group is charged more than
// it takes, so what the relaxation gains bounds what is possible.
class UsualLane : public LaneStore<float, std::uint8_t> {  // floats are exact up to 2^24
 public:
  static constexpr bool kUsual = true;
  using Probe = rummy::Probe;
  // A position and the slots of all colours there.
  using Key = std::uint64_t;
  static Key key(int position, const std::array<Slot, kMaxColours>& slots) {
    static_assert(open_runs::kStates <= 128);
    auto key = static_cast<Key>(position);
    for (const Slot slot : slots) key = key << 7 | slot;
    return key;
  }
  struct Shared {  // by the lanes of a search
    explicit Shared(const CompiledRules& /*rules*/) {}
  };
  explicit UsualLane(Shared& /*shared*/) {}

  // Layers: 1 without jokers, else 4, 8 or 12: more than the shares at hand. With `every_choice`
  // ways stay that are never best: a joker where an optional tile could be. False when nothing
  // solves this colour.
  template <int Layers>
  bool build(const Cells& cells, int numbers, int shares, bool every_choice);
  // What the runs gain by going on, beginning and ending where that was asked for.
  [[nodiscard]] static float links(const Cell& cell, open_runs::State from, int tiles) {
    if ((cell.linked | cell.begun | cell.ended) == 0) return 0;
    const int open = open_runs::open(from);
    const int going_on = std::min(tiles, open);
    return cell.links(going_on, tiles - going_on, open - going_on);
  }
  [[nodiscard]] Edges edges(int position, Slot slot) {
    const std::size_t place = place_of(position, slot);
    return edges_at(place, [&] { list_edges(position, place); });
  }
  template <int Layers>
  [[nodiscard]] const float* gains(int position, Slot slot) const {
    return gains_at<Layers>(place_of(position, slot));
  }

 private:
  // The ways to use the tiles of a number, whatever runs are open: by natural tiles that go to
  // runs, how many go to groups, without a joker in a run here and with one, and the gain by these.
  struct Uses {
    static constexpr std::size_t kCounts = 2 * kMaxCopies + kMaxJokers + 1;
    std::array<std::int8_t, kCounts> most_group;
    std::array<std::array<std::int8_t, kCounts>, 2> least_group;
    std::array<std::array<float, kCounts>, kCounts> gains;
  };
  static constexpr int kTileCounts = open_runs::kMost + 1;
  static constexpr std::uint8_t kNoSlot = 255;
  static constexpr std::size_t kMostSlots = (kMaxNumbers + 1) * open_runs::kStates;
  [[nodiscard]] std::size_t place_of(int position, int slot) const {
    return index(first_[index(position)] + slot);
  }
  void reach(int numbers, int jokers);
  void list_uses(int number);
  template <int Layers>
  void gather(int number, int slot);
  void list_edges(int position, std::size_t place);
  [[nodiscard]] bool can_go_on(open_runs::State state, int number, int jokers) const;

  std::array<std::uint16_t, kMaxNumbers + 2> first_{};  // of the slots at each position
  std::array<open_runs::State, kMostSlots> states_;
  std::array<std::uint8_t, kMostSlots> spent_;  // jokers at least, to come to the state
  // The jokers that so many runs need at a number to go on there; too many beyond the last number.
  std::array<std::array<std::uint8_t, kTileCounts>, kMaxNumbers + 3> lacking_;
  // The slot at the next position, by tiles that go to runs.
  std::array<std::array<std::uint8_t, kTileCounts>, kMostSlots> next_;
  std::array<Uses, kMaxNumbers + 1> uses_;  // by number
};

}  // namespace rummy
