#include "rummy/hands/kept_plan.hpp"

namespace rummy {

namespace {

// Whether the cards that a hand has beside these could lie in no meld of it.
bool adds_only_loose(const HandSolver& solver, const Hand& hand, const Hand& these) {
  if (hand.jokers() > these.jokers()) return false;
  const CardSet added =
      (hand.suits() & ~these.suits()) | (hand.twice_suits() & ~these.twice_suits());
  return added == 0 || (added & solver.meldable(hand)) == 0;
}

}  // namespace

const HandPlan& KeptPlan::best(const HandSolver& solver, const Hand& hand) {
  if (melds_nothing(solver, hand)) {
    plan_.clear();
    plan_.value = plan_.points = plan_.melded = 0;
    melded_ = {};
  } else if (!melds_as_before(solver, hand)) {
    solver.best(hand, HandGoal::points, plan_);
    melded_ = hand.without(plan_.leftover);
  }
  hand_ = hand;
  plan_.leftover = hand.without(melded_);
  plan_.deadwood = solver.cost(plan_.leftover);
  return plan_;
}

int KeptPlan::value(const HandSolver& solver, const Hand& hand) const {
  if (melds_nothing(solver, hand)) return 0;
  if (melds_as_before(solver, hand)) return plan_.value;
  return solver.value(hand, HandGoal::points);
}

bool KeptPlan::melds_nothing(const HandSolver& solver, const Hand& hand) const {
  return adds_only_loose(solver, hand, plan_.leftover);
}

bool KeptPlan::melds_as_before(const HandSolver& solver, const Hand& hand) const {
  const CardSet wild = kEachSuit * solver.rules().wild_ranks;
  const CardSet changed =
      (hand.suits() ^ hand_.suits()) | (hand.twice_suits() ^ hand_.twice_suits());
  return hand.jokers() == hand_.jokers() && (changed & wild) == 0 &&
         (melded_.suits() & ~hand.suits()) == 0 &&
         (melded_.twice_suits() & ~hand.twice_suits()) == 0 && adds_only_loose(solver, hand, hand_);
}

}  // namespace rummy
