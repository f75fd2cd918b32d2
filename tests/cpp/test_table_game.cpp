#include <algorithm>

#include "check.hpp"
#include "games.hpp"
#include "rummy/table_game/movement.hpp"
#include "rummy/table_game/turn_check.hpp"

using namespace games;

TEST_CASE("table_game: table tiles moved are those that left their meld") {
  const auto moved = [](const Table& before, const Table& after) {
    return table_tiles_moved(before, after);
  };
  const Table run = table({"R4 R5 R6 R7 R8"});
  CHECK_EQ(moved(run, run), 0);
  CHECK_EQ(moved(run, table({"B1 K1 Y1", "R4 R5 R6 R7 R8"})), 0);  // beside it
  CHECK_EQ(moved(run, table({"R3 R4 R5 R6 R7 R8 R9"})), 0);        // only added to
  CHECK_EQ(moved(run, table({"R4 R5 R6", "R6 R7 R8"})), 2);        // split: the smaller part
  CHECK_EQ(moved(table({"R10 B10 K10 Y10"}), table({"R10 B10 K10", "Y10 Y11 Y12"})), 1);
  CHECK_EQ(moved(table({"R4 R5 J"}), table({"R4 R5 R6", "B8 K8 J"})), 1);  // a joker exchanged
  // Two runs joined: the one in whose place they now lie stays, the other moved.
  CHECK_EQ(moved(table({"R1 R2 R3", "R4 R5 R6 R7"}), table({"R1 R2 R3 R4 R5 R6 R7 R8"})), 3);
  // Equal melds are told apart by count.
  CHECK_EQ(moved(table({"R1 R2 R3", "R1 R2 R3"}),
                 table({"R1 R2 R3", "R1 B1 K1", "R2 B2 K2", "R3 B3 K3"})),
           2);
}

TEST_CASE("table_game: a dealt game begins as the rules say") {
  Rules rules;
  TableGame game(CompiledRules(rules, 4));
  game.set_checked(true);
  game.start({7, 0, 0});
  CHECK_EQ(game.pool().left(), 50);
  for (int seat = 0; seat < 4; ++seat) CHECK_EQ(game.rack(seat).size(), 14);
  CHECK_FALSE(game.must_discard());

  rules.deal.starter_extra = 1;  // SIG-06, SIG-08: U01
  rules.deal.starter_discards = true;
  TableGame signature(CompiledRules(rules, 4));
  signature.set_checked(true);
  signature.start({7, 0, 0});
  CHECK_EQ(signature.rack(0).size(), 15);
  REQUIRE(signature.must_discard());
  Tile dead;
  signature.rack(0).for_each([&](Tile tile, int) { dead = tile; });
  signature.discard(dead);
  CHECK_EQ(signature.rack(0).size(), 14);
  CHECK_EQ(signature.pool().left(), 49);
  CHECK_EQ(signature.seat(), 0);
  CHECK_EQ(signature.turn(), 1);
  CHECK(signature.discards().contains(dead));
}

TEST_CASE("table_game: a draw ends the turn, and a drawn tile waits (T10)") {
  TableGame game = position({}, table({"R4 R5 R6"}), "B1", "K1", "R7 Y9");
  game.draw(true);
  CHECK_EQ(game.seat(), 1);
  CHECK(game.rack(0) == bag("B1 R7"));
  CHECK_EQ(game.result().forced_draws, 1);
}

TEST_CASE("table_game: under draw_then_play the drawn tile may be laid in the same turn") {
  Rules rules;
  rules.turn.draw_then_play = true;
  TableGame game = position(rules, table({"R4 R5 R6"}), "B1", "K1", "R7 Y9 Y8");
  game.draw(true);
  CHECK_EQ(game.seat(), 0);
  CHECK(game.view().drawn);
  CHECK(game.view().rack() == bag("B1 R7"));
  game.play(play_to(game.position(), table({"R4 R5 R6 R7"})));
  CHECK_EQ(game.seat(), 1);
  CHECK_EQ(game.result().turns, 1);
  CHECK_EQ(game.result().draws, 1);
  CHECK_EQ(game.result().plays, 1);
  CHECK(game.last_turn().drawn == bag("R7"));
  game.draw(true);
  game.draw(false);  // the second half, without a play
  CHECK_EQ(game.seat(), 0);
  CHECK_EQ(game.rack(1).size(), 2);
  CHECK_EQ(game.result().turns, 2);
}

TEST_CASE("table_game: turn.draw tiles are drawn, or what there is") {
  Rules rules;
  rules.turn.draw = 3;
  TableGame game = position(rules, {}, "B1", "K1", "R7 Y9 Y8 B4 B9");
  game.draw(true);
  CHECK(game.rack(0) == bag("B1 R7 Y9 Y8"));
  game.draw(true);
  CHECK(game.rack(1) == bag("K1 B4 B9"));
}

