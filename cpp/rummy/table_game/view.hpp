#pragma once

#include "rummy/solver/solver.hpp"
#include "rummy/table_game/scoring.hpp"

namespace rummy {

// What the seat in turn may know: everything that lies open, its own rack, and how many tiles the
// others hold. A view is good until the game moves on.
struct View {
  const CompiledRules* rules = nullptr;
  const Position* position =
      nullptr;  // the table, the own rack, and whether the seat may use the table
  const TileBag* discards = nullptr;  // dead tiles, face up (deal.starter_discards)
  int players = 0;
  int seat = 0;  // the own one, from 0 = who started
  int turn = 0;  // from 1; a draw and a pass are turns too
  int pool_left = 0;
  bool can_draw = false;  // there is a tile for this seat
  bool drawn = false;     // the second half of a turn under turn.draw_then_play
  int turns_to_end =
      -1;  // turns that are left in the last lap (end.pool_empty = one_more_lap), else -1
  PerSeat<int> rack_sizes{};  // tiles on each rack
  PerSeat<bool> has_laid{};   // who has laid tiles in this game

  [[nodiscard]] const TileBag& rack() const { return position->rack; }
  // The tiles that this seat has not seen: the other racks and the pool.
  [[nodiscard]] TileBag unseen() const {
    return rules->tiles().all() - position->rack - bag_of(position->table) - *discards;
  }
  // The fewest tiles on another rack.
  [[nodiscard]] int fewest_tiles_of_others() const {
    int fewest = kMaxTiles;
    for (int other = 0; other < players; ++other) {
      const int size = rack_sizes[static_cast<std::size_t>(other)];
      if (other != seat && size < fewest) fewest = size;
    }
    return fewest;
  }
};

}  // namespace rummy
