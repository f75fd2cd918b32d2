#pragma once

#include "rummy/rules/rules.hpp"

namespace rummy {

// The immutable form that play uses: validated rules, the tile set of one number of players, and
// what follows from them.
class CompiledRules {
 public:
  // players 0 stands for "not a game": the standard tile set (referee and solver calls).
  explicit CompiledRules(const Rules& rules, int players = 0);

  [[nodiscard]] const Rules& rules() const { return rules_; }
  [[nodiscard]] int players() const { return players_; }
  [[nodiscard]] const TileSet& tiles() const { return tiles_; }
  [[nodiscard]] int min_length() const { return rules_.melds.min_length; }
  [[nodiscard]] int group_max() const { return group_max_; }  // never above the colours
  [[nodiscard]] int run_max() const { return run_max_; }      // never above the numbers
  // In one meld, never above the jokers of the set.
  [[nodiscard]] int max_jokers() const { return max_jokers_; }
  // Of a walk over the numbers: one more where a run may end beyond the last (ace_high).
  [[nodiscard]] int positions() const {
    return tiles_.numbers + (rules_.melds.run_wrap == RunWrap::ace_high ? 1 : 0);
  }
  // What a tile costs on a rack at the final count.
  [[nodiscard]] int points(Tile tile) const {
    return points_[static_cast<std::size_t>(tile.face())];
  }
  [[nodiscard]] int points(const TileBag& bag) const;
  // A table joker is just another wild tile: any arrangement of the tiles is legal.
  [[nodiscard]] bool free_jokers() const { return free_jokers_; }

 private:
  Rules rules_;
  int players_;
  TileSet tiles_;
  int group_max_;
  int run_max_;
  int max_jokers_;
  std::array<int, kFaces + 1> points_{};
  bool free_jokers_;
};

}  // namespace rummy
