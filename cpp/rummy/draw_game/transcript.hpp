#pragma once

#include <string>
#include <vector>

#include "rummy/draw_game/card_text.hpp"
#include "rummy/draw_game/game.hpp"

namespace rummy {

// Follows a deal. The set-up is whole when `on_start` is called; `on_turn` comes after every turn,
// the last included.
class DrawObserver {
 public:
  virtual ~DrawObserver() = default;
  virtual void on_start(const DrawGame& game) = 0;
  virtual void on_turn(const DrawGame& game) = 0;
};

// Everything that happened in a deal, in order.
struct DrawLog : DrawObserver {
  struct Turn {
    DrawTurnRecord record;
    TurnPlay play;
    Hand hand;                    // after the turn
    std::vector<LaidMeld> table;  // after the turn
    int pile = 0;                 // cards of the discard pile after the turn
  };

  int players = 0;
  CardNames names;
  PerSeat<int> totals{};
  std::vector<Hand> dealt;
  Tile indicator = Tile::joker();
  Tile upcard = Tile::joker();
  bool has_upcard = false;
  int stock = 0;
  std::vector<Turn> turns;
  DrawResult result;
  std::vector<Hand> left;       // the hands at the end
  std::vector<HandMeld> shown;  // of who knocked
  Hand shown_rest;
  std::vector<Tile> laid_off;  // on them

  void on_start(const DrawGame& game) override;
  void on_turn(const DrawGame& game) override;
};

// A text that a player can follow. `players` says who sits in each seat.
[[nodiscard]] std::string transcript(const DrawLog& log, const std::vector<std::string>& players);

}  // namespace rummy
