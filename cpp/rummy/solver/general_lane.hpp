#pragma once

#include <array>
#include <cstdint>
#include <tuple>
#include <vector>

#include "rummy/base/index.hpp"
#include "rummy/rules/compiled_rules.hpp"
#include "rummy/solver/lane_store.hpp"
#include "rummy/solver/run_automaton.hpp"

namespace rummy {

// One colour alone under any rules: what UsualLane is under the usual ones, and with the same
// bound, but over the states of a RunAutomaton, between which one step may lead to several.
class GeneralLane
    : public LaneStore<double, double, std::uint32_t> {  // exact for whatever tiles are worth
 public:
  static constexpr bool kUsual = false;
  struct Probe {};
  // The lengths of rows; the shortest with room for all shares is taken.
  static constexpr int kLayers[] = {1, 4, 8, 12};
  template <template <int Layers> typename T>
  using ByLayers = std::tuple<T<1>, T<4>, T<8>, T<12>>;
  using Key = std::array<std::uint64_t, 3>;
  struct Slots : std::array<Slot, kMaxColours> {
    [[nodiscard]] Slot operator[](int colour) const { return at(index(colour)); }
    void set(int colour, Slot slot) { data()[colour] = slot; }
  };
  static Key key(int position, const Slots& slots, int jokers) {
    // That leaves 27 bits for a slot.
    static_assert(kMaxPositions < 32 && kMaxJokers < 32 && kMaxColours == 6);
    Key key{};
    for (int colour = 0; colour < kMaxColours; ++colour) {
      std::uint64_t& word = key[index(colour) / 2];
      const int beside = colour == 0 ? jokers : position;
      word = word << 32 | static_cast<std::uint32_t>(beside) << 27 | slots[colour];
    }
    return key;
  }
  struct Shared {  // by the lanes of a search
    explicit Shared(const CompiledRules& rules) : automaton(rules) {}
    RunAutomaton automaton;
    // Of the states at the position that moves are being listed to, by state; 0: not there.
    std::vector<std::uint32_t> places;
  };
  explicit GeneralLane(Shared& shared) : automaton_(&shared.automaton), places_(&shared.places) {}

  // As UsualLane does.
  template <int Layers>
  bool build(const Cells& cells, int positions, int shares, bool every_choice);
  template <int Layers>
  [[nodiscard]] const Edges& edges(int position, Slot slot, int jokers, const Worth* prices) {
    const std::size_t place = first_[index(position)] + slot;
    return edges_at(place, jokers, [&](Edge* to) {
      return list_edges<Layers>(position, place, jokers, prices, to);
    });
  }
  template <int Layers>
  [[nodiscard]] const Worth* gains(int position, Slot slot) const {
    return gains_at<Layers>(first_[index(position)] + slot);
  }

 private:
  using State = RunAutomaton::State;
  struct Move {  // to the next position, by what goes to runs
    Worth links = 0;
    Slot next = 0;
    std::uint8_t tiles = 0;
    std::uint8_t jokers = 0;
    std::uint8_t aside = 0;  // ones kept for after the last number (ace_high)
  };
  struct Groups {  // how many tiles may go to groups beside a move
    int least = 0;
    int most = 0;
  };

  [[nodiscard]] bool beyond(int position) const { return position > automaton_->numbers(); }
  void reach(int positions, int jokers);
  void list_moves(std::size_t from, State state, int position, int jokers);
  [[nodiscard]] std::size_t place_of(State state);
  [[nodiscard]] bool can_start(State start, int jokers) const;
  [[nodiscard]] bool can_go_on(State state, int position, int jokers) const;
  [[nodiscard]] Groups groups(const Cell& cell, const Move& move, int position) const;
  template <int Layers>
  void gather(int position, std::size_t place);
  template <int Layers>
  [[nodiscard]] Edge* list_edges(int position, std::size_t place, int jokers, const Worth* prices,
                                 Edge* to) const;

  RunAutomaton* automaton_;
  std::vector<std::uint32_t>* places_;
  std::array<std::size_t, kMaxPositions + 2> first_{};  // of the slots at each position
  std::vector<State> states_;
  std::vector<std::uint8_t> spent_;    // jokers at least, to come to the state
  std::vector<std::size_t> moves_of_;  // the first, by slot
  std::vector<Move> moves_;
};

}  // namespace rummy
