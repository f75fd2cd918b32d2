#include "rummy/table_game/scoring.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

namespace rummy {

namespace {

// Splits `points` evenly over the seats of `mask`; what is left goes a point each, in turn order.
void split(int points, std::uint8_t mask, int players, PerSeat<int>& out) {
  const int winners = std::popcount(mask);
  int rest = points % winners;
  for (int seat = 0; seat < players; ++seat) {
    if ((mask >> seat & 1) == 0) continue;
    out[static_cast<std::size_t>(seat)] = points / winners + (rest > 0 ? 1 : 0);
    rest = std::max(0, rest - 1);
  }
}

}  // namespace

DealScores score_deal(const CompiledRules& rules, const DealEnd& end) {
  const ScoringRules& scoring = rules.rules().scoring;
  DealScores result;
  if (end.ending == Ending::cap) return result;

  PerSeat<int> held{};
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(end.players); ++seat) {
    const bool penalty = scoring.unopened_penalty > 0 && !end.opened[seat];
    held[seat] = penalty ? scoring.unopened_penalty : end.rack_points[seat];
  }

  int base = 0;    // what every loser may subtract
  int factor = 1;  // APP-23
  bool own_rack = false;
  if (end.ending == Ending::out) {
    result.winners = static_cast<std::uint8_t>(1U << end.winner);
    if (end.one_turn_close) factor = scoring.one_turn_close;
  } else {
    base = *std::min_element(held.begin(), held.begin() + end.players);  // APP-16
    for (int seat = 0; seat < end.players; ++seat) {
      if (held[static_cast<std::size_t>(seat)] == base)
        result.winners |= static_cast<std::uint8_t>(1U << seat);
    }
    own_rack = scoring.exhausted == ExhaustedScore::own_rack;
  }

  int lost = 0;
  for (int seat = 0; seat < end.players; ++seat) {
    const auto i = static_cast<std::size_t>(seat);
    if (own_rack) {
      result.scores[i] = -held[i];
    } else if ((result.winners >> seat & 1) == 0) {
      const int loss = (held[i] - base) * factor;
      result.scores[i] = -loss;
      lost += loss;
    }
  }
  if (!own_rack && scoring.winner == WinnerScore::sum_of_losers) {
    split(lost, result.winners, end.players, result.scores);  // APP-15, APP-17
  }
  split(kWinShares, result.winners, end.players, result.win_shares);
  return result;
}

int match_games(const Rules& rules, int players) {
  return rules.match.games == kNoLimit ? players : rules.match.games;  // APP-19
}

bool match_over(const Rules& rules, int players, int games_played, const PerSeat<int>& totals) {
  if (games_played >= match_games(rules, players)) return true;
  if (!rules.match.target) return false;
  const int target = *rules.match.target;
  return std::any_of(totals.begin(), totals.begin() + players,
                     [target](int total) { return total >= target; });
}

std::uint8_t match_winners(const Rules& rules, int players, const PerSeat<int>& totals,
                           const PerSeat<int>& games_won) {
  const bool by_games = rules.match.decided_by == DecidedBy::games_won;
  const auto key = [&](int seat) {
    const auto i = static_cast<std::size_t>(seat);
    return by_games ? std::tuple(games_won[i], totals[i]) : std::tuple(totals[i], games_won[i]);
  };
  std::uint8_t mask = 0;
  for (int seat = 0; seat < players; ++seat) {
    bool beaten = false;
    for (int other = 0; other < players; ++other) beaten = beaten || key(other) > key(seat);
    if (!beaten) mask |= static_cast<std::uint8_t>(1U << seat);
  }
  return mask;
}

}  // namespace rummy
