#pragma once

#include <memory>

#include "rummy/simulation/block.hpp"
#include "rummy/simulation/draw_quantities.hpp"
#include "rummy/simulation/runner.hpp"

namespace rummy {

// A draw game. Together with a range of clusters a task says every number of the result.
struct DrawTask : TaskOptions {
  DrawRules rules;
};

// Throws InputError unless the task can be run.
void validate(const DrawTask& task);

using DrawPlayers = std::vector<std::unique_ptr<DrawStrategy>>;
[[nodiscard]] DrawPlayers make_draw_players(const DrawTask& task, const CompiledDraw& rules);

// The rows of draw games.
class DrawRecorder : public RowWriter, public DrawObserver {
 public:
  explicit DrawRecorder(const DrawTask& task);

  void add_deal(const DrawResult& deal);
  void on_start(const DrawGame&) override {}
  void on_turn(const DrawGame& game) override;
};

// Plays draw games. The compiled rules, with the tables of the solver, serve all workers.
class DrawWorker : public BlockWorker {
 public:
  DrawWorker(const DrawTask& task, const CompiledDraw& rules, const std::atomic<bool>& stop);

 private:
  void begin_block() override { counter_ = DrawCounter(task_.rules, task_.players, task_.units); }
  void play_deal(std::int64_t deal, int rotation) override;
  void play_one_match(std::int64_t match, int rotation) override;
  void end_cluster() override { counter_.end_cluster(); }
  [[nodiscard]] BlockResult end_block() override {
    return {counter_.take_tally(), counter_.take_units(), recorder_.take()};
  }
  [[nodiscard]] std::span<DrawStrategy* const> seated(int rotation);

  const DrawTask& task_;
  DrawDriver driver_;
  DrawRecorder recorder_;
  DrawCounter counter_;
  DrawPlayers players_;
  std::vector<DrawStrategy*> seats_;
};

[[nodiscard]] Simulation run(const DrawTask& task, std::int64_t first, std::int64_t count,
                             int threads, const Tick& tick = {});

}  // namespace rummy
