#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "rummy/strategies/strategy.hpp"
#include "rummy/table_game/observer.hpp"

namespace rummy {

// The legal plays of the turns of a game; a play is a choice of tiles to lay.
struct ChoiceCounts {
  int turns = 0;         // times that a seat was asked
  std::int64_t sum = 0;  // of the plays there were, each turn up to the limit
  int several = 0;       // turns with more than one
  int most = 0;
};

// Plays games with strategies in the seats. Keeps its memory between games, so one driver serves
// one thread.
class Driver {
 public:
  Driver(const CompiledRules& rules, int turn_cap);

  [[nodiscard]] TableGame& game() { return game_; }
  // Count the legal plays of every turn up to this many; 0 counts none, since it costs time.
  void set_choice_limit(int limit) { choice_limit_ = limit; }
  [[nodiscard]] const ChoiceCounts& choices() const { return choices_; }  // of the last game
  // Plays one game to its end; seats[s] decides for seat s.
  const GameResult& play(const GameKey& key, std::span<Strategy* const> seats,
                         GameObserver* observer = nullptr);
  // Plays on from a position to the end of its game; the key says who plays with which chance.
  const GameResult& play_on(const TableGame::Setup& setup, const GameKey& key,
                            std::span<Strategy* const> seats, GameObserver* observer = nullptr);

 private:
  void begin(const GameKey& key, std::span<Strategy* const> seats);
  const GameResult& finish(std::span<Strategy* const> seats, GameObserver* observer);
  void take_turn(Strategy& strategy);
  void count_choices();

  TableGame game_;
  Solver solver_;  // finds out whether a play existed where a strategy did not need to know
  Play play_;
  int choice_limit_ = 0;
  ChoiceCounts choices_;
};

// A match: games whose first seat is chosen by deal.starter, until the rules say that it is over.
// Chairs are where the players sit all match; in every game seat 0 is the chair that starts.
struct MatchGame {
  const GameResult& result;
  int game;     // from 0
  int starter;  // the chair in seat 0
};
struct MatchResult {
  int games = 0;
  PerSeat<int> totals{};      // by chair
  PerSeat<int> win_shares{};  // of the match, in sixtieths, by chair
};
// Hears of the games of a match.
struct MatchHooks {
  std::function<void(int game, int starter)> before_game;
  std::function<void(const MatchGame&)> after_game;
  GameObserver* observer = nullptr;  // of the turns
};
MatchResult play_match(Driver& driver, std::uint64_t seed, std::uint64_t match,
                       std::span<Strategy* const> chairs, const MatchHooks& hooks);

}  // namespace rummy
