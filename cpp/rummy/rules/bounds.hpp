#pragma once

#include <array>
#include <string_view>

namespace rummy {

// The least and the greatest number that a key takes; for tile_values each entry of the list.
struct Bound {
  std::string_view key;
  int low;
  int high;
};

inline constexpr std::array<Bound, 23> kBounds = {{
    {"tiles.colours", 3, 6},
    {"tiles.numbers", 5, 15},
    {"tiles.copies", 1, 3},
    {"tiles.jokers", 0, 4},
    {"players.min", 2, 6},
    {"players.max", 2, 6},
    {"deal.rack", 1, 60},
    {"deal.starter_extra", 0, 1},
    {"melds.min_length", 3, 5},
    {"melds.group_max", 3, 6},
    {"melds.run_max", 3, 15},
    {"melds.max_jokers", 0, 4},
    {"opening.min_points", 0, 500},
    {"opening.joker_value", 1, 100},
    {"turn.draw", 1, 7},
    {"turn.seconds", 0, 3600},
    {"turn.failure_draw", 0, 14},
    {"scoring.joker_penalty", 0, 500},
    {"scoring.one_turn_close", 1, 2},
    {"scoring.unopened_penalty", 0, 1000},
    {"scoring.tile_values", 0, 100},
    {"match.games", 1, 1000},
    {"match.target", 1, 100000},
}};

}  // namespace rummy
