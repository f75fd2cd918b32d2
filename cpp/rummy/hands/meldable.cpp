#include "rummy/hands/meldable.hpp"

namespace rummy {

Meldable::Meldable(const HandRules& rules)
    : ranks_(rules.ranks),
      repeats_(rules.group_repeats),
      wraps_(rules.run_wrap == RunWrap::ace_high),
      always_(kEachSuit * rules.wild_ranks),
      wild_cards_(always_) {
  if (rules.run_wrap == RunWrap::round) always_ |= kEachSuit * (3U | 3U << (ranks_ - 2));
}

CardSet Meldable::of(const Hand& hand) const {
  const CardSet held = hand.suits();
  int wilds = hand.jokers();
  if ((held & wild_cards_) != 0)
    wilds += bit_count(held & wild_cards_, hand.twice_suits() & wild_cards_);
  if (wilds >= 2) return ~CardSet{0};
  // Ranks of which there are enough for a group of three.
  unsigned one = 0;
  unsigned two = 0;
  unsigned three = 0;
  const auto count = [&](unsigned mask) {
    three |= two & mask;
    two |= one & mask;
    one |= mask;
  };
  for (int suit = 0; suit < kHandSuits; ++suit) {
    count(hand.held(suit));
    if (repeats_) count(hand.twice(suit));
  }
  // Any three places of a run through a card hold two others, or one and a wild card. Bit 15 is
  // only used where the first of fifteen ranks follows the last.
  const CardSet row = wraps_ ? held | (held & kEachSuit) << ranks_ : held;
  const CardSet next = row & (row >> 1 & ~(kEachSuit << 15));
  const CardSet gap = row & (row >> 2 & ~(3 * kEachSuit << 14));
  CardSet runs = next | next << 1 | gap | gap << 2;
  if (wilds == 0) {
    runs = next & gap;
    runs |= runs << 1 | runs << 2;
  }
  if (wraps_) runs |= runs >> ranks_ & kEachSuit;
  return kEachSuit * (wilds == 0 ? three : two) | runs | always_;
}

}  // namespace rummy
