#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <tuple>
#include <vector>

#include "rummy/base/index.hpp"
#include "rummy/rules/compiled_rules.hpp"
#include "rummy/solver/lane_store.hpp"
#include "rummy/solver/open_runs.hpp"
#include "rummy/solver/probe.hpp"
#include "rummy/solver/state_sets.hpp"

namespace rummy {

// One colour alone: for the states of its runs at each number, from the end backwards, the most
// that each can still gain if groups were free for the asking, by the shares of jokers that are
// left to it. A slot is a state.
//
// The relaxation charges shares of a joker for a tile in a group that cannot be without jokers: of
// a number of which two colours are there every group has a joker at least, of which its two tiles
// pay a half each; where only one colour is there it pays two. No real group is charged more than
// it takes, so what the relaxation gains bounds what is possible.
class UsualLane : public LaneStore<std::int16_t, int, std::uint8_t> {
 public:
  static constexpr bool kUsual = true;
  // More than there are shares, which decide.
  static constexpr int kLayers[] = {8, 16};
  template <template <int Layers> typename T>
  using ByLayers = std::tuple<T<8>, T<16>>;
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

  // Layers: more than the shares at hand. With `every_choice`
  // ways stay that are never best: a joker where an optional tile could be. False when nothing
  // solves this colour.
  template <int Layers>
  bool build(const Cells& cells, int numbers, int shares, bool every_choice);
  // What the runs gain by going on, beginning and ending where that was asked for.
  [[nodiscard]] static int links(const Cell& cell, open_runs::State from, int tiles) {
    if ((cell.linked | cell.begun | cell.ended) == 0) return 0;
    const int open = open_runs::open(from);
    const int going_on = std::min(tiles, open);
    return static_cast<int>(cell.links(going_on, tiles - going_on, open - going_on));
  }
  // The ways on: fewer jokers first, of these more tiles in runs, of these more in groups.
  template <typename Visit>
  void edges(int position, Slot slot, Visit&& visit) const {
    const int number = position + 1;
    const Cell& cell = cells_[index(number)];
    const int least = open_runs::short_runs(slot);
    for (std::size_t i = uses_of_[index(number)]; i < uses_of_[index(position)]; ++i) {
      const Use& use = uses_[i];
      if (use.tiles < least) continue;
      const open_runs::State next = open_runs::step(slot, use.tiles);
      if (!useful(number, next) || !linked(cell, slot, use.tiles)) continue;
      visit(Edge{use.gain + links(cell, slot, use.tiles),
                 next,
                 use.cost,
                 {use.tiles, use.wild, use.group, use.laid}});
    }
  }
  template <int Layers>
  [[nodiscard]] const Worth* gains(int position, Slot slot) const {
    return gains_at<Layers>(place_of(position, slot));
  }

 private:
  // A way to use the tiles of a number, whatever runs are open.
  struct Use {
    std::uint8_t tiles = 0;  // to runs, jokers counted
    std::uint8_t wild = 0;   // of these
    std::uint8_t group = 0;
    std::uint8_t cost = 0;  // in shares
    std::uint8_t laid = 0;
    bool leads = false;  // none beside it costs the same and gains more
    Worth gain = 0;
  };
  [[nodiscard]] std::size_t place_of(int position, open_runs::State state) const {
    return index(position * states_) + state;
  }
  // Do as many runs come over from the number before as have to?
  [[nodiscard]] static bool linked(const Cell& cell, open_runs::State from, int tiles) {
    return std::min(tiles, open_runs::open(from)) >= cell.least_linked;
  }
  [[nodiscard]] bool useful(int position, open_runs::State state) const {
    return state >= state_sets::kStates || (useful_[index(position)] >> state & 1U) != 0;
  }
  [[nodiscard]] int most_open(int numbers) const;
  void find_states(int numbers);
  template <bool Few, int Jokers>
  void find_states_of(int numbers);
  void list_uses(int number);
  template <int Layers>
  void gather(int number);

  using States = state_sets::States;
  int most_open_ = 0;
  int states_ = 0;                                // with as many open runs
  std::array<States, kMaxNumbers + 1> useful_{};  // by position
  std::vector<Use> uses_;
  std::array<std::size_t, kMaxNumbers + 2> uses_of_{};  // the first, by number; they go down
};

}  // namespace rummy
