#pragma once

// The rules of hands of real games, and hands dealt from their packs.

#include <cmath>
#include <numeric>
#include <vector>

#include "rummy/hands/hand_solver.hpp"
#include "rummy/random/stream.hpp"

namespace hand_games {

using namespace rummy;

inline HandRules gin() { return {}; }

inline HandRules okey() {
  HandRules rules;
  rules.copies = 2;
  rules.jokers = 2;
  rules.run_wrap = RunWrap::ace_high;
  std::iota(rules.points.begin(), rules.points.begin() + 14, std::int16_t{0});
  rules.deadwood = rules.points;
  return rules;
}

inline HandRules okey_101() {
  HandRules rules = okey();
  rules.run_wrap = RunWrap::none;
  rules.wild_worth = WildWorth::stands_for;
  rules.joker_deadwood = 101;
  return rules;
}

// With the pack of two players or with the two of three and four.
inline HandRules argentino(int packs) {
  HandRules rules;
  rules.copies = packs;
  rules.jokers = 2 * packs;
  rules.wild_ranks = 2;
  rules.group_repeats = packs == 2;
  rules.group_wilds = 1;
  rules.adjacent_wilds = false;
  rules.run_wrap = RunWrap::ace_high;
  rules.points = {0, 15, 20, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10, 0, 0};
  rules.deadwood = rules.points;
  rules.wild_points[2] = 20;
  rules.joker_points = 50;
  rules.joker_deadwood = 50;
  return rules;
}

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
