#include <algorithm>
#include <cstdlib>
#include <vector>

#include "check.hpp"
#include "rummy/draw_game/game.hpp"
#include "rummy/strategies/card_sense.hpp"
#include "variants.hpp"

using namespace rummy;

namespace {

// Whether three cards are three of a row of one suit, or of one rank and three suits.
bool melds(Tile a, Tile b, Tile c) {
  if (a.number() == b.number() && b.number() == c.number())
    return a.colour() != b.colour() && b.colour() != c.colour() && a.colour() != c.colour();
  if (a.colour() != b.colour() || b.colour() != c.colour()) return false;
  const auto [low, high] = std::minmax({a.number(), b.number(), c.number()});
  return high - low == 2 && a != b && b != c && a != c;
}

// By definition: for every two different cards of the hand the unseen ones that make a meld of
// them.
int outs(const Hand& hand, const std::vector<Tile>& unseen) {
  std::vector<Tile> cards;
  hand.for_each([&](Tile card, int) {
    if (!card.is_joker()) cards.push_back(card);
  });
  int found = 0;
  for (std::size_t a = 0; a < cards.size(); ++a) {
    for (std::size_t b = a + 1; b < cards.size(); ++b) {
      for (const Tile card : unseen) found += melds(cards[a], cards[b], card) ? 1 : 0;
    }
  }
  return found;
}

}  // namespace

TEST_CASE("strategies: the promise of a card is what the pairs of a hand lose without it") {
  int promised = 0;
  for (const char* variant : {"gin", "argentino", "okey-101"}) {
    const auto read = variants::rules<DrawRules>(variant);
    const CompiledDraw rules(read, read.players_min);
    DrawGame game(rules);
    CardSense sense(rules);
    for (std::uint64_t deal = 0; deal < 60; ++deal) {
      game.start({14, deal, 0});
      const Hand& hand = *game.view().hand;
      sense.look(game.view());
      std::vector<Tile> unseen;
      rules.tiles().all().for_each([&](Tile card, int copies) {
        if (card.is_joker()) return;
        copies -= hand.count(card);
        for (const Tile open : game.pile()) copies -= open == card ? 1 : 0;
        unseen.insert(unseen.end(), static_cast<std::size_t>(copies), card);
      });
      hand.for_each([&](Tile card, int) {
        Hand rest = hand;
        rest.remove(card);
        const int promise = sense.promise(hand, card);
        CHECK_EQ(promise, outs(hand, unseen) - outs(rest, unseen));
        promised += promise;
      });
    }
  }
  CHECK(promised > 1000);
}

TEST_CASE("strategies: a card fits those of its number and its neighbours, each copy counted") {
  int fitting = 0;
  for (const char* variant : {"gin", "argentino", "okey-101"}) {
    const auto read = variants::rules<DrawRules>(variant);
    const CompiledDraw rules(read, read.players_max);
    DrawGame game(rules);
    const CardSense sense(rules);
    for (std::uint64_t deal = 0; deal < 60; ++deal) {
      game.start({15, deal, 0});
      const Hand& known = game.hand(1);
      rules.tiles().all().for_each([&](Tile card, int) {
        if (card.is_joker()) return;
        int found = 0;
        known.for_each([&](Tile tile, int copies) {
          if (tile.is_joker()) return;
          const int apart = std::abs(tile.number() - card.number());
          const bool run = tile.colour() == card.colour() && (apart == 1 || apart == 2);
          if (run || (apart == 0 && tile.colour() != card.colour())) found += copies;
        });
        CHECK_EQ(sense.fits(known, card), found);
        fitting += found;
      });
    }
  }
  CHECK(fitting > 1000);
}
