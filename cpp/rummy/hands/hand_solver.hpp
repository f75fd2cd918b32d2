#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>

#include "rummy/hands/best_discard.hpp"
#include "rummy/hands/card_costs.hpp"
#include "rummy/hands/hand.hpp"
#include "rummy/hands/hand_plan.hpp"
#include "rummy/hands/hand_rules.hpp"
#include "rummy/hands/meldable.hpp"
#include "rummy/hands/plain_hands.hpp"

namespace rummy {

// The best melds of a hand, exact under every switch of HandRules. Made once for a set of rules; it
// holds tables that fill as they are asked, may be used by any number of threads at once, and
// allocates nothing after it was made.
//
// Goals: `deadwood` (what stays unmelded costs least), `points` (the melds count most), `tiles`
// (most cards lie in melds). Plans have one complete order, which does not depend on how they are
// found:
//   1. the goal;
//   2. more cards melded; under `tiles` less deadwood;
//   3. with natural_wilds: more cards of wild ranks set aside as what is printed on them, then at
//   the
//      first card (rank, then suit) where two choices differ the one that sets more aside;
//   4. rank by rank from the lowest, where two choices of groups differ: fewer cards of the rank in
//      groups, then fewer wild cards with them, then more cards of the first suit that differs;
//   5. fewer wild cards in runs, in all and then suit by suit from the first;
//   6. suit by suit, run by run: the run that begins lower, then the longer one, then the one that
//   has
//      a natural card at the first place where they differ.
// Melds are listed runs first (by suit, in the order of 6), then groups by rank. The wild cards
// that are melded are those that bring most, then those of low ranks and suits, jokers last; a wild
// place is filled by the very card it stands for if that is one of them, otherwise by the next of
// them.
class HandSolver {
 public:
  explicit HandSolver(const HandRules& rules);
  ~HandSolver();
  HandSolver(HandSolver&&) noexcept;
  HandSolver& operator=(HandSolver&&) noexcept;

  [[nodiscard]] const HandRules& rules() const;

  // In the unit of the goal, without the plan: faster than `best`.
  [[nodiscard]] int value(const Hand& hand, HandGoal goal) const {
    const PlainHands* plain = plain_of(hand, goal);
    return plain != nullptr ? plain->value(hand) : searched_value(hand, goal);
  }
  [[nodiscard]] int deadwood(const Hand& hand) const { return value(hand, HandGoal::deadwood); }
  // Whether the value is greater than this: faster than to ask for the value.
  [[nodiscard]] bool exceeds(const Hand& hand, HandGoal goal, int bound) const;
  // The cards that could lie in a meld of the hand, seen from ranks and suits alone: all that could
  // are among them.
  [[nodiscard]] CardSet meldable(const Hand& hand) const;
  // Whether a card of the hand is one of them.
  [[nodiscard]] bool could_meld(const Hand& hand, Tile card) const {
    if (card.is_joker()) return true;
    const PlainHands* plain = plain_of(hand, HandGoal::deadwood);
    return plain != nullptr ? plain->could_meld(hand, card) : Meldable::holds(meldable(hand), card);
  }
  // Whether a card of the hand could be laid off on a meld of another one, seen from ranks and
  // suits alone; never false where it could.
  [[nodiscard]] bool could_lay_off(const Hand& hand, const Hand& melded) const {
    const PlainHands* plain = plain_of(melded, HandGoal::deadwood);
    return plain == nullptr || !plain->fits(hand) || plain->could_lay_off(hand, melded);
  }
  // The melds of the plan for the least deadwood as masks, where the rules have no wild cards, one
  // copy of each card and runs that only the ends of a suit bound.
  [[nodiscard]] std::optional<PlainMelds> plain_melds(const Hand& hand) const {
    const PlainHands* plain = plain_[static_cast<std::size_t>(HandGoal::deadwood)];
    if (plain == nullptr || !plain->rows_are_runs()) return {};
    return plain->melds(hand);
  }
  // Every card lies in a meld.
  [[nodiscard]] bool all_melded(const Hand& hand) const {
    return exceeds(hand, HandGoal::tiles, hand.size() - 1);
  }

  void best(const Hand& hand, HandGoal goal, HandPlan& plan) const;
  [[nodiscard]] HandPlan best(const Hand& hand, HandGoal goal) const;

  // The card without which the hand is worth most; of equal ones the card that costs most in the
  // hand, then the first in the fixed order of cards. The hand holds a card at least.
  [[nodiscard]] BestDiscard best_discard(const Hand& hand, HandGoal goal) const {
    if (const PlainHands* plain = plain_of(hand, goal); plain != nullptr && !hand.empty()) {
      BestDiscard best;
      best.card = plain->best_discard(hand, best.value);
      return best;
    }
    KeptHand kept;
    return best_discard(hand, goal, kept);
  }
  // The same, faster for who keeps what the last one left.
  [[nodiscard]] BestDiscard best_discard(const Hand& hand, HandGoal goal, KeptHand& kept) const;
  // Whether a hand is worth more than the kept one, which has a card less; then `next` is what its
  // best discard leaves.
  [[nodiscard]] bool improves(const Hand& hand, const KeptHand& kept, KeptHand& next) const;

  // One value for each hand.
  void values(std::span<const Hand> hands, HandGoal goal, std::span<int> out) const;

  // What cards cost in the hand, and their order by it.
  [[nodiscard]] const CardCosts& costs() const;
  [[nodiscard]] int cost(Tile card) const;
  [[nodiscard]] int cost(const Hand& hand) const;
  // The most pairs of equal cards, wild cards helping (okey: seven pairs are a hand).
  [[nodiscard]] int pairs(const Hand& hand) const;

 private:
  struct Parts;
  static constexpr std::size_t kGoals = EnumNames<HandGoal>::kNames.size();

  // The tables that know the hand, where they do: most questions of gin end here.
  [[nodiscard]] const PlainHands* plain_of(const Hand& hand, HandGoal goal) const {
    const PlainHands* plain = plain_[static_cast<std::size_t>(goal)];
    return plain != nullptr && plain->fits(hand) ? plain : nullptr;
  }
  [[nodiscard]] int searched_value(const Hand& hand, HandGoal goal) const;

  std::unique_ptr<const Parts> parts_;
  std::array<const PlainHands*, kGoals> plain_{};  // in the parts; none with several packs
};

}  // namespace rummy
