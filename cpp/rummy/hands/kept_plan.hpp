#pragma once

#include "rummy/hands/hand_solver.hpp"

namespace rummy {

// The melds that count most of a hand that changes by a few cards from turn to turn: as HandSolver
// finds them, which is asked only where the last plan does not tell.
//
// Cards that could lie in no meld change nothing when they come, and cards that the plan left
// change nothing when they go: of fewer plans it is still the first. What a plan left has no meld,
// since with one more it would have been a better plan.
class KeptPlan {
 public:
  [[nodiscard]] const HandPlan& best(const HandSolver& solver, const Hand& hand);
  // What the melds of the best plan count.
  [[nodiscard]] int value(const HandSolver& solver, const Hand& hand) const;

 private:
  [[nodiscard]] bool melds_nothing(const HandSolver& solver, const Hand& hand) const;
  [[nodiscard]] bool melds_as_before(const HandSolver& solver, const Hand& hand) const;

  Hand hand_;    // of the plan
  Hand melded_;  // its cards in melds
  HandPlan plan_;
};

}  // namespace rummy
