#pragma once

#include <atomic>

#include "rummy/simulation/columns.hpp"
#include "rummy/simulation/course.hpp"
#include "rummy/simulation/quantities.hpp"
#include "rummy/simulation/task.hpp"

namespace rummy {

struct BlockResult {
  Tally tally;
  std::vector<std::int64_t> units;  // cluster by cluster, when the task keeps them
  Columns columns;
};

// Lets several follow the same games.
class Watchers : public GameObserver {
 public:
  void add(GameObserver& watcher) { watchers_.push_back(&watcher); }
  void on_start(const TableGame& game) override {
    for (GameObserver* watcher : watchers_) watcher->on_start(game);
  }
  void on_turn(const TableGame& game) override {
    for (GameObserver* watcher : watchers_) watcher->on_turn(game);
  }

 private:
  std::vector<GameObserver*> watchers_;
};

// Plays blocks of one task, one after the other. What a block comes to depends on the task and its
// range alone: the worker keeps memory between blocks, and nothing else.
class Worker {
 public:
  explicit Worker(const Task& task);

  // Called after every cluster; returns false to break off (the result then means nothing).
  using OnCluster = std::function<bool()>;
  [[nodiscard]] BlockResult play(std::int64_t first, std::int64_t count,
                                 const OnCluster& on_cluster);

 private:
  void count_game(const GameResult& game, int first_player, Counter& counter);
  void play_position(std::int64_t sample, Counter& counter);
  void play_deal(std::int64_t deal, int rotation, Counter& counter);
  void play_one_match(std::int64_t match, int rotation, Counter& counter);
  // The strategies by seat, or by chair, for a rotation.
  [[nodiscard]] std::span<Strategy* const> seated(int rotation);

  const Task& task_;
  CompiledRules rules_;
  Driver driver_;
  Recorder recorder_;
  Course course_;
  Watchers watchers_;
  Players players_;
  std::vector<Strategy*> seats_;
};

}  // namespace rummy
