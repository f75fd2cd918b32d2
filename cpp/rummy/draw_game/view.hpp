#pragma once

#include <optional>
#include <span>

#include "rummy/draw_game/compiled_draw.hpp"
#include "rummy/hands/hand_plan.hpp"
#include "rummy/rules/per_seat.hpp"

namespace rummy {

// A meld on the table, with whose it is.
struct LaidMeld {
  int owner = 0;
  bool pair = false;  // two equal tiles (OK101)
  HandMeld meld;
};

enum class Source { stock, pile };

// What the seat in turn may know: its own hand, all that lies or has lain open, and how many cards
// the others hold. A view is good until the game moves on. Under wild.indicator wild tiles are
// jokers and false okeys the tile of that face (see CompiledDraw).
struct DrawView {
  const CompiledDraw* rules = nullptr;
  int players = 0;
  int seat = 0;      // the own one, from 0 = who started
  int turn = 0;      // from 1
  int own_turn = 0;  // from 1: the lap
  const Hand* hand = nullptr;
  std::span<const Tile> pile;  // the discard pile, the top last
  int stock_left = 0;
  bool can_take = false;           // the pile may be taken now
  Tile indicator = Tile::joker();  // the turned tile (okey)
  std::optional<Tile> taken;       // the card taken from the top in this turn
  PerSeat<std::uint8_t> hand_sizes{};
  PerSeat<bool> opened{};    // who has laid melds
  PerSeat<bool> by_pairs{};  // who has opened with pairs
  PerSeat<int> totals{};     // points of the match before this deal
  PerSeat<Hand> known{};     // cards that each took from the pile and has not laid or discarded
  std::span<const LaidMeld> table;
  int knock_limit = 0;

  // What the first lay-down of this seat must count.
  [[nodiscard]] int opening_points() const;
  // Whether melds may be laid in this turn at all, by the lap.
  [[nodiscard]] bool may_lay() const {
    return rules->rules().laying.when == LayingWhen::turn &&
           (own_turn > 1 || rules->rules().laying.first_lap);
  }
};

}  // namespace rummy
