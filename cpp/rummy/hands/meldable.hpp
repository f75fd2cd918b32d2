#pragma once

#include <cstdint>

#include "rummy/hands/hand.hpp"

namespace rummy {

// Which cards could lie in a meld of a hand, as far as ranks and suits tell at once: the others lie
// in none. All suits are seen together, in the four parts of one word.
class Meldable {
 public:
  explicit Meldable(const HandRules& rules);

  [[nodiscard]] CardSet of(const Hand& hand) const;
  [[nodiscard]] static bool holds(CardSet cards, Tile card) {
    return card.is_joker() || (cards & Hand::bit_of(card)) != 0;
  }

 private:
  int ranks_;
  bool repeats_;    // suits in a group
  bool wraps_;      // the first rank may follow the last
  CardSet always_;  // wild cards, and where runs go round the cards at both ends
  CardSet wild_cards_;
};

}  // namespace rummy
