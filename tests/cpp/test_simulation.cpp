#include <algorithm>
#include <array>
#include <chrono>

#include "check.hpp"
#include "games.hpp"
#include "rummy/simulation/runner.hpp"

using namespace games;

namespace {

Task small_task(std::vector<std::string> strategies) {
  Task task;
  task.rules = small_rules();
  task.players = static_cast<int>(strategies.size());
  task.strategies = std::move(strategies);
  task.seed = 99;
  return task;
}

std::int64_t sum_of(const Simulation& simulation, const std::string& name, int players) {
  const auto names = quantity_names(players);
  const auto found = std::find(names.begin(), names.end(), name);
  return simulation.tally.sums()[static_cast<std::size_t>(found - names.begin())];
}

bool same(const Simulation& a, const Simulation& b) {
  return a.tally == b.tally && a.block_sums == b.block_sums && a.columns == b.columns;
}

}  // namespace

TEST_CASE("simulation: 1, 2, 3 and 7 threads and the calling one give the same bytes") {
  Task task = small_task({"max_tiles", "human"});
  task.rules = tiny_rules();
  task.record = Record::turns;
  const Simulation one = run(task, 0, 3500, 1);
  CHECK_EQ(one.tally.clusters(), 3500);
  CHECK_EQ(one.block_sums.size(), 4 * quantity_names(2).size());
  for (const int threads : {0, 2, 3, 7}) CHECK(same(one, run(task, 0, 3500, threads)));
}

TEST_CASE("simulation: players that imagine hidden tiles give the same bytes on any threads") {
  Task task = small_task({"planner:samples=3,turns=3", "max_tiles"});
  task.rules = tiny_rules();
  task.rotate = Rotate::players;
  const Simulation one = run(task, 0, 1200, 1);
  for (const int threads : {0, 2}) CHECK(same(one, run(task, 0, 1200, threads)));
}

TEST_CASE("simulation: blocks do not know of each other and add up in any order") {
  Task task = small_task({"random", "novice", "max_tiles"});
  task.rules = tiny_rules();
  const Simulation whole = run(task, 0, 2500, 1);
  const std::atomic<bool> stop{false};
  Worker worker(task, stop);  // one worker for all blocks, backwards: its memory must not show
  Tally backwards = worker.play(2000, 500, [] {}).tally;
  for (const std::int64_t first : {1000, 0}) {
    backwards += worker.play(first, 1000, [] {}).tally;
  }
  CHECK(backwards == whole.tally);
  const Simulation middle = run(task, 1000, 1000, 2);
  const auto k = static_cast<std::ptrdiff_t>(quantity_names(3).size());
  CHECK(
      std::equal(middle.block_sums.begin(), middle.block_sums.end(), whole.block_sums.begin() + k));
}

TEST_CASE("simulation: counts agree with each other") {
  const Task task = small_task({"max_tiles", "human:slip=10", "hoarder"});
  const Simulation s = run(task, 0, 300, 2);
  const auto sum = [&](const std::string& name) { return sum_of(s, name, 3); };
  CHECK_EQ(sum("games"), 300);
  CHECK_EQ(sum("end_out") + sum("end_pool_empty") + sum("end_cap"), 300);
  CHECK_EQ(sum("plays") + sum("draws") + sum("passes") + sum("failures"), sum("turns"));
  CHECK_EQ(sum("winners") + sum("losers"), 3 * 300);
  CHECK_EQ(sum("winner_score") + sum("loser_score"), 0);
  CHECK_EQ(sum("share_seat_1") + sum("share_seat_2") + sum("share_seat_3"), 60 * 300);
  CHECK_EQ(sum("share_player_1"), sum("share_seat_1"));
  CHECK_EQ(sum("matches"), 0);
  const auto turns = s.tally.histograms()[0].bins();
  std::int64_t games = 0;
  std::int64_t all_turns = 0;
  for (std::size_t bin = 0; bin < turns.size(); ++bin) {
    games += turns[bin];
    all_turns += turns[bin] * static_cast<std::int64_t>(bin);
  }
  CHECK_EQ(games, 300);
  CHECK_EQ(all_turns, sum("turns"));
}

