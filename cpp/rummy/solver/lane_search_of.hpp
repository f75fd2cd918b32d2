#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "rummy/solver/lane_memo.hpp"
#include "rummy/solver/lane_search.hpp"

namespace rummy {

// The search over lanes of one kind: UsualLane knows the usual rules (see open_runs.hpp),
// GeneralLane all.
template <typename L>
class LaneSearchOf final : public LaneSearch {
 public:
  explicit LaneSearchOf(const CompiledRules& rules);

  [[nodiscard]] bool set(const LanedProblem& problem, Mode mode) override;
  [[nodiscard]] double best(double least, double unit) override;
  [[nodiscard]] bool any(double least) override;
  [[nodiscard]] TileBag first_choice(double worth) override;
  double all(double least, std::vector<TileBag>& choices) override;

 private:
  static constexpr bool kUsual = L::kUsual;
  using Slot = typename L::Slot;
  using Worth = typename L::Worth;
  using Key = typename L::Key;
  using Memo = LaneMemo<Worth, Key>;

  struct Node {
    std::array<Slot, kMaxColours> slots{};
    std::uint8_t jokers = 0;  // left
    friend bool operator==(const Node&, const Node&) = default;
    friend auto operator<=>(const Node&, const Node&) = default;
  };
  // One of the sets of states that a choice of tiles can lead to.
  struct Reached {
    std::uint32_t code = 0;  // what was laid of the last number
    Node node;
    Worth need = 0;
  };
  // What lanes gain, by the shares left, with as many hopeless entries before the first, so that it
  // can be read shifted.
  template <int Layers>
  struct Gains {
    std::array<Worth, 2 * Layers> values;
    Gains() { values.fill(kHopeless); }
    [[nodiscard]] Worth* data() { return values.data() + Layers; }
    [[nodiscard]] const Worth* data() const { return values.data() + Layers; }
  };
  // A way over a number that is being made, colour by colour.
  template <int Layers>
  struct Expansion {
    int number = 0;
    const Node* from = nullptr;
    Worth need = 0;
    Worth most = kHopeless;  // the best bound among what was left out
    Worth joker_bound = 0;
    // What the colours from here on, and jokers, can give to groups.
    std::array<std::uint8_t, kMaxColours + 1> groupable{};
    std::array<Gains<Layers>, kMaxColours> rest;  // of the colours from here on, before the step
    std::array<Gains<Layers>, kMaxColours> done;  // of the colours up to here, after the step
    Crossing crossing;
    Node next;
  };
  // By position: a search is at one node of each at a time.
  template <int Layers>
  using Expansions = std::array<Expansion<Layers>, kMaxPositions>;

  void learn(int position, const Node& node, Worth bound);
  // A bound of what can be gained that is known and below `need`.
  [[nodiscard]] std::optional<Worth> too_much(int position, const Node& node, Worth need);
  // Calls call.template operator()<layers_>().
  template <typename Call>
  auto with_layers(Call&& call) {
    return layers_ == 1   ? call.template operator()<1>()
           : layers_ == 4 ? call.template operator()<4>()
           : layers_ == 8 ? call.template operator()<8>()
                          : call.template operator()<12>();
  }
  [[nodiscard]] std::optional<Worth> only_way();
  [[nodiscard]] bool may_reach(double least);
  [[nodiscard]] bool lay_lanes();
  [[nodiscard]] L& lane(int colour) { return lanes_now_[colour]; }
  [[nodiscard]] const L& lane(int colour) const { return lanes_now_[colour]; }
  template <int Layers>
  [[nodiscard]] bool build();
  template <int Layers>
  [[nodiscard]] Worth start_bound() const;
  template <int Layers>
  [[nodiscard]] Worth best_of(Worth least, Worth unit);
  template <int Layers>
  [[nodiscard]] bool any_of(Worth least);
  template <int Layers>
  [[nodiscard]] Worth descend(int position, const Node& node, Worth need);
  template <int Layers, typename Visit>
  bool expand(int position, const Node& node, Worth need, Worth& most, Visit&& visit);
  template <int Layers, typename Visit>
  bool choose(Expansion<Layers>& e, int colour, int cost, int group_most, int group_tiles,
              Worth gain, const Worth* done, Visit& visit);
  template <int Layers, typename Visit>
  bool cross(Expansion<Layers>& e, int group_most, int group_tiles, Worth gain, const Worth* done,
             const Worth* after, Visit& visit);
  template <int Layers>
  [[nodiscard]] TileBag first_choice_of(Worth worth);
  template <int Layers>
  void collect(int position, std::size_t first, std::vector<TileBag>& choices);
  void drop_equals(std::size_t first);

  typename L::Probe probe_;  // of the usual rules alone
  bool probed_ = false;
  int layers_ = 1;
  typename L::Shared shared_;
  std::vector<L> lanes_;  // by layers: problems that follow each other often share most of them
  L* lanes_now_ = nullptr;
  std::tuple<Expansions<1>, Expansions<4>, Expansions<8>, Expansions<12>> expansions_;
  std::vector<Reached> frontier_;
  TileBag prefix_;
  Worth least_ = 0;             // what collect() asks of the whole
  Worth left_out_ = kHopeless;  // the best bound of what collect() left out
  Memo memo_;
};

}  // namespace rummy
