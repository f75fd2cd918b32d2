#pragma once

#include "rummy/draw_game/game.hpp"
#include "rummy/hands/kept_plan.hpp"

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

  // Whether this card of a hand could be laid in this turn, as far as ranks and suits tell at once:
  // never false where lay_all lays it.
  [[nodiscard]] static bool could_lay(const DrawView& view, const Hand& hand, Tile card);

  // The cards of the last hand that lay_all looked at that are in none of the melds that count
  // most, laid or not.
  [[nodiscard]] const Hand& unmelded() const { return unmelded_; }
  // What the melds of a hand count at most.
  [[nodiscard]] int points(const DrawView& view, const Hand& hand) const {
    return plan_.value(view.rules->solver(), hand);
  }

 private:
  [[nodiscard]] bool must_keep_one(const DrawView& view) const;
  bool lay_pairs(const DrawView& view, const Hand& hand, TurnPlay& play, Hand& rest);
  void lay_off(const DrawView& view, TurnPlay& play, Hand& rest);

  KeptPlan plan_;
  Hand unmelded_;
};

}  // namespace rummy
