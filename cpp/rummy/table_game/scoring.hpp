#pragma once

#include <array>
#include <cstdint>

#include "rummy/rules/compiled_rules.hpp"
#include "rummy/rules/per_seat.hpp"

namespace rummy {

// How a deal ended: a rack was emptied, the pool ran out and play stopped, or the turn cap was
// reached.
enum class Ending { out, pool_empty, cap };
template <>
struct EnumNames<Ending> {
  static constexpr std::string_view kWhat = "ending";
  static constexpr std::array<std::string_view, 3> kNames = {"out", "pool_empty", "cap"};
};

// What the count at the end of a deal needs to know.
struct DealEnd {
  int players = 0;
  Ending ending = Ending::out;
  int winner = -1;              // the seat that went out; -1 unless the ending is `out`
  PerSeat<int> rack_points{};   // CompiledRules::points of the tiles left
  PerSeat<bool> opened{};       // read only when scoring.unopened_penalty is positive
  bool one_turn_close = false;  // the winner laid all tiles in one turn and nothing before (APP-23)
};

struct DealScores {
  PerSeat<int> scores{};
  PerSeat<int>
      win_shares{};          // in sixtieths; they sum to 60, and are all 0 when the ending is `cap`
  std::uint8_t winners = 0;  // bit per seat
};

// The scores of a deal. `out`: every loser marks minus the rack (times scoring.one_turn_close when
// that happened), the winner the sum of it or zero. `pool_empty`: the lowest rack wins; under
// `difference` the others lose what they hold above it and the winner gets the sum (or zero when
// scoring.winner says so), under `own_rack` everybody marks minus the own rack. Tied lowest racks
// split the points, and what does not divide goes to them in turn order, a point each. A positive
// scoring.unopened_penalty stands in place of the rack of a player who never opened. `cap`: no
// scores.
[[nodiscard]] DealScores score_deal(const CompiledRules& rules, const DealEnd& end);

// The number of games after which a match of so many players is over.
[[nodiscard]] int match_games(const Rules& rules, int players);
// True when the match has ended: all games are played, or a total has reached match.target,
// whichever comes first, so that every match ends.
[[nodiscard]] bool match_over(const Rules& rules, int players, int games_played,
                              const PerSeat<int>& totals);
// Who won the match, a bit per seat: the highest total, or the most games won and among these the
// highest total; under `points` equal totals are parted by games won (all zero when not known).
// What is still equal is shared.
[[nodiscard]] std::uint8_t match_winners(const Rules& rules, int players,
                                         const PerSeat<int>& totals, const PerSeat<int>& games_won);

}  // namespace rummy
