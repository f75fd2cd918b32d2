#pragma once

#include "rummy/draw_game/game.hpp"

namespace rummy {

// Laying down all that can be laid, which every strategy of a game with laying in the course of
// play shares. Keeps its memory between turns.
class Laying {
 public:
  // Fills the melds, pairs and lay-offs of `play` for a hand (the one of the view, or another that
  // the seat thinks about), as far as the rules let this seat lay now: the melds that count most,
  // then whatever fits on melds that it may use. Leaves a card to discard where one must be.
  // Returns the hand that is left.
  Hand lay_all(const DrawView& view, const Hand& hand, TurnPlay& play);

  // The melds that count most of the last hand that lay_all looked at, laid or not.
  [[nodiscard]] const HandPlan& plan() const { return plan_; }

 private:
  [[nodiscard]] bool must_keep_one(const DrawView& view) const;
  bool lay_pairs(const DrawView& view, const Hand& hand, TurnPlay& play, Hand& rest);
  void lay_off(const DrawView& view, TurnPlay& play, Hand& rest);

  HandPlan plan_;
};

}  // namespace rummy
