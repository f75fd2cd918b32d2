#pragma once

#include <array>
#include <string>
#include <string_view>

namespace rummy {

// The least and the greatest number that a key takes; for tile_values each entry of the list.
struct Bound {
  std::string_view key;
  int low;
  int high;
};

inline constexpr std::array<Bound, 46> kBounds = {{
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
    // Draw games alone.
    {"deal.cut_bonus", 0, 1000},
    {"melds.pairs", 0, 10},
    {"wild.numbers", 1, 15},
    {"wild.group_limit", 0, 8},
    {"wild.run_limit", 0, 8},
    {"draw.stock_end", 0, 20},
    {"opening.pairs", 0, 10},
    {"opening.late_total", 0, 100000},
    {"opening.late_points", 0, 1000},
    {"knock.limit", 0, 100},
    {"scoring.gin_bonus", 0, 1000},
    {"scoring.big_gin_bonus", 0, 1000},
    {"scoring.undercut_bonus", 0, 1000},
    {"scoring.closer_bonus", 0, 1000},
    {"scoring.long_run", 0, 14},
    {"scoring.long_run_penalty", 0, 1000},
    {"scoring.loss", 0, 1000},
    {"scoring.pairs_factor", 1, 10},
    {"scoring.wild_discard_factor", 1, 10},
    {"match.start", 0, 100000},
    {"match.box_bonus", 0, 1000},
    {"match.game_bonus", 0, 10000},
    {"match.shutout_factor", 1, 10},
}};

// Throw InputError: the message begins with the key, so that a reader of rule files can point at
// its line.
[[noreturn]] void refuse_key(const std::string& key, const std::string& value,
                             const std::string& rest);
[[noreturn]] void refuse_key(const std::string& key, int value, const std::string& rest);
void check_bound(std::string_view key, int value);

}  // namespace rummy
