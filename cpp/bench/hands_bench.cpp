// Times the solver of hands on random hands of real games, dealt from their packs.
//
//   hands_bench [hands of each kind]
//
// Prints nanoseconds of processor time for the value of a hand in a batch, for its melds, and for
// the best discard from a hand that is a card larger; each is the least of a few rounds, after one
// that fills the tables.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <numeric>
#include <vector>

#include "hand_games.hpp"

namespace {

using namespace rummy;
using hand_games::argentino;
using hand_games::okey;
using hand_games::okey_101;

// The time that this process computed, so that others on the machine do not count.
double cpu_ns() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return 1e9 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec);
}

std::vector<Hand> deal(const HandRules& rules, int size, std::size_t count) {
  std::vector<Hand> hands;
  hands.reserve(count);
  hand_games::deal(rules, size, static_cast<int>(count), 7,
                   [&](const Hand& hand) { hands.push_back(hand); });
  return hands;
}

template <typename Work>
double nanoseconds_each(std::size_t count, Work&& work) {
  work();
  double least = 1e30;
  for (int round = 0; round < 5; ++round) {
    const double start = cpu_ns();
    work();
    least = std::min(least, cpu_ns() - start);
  }
  return least / static_cast<double>(count);
}

void time_hands(const char* name, const HandRules& rules, int size, HandGoal goal,
                std::size_t count) {
  const HandSolver solver(rules);
  const std::vector<Hand> hands = deal(rules, size, count);
  const std::vector<Hand> larger = deal(rules, size + 1, count);
  std::vector<int> values(count);
  const double value = nanoseconds_each(count, [&] { solver.values(hands, goal, values); });
  HandPlan plan;
  long check = 0;
  const double melds = nanoseconds_each(count, [&] {
    for (const Hand& hand : hands) {
      solver.best(hand, goal, plan);
      check += plan.value;
    }
  });
  const double discard = nanoseconds_each(count, [&] {
    for (const Hand& hand : larger) check += solver.best_discard(hand, goal).value;
  });
  const double mean =
      std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(count);
  std::printf("%-24s %2d cards: %6.1f ns, with melds %6.1f ns, discard %7.1f ns; mean %.2f%s\n",
              name, size, value, melds, discard, mean, check == 0 ? " (nothing melds)" : "");
}

}  // namespace

int main(int argc, char** argv) {
  const auto count = static_cast<std::size_t>(argc > 1 ? std::atol(argv[1]) : 200'000);
  time_hands("gin, deadwood", {}, 10, HandGoal::deadwood, count);
  time_hands("okey, most tiles", okey(), 14, HandGoal::tiles, count);
  time_hands("101 okey, most points", okey_101(), 21, HandGoal::points, count);
  for (const int size : {11, 14, 16}) {
    time_hands("argentino, one pack", argentino(1), size, HandGoal::points, count);
    time_hands("argentino, two packs", argentino(2), size, HandGoal::points, count);
  }
}
