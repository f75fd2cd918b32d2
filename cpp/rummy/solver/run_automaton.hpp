#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "rummy/rules/compiled_rules.hpp"

namespace rummy {

// The runs of one colour that are open between two numbers, as states of an automaton. A walk over
// the numbers moves from state to state by how many tiles and jokers go to runs at a number;
// nothing else of the past matters.
//
// Where lengths only matter up to the minimum (the usual rules), extending dominates: an open run
// of full length may always stop, so giving it a tile is never worse than starting a new run, and
// the next state follows from the count alone. Where a run may not be cut at will (a low `run_max`,
// a limit of jokers in a meld) lengths and jokers are kept exactly, up to 2 * min_length - 1 (a
// longer run can be cut in two), and a step may lead to several states.
class RunAutomaton {
 public:
  using State = std::uint32_t;
  static constexpr int kMaxOpen = kMaxCopies + kMaxJokers;  // runs

  explicit RunAutomaton(const CompiledRules& rules);

  // The states in which a colour may begin the walk: no run open; with `round`, also runs that
  // come over from the last number (a promise that accepts() checks); with `ace_high`, ones kept
  // for after the last number.
  [[nodiscard]] std::span<const State> starts() const { return starts_; }
  // The last position of the walk: one past the numbers under `ace_high`.
  [[nodiscard]] int positions() const { return positions_; }
  [[nodiscard]] int numbers() const { return numbers_; }
  [[nodiscard]] bool goes_round() const { return wrap_ == RunWrap::round; }
  [[nodiscard]] int kept_ones(State state) const { return states_[state].kept; }
  [[nodiscard]] int open_runs(State state) const { return states_[state].runs.size; }
  // Of a start: the runs over the end that hold the number so many places below the last one.
  [[nodiscard]] int holding_high(State start, int below) const;
  // Open runs that began at the last position.
  [[nodiscard]] int begun(State state) const { return states_[state].begun; }

  // Runs that still need a tile or joker at the next position, and of these the ones that need one
  // at the position after it too.
  [[nodiscard]] int needing_one(State state) const { return states_[state].needing_one; }
  [[nodiscard]] int needing_two(State state) const { return states_[state].needing_two; }

  // The states after `tiles` tiles and `jokers` jokers went to runs of this colour, in an order
  // that follows from them alone; `last_ace`: the step after the last number under ace_high, where
  // nothing starts. Computed once, then looked up.
  [[nodiscard]] std::span<const State> step(State state, int tiles, int jokers, bool last_ace);
  // May the walk end here?
  [[nodiscard]] bool accepts(State state) const { return states_[state].accepts; }

 private:
  static constexpr std::uint32_t kUnknown = ~0U;

  // Open runs as sorted codes: length * (kMaxJokers + 1) + jokers.
  struct Runs {
    std::array<std::uint8_t, kMaxOpen> codes{};
    std::uint8_t size = 0;
    void sort();
    friend bool operator==(const Runs&, const Runs&) = default;
    friend auto operator<=>(const Runs&, const Runs&) = default;
  };
  struct Key {
    Runs runs;
    Runs promised;          // round: open runs claimed to come over from the last number
    std::uint8_t kept = 0;  // ace_high: ones kept for after the last number
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const;
  };
  struct Node {
    Runs runs;
    Runs promised;
    std::uint8_t kept = 0;
    bool accepts = false;
    std::uint8_t needing_one = 0;
    std::uint8_t needing_two = 0;
    std::uint8_t begun = 0;
    std::uint32_t steps = kUnknown;  // where they are, once one was asked for
  };
  struct Targets {  // of a step
    std::uint32_t first = 0;
    std::uint32_t count = kUnknown;
  };

  State intern(const Key& key);
  [[nodiscard]] bool can_end(const Key& key) const;
  [[nodiscard]] bool can_be_laid(const Runs& runs) const;
  void collect_starts();
  void compute_step(State state, int tiles, int jokers, bool last_ace, Targets& found);
  void extend(const Runs& open, int index, int tiles, int jokers, bool last_ace, Runs next,
              const Node& from);

  int min_length_;
  int length_cap_;
  int joker_cap_;  // jokers tracked in one run; 0: not tracked
  bool exact_;     // lengths are exact and a step may lead to several states
  int max_tiles_;
  int max_jokers_;
  int numbers_;
  int positions_;
  RunWrap wrap_;
  std::vector<State> starts_;
  std::vector<Node> states_;
  std::unordered_map<Key, State, KeyHash> ids_;
  std::vector<Targets> steps_;  // of a state by last_ace, tiles, jokers
  std::vector<State> targets_;
  std::vector<State> scratch_;
};

}  // namespace rummy
