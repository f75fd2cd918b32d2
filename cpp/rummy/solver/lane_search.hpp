#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "rummy/rules/compiled_rules.hpp"
#include "rummy/solver/group_limits.hpp"
#include "rummy/solver/lane_memo.hpp"
#include "rummy/solver/lanes.hpp"
#include "rummy/solver/probe.hpp"
#include "rummy/tiles/tile_bag.hpp"

namespace rummy {

// What a search over all colours decides at one number.
struct Crossing {
  std::array<Step, kMaxColours> steps{};  // by colour
  std::uint8_t group_jokers = 0;
};

// The covering problem under the usual rules (see open_runs.hpp), by colours. At a number the
// colours meet only in the groups; lanes.hpp bounds what each can gain alone. The sum over the
// colours, the jokers split among them as is best, bounds what all can gain together, and in most
// positions it is what they can.
//
// So the search asks: can so much be gained? It goes down the numbers, at each through the ways to
// go on whose bound still reaches what is needed, and remembers for each set of states what it
// found too much to ask. For the best choice it asks first for the least that would do, then for
// more in whole units of the objective, then for a little more, until that is too much; for a
// layout it asks whether the bound at the start is reached, and if not, for what it has learned.
class LaneSearch {
 public:
  struct Problem {
    std::array<Lane::Cells, kMaxColours> cells{};  // most_group and charge are filled in by set()
    int must_jokers = 0;
    int may_jokers = 0;
    std::array<float, kMaxNumbers + 1> joker_weight{};  // of an optional joker, by number
    std::uint32_t group_jokers = ~0U;                   // numbers whose groups may hold jokers
  };

  explicit LaneSearch(const CompiledRules& rules);
  [[nodiscard]] static bool fits(const CompiledRules& rules);

  // What to look for. `best`: the worth of a solution; jokers that must be placed may then be left
  // over, since a joker finds a place at almost any table, and jokers that are used count as
  // optional ones first. `exact`: jokers that must be placed are. `every`: for all().
  enum class Mode { best, exact, every };
  // False when it is plain that there is no solution.
  [[nodiscard]] bool set(const Problem& problem, Mode mode);
  // Searches a solution worth `least` or more, and returns the worth of the best, or kHopeless.
  // Worths are whole numbers, and mostly whole numbers of `unit`.
  [[nodiscard]] float best(float least, float unit);
  // Any solution worth `least` or more.
  [[nodiscard]] bool any(float least);
  // Of the solution that best() found.
  [[nodiscard]] const std::array<Crossing, kMaxNumbers + 1>& path() const { return path_; }
  // What it lays.
  [[nodiscard]] TileBag laid() const;

  // After best() returned `worth`: of the solutions worth that much the one that lays the most of
  // the first optional tile, of these the one that lays the most of the second, and so on.
  [[nodiscard]] TileBag first_choice(float worth);
  // No other choice of as many tiles can be worth the same as this one (which has to be possible by
  // its tiles alone). Not sure when false.
  [[nodiscard]] bool is_only(const TileBag& choice) const;
  // Every distinct choice of optional tiles (the empty one too, where it solves the problem) worth
  // `least` or more, in no particular order. Returns a bound of the others, kHopeless when there
  // are none.
  float all(float least, std::vector<TileBag>& choices);

 private:
  static constexpr int kShares = 2;  // of a joker

  struct Node {
    std::array<std::uint8_t, kMaxColours> slots{};
    std::uint8_t jokers = 0;  // left
    friend bool operator==(const Node&, const Node&) = default;
    friend auto operator<=>(const Node&, const Node&) = default;
  };
  // One of the sets of states that a choice of tiles can lead to.
  struct Reached {
    std::uint32_t code = 0;  // what was laid of the last number
    Node node;
    float need = 0;
  };
  // What lanes gain, by the shares left, with as many hopeless entries before the first, so that it
  // can be read shifted.
  template <int Layers>
  struct Gains {
    std::array<float, 2 * Layers> values;
    Gains() { values.fill(kHopeless); }
    [[nodiscard]] float* data() { return values.data() + Layers; }
    [[nodiscard]] const float* data() const { return values.data() + Layers; }
  };
  // A way over a number that is being made, colour by colour.
  template <int Layers>
  struct Expansion {
    int number = 0;
    const Node* from = nullptr;
    float need = 0;
    float most = kHopeless;  // the best bound among what was left out
    float joker_bound = 0;
    // What the colours from here on, and jokers, can give to groups.
    std::array<std::uint8_t, kMaxColours + 1> groupable{};
    std::array<Gains<Layers>, kMaxColours> rest;  // of the colours from here on, before the step
    std::array<Gains<Layers>, kMaxColours> done;  // of the colours up to here, after the step
    Crossing crossing;
    Node next;
  };
  // By number: a search is at one node of each at a time.
  template <int Layers>
  using Expansions = std::array<Expansion<Layers>, kMaxNumbers + 1>;