TEST_CASE("simulation: rotations share the deal and equal players get equal results") {
  Task task = small_task({"max_tiles", "max_tiles", "max_tiles"});
  task.rotate = Rotate::players;
  task.record = Record::games;
  const Simulation s = run(task, 0, 60, 2);
  CHECK_EQ(s.tally.clusters(), 60);
  CHECK_EQ(sum_of(s, "games", 3), 180);
  for (int player = 1; player <= 3; ++player) {
    CHECK_EQ(sum_of(s, "share_player_" + std::to_string(player), 3), 60 * 60);
  }
  const auto& names = s.columns.names;
  const auto column = [&](const std::string& name) -> const std::vector<std::int32_t>& {
    return s.columns.values[static_cast<std::size_t>(std::find(names.begin(), names.end(), name) -
                                                     names.begin())];
  };
  for (std::size_t row = 0; row < 180; row += 3) {
    CHECK_EQ(column("turns")[row], column("turns")[row + 1]);
    CHECK_EQ(column("score_1")[row], column("score_1")[row + 2]);
    CHECK_EQ(column("rotation")[row + 1], 1);
  }
}

TEST_CASE("simulation: with rotations the players change seats") {
  Task task = small_task({"max_tiles", "random"});
  task.rotate = Rotate::players;
  const Simulation s = run(task, 0, 200, 2);
  // Both sit in seat 1 as often, so the better one wins as player and not by its seat.
  CHECK(sum_of(s, "share_player_1", 2) > 60 * 2 * 200 * 6 / 10);
  const auto apart = sum_of(s, "share_seat_1", 2) - sum_of(s, "share_seat_2", 2);
  CHECK(apart < 60 * 400 / 5 && apart > -60 * 400 / 5);
}

TEST_CASE("simulation: where the racks go round, every rack starts once and draws the same tiles") {
  Task task = small_task({"max_tiles", "max_tiles", "max_tiles"});
  task.rotate = Rotate::racks;
  Driver driver(CompiledRules(task.rules, 3), 1000);
  for (std::uint64_t deal = 0; deal < 20; ++deal) {
    std::vector<std::vector<TileBag>> racks;
    for (int rotation = 0; rotation < 3; ++rotation) {
      driver.game().start({task.seed, deal, 0, rotation});
      auto& of_this = racks.emplace_back();
      for (int seat = 0; seat < 3; ++seat) of_this.push_back(driver.game().rack(seat));
    }
    for (std::size_t rotation = 0; rotation < 3; ++rotation) {
      for (std::size_t seat = 0; seat < 3; ++seat) {
        CHECK(racks[rotation][seat] == racks[0][(seat + rotation) % 3]);
      }
    }
  }
  // Seat 1 wins as a start position does; rack by rack the wins are those of other games.
  const Simulation s = run(task, 0, 300, 2);
  CHECK_EQ(sum_of(s, "games", 3), 900);
  std::int64_t shares = 0;
  for (int player = 1; player <= 3; ++player) {
    shares += sum_of(s, "share_player_" + std::to_string(player), 3);
    CHECK(sum_of(s, "share_player_" + std::to_string(player), 3) != 60 * 300);
  }
  CHECK_EQ(shares, 60 * 900);
  task.matches = true;
  CHECK_THROWS_AS(run(task, 0, 10, 1), InputError);
}

