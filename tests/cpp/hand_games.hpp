#pragma once

// The rules of hands of real games, and hands dealt from their packs.

#include <vector>

#include "rummy/draw_game/compiled_draw.hpp"
#include "rummy/random/stream.hpp"
#include "variants.hpp"

namespace hand_games {

using namespace rummy;

inline HandRules of_variant(const char* id, int players = 0) {
  const auto rules = variants::rules<DrawRules>(id);
  return hand_rules_of(rules, tile_set_for(rules, players));
}

inline HandRules gin() { return of_variant("gin"); }
inline HandRules okey() { return of_variant("okey"); }
inline HandRules okey_101() { return of_variant("okey-101"); }
// With the pack of two players or with the two of three and four.
inline HandRules argentino(int packs) { return of_variant("argentino", packs + 1); }

inline std::vector<Tile> pack_of(const HandRules& rules) {
  std::vector<Tile> pack(static_cast<std::size_t>(rules.jokers), Tile::joker());
  for (int copy = 0; copy < rules.copies; ++copy) {
    for (int suit = 0; suit < rules.suits; ++suit) {
      for (int rank = 1; rank <= rules.ranks; ++rank) pack.emplace_back(suit, rank);
    }
  }
  return pack;
}

// Calls visit(hand) for so many hands of that size, each dealt from the whole pack.
template <typename Visit>
void deal(const HandRules& rules, int size, int hands, std::uint64_t seed, Visit&& visit) {
  std::vector<Tile> pack = pack_of(rules);
  Stream stream(GameKey{.seed = seed}, Purpose::deal);
  for (int i = 0; i < hands; ++i) {
    Hand hand;
    for (std::size_t k = 0; k < static_cast<std::size_t>(size); ++k) {
      std::swap(pack[k], pack[k + stream.below(pack.size() - k)]);
      hand.add(pack[k]);
    }
    visit(hand);
  }
}

}  // namespace hand_games
