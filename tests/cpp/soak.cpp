// `rummy_soak N` plays N games spread over rule sets that between them use every hard switch, on
// two threads, with every step held to the rules and every state to its invariants. For the
// sanitizers.

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "rummy/simulation/runner.hpp"

namespace {

using namespace rummy;

struct Run {
  const char* name;
  Task task;
};

Run run_of(const char* name, int players, std::vector<std::string> strategies) {
  Run run{name, {}};
  run.task.players = players;
  run.task.strategies = std::move(strategies);
  run.task.seed = 7;
  run.task.checked = true;
  return run;
}

std::vector<Run> runs() {
  std::vector<Run> list;
  const std::string best = "max_tiles";

  list.push_back(run_of("rummikub", 4, {best, best, best, best}));
  list.back().task.record = Record::turns;

  auto& exact = list.emplace_back(run_of("exact, locked", 3, {best, "human", "max_points"})).task;
  exact.rules.opening.min_points = 0;
  exact.rules.opening.continues_turn = true;
  exact.rules.joker = {Retrieval::exact_tile, TileFrom::rack, Reuse::any_meld, Lock::full,
                       GroupOfThree::either};
  exact.rotate = true;

  auto& large = list.emplace_back(
      run_of("160 tiles, four jokers", 6, {best, best, "human", "hoarder", "novice", best}));
  large.task.rules.players_max = 6;
  large.task.rules.players_tiles[5] = TileSetName::t160_4x3;
  large.task.rules.players_tiles[6] = TileSetName::t160_4x3;
  large.task.rules.opening.continues_turn = true;
  large.task.rules.joker.retrieval = Retrieval::exact_tile;
  large.task.rules.joker.reuse = Reuse::any_meld;

  auto& adding = list.emplace_back(run_of("add only, jokers kept", 2, {best, "random"})).task;
  adding.rules.access = Access::add_only;
  adding.rules.joker.reuse = Reuse::keep;
  adding.rules.turn.must_play = true;
  adding.matches = true;

  auto& wrapped = list.emplace_back(run_of("round runs, new melds", 4, {best, best, best, best}));
  wrapped.task.rules.melds.run_wrap = RunWrap::round;
  wrapped.task.rules.melds.max_jokers = 1;
  wrapped.task.rules.joker.reuse = Reuse::new_meld_two_rack;
  wrapped.task.rules.joker.lock = Lock::no_remove;
  wrapped.task.rules.pool_empty = PoolEmpty::one_more_lap;
  return list;
}

}  // namespace

int main(int argc, char** argv) {
  const std::int64_t wanted = argc > 1 ? std::atoll(argv[1]) : 1000;
  const auto list = runs();
  std::int64_t played = 0;
  std::int64_t caps = 0;
  for (const auto& [name, task] : list) {
    const auto each = wanted / static_cast<std::int64_t>(list.size());
    const std::int64_t per_cluster = (task.rotate ? task.players : 1) * (task.matches ? 2 : 1);
    const std::int64_t clusters = (each + per_cluster - 1) / per_cluster;
    const Simulation result = run(task, 0, clusters, 2);
    const auto sums = result.tally.sums();
    played += sums[static_cast<std::size_t>(Quantity::games)];
    caps += sums[static_cast<std::size_t>(Quantity::end_cap)];
    std::cout << name << ": " << sums[static_cast<std::size_t>(Quantity::games)] << " games, "
              << result.seconds << " s" << std::endl;
  }
  std::cout << played << " games, " << caps << " capped" << std::endl;
  return played >= wanted && caps == 0 ? 0 : 1;
}
