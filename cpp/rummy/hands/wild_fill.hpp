#pragma once

#include "rummy/hands/hand_plan.hpp"
#include "rummy/hands/hand_search.hpp"

namespace rummy {

// A wild place of a meld into which no card was put yet.
inline constexpr Tile kOpenPlace = Tile::from_face(kFaces + 1);

// Puts `melded` of the wild cards of a hand into the open places of the melds, takes them from
// `wild`, and adds what they count. Which cards: those that bring most, then those of low ranks and
// suits, jokers last. Where: in the order of the melds, a group of two that must differ takes one
// of either kind of which most are left; then every place whose very card is among them takes it;
// then the next place the next card.
void fill_wilds(const HandRules& rules, const HandSearch& search, Hand& wild, int melded,
                HandPlan& plan);

}  // namespace rummy
