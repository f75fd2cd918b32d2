#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "rummy/draw_game/view.hpp"

namespace rummy {

// What a seat can tell of the cards from all that it has seen: how many of each are left somewhere,
// what its own cards may still become, and what a card is worth to another seat.
class CardSense {
 public:
  explicit CardSense(const CompiledDraw& rules) : rules_(rules) {}

  // Looks at a view: the own hand, the pile, the table, and what others took from the pile are
  // seen.
  void look(const DrawView& view);

  // How many unseen cards there are that would make a meld of the card and another one of the hand,
  // over all others: what a hand of pairs loses with it.
  [[nodiscard]] int promise(const Hand& hand, Tile card) const;
  // How many melds of a card with two unseen ones there are.
  [[nodiscard]] int chances(Tile card) const;
  // How well a card fits the cards that a seat is known to hold: each of the same number, and each
  // of its suit at most two away.
  [[nodiscard]] int fits(const Hand& known, Tile card) const;

 private:
  [[nodiscard]] int left(int suit, int rank) const {
    return rank < 1 || rank > ranks_ ? 0 : left_[static_cast<std::size_t>(suit * 16 + rank)];
  }
  void see(Tile tile, int copies = 1) {
    if (!tile.is_joker())
      left_[index(tile)] = static_cast<std::int8_t>(left_[index(tile)] - copies);
  }
  [[nodiscard]] static std::size_t index(Tile tile) {
    return static_cast<std::size_t>(tile.colour() * 16 + tile.number());
  }

  CompiledDraw rules_;
  std::array<std::int8_t, 64> left_{};
  int ranks_ = 0;
  int suits_ = 0;
};

}  // namespace rummy