  [[nodiscard]] bool group_jokers(int number) const {
    return (problem_.group_jokers >> number & 1U) != 0;
  }
  void limit_groups();
  // How many optional jokers count as laid when so many of all are left.
  [[nodiscard]] int paid_jokers(int left) const {
    return paid_jokers_[static_cast<std::size_t>(left)];
  }
  // Those that may still be laid count as laid.
  [[nodiscard]] float joker_bound(int left) const {
    return best_joker_weight_ * static_cast<float>(paid_jokers(0) - paid_jokers(left));
  }
  [[nodiscard]] float joker_gain(int number, int before, int after) const {
    return problem_.joker_weight[static_cast<std::size_t>(number)] *
           static_cast<float>(paid_jokers(after) - paid_jokers(before));
  }
  void learn(int position, const Node& node, float bound);
  // A bound of what can be gained that is known and below `need`.
  [[nodiscard]] std::optional<float> too_much(int position, const Node& node, float need);
  // Calls call.template operator()<layers_>().
  template <typename Call>
  auto with_layers(Call&& call) {
    return layers_ == 1   ? call.template operator()<1>()
           : layers_ == 4 ? call.template operator()<4>()
           : layers_ == 8 ? call.template operator()<8>()
                          : call.template operator()<12>();
  }
  [[nodiscard]] std::optional<float> only_way();
  [[nodiscard]] bool may_reach(float least);
  [[nodiscard]] bool lay_lanes();
  [[nodiscard]] Lane& lane(int colour) { return (*lanes_now_)[static_cast<std::size_t>(colour)]; }
  [[nodiscard]] const Lane& lane(int colour) const {
    return (*lanes_now_)[static_cast<std::size_t>(colour)];
  }
  template <int Layers>
  [[nodiscard]] bool build();
  template <int Layers>
  [[nodiscard]] float start_bound() const;
  template <int Layers>
  [[nodiscard]] float best_of(float least, float unit);
  template <int Layers>
  [[nodiscard]] bool any_of(float least);
  template <int Layers>
  [[nodiscard]] float descend(int position, const Node& node, float need);
  template <int Layers, typename Visit>
  bool expand(int position, const Node& node, float need, float& most, Visit&& visit);
  template <int Layers, typename Visit>
  bool choose(Expansion<Layers>& e, int colour, int cost, int group_most, int group_tiles,
              float gain, const float* done, Visit& visit);
  template <int Layers, typename Visit>
  bool cross(Expansion<Layers>& e, int group_most, int group_tiles, float gain, const float* done,
             const float* after, Visit& visit);
  template <int Layers>
  [[nodiscard]] TileBag first_choice_of(float worth);
  template <int Layers>
  void collect(int position, std::size_t first, std::vector<TileBag>& choices);
  [[nodiscard]] std::uint32_t laid_code(int number, const Crossing& crossing) const;
  void add_laid(TileBag& bag, int number, std::uint32_t code) const;
  void drop_equals(std::size_t first);
  [[nodiscard]] static std::uint64_t key(int position, const Node& node);

  int colours_;
  int numbers_;
  GroupLimits groups_;
  Problem problem_;
  Mode mode_ = Mode::exact;
  Probe probe_;
  bool probed_ = false;
  int jokers_ = 0;
  int layers_ = 1;
  float best_joker_weight_ = 0;
  std::array<std::int8_t, kMaxJokers + 1> paid_jokers_{};  // by jokers left
  // By layers: problems that follow each other often share most lanes.
  std::array<std::array<Lane, kMaxColours>, 4> all_lanes_;
  std::array<Lane, kMaxColours>* lanes_now_ = all_lanes_.data();
  std::array<Crossing, kMaxNumbers + 1> path_{};
  int jokers_laid_ = 0;
  std::tuple<Expansions<1>, Expansions<4>, Expansions<8>, Expansions<12>> expansions_;
  std::vector<Reached> frontier_;
  TileBag prefix_;
  float least_ = 0;             // what collect() asks of the whole
  float left_out_ = kHopeless;  // the best bound of what collect() left out
  LaneMemo memo_;
};

}  // namespace rummy
