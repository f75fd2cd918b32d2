// Times the turn solver on positions of real games, which it makes itself by playing them, and
// whole games.
//
//   solver_bench [shipped rule set] [players] [games]
//
// Prints games a second on one core, the share of their time that the strategies think, and the
// mean time of a best play by jokers in play.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "rummy/simulation/runner.hpp"
#include "rummy/strategies/registry.hpp"
#include "variants.hpp"

namespace {

using namespace rummy;

// The time that this process computed, so that others on the machine do not count.
struct Clock {
  using duration = std::chrono::nanoseconds;
  using time_point = std::chrono::time_point<Clock, duration>;
  static time_point now() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time_point(std::chrono::seconds(time.tv_sec) + duration(time.tv_nsec));
  }
};

// Plays as the strategy that it wraps and keeps what it saw, and how long that one thought.
class Witness : public Strategy {
 public:
  struct Seen {
    std::vector<Position> positions;
    Clock::duration thinking{};
  };
  Witness(std::unique_ptr<Strategy> inner, Seen& seen) : inner_(std::move(inner)), seen_(seen) {}
  void begin_game(const GameKey& game, int seat) override { inner_->begin_game(game, seat); }
  Decision decide(const View& view, Play& play) override {
    seen_.positions.push_back(*view.position);
    const auto start = Clock::now();
    const Decision decision = inner_->decide(view, play);
    seen_.thinking += Clock::now() - start;
    return decision;
  }

 private:
  std::unique_ptr<Strategy> inner_;
  Seen& seen_;
};

double microseconds(Clock::duration time) {
  return std::chrono::duration<double, std::micro>(time).count();
}

void time_positions(const CompiledRules& rules, const std::vector<Position>& positions) {
  Solver solver(rules);
  std::array<double, kMaxJokers + 1> total{};
  std::array<int, kMaxJokers + 1> count{};
  std::array<int, kMaxJokers + 1> found{};
  std::vector<double> times;
  Play play;
  for (int round = 0; round < 2; ++round) {  // the first warms up
    total.fill(0);
    count.fill(0);
    found.fill(0);
    times.clear();
    for (const Position& position : positions) {
      const auto start = Clock::now();
      const bool any = solver.best_play(position, Objective::tiles, play);
      const double time = microseconds(Clock::now() - start);
      const auto jokers =
          static_cast<std::size_t>(bag_of(position.table).jokers() + position.rack.jokers());
      total[jokers] += time;
      ++count[jokers];
      found[jokers] += any ? 1 : 0;
      times.push_back(time);
    }
  }
  std::sort(times.begin(), times.end());
  double sum = 0;
  for (const double time : times) sum += time;
  std::printf(
      "best play, us: mean %.2f, median %.2f, p90 %.2f, p99 %.2f, max %.0f of %zu positions\n",
      sum / static_cast<double>(times.size()), times[times.size() / 2],
      times[times.size() * 9 / 10], times[times.size() * 99 / 100], times.back(), times.size());
  for (std::size_t jokers = 0; jokers < count.size(); ++jokers) {
    if (count[jokers] == 0) continue;
    std::printf("  %zu jokers in play: mean %.2f us, %d positions, a play in %.1f %%\n", jokers,
                total[jokers] / count[jokers], count[jokers],
                100.0 * found[jokers] / count[jokers]);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string name = argc > 1 ? argv[1] : "rummikub";
  const int players = argc > 2 ? std::atoi(argv[2]) : 4;
  const long games = argc > 3 ? std::atol(argv[3]) : 1000;
  Task task;
  try {
    task.rules = variants::rules<Rules>(name);
  } catch (const InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
  task.players = players;
  task.strategies.assign(static_cast<std::size_t>(players), "max_tiles");
  task.seed = 7;
  const auto start = Clock::now();
  (void)run(task, 0, games, 1);
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  std::printf("%s, %d players: %.0f games a second\n", name.c_str(), players,
              static_cast<double>(games) / seconds);

  Witness::Seen seen;
  task.make_players = [&](const CompiledRules& rules) {
    Players made;
    for (int i = 0; i < players; ++i) {
      made.push_back(std::make_unique<Witness>(make_strategy("max_tiles", rules), seen));
    }
    return made;
  };
  const auto again = Clock::now();
  (void)run(task, 0, std::min(games, 300L), 0);
  const auto whole = Clock::now() - again;
  std::printf("of that time the strategies think %.1f %%\n",
              100 * microseconds(seen.thinking) / microseconds(whole));
  time_positions(CompiledRules(task.rules, players), seen.positions);
}
