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

// Thrown once a run is to stop. It may come within a game, since slow players take seconds for one;
// what was played of the block is then lost.
struct BrokenOff {};

// Plays blocks of one task, one after the other. What a block comes to depends on the task and its
// range alone: the worker keeps memory between blocks, and nothing else.
class BlockWorker {
 public:
  virtual ~BlockWorker() = default;

  using OnCluster = std::function<void()>;  // called after every cluster
  [[nodiscard]] BlockResult play(std::int64_t first, std::int64_t count,
                                 const OnCluster& on_cluster);

 protected:
  BlockWorker(const TaskOptions& options, const std::atomic<bool>& stop)
      : rotations_(options.rotate == Rotate::none ? 1 : options.players),
        matches_(options.matches),
        stop_(stop) {}

  // Asked after every game, and after every turn of those that may be slow.
  void go_on() const {
    if (stop_.load(std::memory_order_relaxed)) throw BrokenOff();
  }

  virtual void begin_block() = 0;
  virtual void play_deal(std::int64_t deal, int rotation) = 0;
  virtual void play_one_match(std::int64_t match, int rotation) = 0;
  virtual void end_cluster() = 0;
  [[nodiscard]] virtual BlockResult end_block() = 0;

 private:
  int rotations_;
  bool matches_;
  const std::atomic<bool>& stop_;
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

// Plays table games.
class Worker : public BlockWorker, private GameObserver {
 public:
  Worker(const Task& task, const std::atomic<bool>& stop);

 private:
  void on_start(const TableGame&) override {}
  void on_turn(const TableGame&) override { go_on(); }
  void begin_block() override { counter_ = Counter(task_.players, task_.units); }
  void play_deal(std::int64_t deal, int rotation) override;
  void play_one_match(std::int64_t match, int rotation) override;
  void end_cluster() override { counter_.end_cluster(); }
  [[nodiscard]] BlockResult end_block() override;
  void play_position(std::int64_t sample);
  void count_game(const GameResult& game, int first_player);
  // The strategies by seat, or by chair, for a rotation.
  [[nodiscard]] std::span<Strategy* const> seated(int rotation);

  const Task& task_;
  CompiledRules rules_;
  Driver driver_;
  Recorder recorder_;
  Counter counter_;
  Course course_;
  Watchers watchers_;
  Players players_;
  std::vector<Strategy*> seats_;
};

}  // namespace rummy