TEST_CASE("table_game: who must play may not draw (T09), and only then") {
  Rules rules;
  TableGame may = position(rules, table({"R4 R5 R6"}), "R7 B1", "K1", "Y9 Y8");
  CHECK(may.why_not_draw().empty());
  may.draw(false);
  CHECK_EQ(may.seat(), 1);
  rules.turn.must_play = true;
  TableGame must = position(rules, table({"R4 R5 R6"}), "R7 B1", "K1", "Y9 Y8");
  CHECK_FALSE(must.why_not_draw().empty());
  CHECK_THROWS_AS(must.draw(false), InputError);
  CHECK_EQ(must.seat(), 0);
  CHECK_EQ(must.rack(0).size(), 2);
  TableGame cannot = position(rules, table({"R4 R5 R6"}), "R9 B1", "K1", "Y9 Y8");
  CHECK(cannot.why_not_draw().empty());
}

TEST_CASE("table_game: play_on ends when everybody in turn has passed (APP-16, T13)") {
  TableGame game = position({}, table({"R4 R5 R6"}), "B1", "K3 K9", "Y9");
  game.draw(true);  // the last tile
  CHECK_FALSE(game.over());
  game.draw(true);
  CHECK(game.last_turn().kind == TurnKind::pass);
  CHECK_FALSE(game.over());
  game.draw(true);
  REQUIRE(game.over());
  CHECK(game.result().ending == Ending::pool_empty);
  CHECK_EQ(game.result().turns, 3);
  CHECK_EQ(game.result().passes, 2);
  CHECK_EQ(game.result().scores.scores[0], 2);  // 10 against 12
  CHECK_EQ(game.result().scores.scores[1], -2);
}

TEST_CASE("table_game: a play begins the round of passes anew") {
  TableGame game = position({}, table({"R4 R5 R6"}), "B1", "R7 K9", "");
  game.draw(true);
  game.play(play_to(game.position(), table({"R4 R5 R6 R7"})));
  game.draw(true);
  CHECK_FALSE(game.over());
  game.draw(true);
  CHECK(game.over());
}

TEST_CASE("table_game: one_more_lap gives everybody one more turn after the last tile") {
  Rules rules;
  rules.pool_empty = PoolEmpty::one_more_lap;
  TableGame game = position(rules, table({"R4 R5 R6"}), "B1 R7", "K3 R8", "Y9");
  game.draw(false);
  CHECK_EQ(game.view().turns_to_end, 2);
  game.draw(false);
  CHECK_FALSE(game.over());
  game.play(play_to(game.position(), table({"R4 R5 R6 R7"})));
  REQUIRE(game.over());
  CHECK(game.result().ending == Ending::pool_empty);
  CHECK_EQ(game.result().turns, 3);
}

TEST_CASE("table_game: stop ends the game with the last tile") {
  Rules rules;
  rules.pool_empty = PoolEmpty::stop;
  TableGame game = position(rules, table({"R4 R5 R6"}), "B1 R7", "K3", "Y9");
  game.draw(false);
  REQUIRE(game.over());
  CHECK(game.result().ending == Ending::pool_empty);
  CHECK_EQ(game.result().turns, 1);
}

TEST_CASE("table_game: an empty rack wins at once") {
  TableGame game = position({}, table({"R4 R5 R6"}), "R7", "J K3", "Y9");
  game.play(play_to(game.position(), table({"R4 R5 R6 R7"})));
  REQUIRE(game.over());
  CHECK(game.result().ending == Ending::out);
  CHECK_EQ(game.result().winner, 0);
  CHECK_EQ(game.result().scores.scores[0], 33);
  CHECK_EQ(game.result().scores.scores[1], -33);
  CHECK_FALSE(game.result().one_turn_close);  // it had laid before
}

TEST_CASE("table_game: all tiles in the first laying is a close in one turn (APP-23)") {
  Rules rules;
  rules.scoring.one_turn_close = 2;
  TableGame game(CompiledRules(rules, 2));
  game.set_checked(true);
  game.start_at({{}, {bag("R10 B10 K10"), bag("K3")}, {false, true}, tiles("Y9")});
  game.play(play_to(game.position(), table({"R10 B10 K10"})));
  REQUIRE(game.over());
  CHECK(game.result().one_turn_close);
  CHECK_EQ(game.result().scores.scores[0], 6);
}

TEST_CASE("table_game: the turn cap stops a game without a winner") {
  TableGame game(CompiledRules(Rules{}, 2), 3);
  game.set_checked(true);
  game.start({1, 0, 0});
  for (int i = 0; i < 3; ++i) game.draw(false);
  REQUIRE(game.over());
  CHECK(game.result().ending == Ending::cap);
  CHECK_EQ(int{game.result().scores.winners}, 0);
}

