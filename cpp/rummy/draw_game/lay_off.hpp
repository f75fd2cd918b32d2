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

// A meld of its first card alone, where that card may lie in one: what `extended` goes on from.
[[nodiscard]] std::optional<HandMeld> extended_first(const HandRules& rules, const HandMeld& meld);

struct LayOffMove {
  int meld = 0;  // its place on the table
  Tile card;
  bool front = false;
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
