#pragma once

#include <bit>
#include <optional>

#include "rummy/hands/hand.hpp"
#include "rummy/hands/hand_plan.hpp"

namespace rummy {

struct BestDiscard {
  Tile card;
  int value = 0;  // of the hand without it, in the unit of the goal
};

// The hand that a discard left, for who asks again after the next draw.
struct KeptHand {
  Hand hand;
  HandGoal goal = HandGoal::tiles;
  BestDiscard discard;  // with the value of the hand
  bool first = false;   // without any card before it the hand would have been worth less

  // The card that the hand now has beside those; none where more than a card differs.
  [[nodiscard]] std::optional<Tile> drawn(const Hand& now) const {
    const std::uint64_t once = now.suits() ^ hand.suits();
    const std::uint64_t twice = now.twice_suits() ^ hand.twice_suits();
    const std::uint64_t more = once | twice;
    const bool single = more != 0 && (more & (more - 1)) == 0;
    if (now.jokers() != hand.jokers() || (once & twice) != 0 || !single) return {};
    const int bit = std::countr_zero(more);
    const Tile card(bit / 16, bit % 16 + 1);
    if (now.count(card) != hand.count(card) + 1) return {};
    return card;
  }
  // The hand before the discard.
  [[nodiscard]] Hand before() const {
    Hand more = hand;
    more.add(discard.card);
    return more;
  }
};

}  // namespace rummy
