#include "check.hpp"
#include "games.hpp"
#include "rummy/simulation/block.hpp"
#include "rummy/simulation/course.hpp"

using namespace games;

namespace {

GameResult won_by(unsigned winners) {
  GameResult game;
  game.scores.winners = static_cast<std::uint8_t>(winners);
  return game;
}

// Two seats. Racks after the deal and each turn, the leader beside it:
//   30 20 (2)   seat 1 lays -> 10 20 (1)   seat 2 draws -> 10 25 (1)   seat 1 draws -> 25 25 (both)
//   seat 2 lays -> 25 5 (2)   seat 1 draws -> 30 5 (2)   seat 2 lays -> 30 0 (2), the end
Course six_turns() {
  Course course;
  course.start({30, 20});
  course.turn(0, true, false, 10, false);
  course.turn(1, false, false, 25, false);
  course.turn(0, false, false, 25, false);
  course.turn(1, true, false, 5, false);
  course.turn(0, false, false, 30, false);
  course.turn(1, true, false, 0, true);
  return course;
}

}  // namespace

TEST_CASE("course: a game of six turns comes out as it is seen by eye") {
  const CourseCounts counts = six_turns().counts(won_by(0b10));
  CHECK_EQ(counts.lead_changes, 3);   // 2 to 1, 1 to both, both to 2
  CHECK_EQ(counts.longest_waits, 3);  // seat 1 waits twice at the end, seat 2 once at its start
  CHECK_EQ(counts.holes, 0);
  CHECK(counts.sole_winner);
  CHECK_EQ(counts.leads_quarter, 0);  // after turn 1: seat 1 leads alone
  CHECK_EQ(counts.leads_half, 1);     // after turn 3: both lead
  CHECK_EQ(counts.leads_three_quarters, 1);
  CHECK_EQ(counts.last_half, 0);          // both racks cost the same after turn 3
  CHECK_EQ(counts.deepest_deficit, 15);   // 25 against 10 after turn 2
  CHECK_EQ(counts.decisive_share, 6667);  // alone in the lead since turn 4 of 6
  CHECK_EQ(counts.lead_squares, 0);       // nobody led after turn 3
  CHECK_EQ(counts.lead_products, 0);
}

TEST_CASE("course: the other seat as the winner") {
  const CourseCounts counts = six_turns().counts(won_by(0b01));
  CHECK_EQ(counts.leads_quarter, 1);
  CHECK_EQ(counts.deepest_deficit, 30);    // 30 against 0 at the end
  CHECK_EQ(counts.decisive_share, 10000);  // never in the lead for good
}

TEST_CASE("course: a shared win has no winner to follow, and catching up is counted all the same") {
  Course course;
  course.start({10, 40, 40});
  course.turn(0, false, false, 40, false);  // 40 40 40
  course.turn(1, true, false, 10, false);   // 40 10 40: after half of the four turns
  course.turn(2, true, false, 10, false);
  course.turn(0, true, false, 10, true);  // 10 10 10
  const CourseCounts counts = course.counts(won_by(0b111));
  CHECK(!counts.sole_winner);
  CHECK_EQ(counts.leads_half + counts.last_half + counts.decisive_share, 0);
  // Leads times three at half: 90 - 120 = -30, 90 - 30 = 60, -30; all even at the end.
  CHECK_EQ(counts.lead_squares, 900 + 3600 + 900);
  CHECK_EQ(counts.lead_products, -5400);
}

TEST_CASE("course: the last at half time who wins came back") {
  Course course;
  course.start({10, 40, 20});
  course.turn(0, false, false, 20, false);
  course.turn(1, true, false, 0, true);
  const CourseCounts counts = course.counts(won_by(0b010));
  CHECK_EQ(counts.last_half, 1);
  CHECK_EQ(counts.deepest_deficit, 30);
  CHECK_EQ(counts.lead_changes, 2);
}

TEST_CASE("course: a round of passes on which the game is not over is a hole") {
  Course course;
  course.start({5, 5});
  course.turn(0, false, true, 5, false);
  course.turn(1, false, true, 5, false);
  course.turn(0, false, true, 5, true);
  CHECK_EQ(course.counts(won_by(0b11)).holes, 1);
}

TEST_CASE("course: games have no holes, and their counts agree") {
  Task task;
  task.rules = small_rules();
  task.players = 3;
  task.strategies = {"max_tiles", "novice", "random"};
  task.seed = 4;
  task.choices = 5;
  const std::atomic<bool> stop{false};
  Worker worker(task, stop);
  const Tally tally = worker.play(0, 300, [] {}).tally;
  const auto sum = [&](Quantity quantity) {
    return tally.sums()[static_cast<std::size_t>(quantity)];
  };
  CHECK_EQ(sum(Quantity::holes), 0);
  CHECK_EQ(sum(Quantity::sole_wins) + sum(Quantity::ties), 300);
  CHECK_EQ(sum(Quantity::winners), sum(Quantity::sole_wins) + 2 * sum(Quantity::ties));
  CHECK_EQ(sum(Quantity::jokers_0_players) + sum(Quantity::jokers_1_players) +
               sum(Quantity::jokers_2_players),
           3 * 300);
  CHECK_EQ(sum(Quantity::jokers_2_players), 0);  // there is one joker
  CHECK_EQ(sum(Quantity::jokers_0_share) + sum(Quantity::jokers_1_share), 60 * 300);
  CHECK_EQ(sum(Quantity::seconds), 15 * sum(Quantity::turns) + 3 * sum(Quantity::tiles_laid) +
                                       5 * sum(Quantity::table_tiles_moved));
  CHECK_EQ(sum(Quantity::choice_turns), sum(Quantity::turns));
  CHECK(sum(Quantity::choices) <= 5 * sum(Quantity::turns));
  // A turn without a legal play has none, every other at least one.
  CHECK(sum(Quantity::choices) >= sum(Quantity::turns) - sum(Quantity::forced_draws));
  CHECK(sum(Quantity::several_choices) <= sum(Quantity::turns) - sum(Quantity::forced_draws));
  CHECK(sum(Quantity::several_choices) > 0);
  CHECK(sum(Quantity::most_choices) <= 5 * 300);
}