TEST_CASE("table_game: an illegal play is refused and changes nothing") {
  TableGame game = position({}, table({"R4 R5 R6 R7"}), "R6 B1", "K1", "Y9");
  for (const Table& bad : {table({"R4 R5 R6", "R6 R7"}), table({"R4 R5 R6 R7"}),
                           table({"R4 R5 R6 R7 R8"}), table({"R4 R5 R6"})}) {
    CHECK_THROWS_AS(game.play(play_to(game.position(), bad)), InputError);
  }
  CHECK_EQ(game.seat(), 0);
  CHECK(game.rack(0) == bag("R6 B1"));
  CHECK(game.table() == table({"R4 R5 R6 R7"}));
}

TEST_CASE("table_game: opening.by = anyone opens the table to all") {
  Rules rules;
  rules.opening.by = OpeningBy::anyone;
  TableGame game(CompiledRules(rules, 2));
  game.set_checked(true);
  game.start_at(
      {table({"R10 B10 K10"}), {bag("Y10 B1"), bag("K1 K2")}, {false, true}, tiles("Y9")});
  CHECK(game.position().opened);
  game.play(play_to(game.position(), table({"R10 B10 K10 Y10"})));
  CHECK_EQ(game.result().opening_turn[0], 1);
}

TEST_CASE("table_game: a failed turn goes back and draws (T12)") {
  TableGame game = position({}, table({"R4 R5 R6"}), "R7 R9 K9", "K13 B12", "Y1 Y2 Y3 Y4 Y5");
  game.fail(play_to(game.position(), table({"R4 R5 R6 R7", "R9 K9"})));
  CHECK(game.last_turn().kind == TurnKind::failure);
  CHECK(game.table() == table({"R4 R5 R6"}));
  CHECK(game.rack(0) == bag("R7 R9 K9 Y1 Y2 Y3"));
  CHECK_EQ(game.result().failures, 1);
  CHECK_EQ(game.seat(), 1);
}

TEST_CASE("table_game: under `unfinished` what was correctly combined stays (SCH-06)") {
  Rules rules;
  rules.turn.failure_revert = FailureRevert::unfinished;
  rules.turn.failure_draw = 0;
  TableGame game =
      position(rules, table({"R4 R5 R6", "Y4 Y5 Y6 Y7"}), "R7 K4 B4 B9", "K13", "Y1 Y2");
  // R7 is right; Y4 was taken for a group that lacks its third tile.
  game.fail(play_to(game.position(), table({"R4 R5 R6 R7", "Y5 Y6 Y7", "Y4 K4"})));
  CHECK(bag_of(game.table()) == bag("R4 R5 R6 R7 Y4 Y5 Y6 Y7"));
  CHECK(game.rack(0) == bag("K4 B4 B9"));
  CHECK(game.last_turn().laid == bag("R7"));
  CHECK_EQ(game.pool().left(), 2);
}

TEST_CASE("table_game: under `unfinished` an opening that is not reached goes back whole") {
  Rules rules;
  rules.turn.failure_revert = FailureRevert::unfinished;
  TableGame game(CompiledRules(rules, 2));
  game.set_checked(true);
  game.start_at({{}, {bag("R1 R2 R3 K9 B9"), bag("K1")}, {false, true}, tiles("Y9 Y8 Y7 Y6")});
  game.fail(play_to(game.position(), table({"R1 R2 R3", "K9 B9"})));
  CHECK(game.table().empty());
  CHECK_EQ(game.rack(0).size(), 8);
  CHECK_EQ(game.result().opening_turn[0], 0);
}

TEST_CASE("table_game: a failure in an empty pool is a pass") {
  TableGame game = position({}, table({"R4 R5 R6"}), "R9 K9", "K13", "");
  game.fail(play_to(game.position(), table({"R4 R5 R6", "R9 K9"})));
  CHECK_FALSE(game.over());
  game.draw(true);
  CHECK(game.over());
}

TEST_CASE("table_game: a failed attempt may not lose tiles") {
  TableGame game = position({}, table({"R4 R5 R6"}), "R9 K9", "K13", "");
  Play attempt = play_to(game.position(), table({"R4 R5", "R9 K9"}));
  CHECK_THROWS_AS(game.fail(attempt), InputError);
}

TEST_CASE("table_game: jokers that are laid and kept for ever do not keep a game going") {
  Rules rules;
  rules.joker.reuse = Reuse::keep;
  rules.joker.retrieval = Retrieval::any_legal;
  TableGame game = position(rules, table({"R4 R5 R6 J"}), "J B1", "K9", "");
  // Seat 1 puts its joker down and takes it up again, seat 2 passes.
  Play down = play_to(game.position(), table({"R4 R5 R6 J J"}));
  Play up;
  int turns = 0;
  while (!game.over() && turns < 100) {
    if (game.seat() == 1) {
      game.draw(true);
    } else if (game.rack(0).contains(Tile::joker())) {
      game.set_checked(false);  // no rule set lets a joker be taken without laying a tile; the end
                                // must not need one
      game.play(down);
    } else {
      up.table = table({"R4 R5 R6 J"});
      up.to_rack = bag("J");
      game.play(up);
    }
    ++turns;
  }
  CHECK(game.over());
  CHECK(turns <= TableGame::kIdleRounds * 2 + 2);
}
