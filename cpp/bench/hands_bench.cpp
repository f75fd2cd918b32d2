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

#include "rummy/hands/hand_solver.hpp"
#include "rummy/random/stream.hpp"

namespace {

using namespace rummy;

// The time that this process computed, so that others on the machine do not count.
double cpu_ns() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return 1e9 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec);
}

HandRules okey() {
  HandRules rules;
  rules.copies = 2;
  rules.jokers = 2;
  rules.run_wrap = RunWrap::ace_high;
  std::iota(rules.points.begin(), rules.points.begin() + 14, std::int16_t{0});
  rules.deadwood = rules.points;
  return rules;
}

HandRules okey_101() {
  HandRules rules = okey();
  rules.run_wrap = RunWrap::none;
  rules.wild_worth = WildWorth::stands_for;
  return rules;
}

HandRules argentino(int packs) {
  HandRules rules;
  rules.copies = packs;
  rules.jokers = 2 * packs;
  rules.wild_ranks = 2;
  rules.group_repeats = packs == 2;
  rules.group_wilds = 1;
  rules.adjacent_wilds = false;
  rules.run_wrap = RunWrap::ace_high;
  rules.points = {0, 15, 20, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10, 0, 0};
  rules.deadwood = rules.points;
  rules.wild_points[2] = 20;
  rules.joker_points = 50;
  rules.joker_deadwood = 50;
  return rules;
}

std::vector<Hand> deal(const HandRules& rules, int size, std::size_t count) {
  std::vector<Tile> pack(static_cast<std::size_t>(rules.jokers), Tile::joker());
  for (int copy = 0; copy < rules.copies; ++copy) {
    for (int suit = 0; suit < rules.suits; ++suit) {
      for (int rank = 1; rank <= rules.ranks; ++rank) pack.emplace_back(suit, rank);
    }
  }
  Stream stream(GameKey{.seed = 7}, Purpose::deal);
  std::vector<Hand> hands(count);
  for (Hand& hand : hands) {
    for (std::size_t k = 0; k < static_cast<std::size_t>(size); ++k) {
      std::swap(pack[k], pack[k + stream.below(pack.size() - k)]);
      hand.add(pack[k]);
    }
  }
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
