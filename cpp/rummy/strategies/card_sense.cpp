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

int CardSense::potential(const Hand& hand) const {
  int outs = 0;
  for (int suit = 0; suit < suits_; ++suit) {
    const unsigned held = hand.held(suit);
    for (unsigned next = held & (held >> 1); next != 0; next &= next - 1) {
      const int rank = std::countr_zero(next) + 1;  // and the one above it
      outs += left(suit, rank - 1) + left(suit, rank + 2);
    }
    for (unsigned gaps = held & (held >> 2); gaps != 0; gaps &= gaps - 1) {
      outs += left(suit, std::countr_zero(gaps) + 2);
    }
    for (int other = suit + 1; other < suits_; ++other) {
      for (unsigned both = held & hand.held(other); both != 0; both &= both - 1) {
        const int rank = std::countr_zero(both) + 1;
        for (int third = 0; third < suits_; ++third) {
          if (third != suit && third != other) outs += left(third, rank);
        }
      }
    }
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
  int found = 0;
  known.for_each([&](Tile tile, int copies) {
    if (tile.is_joker()) return;
    const int apart = tile.number() - card.number();
    const bool run = tile.colour() == card.colour() && apart != 0 && apart >= -2 && apart <= 2;
    if (run || (apart == 0 && tile.colour() != card.colour())) found += copies;
  });
  return found;
}

}  // namespace rummy
