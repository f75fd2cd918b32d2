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
  int percent;  // of all games
  Task task;
};

Run run_of(const char* name, int percent, int players, std::vector<std::string> strategies) {
  Run run{name, percent, {}};
  run.task.players = players;
  run.task.strategies = std::move(strategies);
  run.task.seed = 7;
  run.task.checked = true;
  return run;
}

std::vector<Run> runs() {
  std::vector<Run> list;
  const std::string best = "max_tiles";

  list.push_back(run_of("rummikub", 6, 4, {best, best, best, best}));
  list.back().task.record = Record::turns;

  auto& exact =
      list.emplace_back(run_of("exact, locked", 5, 3, {best, "human", "max_points"})).task;
  exact.rules.opening.min_points = 0;
  exact.rules.opening.continues_turn = true;
  exact.rules.joker = {Retrieval::exact_tile, TileFrom::rack, Reuse::any_meld, Lock::full,
                       GroupOfThree::either};
  exact.rotate = Rotate::players;

  auto& large = list.emplace_back(
      run_of("160 tiles, four jokers", 1, 6, {best, best, "human", "hoarder", "novice", best}));
  large.task.rules.players_max = 6;
  large.task.rules.players_tiles[5] = TileSetName::t160_4x3;
  large.task.rules.players_tiles[6] = TileSetName::t160_4x3;
  large.task.rules.opening.continues_turn = true;
  large.task.rules.joker.retrieval = Retrieval::exact_tile;
  large.task.rules.joker.reuse = Reuse::any_meld;

  auto& adding = list.emplace_back(run_of("add only, jokers kept", 33, 2, {best, "random"})).task;
  adding.rules.access = Access::add_only;
  adding.rules.joker.reuse = Reuse::keep;
  adding.rules.turn.must_play = true;
  adding.matches = true;

  auto& small = list.emplace_back(run_of("small set, round runs", 15, 4, {best, best, best, best}));
  small.task.rules.tiles = {.colours = 3, .numbers = 8, .copies = 2, .jokers = 1};
  small.task.rules.deal.rack = 8;
  small.task.rules.opening.min_points = 15;
  small.task.rules.melds.run_wrap = RunWrap::round;
  small.task.rules.joker.reuse = Reuse::new_meld_two_rack;
  small.task.rules.joker.lock = Lock::no_remove;
  small.task.rules.pool_empty = PoolEmpty::one_more_lap;

  auto& plain = list.emplace_back(run_of("no jokers, aces high", 40, 2, {best, "max_points"})).task;
  plain.rules.tiles.jokers = 0;
  plain.rules.melds.run_wrap = RunWrap::ace_high;
  plain.rules.turn.draw_then_play = true;
  plain.rules.deal.draw_from = DrawFrom::own_share;
  plain.record = Record::games;
  return list;
}

}  // namespace

int main(int argc, char** argv) {
  const std::int64_t wanted = argc > 1 ? std::atoll(argv[1]) : 1000;
  const auto list = runs();
  std::int64_t played = 0;
  std::int64_t caps = 0;
  for (const auto& [name, percent, task] : list) {
    const std::int64_t each = (wanted * percent + 99) / 100;
    const std::int64_t per_cluster =
        (task.rotate != Rotate::none ? task.players : 1) * (task.matches ? 2 : 1);
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
