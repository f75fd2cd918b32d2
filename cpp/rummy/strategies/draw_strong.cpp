#include <array>
#include <limits>

#include "rummy/strategies/card_sense.hpp"
#include "rummy/strategies/draw_greedy.hpp"

namespace rummy {

namespace {

constexpr std::array<Parameter, 5> kParameters = {{
    {"potential", 10, 0, 100, "what an unseen card that would make a meld is worth, in tenths"},
    {"danger", 6, 0, 100, "what a card costs that fits what the next player took, in tenths"},
    {"chances", 0, 0, 100, "what each meld costs that a card may make for others, in tenths"},
    {"knock", 0, 0, 100, "gin: after the early turns it knocks with so much deadwood or less"},
    {"early", 0, 0, 100, "gin: until this turn it knocks as soon as it may"},
}};

struct Weights {
  int potential;
  int danger;
  int chances;
};

// The cards that may be discarded, each judged by what is lost, given away and kept; the least is
// taken. `cost_after` is in points.
template <typename CostAfter>
Tile choose_discard(const DrawView& view, const CardSense& sense, const Weights& weights,
                    const Hand& from, CostAfter&& cost_after) {
  const auto next = static_cast<std::size_t>((view.seat + 1) % view.players);
  Tile chosen = Tile::joker();
  int least = std::numeric_limits<int>::max();
  from.for_each([&](Tile tile, int) {
    if (!may_discard(view, tile)) return;
    Hand rest = from;
    rest.remove(tile);
    int price = 10 * cost_after(tile, rest) + weights.potential * sense.promise(from, tile) +
                weights.danger * sense.fits(view.known[next], tile);
    if (weights.chances != 0) price += weights.chances * sense.chances(tile);
    if (price < least) {
      least = price;
      chosen = tile;
    }
  });
  return chosen;
}

class StrongKnock : public GreedyKnock {
 public:
  StrongKnock(const CompiledDraw& rules, const Weights& weights, int knock, int early)
      : GreedyKnock(rules, {}),
        rules_(rules),
        sense_(rules),
        weights_(weights),
        knock_(knock),
        early_(early) {}

  void play(const DrawView& view, TurnPlay& play) override {
    GreedyKnock::play(view, play);
    if (play.show && !play.discard) return;
    Hand rest = *view.hand;
    rest.remove(*play.discard);
    const HandSolver& solver = rules_.solver();
    if (play.show) {
      const int deadwood = solver.deadwood(rest);
      if (deadwood == 0 || view.turn <= early_ || deadwood <= knock_) return;
      play.show = false;
    }
    sense_.look(view);
    play.discard = choose_discard(view, sense_, weights_, *view.hand,
                                  [&](Tile, const Hand& kept) { return solver.deadwood(kept); });
  }

 private:
  CompiledDraw rules_;
  CardSense sense_;
  Weights weights_;
  int knock_;
  int early_;
};

class StrongHand : public GreedyHand {
 public:
  StrongHand(const CompiledDraw& rules, const Weights& weights)
      : GreedyHand(rules), rules_(rules), sense_(rules), weights_(weights) {}

  void play(const DrawView& view, TurnPlay& play) override {
    GreedyHand::play(view, play);
    if (play.show) return;
    sense_.look(view);
    const HandSolver& solver = rules_.solver();
    // A tile more in melds is worth more than any promise of one; a wild one is never given away.
    play.discard =
        choose_discard(view, sense_, weights_, *view.hand, [&](Tile tile, const Hand& kept) {
          return 10 * (tile.is_joker() ? 100 : -solver.value(kept, HandGoal::tiles));
        });
  }

 private:
  CompiledDraw rules_;
  CardSense sense_;
  Weights weights_;
};

class StrongLaying : public GreedyLaying {
 public:
  StrongLaying(const CompiledDraw& rules, const Weights& weights)
      : GreedyLaying(rules, 0), rules_(rules), sense_(rules), weights_(weights) {}

  void play(const DrawView& view, TurnPlay& play) override {
    GreedyLaying::play(view, play);
    if (!play.discard) return;
    Hand loose = *view.hand;
    const auto take = [&](Tile tile) { loose.remove(tile); };
    for (const HandMeld& meld : play.melds) {
      for (const Tile tile : meld.tiles()) take(tile);
    }
    for (const HandMeld& pair : play.pairs) {
      for (const Tile tile : pair.tiles()) take(tile);
    }
    for (const LayOffMove& move : play.lay_offs) take(move.card);
    if (loose.size() < 2) return;
    sense_.look(view);
    const HandSolver& solver = rules_.solver();
    const int melded = solver.value(loose, HandGoal::points);
    play.discard = choose_discard(view, sense_, weights_, loose, [&](Tile tile, const Hand& kept) {
      // What the melds of the hand lose, twice, since they would be laid and not held; a wild card
      // makes a meld of almost any two.
      const int lost = melded - solver.value(kept, HandGoal::points);
      const int kept_for = rules_.is_wild(tile) ? 3 * rules_.cost(tile) : 0;
      return 2 * lost + kept_for - rules_.cost(tile);
    });
  }

 private:
  CompiledDraw rules_;
  CardSense sense_;
  Weights weights_;
};

}  // namespace

constinit const DrawStrategyEntry kDrawStrong = {
    "strong", "keeps what may still be melded, gives little away, knocks when it pays", kParameters,
    [](const CompiledDraw& rules, Values values) -> std::unique_ptr<DrawStrategy> {
      const Weights weights{values[0], values[1], values[2]};
      switch (rules.rules().end_by) {
        case EndBy::knock:
          return std::make_unique<StrongKnock>(rules, weights, values[3], values[4]);
        case EndBy::hand:
          return std::make_unique<StrongHand>(rules, weights);
        case EndBy::empty:
          break;
      }
      return std::make_unique<StrongLaying>(rules, weights);
    }};

}  // namespace rummy
