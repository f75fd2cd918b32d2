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
#include "rummy/solver/use_table.hpp"

namespace rummy {

// One colour alone: for the states of its runs at each number, from the end backwards, the most
// that each can still gain if groups were free for the asking, by the shares of jokers that are
// left to it. A slot is a state.
//
// The relaxation charges shares of a joker for a tile in a group that cannot be without jokers
// (LaneSearch::charge_groups). No solution is charged more than it takes, so what the relaxation
// gains bounds what is possible.
class UsualLane : public LaneStore<std::int16_t, int, std::uint8_t> {
 public:
  static constexpr bool kUsual = true;
  // The lengths of rows; the shortest with room for all shares is taken.
  static constexpr int kLayers[] = {1, 8, 16};
  template <template <int Layers> typename T>
  using ByLayers = std::tuple<T<1>, T<8>, T<16>>;
  using Probe = rummy::Probe;
  // Of all colours, in one word: it is written and read whole.
  class Slots {
   public:
    [[nodiscard]] Slot operator[](int colour) const {
      return static_cast<Slot>(word_ >> (8 * colour));
    }
    // Of a colour that has none yet.
    void set(int colour, Slot slot) { word_ |= std::uint64_t{slot} << (8 * colour); }
    [[nodiscard]] std::uint64_t word() const { return word_; }
    friend bool operator==(const Slots&, const Slots&) = default;
    friend auto operator<=>(const Slots&, const Slots&) = default;

   private:
    std::uint64_t word_ = 0;
  };
  // A position, the slots of all colours there and the jokers left.
  using Key = std::uint64_t;
  static Key key(int position, Slots slots, int jokers) {
    static_assert(kMaxColours <= 6 && open_runs::kStates <= 256 && kMaxPositions < 256);
    return slots.word() | static_cast<Key>(jokers << 8 | position) << 48;
  }
  struct Shared {  // by the lanes of a search
    explicit Shared(const CompiledRules& /*rules*/) {}
    UseTable uses;
  };
  explicit UsualLane(Shared& shared) : use_table_(&shared.uses) {}

  // Layers: more than the shares at hand. With `every_choice` ways stay that are never best: a
  // joker where an optional tile could be. False when nothing solves this colour.
  template <int Layers>
  bool build(const Cells& cells, int numbers, int shares, bool every_choice);
  // What the runs gain by going on, beginning and ending where that was asked for.
  [[nodiscard]] static int links(const Cell& cell, open_runs::State from, int tiles) {
    if ((cell.linked | cell.begun | cell.ended) == 0) return 0;
    const int open = open_runs::open(from);
    const int going_on = std::min(tiles, open);
    return static_cast<int>(cell.links(going_on, tiles - going_on, open - going_on));
  }
  template <int Layers>
  [[nodiscard]] const Edges& edges(int position, Slot slot, int jokers, const Worth* prices) {
    return edges_at(place_of(position, slot), jokers, [&](Edge* to) {
      return list_edges<Layers>(position, slot, jokers, prices, to);
    });
  }
  template <int Layers>
  [[nodiscard]] const Worth* gains(int position, Slot slot) const {
    return gains_at<Layers>(place_of(position, slot));
  }

 private:
  [[nodiscard]] std::size_t place_of(int position, open_runs::State state) const {
    return index(position * states_) + state;
  }
  [[nodiscard]] static int gain(const Cell& cell, const Use& use) {
    return static_cast<int>(cell.weight) * use.step.laid + std::min(cell.grouped, use.step.group);
  }
  // Do as many runs come over from the number before as have to?
  [[nodiscard]] static bool linked(const Cell& cell, open_runs::State from, int tiles) {
    return std::min(tiles, open_runs::open(from)) >= cell.least_linked;
  }
  [[nodiscard]] int most_open(int numbers) const;
  void find_states(int numbers);
  template <bool Few, int Jokers>
  void find_states_of(int numbers);
  template <int Layers>
  void gather(int number);
  // Fewer jokers first, of these more tiles in runs, of these more in groups.
  template <int Layers>
  [[nodiscard]] Edge* list_edges(int position, Slot slot, int jokers, const Worth* prices,
                                 Edge* to) const {
    const int number = position + 1;
    const Cell& cell = cells_[index(number)];
    const bool links_count = cell.counts_links();
    const int least = open_runs::short_runs(slot);
    const int most_cost = kShares * jokers;
    const int weight = static_cast<int>(cell.weight);
    const bool few = most_open_ <= state_sets::kMostOpen;
    const States after = useful_[index(number)];
    const Worth* const rows = gains_at<Layers>(place_of(number, 0));
    for (const Use& use : *uses_[index(number)]) {
      if (use.cost > most_cost || use.step.tiles < least) continue;
      const open_runs::State next = open_runs::step(slot, use.step.tiles);
      if (few && (after >> next & 1U) == 0) continue;
      Sum gained = weight * use.step.laid + std::min(cell.grouped, use.step.group);
      if (links_count) {
        if (!linked(cell, slot, use.step.tiles)) continue;
        gained += links(cell, slot, use.step.tiles);
      }
      list_edge<Layers>(to, prices, jokers, gained, next, use.cost, use.step,
                        rows + next * kRow<Layers>);
    }
    return to;
  }

  using States = state_sets::States;
  int most_open_ = 0;
  int states_ = 0;                                // with as many open runs
  std::array<States, kMaxNumbers + 1> useful_{};  // by position
  UseTable* use_table_;
  std::array<const std::vector<Use>*, kMaxNumbers + 1> uses_{};  // by number
};

}  // namespace rummy
