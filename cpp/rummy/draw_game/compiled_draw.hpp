#pragma once

#include <array>
#include <memory>
#include <vector>

#include "rummy/hands/hand_solver.hpp"
#include "rummy/rules/draw_rules.hpp"

namespace rummy {

// What the melds of a hand depend on, from the rules of a draw game for one set of cards.
[[nodiscard]] HandRules hand_rules_of(const DrawRules& rules, const TileSet& tiles);

// ARG-04: the packet that was cut has just the cards that are dealt; the upcard is none of them.
[[nodiscard]] bool exact_cut(const DrawRules& rules, int players, int packet);

// The immutable form that play uses: validated rules, the cards of one number of players, the
// solver of hands. One serves any number of threads.
//
// Okey: the two tiles that the indicator names are wild and the false okeys stand for their face.
// The game plays with the two exchanged: a wild okey is a joker and a false okey is the tile of
// that face, so that the melds of every round are the same. `exchange` goes one way and back.
class CompiledDraw {
 public:
  explicit CompiledDraw(const DrawRules& rules, int players = 0);

  [[nodiscard]] const DrawRules& rules() const { return rules_; }
  [[nodiscard]] int players() const { return players_; }
  [[nodiscard]] const TileSet& tiles() const { return tiles_; }
  [[nodiscard]] const std::vector<Tile>& deck() const { return deck_; }  // in the fixed order
  [[nodiscard]] const HandSolver& solver() const { return *solver_; }
  [[nodiscard]] const HandRules& hand_rules() const { return solver_->rules(); }
  [[nodiscard]] int cost(Tile tile) const { return cost_[static_cast<std::size_t>(tile.face())]; }
  [[nodiscard]] int cost(const Hand& hand) const { return solver_->cost(hand); }
  [[nodiscard]] bool is_wild(Tile tile) const {
    return tile.is_joker() || hand_rules().is_wild_rank(tile.number());
  }
  // The tile that is wild when this one is turned up (okey): the next number of its colour.
  [[nodiscard]] Tile okey_of(Tile indicator) const;
  [[nodiscard]] static Tile exchange(Tile tile, Tile okey) {
    if (tile == okey) return Tile::joker();
    return tile.is_joker() ? okey : tile;
  }
  // How much deadwood may knock when this card was the first upcard (GIN; Oklahoma reads it).
  [[nodiscard]] int knock_limit(Tile upcard) const;

 private:
  DrawRules rules_;
  int players_;
  TileSet tiles_;
  std::vector<Tile> deck_;
  std::array<std::int16_t, kFaces + 1> cost_{};
  std::shared_ptr<const HandSolver> solver_;
};

}  // namespace rummy
