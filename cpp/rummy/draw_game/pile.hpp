#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "rummy/draw_game/deck.hpp"

namespace rummy {

// The discard pile. Every turn puts a card on it or takes one, so it is plain memory that never
// grows.
class Pile {
 public:
  void clear() { size_ = 0; }
  void put(Tile card) { cards_[size_++] = card; }
  Tile take() { return cards_[--size_]; }  // something must lie there, as for the next
  [[nodiscard]] Tile top() const { return cards_[size_ - 1]; }
  [[nodiscard]] std::span<const Tile> cards() const { return {cards_.data(), size_}; }  // top last

 private:
  std::array<Tile, Deck::kCapacity> cards_{};
  std::size_t size_ = 0;
};

}  // namespace rummy
