#pragma once

#include "rummy/tiles/tile.hpp"
#include "rummy/tiles/tile_bag.hpp"

namespace rummy {

// Which tiles a game uses: every colour has the numbers from 1 up, each in the same number of
// copies.
struct TileSet {
  int colours = 4;   // 3..6
  int numbers = 13;  // 5..15
  int copies = 2;    // 1..3
  int jokers = 2;    // 0..4

  [[nodiscard]] constexpr int size() const { return colours * numbers * copies + jokers; }
  [[nodiscard]] constexpr bool has(Tile tile) const {
    return tile.is_joker() ? jokers > 0 : tile.colour() < colours && tile.number() <= numbers;
  }
  [[nodiscard]] constexpr TileBag all() const {
    TileBag bag;
    for (int number = 1; number <= numbers; ++number) {
      for (int colour = 0; colour < colours; ++colour) bag.add(Tile(colour, number), copies);
    }
    bag.add(Tile::joker(), jokers);
    return bag;
  }
  friend constexpr bool operator==(const TileSet&, const TileSet&) = default;
};

}  // namespace rummy
