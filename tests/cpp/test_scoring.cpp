#include <numeric>

#include "check.hpp"
#include "rummy/table_game/scoring.hpp"

using namespace rummy;

namespace {

DealEnd end_of(Ending ending, std::initializer_list<int> racks, int winner = -1) {
  DealEnd end;
  end.ending = ending;
  end.players = static_cast<int>(racks.size());
  end.winner = winner;
  std::size_t seat = 0;
  for (const int points : racks) {
    end.rack_points[seat] = points;
    end.opened[seat++] = true;
  }
  return end;
}

int total(const PerSeat<int>& values) { return std::accumulate(values.begin(), values.end(), 0); }

}  // namespace

TEST_CASE("scoring: who goes out takes what the others hold") {
  const CompiledRules rules{Rules{}};
  const DealScores scores = score_deal(rules, end_of(Ending::out, {0, 5, 10, 3}, 0));
  CHECK((scores.scores == PerSeat<int>{18, -5, -10, -3}));
  CHECK_EQ(int{scores.winners}, 1);
  CHECK_EQ(scores.win_shares[0], kWinShares);
}

TEST_CASE("scoring: closing in one turn multiplies, and only when it happened") {
  Rules doubled;
  doubled.scoring.one_turn_close = 2;
  const CompiledRules rules(doubled);
  DealEnd end = end_of(Ending::out, {20, 0, 35}, 1);
  CHECK((score_deal(rules, end).scores == PerSeat<int>{-20, 55, -35}));
  end.one_turn_close = true;
  CHECK((score_deal(rules, end).scores == PerSeat<int>{-40, 110, -70}));
}

TEST_CASE("scoring: with an empty pool the lowest rack takes the differences, and ties split") {
  const CompiledRules rules{Rules{}};
  CHECK((score_deal(rules, end_of(Ending::pool_empty, {12, 20, 35})).scores ==
         PerSeat<int>{31, -8, -23}));
  const DealScores tied = score_deal(rules, end_of(Ending::pool_empty, {14, 9, 9}));
  CHECK((tied.scores == PerSeat<int>{-5, 3, 2}));  // the odd point goes to the first in turn order
  CHECK_EQ(int{tied.winners}, 6);
  CHECK_EQ(tied.win_shares[1], 30);
  const DealScores all = score_deal(rules, end_of(Ending::pool_empty, {9, 9, 9, 9}));
  CHECK_EQ(total(all.scores), 0);
  CHECK_EQ(total(all.win_shares), kWinShares);
}

TEST_CASE("scoring: own racks and a winner who scores nothing") {
  Rules sheet;
  sheet.scoring.winner = WinnerScore::zero;
  sheet.scoring.exhausted = ExhaustedScore::own_rack;
  const CompiledRules rules(sheet);
  CHECK(
      (score_deal(rules, end_of(Ending::out, {30, 0, 25}, 1)).scores == PerSeat<int>{-30, 0, -25}));
  CHECK((score_deal(rules, end_of(Ending::pool_empty, {12, 20, 12})).scores ==
         PerSeat<int>{-12, -20, -12}));
}

TEST_CASE("scoring: a penalty stands for the rack of who never opened") {
  Rules sheet;
  sheet.scoring.unopened_penalty = 100;
  const CompiledRules rules(sheet);
  DealEnd end = end_of(Ending::out, {0, 35, 25}, 0);
  end.opened[2] = false;
  CHECK((score_deal(rules, end).scores == PerSeat<int>{135, -35, -100}));
}

TEST_CASE("scoring: a game that was cut off has no winner") {
  const DealScores scores = score_deal(CompiledRules{Rules{}}, end_of(Ending::cap, {12, 20, 35}));
  CHECK_EQ(total(scores.scores), 0);
  CHECK_EQ(total(scores.win_shares), 0);
  CHECK_EQ(int{scores.winners}, 0);
}

TEST_CASE("scoring: matches end, and are won by points or by games") {
  Rules rules;
  CHECK_EQ(match_games(rules, 3), 3);
  CHECK_FALSE(match_over(rules, 3, 2, {500, 0, 0}));
  CHECK(match_over(rules, 3, 3, {}));
  rules.match.target = 200;
  CHECK(match_over(rules, 3, 1, {0, 200, -200}));
  CHECK_FALSE(match_over(rules, 3, 1, {0, 199, -199}));
  CHECK_EQ(int{match_winners(rules, 3, {10, 50, -60}, {2, 1, 0})}, 1);
  CHECK_EQ(int{match_winners(rules, 3, {10, 50, -60}, {1, 1, 1})}, 2);
  rules.match.decided_by = DecidedBy::points;
  CHECK_EQ(int{match_winners(rules, 3, {-40, -38, -55}, {2, 1, 1})}, 2);
  CHECK_EQ(int{match_winners(rules, 3, {10, 10, -20}, {1, 2, 0})}, 2);
  CHECK_EQ(int{match_winners(rules, 3, {10, 10, -20}, {1, 1, 1})}, 3);
}
