#include "rummy/strategies/card_sense.hpp"

namespace rummy {

void CardSense::look(const DrawView& view) {
  const TileSet& set = rules_.tiles();
  ranks_ = set.numbers;
  suits_ = set.colours;
  left_.fill(static_cast<std::int8_t>(set.copies));
  view.hand->for_each([&](Tile tile, int copies) { see(tile, copies); });
  for (const Tile tile : view.pile) see(tile);
  for (const LaidMeld& laid : view.table) {
    for (const Tile tile : laid.meld.tiles()) see(tile);
  }
  for (int seat = 0; seat < view.players; ++seat) {
    if (seat == view.seat) continue;
    view.known[static_cast<std::size_t>(seat)].for_each(
        [&](Tile tile, int copies) { see(tile, copies); });
  }
}

int CardSense::promise(const Hand& hand, Tile card) const {
  if (card.is_joker() || hand.count(card) > 1) return 0;  // what it promises stays
  const int suit = card.colour();
  const int rank = card.number();
  const auto holds = [&, held = hand.held(suit)](int other) {
    return other >= 1 && (held >> (other - 1) & 1U) != 0;
  };
  const int below = left(suit, rank - 1);
  const int above = left(suit, rank + 1);
  int outs = 0;
  if (holds(rank - 2)) outs += below;
  if (holds(rank - 1)) outs += left(suit, rank - 2) + above;
  if (holds(rank + 1)) outs += below + left(suit, rank + 2);
  if (holds(rank + 2)) outs += above;
  int same = 0;
  for (int other = 0; other < suits_; ++other) {
    if (other != suit) same += left(other, rank);
  }
  for (int other = 0; other < suits_; ++other) {
    const bool both = other != suit && (hand.held(other) >> (rank - 1) & 1U) != 0;
    if (both) outs += same - left(other, rank);
  }
  return outs;
}

int CardSense::chances(Tile card) const {
  if (card.is_joker()) return 100;
  const int suit = card.colour();
  const int rank = card.number();
  int same = 0;
  for (int other = 0; other < suits_; ++other) {
    if (other != suit) same += left(other, rank);
  }
  const int below = left(suit, rank - 1);
  const int above = left(suit, rank + 1);
  return same * (same - 1) / 2 + below * left(suit, rank - 2) + below * above +
         above * left(suit, rank + 2);
}

int CardSense::fits(const Hand& known, Tile card) const {
  if (card.is_joker()) return known.empty() ? 0 : 4;
  const int place = card.number() - 1;
  const int suit = 16 * card.colour();
  const std::uint64_t near = (0b11011U << place >> 2) & 0xffffU;
  const std::uint64_t others = kEachSuit << place & ~(std::uint64_t{0xffff} << suit);
  const std::uint64_t cards = near << suit | others;
  return bit_count(known.suits() & cards, known.twice_suits() & cards);
}

}  // namespace rummy