TEST_CASE("simulation: what is hidden of a position is dealt in every way alike") {
  const Task task = small_task({"max_tiles", "max_tiles", "max_tiles"});
  const CompiledRules rules(task.rules, 3);
  KnownPosition position;
  position.racks.resize(3);
  const TileBag all = rules.tiles().all();
  int named = 0;
  all.for_each([&](Tile tile, int) {
    if (named < 2) position.racks[0].add(tile);
    if (named == 2) position.racks[2].add(tile);
    ++named;
  });
  position.rack_sizes = {2, 4, 3};
  position.has_laid = {true, false, true};
  position.to_move = 1;
  const int hidden = all.size() - 3;
  std::array<int, kFaces + 1> drawn{};
  constexpr int kTimes = 4000;
  for (std::uint64_t g = 0; g < kTimes; ++g) {
    const TableGame::Setup setup =
        deal_hidden(position, rules, Stream({task.seed, g, 0}, Purpose::hidden));
    CHECK_EQ(setup.racks[0].size(), 4);
    CHECK_EQ(setup.racks[1].size(), 3);
    CHECK(setup.racks[1].includes(position.racks[2]));
    CHECK(setup.racks[2] == position.racks[0]);
    CHECK(setup.has_laid == (std::vector<bool>{false, true, true}));
    TileBag everything = setup.racks[0] + setup.racks[1] + setup.racks[2];
    for (const Tile tile : setup.drawn_next) everything.add(tile);
    CHECK(everything == all);
    setup.racks[0].for_each(
        [&](Tile tile, int copies) { drawn[static_cast<std::size_t>(tile.face())] += copies; });
  }
  const TileBag unseen = all - position.racks[0] - position.racks[2];
  unseen.for_each([&](Tile tile, int copies) {
    const double expected = kTimes * 4.0 * copies / hidden;
    const double found = drawn[static_cast<std::size_t>(tile.face())];
    CHECK((found - expected) * (found - expected) < 16 * expected);  // four standard errors
  });
  position.rack_sizes[2] = 0;
  CHECK_THROWS_AS(validate(position, rules), InputError);
}

TEST_CASE("simulation: kept clusters add up to the sums, whatever the threads") {
  Task task = small_task({"max_tiles", "random"});
  task.units = true;
  const Simulation one = run(task, 0, 2300, 1);
  const Simulation two = run(task, 0, 2300, 2);
  CHECK(one.units == two.units);
  const std::size_t k = quantity_names(2).size();
  CHECK_EQ(one.units.size(), 2300 * k);
  std::vector<std::int64_t> sums(k, 0);
  for (std::size_t i = 0; i < one.units.size(); ++i) sums[i % k] += one.units[i];
  const auto expected = one.tally.sums();
  CHECK(std::equal(sums.begin(), sums.end(), expected.begin(), expected.end()));
}

TEST_CASE("simulation: a match has as many games as the rules say, and one win to share") {
  Task task = small_task({"max_tiles", "human", "novice"});
  task.matches = true;
  task.record = Record::games;
  task.rules.match.games = kNoLimit;  // one for each player (P13)
  const Simulation round = run(task, 0, 40, 2);
  CHECK_EQ(sum_of(round, "games", 3), 120);
  CHECK_EQ(sum_of(round, "matches", 3), 40);
  std::int64_t shares = 0;
  for (int player = 1; player <= 3; ++player) {
    shares += sum_of(round, "match_share_player_" + std::to_string(player), 3);
  }
  CHECK_EQ(shares, 60 * 40);
  CHECK(round.columns.names[0] == "match");
  CHECK(std::count(round.columns.names.begin(), round.columns.names.end(), "first_player") == 1);

  task.rules.match.games = 5;
  CHECK_EQ(sum_of(run(task, 0, 10, 1), "games", 3), 50);
  task.rules.match.games = 1000;
  task.rules.match.target = 60;  // APP-21
  const auto games = sum_of(run(task, 0, 10, 1), "games", 3);
  CHECK(games > 10 && games < 1000);
}

TEST_CASE("simulation: a game that the cap stopped has no winner and no scores") {
  Task task = small_task({"max_tiles", "max_tiles"});
  task.turn_cap = 2;
  const Simulation s = run(task, 0, 50, 1);
  CHECK_EQ(sum_of(s, "end_cap", 2), 50);
  CHECK_EQ(sum_of(s, "turns", 2), 100);
  for (const char* name : {"winners", "losers", "winner_score", "share_seat_1", "score_player_2"}) {
    CHECK_EQ(sum_of(s, name, 2), 0);
  }
}

TEST_CASE("simulation: who is to stop does not play the game to its end") {
  struct Stopping : Strategy {
    Stopping(std::atomic<bool>& wanted, int& count) : stop(wanted), turns(count) {}
    Decision decide(const View&, Play&) override {
      stop = ++turns == 3;
      return {Action::draw, PlayExists::unknown};
    }
    std::atomic<bool>& stop;
    int& turns;
  };
  std::atomic<bool> stop{false};
  int turns = 0;
  Task task = small_task({"random", "random"});
  task.make_players = [&](const CompiledRules&) {
    Players players;
    for (int i = 0; i < task.players; ++i)
      players.push_back(std::make_unique<Stopping>(stop, turns));
    return players;
  };
  for (const bool matches : {false, true}) {
    turns = 0;
    stop = false;
    task.matches = matches;
    Worker worker(task, stop);
    CHECK_THROWS_AS(static_cast<void>(worker.play(0, 10, [] {})), BrokenOff);
    CHECK_EQ(turns, 3);
  }
}

