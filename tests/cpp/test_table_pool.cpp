#include <algorithm>
#include <map>

#include "check.hpp"
#include "games.hpp"
#include "rummy/table_game/starter.hpp"

using namespace games;

TEST_CASE("table_game: the pool holds every tile once") {
  for (const DrawFrom from : {DrawFrom::pool, DrawFrom::own_share}) {
    Rules rules;
    rules.deal.draw_from = from;
    for (int players = 2; players <= 4; ++players) {
      const CompiledRules compiled(rules, players);
      Pool pool(compiled);
      pool.shuffle({1, 2, 0});
      CHECK(pool.bag() == compiled.tiles().all());
      TileBag drawn;
      int count = 0;
      for (int seat = 0; pool.left() > 0; seat = (seat + 1) % players) {
        if (!pool.can_draw(seat)) continue;
        drawn.add(pool.draw(seat));
        ++count;
      }
      CHECK(drawn == compiled.tiles().all());
      CHECK_EQ(count, 106);
    }
  }
}

TEST_CASE("table_game: what one seat draws does not shift what another draws") {
  const CompiledRules rules(Rules{}, 3);
  Pool alone(rules);
  Pool shared(rules);
  for (std::uint64_t deal = 0; deal < 20; ++deal) {
    alone.shuffle({4, deal, 0});
    shared.shuffle({4, deal, 0});
    for (int i = 0; i < 30; ++i) {
      if (i % 2 == 0) static_cast<void>(shared.draw(2));
      if (i % 3 == 0) static_cast<void>(shared.draw(0));
      CHECK_EQ(alone.draw(1).face(), shared.draw(1).face());
    }
  }
}

TEST_CASE("table_game: an empty stripe draws from the far end of the longest other one") {
  const CompiledRules rules(Rules{}, 4);  // stripes of 27, 27, 26, 26
  Pool pool(rules);
  pool.shuffle({4, 0, 0});
  Pool other(rules);
  other.shuffle({4, 0, 0});
  std::vector<Tile> second;
  for (int i = 0; i < 27; ++i) second.push_back(other.draw(1));
  for (int i = 0; i < 27; ++i) static_cast<void>(pool.draw(0));
  CHECK_EQ(pool.draw(0).face(), second.back().face());
  CHECK_EQ(pool.draw(1).face(), second.front().face());
}

TEST_CASE("table_game: own shares are equal and the rest is a bag (SIG-02)") {
  Rules rules;
  rules.deal.draw_from = DrawFrom::own_share;
  rules.deal.starter_extra = 1;
  TableGame game(CompiledRules(rules, 4));
  game.start({1, 0, 0});
  Pool pool = game.pool();
  const std::vector<int> own = {11, 12, 12, 12};  // 26 each, racks of 15 and 14 taken
  CHECK_EQ(pool.left(), 49);
  for (int seat = 0; seat < 4; ++seat) {
    for (int i = 0; i < own[static_cast<std::size_t>(seat)]; ++i)
      static_cast<void>(pool.draw(seat));
  }
  CHECK_EQ(pool.left(), 2);
  static_cast<void>(pool.draw(0));
  static_cast<void>(pool.draw(0));
  CHECK_FALSE(pool.can_draw(0));
  CHECK_EQ(pool.left(), 0);
}

TEST_CASE("table_game: nobody draws from another's share") {
  Rules rules;
  rules.deal.draw_from = DrawFrom::own_share;
  TableGame game(CompiledRules(rules, 2));  // 53 each
  game.start({1, 0, 0});
  Pool pool = game.pool();
  for (int i = 0; i < 39; ++i) static_cast<void>(pool.draw(0));
  CHECK_FALSE(pool.can_draw(0));
  CHECK(pool.can_draw(1));
}

