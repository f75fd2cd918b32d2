// Times whole deals of the shipped draw games, with all that a simulation counts of them.
//
//   deals_bench [seconds of each] [variant] [strategy]
//
// Prints deals a second of processor time on one core, the median of seven runs after one that
// fills the tables; and a sign of the counts of the first 2,000 deals, which a change of speed
// leaves alone.

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "rummy/simulation/draw_block.hpp"
#include "variants.hpp"

namespace {

using namespace rummy;

// The time that this process computed, so that others on the machine do not count.
double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

std::uint32_t sign_of(const Tally& tally) {
  std::uint64_t sign = 0xcbf29ce484222325U;  // FNV-1a over whole numbers
  const auto mix = [&](std::int64_t value) {
    sign = (sign ^ static_cast<std::uint64_t>(value)) * 0x100000001b3U;
  };
  for (const std::int64_t sum : tally.sums()) mix(sum);
  for (const std::int64_t product : tally.cross()) mix(product);
  for (const Histogram& histogram : tally.histograms()) {
    for (const std::int64_t count : histogram.bins()) mix(count);
  }
  return static_cast<std::uint32_t>(sign >> 32);
}

void time_deals(const std::string& variant, int players, const std::string& strategy,
                double seconds) {
  DrawTask task;
  task.rules = variants::rules<DrawRules>(variant);
  task.players = players;
  task.strategies.assign(static_cast<std::size_t>(players), strategy);
  task.seed = 7;
  validate(task);
  const CompiledDraw rules(task.rules, players);
  const std::atomic<bool> stop{false};
  DrawWorker worker(task, rules, stop);
  std::int64_t played = 0;
  const auto block = [&] {
    const BlockResult result = worker.play(played, kBlockClusters, [] {});
    played += kBlockClusters;
    return result;
  };
  Tally tally = block().tally;
  tally += block().tally;
  constexpr std::size_t kRounds = 7;
  std::array<double, kRounds> rates{};
  for (double& rate : rates) {
    const std::int64_t before = played;
    const double start = cpu_seconds();
    double spent = 0;
    for (; spent < seconds / kRounds; spent = cpu_seconds() - start) static_cast<void>(block());
    rate = static_cast<double>(played - before) / spent;
  }
  std::sort(rates.begin(), rates.end());
  const double turns = static_cast<double>(tally.sums()[1]) / static_cast<double>(tally.sums()[0]);
  std::printf("%-13s %d players, %-7s %9.0f deals a second, %6.1f turns each, sign %08x\n",
              variant.c_str(), players, (strategy + ":").c_str(), rates[kRounds / 2], turns,
              static_cast<unsigned>(sign_of(tally)));
}

}  // namespace

int main(int argc, char** argv) {
  struct Game {
    const char* variant;
    int players;
  };
  constexpr std::array<Game, 7> kGames = {{{"gin", 2},
                                           {"gin-straight", 2},
                                           {"gin-oklahoma", 2},
                                           {"argentino", 2},
                                           {"argentino", 3},
                                           {"okey", 4},
                                           {"okey-101", 4}}};
  const double seconds = argc > 1 ? std::atof(argv[1]) : 0.7;
  for (const Game& game : kGames) {
    if (argc > 2 && std::string(argv[2]) != game.variant) continue;
    for (const char* strategy : {"greedy", "random", "strong"}) {
      if (argc > 3 && std::string(argv[3]) != strategy) continue;
      time_deals(game.variant, game.players, strategy, seconds);
    }
  }
}
