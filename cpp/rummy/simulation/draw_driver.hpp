#pragma once

#include <functional>
#include <span>

#include "rummy/draw_game/transcript.hpp"
#include "rummy/strategies/draw_strategy.hpp"

namespace rummy {

// Plays deals of a draw game with strategies in the seats. Keeps its memory between deals, so one
// driver serves one thread.
class DrawDriver {
 public:
  DrawDriver(const CompiledDraw& rules, int turn_cap) : game_(rules, turn_cap) {}

  [[nodiscard]] DrawGame& game() { return game_; }
  // Plays one deal to its end; seats[s] decides for seat s, which has totals[s] in the match.
  const DrawResult& play(const GameKey& key, std::span<DrawStrategy* const> seats,
                         const PerSeat<int>& totals = {}, DrawObserver* observer = nullptr);

 private:
  DrawGame game_;
  TurnPlay play_;
};

// Who starts the next deal of a match, a chair from 0: by lot for the first one, then by
// deal.next_starter. `last` is the result of the deal before, none for the first, whose seat 0 was
// `last_starter`.
[[nodiscard]] int next_starter(const CompiledDraw& rules, const GameKey& game,
                               const DrawResult* last, int last_starter);

struct DrawMatchGame {
  const DrawResult& result;
  int deal;     // from 0
  int starter;  // the chair in seat 0
};
struct DrawMatchResult {
  int deals = 0;
  int turns = 0;
  PerSeat<int> totals{};      // by chair
  PerSeat<int> points{};      // with the bonuses of the match
  PerSeat<int> win_shares{};  // of the match, in sixtieths, by chair
};
struct DrawMatchHooks {
  std::function<void(int deal, int starter)> before_deal;
  std::function<void(const DrawMatchGame&)> after_deal;
  DrawObserver* observer = nullptr;
};
DrawMatchResult play_draw_match(DrawDriver& driver, std::uint64_t seed, std::uint64_t match,
                                std::span<DrawStrategy* const> chairs, const DrawMatchHooks& hooks);

}  // namespace rummy
