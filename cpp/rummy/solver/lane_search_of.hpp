#pragma once

#include <array>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "rummy/solver/lane_bounds.hpp"
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
  [[nodiscard]] double best(double least) override;
  [[nodiscard]] bool any(double least) override;
  [[nodiscard]] JokerPlaces joker_places() override;
  [[nodiscard]] TileBag first_choice(double worth) override;
  double all(double least, std::vector<TileBag>& choices) override;

 private:
  static constexpr bool kUsual = L::kUsual;
  using Slot = typename L::Slot;
  using Worth = typename L::Worth;
  using Sum = typename L::Sum;
  using Key = typename L::Key;
  using Memo = LaneMemo<Sum, Key>;
  static constexpr Sum kNone = static_cast<Sum>(kHopeless);
  // Lanes' hopeless entries leave sums that are below every worth.
  [[nodiscard]] static bool hopeless(Sum bound) { return bound <= (kUsual ? -1 : kNone / 2); }

  struct Node {
    typename L::Slots slots{};
    std::uint8_t jokers = 0;  // left
    friend bool operator==(const Node&, const Node&) = default;
    friend auto operator<=>(const Node&, const Node&) = default;
  };
  // A way over a number, to a node.
  struct Way {
    Crossing crossing;
    Node next;
    Sum gain = 0;
  };
  // One of the sets of states that a choice of tiles can lead to.
  struct Reached {
    std::uint32_t code = 0;  // what was laid of the last number
    Node node;
    Sum need = 0;
  };
  // What is laid from a node on: of the next number, and a tail for the others. At the end
  // the code is a number of optional jokers. Worth: of these tiles, and of all jokers that are
  // laid.
  struct Tail {
    std::uint32_t code = 0;
    std::int32_t rest = -1;
    Sum worth = 0;
  };
  // The tails of a node that gain `need`, the best first, and a bound of what the others gain.
  struct TailList {
    Sum need = 0;
    Sum left_out = 0;
    std::size_t first = 0;  // in listed_
    std::size_t count = 0;
  };
  // What to do with a way over a number, where it is done seldom enough: expand() is then made but
  // once for all of it, which leaves the compiler free to unfold it for descend().
  class Visitor {
   public:
    template <typename Visit>
    explicit Visitor(Visit& visit)
        : visit_(&visit),
          call_([](void* to, const Crossing& crossing, const Node& next, Sum gain, Sum bound) {
            return (*static_cast<Visit*>(to))(crossing, next, gain, bound);
          }) {}
    bool operator()(const Crossing& crossing, const Node& next, Sum gain, Sum bound) const {
      return call_(visit_, crossing, next, gain, bound);
    }

   private:
    void* visit_;
    bool (*call_)(void*, const Crossing&, const Node&, Sum, Sum);
  };
  template <int Layers>
  using Gains = typename L::template Gains<Layers>;
  using Edge = typename L::Edge;
  // A way over a number that is being made, colour by colour.
  template <int Layers>
  struct Expansion {
    int number = 0;
    const Node* from = nullptr;
    const Sum* need = nullptr;
    Sum most = kNone;  // the best bound among what was left out
    Sum bound = 0;     // of what the node can gain, when shares are paid for
    int spare = 0;     // shares beyond what the colours take at least
    // What the colours from here on, and jokers, can give to groups.
    std::array<int, kMaxColours + 1> groupable{};
    std::array<const typename L::Edges*, kMaxColours> all{};  // of each colour
    // The edges of each colour that may do: all of them, or some in `kept`.
    std::array<const Edge*, kMaxColours> first{};
    std::array<const Edge*, kMaxColours> end{};
    std::array<std::vector<Edge>, kMaxColours> kept;
    struct Chosen {
      const Edge* next;  // behind the edge that is taken
      // Of the colours before, with all edges of those that follow, without this one.
      Sum bound;
      int spare;
      // Of the colours before.
      int group_most;
      int group_tiles;
    };
    std::array<Chosen, kMaxColours> chosen{};
    Crossing crossing;
    Node next;
  };
  // By position: a search is at one node of each at a time.
  template <int Layers>
  using Expansions = std::array<Expansion<Layers>, kMaxPositions>;

  void learn(int position, const Node& node, Sum bound, const Way* way);
  // What is known of a node.
  [[nodiscard]] typename Memo::Fact fact(int position, const Node& node);
  // Calls call.template operator()<layers_>().
  template <std::size_t Kind = 0, typename Call>
  auto with_layers(Call&& call) {
    if constexpr (Kind + 1 < std::size(L::kLayers)) {
      if (layers_ != L::kLayers[Kind]) return with_layers<Kind + 1>(std::forward<Call>(call));
    }
    return call.template operator()<L::kLayers[Kind]>();
  }
  [[nodiscard]] std::optional<Sum> only_way();
  [[nodiscard]] bool lay_lanes();
  [[nodiscard]] L& lane(int colour) { return lanes_now_[colour]; }
  [[nodiscard]] const L& lane(int colour) const { return lanes_now_[colour]; }
  template <int Layers>
  [[nodiscard]] bool build();
  template <int Layers>
  void find_price();
  template <int Layers>
  [[nodiscard]] Sum price_shares(int price);
  template <int Layers>
  [[nodiscard]] Sum start_bound() const;
  template <int Layers>
  [[nodiscard]] Sum best_of(double least, bool any);
  template <int Layers>
  [[nodiscard]] Sum descend(int position, const Node& node, Sum need, Sum bound);
  template <int Layers>
  void follow(Sum worth);
  template <int Layers>
  [[nodiscard]] bool note_jokers(int position, const Node& node, JokerPlaces& places);
  template <int Layers, typename Visit>
  bool expand(int position, const Node& node, const Sum& need, Sum& most, Visit&& visit);
  template <int Layers>
  [[nodiscard]] bool keep_edges(Expansion<Layers>& e);
  template <int Layers, typename Visit>
  bool choose(Expansion<Layers>& e, Visit& visit);
  template <int Layers, typename Visit>
  bool cross(Expansion<Layers>& e, int group_most, int group_tiles, Sum bound, Visit& visit);
  template <int Layers>
  [[nodiscard]] TileBag first_choice_of(Sum worth);
  template <int Layers>
  [[nodiscard]] TailList tails(int position, const Node& node, Sum need);
  [[nodiscard]] std::int32_t tail(const Tail& tail);
  [[nodiscard]] Sum jokers_worth(const Node& node) const {
    return static_cast<Sum>(best_joker_weight_ * static_cast<float>(paid_jokers(node.jokers)));
  }
  void drop_equals();

  typename L::Probe probe_;  // of the usual rules alone
  bool probed_ = false;
  int layers_ = 1;
  typename L::Shared shared_;
  std::vector<L> lanes_;  // by layers: problems that follow each other often share most of them
  L* lanes_now_ = nullptr;
  Sum price_ = 0;  // of a share
  // By jokers left: what shares cost, to be added to gains. Those beyond the jokers are hopeless.
  static constexpr int kMostLayers = L::kLayers[std::size(L::kLayers) - 1];
  std::array<std::array<Worth, index(kMostLayers)>, kMaxJokers + 1> priced_{};
  typename L::template ByLayers<Expansions> expansions_;
  std::vector<Reached> frontier_;
  std::vector<Tail> tails_;  // by name
  // `way` is the name; none is forgotten, since equal tails have one.
  LaneMemo<Sum, std::uint64_t> tail_names_{~std::size_t{0}};
  std::vector<TailList> tail_lists_;             // that facts name
  std::vector<std::int32_t> listed_, gathered_;  // names: of lists, and of lists under way
  Memo memo_;
  std::array<LaneBounds<Sum>, kMaxPositions> bounds_;
  std::vector<Way> ways_;  // that facts name
  bool any_ = false;       // the first solution will do
};

}  // namespace rummy