TEST_CASE("simulation: what tick throws breaks the run off") {
  struct Interrupt {};
  const Task task = small_task({"max_tiles", "max_tiles"});
  for (const int threads : {0, 2}) {
    const auto start = std::chrono::steady_clock::now();
    CHECK_THROWS_AS(run(task, 0, 1'000'000'000, threads, [](std::int64_t) { throw Interrupt{}; }),
                    Interrupt);
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    CHECK(passed.count() < 5.0);  // a tenth of a second on a free machine
  }
}

TEST_CASE("simulation: an error in a thread reaches the caller") {
  struct Broken : Strategy {
    Decision decide(const View& view, Play& play) override {
      play.table = view.position->table;
      play.placed = view.rack();
      return {Action::play, PlayExists::yes};
    }
  };
  Task task = small_task({});
  task.players = 2;
  task.checked = true;
  task.make_players = [](const CompiledRules&) {
    Players players;
    for (int i = 0; i < 2; ++i) players.push_back(std::make_unique<Broken>());
    return players;
  };
  for (const int threads : {0, 1, 2}) CHECK_THROWS_AS(run(task, 0, 5000, threads), InputError);
}

TEST_CASE("simulation: what cannot be played is refused") {
  Task task = small_task({"max_tiles", "max_tiles"});
  CHECK_THROWS_AS(run(task, 500, 10, 1), InputError);
  CHECK_THROWS_AS(run(task, 0, 0, 1), InputError);
  task.players = 7;
  CHECK_THROWS_AS(run(task, 0, 10, 1), InputError);
  task.players = 3;
  CHECK_THROWS_AS(run(task, 0, 10, 1), InputError);
  task.players = 2;
  task.strategies[1] = "best";
  CHECK_THROWS_AS(run(task, 0, 10, 1), InputError);
}

TEST_CASE("simulation: games have the distribution that a plain pool gives") {
  // The same strategies on stripes and on one common pool in a shuffled order: the lengths of the
  // games agree.
  constexpr int kGames = 3000;
  const CompiledRules rules(small_rules(), 2);
  const auto first = make_strategy("max_tiles", rules);
  const auto second = make_strategy("max_tiles", rules);
  Strategy* const seats[] = {first.get(), second.get()};
  Driver driver(rules, 1000);
  TableGame plain(rules);
  std::array<std::array<int, 2>, 10> count{};
  const auto bin = [](int turns) { return static_cast<std::size_t>(std::min(turns / 5, 9)); };
  for (std::uint64_t deal = 0; deal < kGames; ++deal) {
    ++count[bin(driver.play({1, deal, 0}, seats).turns)][0];
    std::vector<Tile> order;
    rules.tiles().all().for_each([&](Tile tile, int copies) {
      order.insert(order.end(), static_cast<std::size_t>(copies), tile);
    });
    Stream stream({2, deal, 0}, Purpose::deal);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[stream.below(i)]);
    TableGame::Setup setup;
    setup.racks.resize(2);
    setup.has_laid = {false, false};
    for (std::size_t i = 0; i < 14; ++i) setup.racks[i % 2].add(order[i]);
    setup.drawn_next.assign(order.begin() + 14, order.end());
    plain.start_at(setup);
    Play play;
    while (!plain.over()) {
      const Decision decision =
          seats[static_cast<std::size_t>(plain.seat())]->decide(plain.view(), play);
      if (decision.action == Action::play) {
        plain.play(play);
      } else {
        plain.draw(true);
      }
    }
    ++count[bin(plain.result().turns)][1];
  }
  double chi_square = 0;
  int cells = 0;
  for (const auto& [stripes, pool] : count) {
    if (stripes + pool == 0) continue;
    const double difference = stripes - pool;
    chi_square += difference * difference / (stripes + pool);
    ++cells;
  }
  CHECK(cells >= 5);
  CHECK(chi_square < 28);  // at most 9 degrees: beyond 28 once in a thousand times
}
