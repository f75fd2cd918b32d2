#pragma once

#include <cstdint>
#include <optional>

#include "rummy/hands/best_discard.hpp"
#include "rummy/hands/hand_search.hpp"
#include "rummy/hands/meldable.hpp"

namespace rummy {

// The best discard from one hand: the first card, dear ones before cheap ones, that the hand does
// not need for what it is worth, or else the card without which it is worth most. Cards that lie in
// no meld are told at once; for the others one search goes through all choices of groups that are
// worth as much.
class DiscardSearch {
 public:
  DiscardSearch(const HandTables& tables, const Meldable& meldable, HandGoal goal,
                const Hand& hand);

  // Sets `next` to what the best discard leaves, for who knows what the last one left.
  void best(const KeptHand& kept, KeptHand& next);
  // The same where the hand is worth more than the kept one, beside which it holds a card;
  // otherwise false.
  [[nodiscard]] bool better(const KeptHand& kept, KeptHand& next);

 private:
  // Whether there is a card that the hand does not need; it is then in best_, and the value of the
  // hand anyhow.
  [[nodiscard]] bool find_spare(const KeptHand& kept);
  [[nodiscard]] bool take_spare(HandSearch::Spare spare, int from = 0);
  void choose_by_value();
  [[nodiscard]] int value(std::int32_t weight) const;
  void leave(bool first, KeptHand& next);

  const CardCosts& costs_;
  const HandRules& rules_;
  HandSearch search_;
  HandGoal goal_;
  const Hand& hand_;
  CardSet meldable_;
  Tile loose_;        // the first card that is seen at once not to be needed, or a joker
  CardSet doubtful_;  // the natural cards before it
  BestDiscard best_;
};

}  // namespace rummy
