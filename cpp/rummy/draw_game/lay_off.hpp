#pragma once

#include <optional>
#include <span>
#include <vector>

#include "rummy/hands/hand_plan.hpp"
#include "rummy/hands/hand_solver.hpp"

namespace rummy {

// Whether a card is wild where it lies, standing for this one.
[[nodiscard]] bool is_wild_as(const HandRules& rules, Tile card, Tile stands_for);
// What a card counts in a meld where it stands for this one.
[[nodiscard]] int points_as(const HandRules& rules, Tile card, Tile stands_for);

// The meld with a card added at its front or its back (in a group: anywhere), or nothing where that
// is no meld.
[[nodiscard]] std::optional<HandMeld> extended(const HandRules& rules, const HandMeld& meld,
                                               Tile card, bool front);

// The cards of a hand with which `extended` makes a longer meld.
[[nodiscard]] Hand fitting(const HandRules& rules, const HandMeld& meld, bool front,
                           const Hand& hand);

// Whether a card of the hand could fit, seen from the ends of the meld alone: never false where one
// does.
[[nodiscard]] inline bool could_fit(const HandRules& rules, const HandMeld& meld,
                                    const Hand& hand) {
  if (hand.jokers() > 0 || (hand.ranks() & rules.wild_ranks) != 0) return true;
  const int first = meld.stands_for[0].number();
  if (meld.kind == HandMeldKind::group) return (hand.ranks() >> (first - 1) & 1U) != 0;
  const int last = meld.stands_for[meld.length - 1U].number();
  unsigned ends = 1U << last | 1U << first >> 2;
  if (last == rules.ranks && rules.run_wrap != RunWrap::none) ends |= 1U;
  if (first == 1 && rules.run_wrap == RunWrap::round) ends |= 1U << (rules.ranks - 1);
  return (hand.held(meld.stands_for[0].colour()) & ends) != 0;
}

// A meld of its first card alone, where that card may lie in one: what `extended` goes on from.
[[nodiscard]] std::optional<HandMeld> extended_first(const HandRules& rules, const HandMeld& meld);

struct LayOffMove {
  int meld = 0;  // its place on the table
  Tile card;
  bool front = false;
  friend bool operator==(const LayOffMove&, const LayOffMove&) = default;
};

// What the hand of who did not knock comes to when all that helps is laid off on the knocker's
// melds and the rest is melded best (GIN): exact, over every choice of cards laid off.
struct Defence {
  int deadwood = 0;
  Hand rest;                      // after the lay-offs
  std::vector<LayOffMove> moves;  // in order; among equal choices the fewest cards are laid off
};
void defend(const HandSolver& solver, std::span<const HandMeld> melds, const Hand& hand,
            Defence& out);

}  // namespace rummy
