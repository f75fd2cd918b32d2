#pragma once

#include <memory>

#include "rummy/draw_game/game.hpp"
#include "rummy/random/stream.hpp"
#include "rummy/strategies/spec.hpp"

namespace rummy {

// Decides in a draw game from what its seat may know: first where to draw from, then what to lay,
// to discard and whether to end the deal. It has no clock and no source of chance but its own
// stream. One object serves one thread, and many deals one after the other.
class DrawStrategy {
 public:
  virtual ~DrawStrategy() = default;
  DrawStrategy() = default;
  DrawStrategy(const DrawStrategy&) = delete;
  DrawStrategy& operator=(const DrawStrategy&) = delete;

  virtual void begin_deal(const GameKey& game, int seat) {
    stream_.restart(game, strategy_purpose(seat));
  }
  // Whether to take the pile (or the upcard that is offered); asked only where it may be taken.
  [[nodiscard]] virtual bool takes(const DrawView& view) = 0;
  // The rest of the turn; `play` comes cleared.
  virtual void play(const DrawView& view, TurnPlay& play) = 0;

 protected:
  [[nodiscard]] Stream& stream() { return stream_; }

 private:
  Stream stream_;
};

struct DrawStrategyEntry {
  std::string_view name;
  std::string_view summary;
  std::span<const Parameter> parameters;
  std::unique_ptr<DrawStrategy> (*make)(const CompiledDraw& rules, Values values);
};

// Every strategy of draw games there is, the weak before the strong. Each plays every game of the
// family; where games differ, one name stands for one way of thinking.
[[nodiscard]] std::span<const DrawStrategyEntry> all_draw_strategies();
[[nodiscard]] std::unique_ptr<DrawStrategy> make_draw_strategy(std::string_view spec,
                                                               const CompiledDraw& rules);
[[nodiscard]] std::string canonical_draw_strategy(std::string_view spec);

extern const DrawStrategyEntry kDrawRandom;
extern const DrawStrategyEntry kDrawGreedy;
extern const DrawStrategyEntry kDrawStrong;

}  // namespace rummy
