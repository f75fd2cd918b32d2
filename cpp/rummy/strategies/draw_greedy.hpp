#pragma once

#include "rummy/strategies/draw_strategy.hpp"
#include "rummy/strategies/laying.hpp"

namespace rummy {

// Games that end with a knock (GIN): takes a card that it melds, discards for the least deadwood,
// knocks as soon as it may.
class GreedyKnock : public DrawStrategy {
 public:
  // Takes also a card that only lowers the deadwood by so much; knocks with so much deadwood or
  // less.
  struct Options {
    int gain = 1000;
    int knock = 100;
  };
  GreedyKnock(const CompiledDraw& rules, Options options) : rules_(rules), options_(options) {}

  [[nodiscard]] bool takes(const DrawView& view) override;
  void play(const DrawView& view, TurnPlay& play) override;

 private:
  // Whether a hand with the card of the pile is enough better; `melds`: the card may lie in one. It
  // is seldom asked, and kept apart from what is asked in every turn.
  [[nodiscard, gnu::noinline]] bool gains(const Hand& hand, const Hand& more, Tile card,
                                          bool melds) const;
  // The best discard when the card that was taken may not go.
  [[nodiscard]] BestDiscard best_other(const DrawView& view) const;

  CompiledDraw rules_;
  Options options_;
};

// Games that end with a whole hand (OKEY): takes a tile that is melded, discards for the most
// melded tiles.
class GreedyHand : public DrawStrategy {
 public:
  explicit GreedyHand(const CompiledDraw& rules) : rules_(rules) {}

  [[nodiscard]] bool takes(const DrawView& view) override;
  void play(const DrawView& view, TurnPlay& play) override;

 private:
  CompiledDraw rules_;
  KeptHand kept_;
  KeptHand taken_;  // what is kept after the tile that it wanted from the pile
};

// Games of laying (ARG, OK101): lays all that it can, takes the pile when what it would lay is
// worth more than what it would hold, discards the card that costs most.
class GreedyLaying : public DrawStrategy {
 public:
  GreedyLaying(const CompiledDraw& rules, int pile) : rules_(rules), pile_(pile) {}

  [[nodiscard]] bool takes(const DrawView& view) override;
  void play(const DrawView& view, TurnPlay& play) override;

 private:
  CompiledDraw rules_;
  Laying laying_;
  TurnPlay thought_;
  int pile_;
};

// The card of what is left that costs most in the hand, wild ones last; never one that may not go.
[[nodiscard]] Tile costliest(const DrawView& view, const Hand& rest);
// Whether the card may be discarded in this turn.
[[nodiscard]] bool may_discard(const DrawView& view, Tile card);

}  // namespace rummy
