#pragma once

#include "rummy/table_game/game.hpp"

namespace rummy {

// Follows a game. The set-up is whole when `on_start` is called; `on_turn` comes after every turn,
// the last included.
class GameObserver {
 public:
  virtual ~GameObserver() = default;
  virtual void on_start(const TableGame& game) = 0;
  virtual void on_turn(const TableGame& game) = 0;
};

}  // namespace rummy
