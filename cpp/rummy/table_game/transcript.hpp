#pragma once

#include <string>
#include <vector>

#include "rummy/table_game/observer.hpp"

namespace rummy {

// Everything that happened in a game, in order.
struct GameLog : GameObserver {
  struct Turn {
    TurnRecord record;
    Table table;   // after the turn
    TileBag rack;  // after the turn, of the seat that moved
  };

  int players = 0;
  std::vector<TileBag> dealt;  // the racks when the first turn begins, by seat
  TileBag discards;
  int pool = 0;
  std::vector<Turn> turns;
  GameResult result;
  std::vector<TileBag> left;  // the racks at the end

  void on_start(const TableGame& game) override;
  void on_turn(const TableGame& game) override;
};

// A text that a player can follow. `names` says who sits in each seat.
[[nodiscard]] std::string transcript(const GameLog& log, const std::vector<std::string>& names);

}  // namespace rummy
