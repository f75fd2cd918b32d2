#include "rummy/draw_game/scoring.hpp"

#include <algorithm>
#include <bit>

namespace rummy {

namespace {

std::size_t at(int seat) { return static_cast<std::size_t>(seat); }

// The seats with the greatest value; a tie shares the win.
void share_win(const DrawDealEnd& end, DrawScores& out) {
  const auto first = out.scores.begin();
  const int best = *std::max_element(first, first + end.players);
  for (int seat = 0; seat < end.players; ++seat) {
    if (out.scores[at(seat)] == best)
      out.winners = static_cast<std::uint8_t>(out.winners | 1 << seat);
  }
  const int share = kWinShares / std::popcount(out.winners);
  for (int seat = 0; seat < end.players; ++seat) {
    if ((out.winners >> seat & 1) != 0) out.win_shares[at(seat)] = share;
  }
}

void win_alone(int seat, DrawScores& out) {
  out.winners = static_cast<std::uint8_t>(1 << seat);
  out.win_shares[at(seat)] = kWinShares;
}

void score_knock(const DrawRules& rules, const DrawDealEnd& end, DrawScores& out) {
  const DrawScoringRules& scoring = rules.scoring;
  const int other = 1 - end.closer;
  const int difference = end.hand_points[at(other)] - end.hand_points[at(end.closer)];
  int winner = end.closer;
  int points = difference;
  if (end.ending == DrawEnding::gin) {
    points += scoring.gin_bonus;
  } else if (end.ending == DrawEnding::big_gin) {
    points += scoring.big_gin_bonus;
  } else if (end.ending == DrawEnding::undercut) {
    winner = other;
    points = scoring.undercut_bonus - difference;
  } else if (difference == 0) {
    return;  // G03: equal deadwood under the strict rule pays nobody
  }
  out.scores[at(winner)] = points * end.factor;
  win_alone(winner, out);
}

void score_shown(const DrawRules& rules, const DrawDealEnd& end, DrawScores& out) {
  int loss = rules.scoring.loss;
  if (end.ending == DrawEnding::pairs) loss *= rules.scoring.pairs_factor;
  if (end.wild_discard) loss *= rules.scoring.wild_discard_factor;
  for (int seat = 0; seat < end.players; ++seat) {
    if (seat != end.closer) out.scores[at(seat)] = -loss;
  }
  win_alone(end.closer, out);
}

void score_laid(const DrawRules& rules, const DrawDealEnd& end, DrawScores& out) {
  const DrawScoringRules& scoring = rules.scoring;
  for (int seat = 0; seat < end.players; ++seat) {
    out.scores[at(seat)] +=
        end.laid_points[at(seat)] - end.hand_points[at(seat)];  // ARG-10, ARG-11
    for (int other = 0; other < end.players; ++other) {
      if (other != seat) {
        out.scores[at(other)] -= end.long_runs[at(seat)] * scoring.long_run_penalty;  // ARG-20
      }
    }
  }
  if (end.closer >= 0) out.scores[at(end.closer)] += scoring.closer_bonus;
  share_win(end, out);
}

void score_hand(const DrawRules& rules, const DrawDealEnd& end, DrawScores& out) {
  const DrawScoringRules& scoring = rules.scoring;
  for (int seat = 0; seat < end.players; ++seat) {
    if (seat == end.closer) {
      out.scores[at(seat)] += scoring.closer_bonus;
      continue;
    }
    const bool counted = end.opened[at(seat)] || scoring.unopened_penalty == 0;
    int loss = counted ? end.hand_points[at(seat)] : scoring.unopened_penalty;
    if (end.by_pairs[at(seat)]) loss *= scoring.pairs_factor;
    if (end.wild_discard) loss *= scoring.wild_discard_factor;
    out.scores[at(seat)] -= loss;
  }
  share_win(end, out);
}

}  // namespace

DrawScores score_draw_deal(const DrawRules& rules, const DrawDealEnd& end) {
  DrawScores out;
  if (end.ending == DrawEnding::cap) return out;
  if (end.cutter >= 0) out.scores[at(end.cutter)] += rules.deal.cut_bonus;  // ARG-04
  switch (rules.scoring.count) {
    case ScoreCount::difference:
      if (end.closer >= 0) score_knock(rules, end, out);
      break;
    case ScoreCount::fixed:
      if (end.closer >= 0) score_shown(rules, end, out);
      break;
    case ScoreCount::laid_less_hand:
      score_laid(rules, end, out);
      break;
    case ScoreCount::hand:
      score_hand(rules, end, out);
      break;
  }
  if (out.winners == 0) {
    // Nobody won: a draw, of which each has a part.
    for (int seat = 0; seat < end.players; ++seat) {
      out.win_shares[at(seat)] = kWinShares / end.players;
    }
  }
  return out;
}

bool draw_match_over(const DrawRules& rules, int players, int deals, const PerSeat<int>& totals) {
  const DrawMatchRules& match = rules.match;
  if (deals >= (match.games == kNoLimit ? players : match.games)) return true;
  const auto [lowest, highest] = std::minmax_element(totals.begin(), totals.begin() + players);
  if (match.target && *highest >= *match.target) return true;
  return match.start > 0 && *lowest <= 0;
}

std::uint8_t draw_match_winners(const DrawRules& rules, int players, const PerSeat<int>& totals,
                                const PerSeat<int>& deals_won) {
  const bool by_points = rules.match.decided_by == DecidedBy::points;
  const PerSeat<int>& first = by_points ? totals : deals_won;
  const PerSeat<int>& second = by_points ? deals_won : totals;
  int best = 0;
  std::uint8_t winners = 0;
  for (int seat = 0; seat < players; ++seat) {
    const std::pair mine{first[at(seat)], second[at(seat)]};
    const std::pair theirs{first[at(best)], second[at(best)]};
    if (winners == 0 || mine > theirs) {
      best = seat;
      winners = 0;
    }
    if (winners == 0 || mine == theirs) winners = static_cast<std::uint8_t>(winners | 1 << seat);
  }
  return winners;
}

PerSeat<int> draw_match_points(const DrawRules& rules, int players, const PerSeat<int>& totals,
                               const PerSeat<int>& deals_won) {
  PerSeat<int> points = totals;
  for (int seat = 0; seat < players; ++seat) {
    points[at(seat)] += rules.match.box_bonus * (deals_won[at(seat)] / kWinShares);
  }
  const std::uint8_t winners = draw_match_winners(rules, players, totals, deals_won);
  if (std::popcount(winners) != 1) return points;
  const int winner = std::countr_zero(winners);
  points[at(winner)] += rules.match.game_bonus;
  bool shutout = true;
  for (int seat = 0; seat < players; ++seat) {
    shutout = shutout && (seat == winner || deals_won[at(seat)] == 0);
  }
  if (shutout) points[at(winner)] *= rules.match.shutout_factor;
  return points;
}

}  // namespace rummy
