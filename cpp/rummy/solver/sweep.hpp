#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "rummy/rules/compiled_rules.hpp"
#include "rummy/solver/group_limits.hpp"
#include "rummy/solver/problem.hpp"
#include "rummy/solver/run_automaton.hpp"

namespace rummy {

// Solves a Problem by a sweep over the numbers. Between two numbers each colour is in one state of
// the RunAutomaton; at a number, colours meet only in the groups. prepare() lays out, for each
// colour alone, the states that can be reached and the steps between them, and from the end
// backwards what each state can still gain if groups were free for the asking. The sum of these
// over the colours bounds what a set of states can still gain, since a real solution is one of the
// ways that the relaxation allows; so the best-first search that uses it as its estimate returns an
// optimum.
//
// Keeps its memory between problems: no allocation once warm.
class Sweep {
 public:
  static constexpr Weight kNever = -(Weight{1} << 59);  // below every worth

  explicit Sweep(const CompiledRules& rules);

  // The best choice worth more than `floor`; false if there is none.
  [[nodiscard]] bool best(const Problem& problem, Weight floor, Choice& choice);
  // Can all that must be placed be placed?
  [[nodiscard]] bool feasible(const Problem& problem);
  // Every distinct choice (the empty one too, where it solves the problem), in no particular order.
  void all(const Problem& problem, std::vector<TileBag>& choices);

 private:
  static constexpr int kMaxPositions = kMaxNumbers + 1;
  using JokerGains = std::array<Weight, kMaxJokers + 1>;  // by jokers that may still be used
  struct Slots {
    std::array<std::uint16_t, 8>
        of{};  // by colour; two words wide, so that two compares tell them apart
    [[nodiscard]] std::uint16_t& operator[](std::size_t colour) { return of[colour]; }
    [[nodiscard]] std::uint16_t operator[](std::size_t colour) const { return of[colour]; }
    [[nodiscard]] std::array<std::uint64_t, 2> words() const {
      return std::bit_cast<std::array<std::uint64_t, 2>>(of);
    }
    friend bool operator==(const Slots& a, const Slots& b) {
      const auto x = a.words();
      const auto y = b.words();
      return ((x[0] ^ y[0]) | (x[1] ^ y[1])) == 0;
    }
  };

  struct Edge {
    Weight gain;
    std::uint16_t next;  // slot in the next layer
    std::uint8_t jokers;
    std::uint8_t group;  // tiles given to groups
    std::uint8_t laid;   // optional tiles laid
  };
  // A step as it depends on the counts at a number alone.
  struct StepShape {
    RunAutomaton::State next;
    std::uint8_t jokers;
    std::uint8_t group;
    std::uint8_t laid;
  };
  // The counts at a number that decide which steps there are.
  struct Counts {
    int must = 0;
    int may = 0;
    int most_group = 0;
    int least_run = 0;
    int least_group = 0;
    int set_aside = 0;  // ones kept for after the last number: laid, but in no meld here (ace_high)
    bool last_ace = false;
  };
  struct Slot {
    RunAutomaton::State state;
    std::uint32_t first_edge;
    std::uint32_t edges;
    JokerGains gains;  // at most this much from here on, were groups free
  };
  // All that the layers of a lane follow from. Problems that follow each other often share most
  // lanes.
  struct LaneInput {
    using Row = std::array<std::uint8_t, kMaxNumbers + 1>;  // by number
    Row must{};
    Row may{};
    Row stay_run{};
    Row stay_group{};
    Row most_group{};
    std::array<Weight, kMaxNumbers + 1> weight{};  // where there is an optional tile
    int wilds = -1;
    friend bool operator==(const LaneInput&, const LaneInput&) = default;
  };
  struct Lane {
    LaneInput input;
    bool alive = false;
    std::array<std::vector<Slot>, kMaxPositions + 1> layers;
    std::vector<Edge> edges;
  };
  struct Node {
    Weight value;
    Weight bound;
    std::int32_t parent;
    Slots slots;
    std::uint8_t position;
    std::uint8_t jokers;  // used so far
    std::array<std::uint8_t, kMaxColours> laid;
  };

  struct Later {  // heap order: the greatest bound first, of equals the one that is further
    const std::vector<Node>* nodes;
    bool operator()(std::int32_t a, std::int32_t b) const;
  };
  struct Frontier {      // one set of states that a choice of tiles can lead to
    std::uint32_t laid;  // at the last number, four bits a colour
    std::uint8_t jokers;
    Slots slots;
  };

  [[nodiscard]] bool prepare(const Problem& problem);
  [[nodiscard]] LaneInput lane_input(int colour) const;
  void build(Lane& lane);
  void open_lane(Lane& lane);
  void link_layer(Lane& lane, int position);
  void link_slot(Lane& lane, int position, std::size_t slot);
  [[nodiscard]] std::span<const StepShape> shapes(RunAutomaton::State state, const Counts& counts);
  void list_shapes(RunAutomaton::State state, const Counts& counts);
  [[nodiscard]] bool can_go_on(const Lane& lane, const StepShape& shape, int position) const;
  [[nodiscard]] int available(const Lane& lane, int number) const;
  void rate_layer(Lane& lane, int position) const;
  [[nodiscard]] Weight bound(const Slots& slots, int position, int jokers) const;
  [[nodiscard]] Weight joker_gain(int from, int to, int position) const;
  [[nodiscard]] bool run_search(Weight floor, std::int32_t& goal);
  void push_starts(Weight floor);
  void push(const Node& node, Weight floor);
  template <typename Visit>
  void expand(const Slots& slots, int position, int jokers, Visit&& visit) const;
  void clear_table();
  void grow_table();
  [[nodiscard]] std::uint32_t find(const Node& node) const;
  void read_choice(std::int32_t goal, Choice& choice) const;

  void collect(int position, std::size_t first, std::vector<TileBag>& choices);

  RunAutomaton automaton_;
  int colours_;
  int numbers_;
  int positions_;
  GroupLimits groups_;
  const Problem* problem_ = nullptr;
  int wilds_ = 0;
  Weight best_joker_weight_ = 0;
  std::array<int, kMaxNumbers + 1> most_groups_{};  // by number
  std::array<Lane, kMaxColours> lanes_;
  std::vector<std::uint32_t> slot_stamp_;
  std::vector<std::uint16_t> slot_of_state_;
  std::uint32_t stamp_ = 0;
  struct ShapeRange {
    std::uint32_t first = 0;
    std::uint32_t count = kUnknown;
  };
  static constexpr std::uint32_t kUnknown = ~0U;
  std::vector<ShapeRange> shape_ranges_;  // by state and counts, for the states that are usual
  std::vector<StepShape> known_shapes_;
  std::vector<StepShape> shapes_;
  bool wrap_none_;

  std::vector<Node> nodes_;
  std::vector<std::int32_t> heap_;
  std::vector<std::int32_t> table_;  // open addressing over nodes_
  std::uint32_t table_mask_ = 0;
  std::vector<Frontier> frontier_;
  TileBag prefix_;
};

}  // namespace rummy