TEST_CASE("table_game: drawing from stripes has the distribution of a plain pool") {
  // 15 different tiles, three seats. Who draws next depends on what was drawn, as in a game; still
  // all ordered triples of drawn tiles are equally likely: 15 * 14 * 13 cells, chi-square on 2729
  // degrees.
  Rules rules;
  rules.tiles = {.colours = 3, .numbers = 5, .copies = 1, .jokers = 0};
  rules.deal.rack = 2;
  const CompiledRules compiled(rules, 3);
  Pool pool(compiled);
  std::map<int, int> count;
  constexpr int kDeals = 273000;
  for (int deal = 0; deal < kDeals; ++deal) {
    pool.shuffle({11, static_cast<std::uint64_t>(deal), 0});
    int seat = 0;
    int cell = 0;
    int last = 0;
    for (int i = 0; i < 9; ++i) {
      last = pool.draw(seat).face();
      if (i >= 6) cell = cell * 100 + last;
      // Long stays at one seat, so that a stripe runs dry and the far end of another is drawn.
      if (last % 3 == 0) seat = (seat + 1 + last % 2) % 3;
    }
    ++count[cell];
  }
  constexpr int kCells = 15 * 14 * 13;
  REQUIRE(count.size() == static_cast<std::size_t>(kCells));
  const double expected = static_cast<double>(kDeals) / kCells;
  double chi_square = 0;
  for (const auto& [cell, seen] : count) {
    chi_square += (seen - expected) * (seen - expected) / expected;
  }
  // Mean 2729, standard deviation 73.9: within four of them.
  CHECK(chi_square > 2729 - 296);
  CHECK(chi_square < 2729 + 296);
}

TEST_CASE("table_game: rule sets with different tiles share the order of the tiles they share") {
  Rules with;
  Rules without;
  without.tiles.jokers = 0;
  const CompiledRules first(with, 2);
  const CompiledRules second(without, 2);
  Pool pool(first);
  Pool bare(second);
  int same_start = 0;
  for (std::uint64_t deal = 0; deal < 200; ++deal) {
    pool.shuffle({3, deal, 0});
    bare.shuffle({3, deal, 0});
    Tile tile = pool.draw(0);
    while (tile.is_joker()) tile = pool.draw(0);
    same_start += tile == bare.draw(0) ? 1 : 0;
  }
  CHECK_EQ(same_start, 200);
}

TEST_CASE("table_game: the highest tile starts and a joker is drawn again (PLA-04)") {
  using Draws = std::vector<std::vector<Tile>>;
  CHECK_EQ(int{best_draws(Draws{tiles("R7"), tiles("J Y4"), tiles("B12"), tiles("K9")}, false)},
           0b100);
  CHECK_EQ(int{best_draws(Draws{tiles("R7"), tiles("J Y4"), tiles("B12"), tiles("K9")}, true)},
           0b010);
  CHECK_EQ(int{best_draws(Draws{tiles("R7"), tiles("B3"), tiles("K7")}, false)}, 0b101);
  // Who is no longer in it has drawn nothing.
  CHECK_EQ(int{best_draws(Draws{tiles("R7"), {}, tiles("K8")}, false)}, 0b100);
}

TEST_CASE("table_game: every chair is as likely to start, whatever tiles decide") {
  for (const Starter rule :
       {Starter::highest_tile, Starter::lowest_tile, Starter::random, Starter::last_loser}) {
    Rules rules;
    rules.deal.starter = rule;
    const CompiledRules compiled(rules, 3);
    std::array<int, 3> count{};
    for (std::uint64_t match = 0; match < 3000; ++match) {
      ++count[static_cast<std::size_t>(choose_starter(compiled, {2, match, 0}, {}, 0))];
    }
    for (const int seen : count) CHECK(seen > 1000 - 150 && seen < 1000 + 150);
  }
}

TEST_CASE("table_game: the last loser starts, the first of equals after who started") {
  Rules rules;
  rules.deal.starter = Starter::last_loser;
  const CompiledRules compiled(rules, 4);
  const auto starter = [&](std::vector<int> scores, int last) {
    return choose_starter(compiled, {2, 0, 1}, scores, last);
  };
  CHECK_EQ(starter({30, -5, -20, -5}, 0), 2);
  CHECK_EQ(starter({-9, 27, -9, -9}, 2), 3);
  CHECK_EQ(starter({-9, 27, -9, -9}, 3), 0);
  CHECK_EQ(starter({-15, 27, -6, -6}, 0), 0);
}
