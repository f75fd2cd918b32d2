#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "rummy/tiles/tile_bag.hpp"

namespace rummy {

// Where jokers may stand: a bit for each number, in runs by colour, in groups.
struct JokerPlaces {
  std::array<std::uint16_t, kMaxColours> runs{};
  std::uint16_t groups = 0;

  static constexpr JokerPlaces anywhere() {
    JokerPlaces places;
    places.runs.fill(0xffff);
    places.groups = 0xffff;
    return places;
  }
  [[nodiscard]] bool in_run(int colour, int number) const {
    return (runs[static_cast<std::size_t>(colour)] >> number & 1U) != 0;
  }

  void allow(Tile tile) {
    runs[static_cast<std::size_t>(tile.colour())] |=
        static_cast<std::uint16_t>(1U << tile.number());
    groups |= static_cast<std::uint16_t>(1U << tile.number());
  }
  // A joker in one meld with `asked` of these tiles, one or two, stands in a group of their number,
  // or in a run with them, in which no tile may lack that `others`, the other jokers, cannot be.
  template <typename Has>
  void allow_beside(const TileBag& tiles, int asked, int numbers, int others, Has&& has) {
    std::array<int, kMaxColours> below{};  // by colour, the last of the tiles below
    tiles.for_each([&](Tile tile, int) {
      if (tile.is_joker()) return;
      const auto colour = static_cast<std::size_t>(tile.colour());
      const int number = tile.number();
      if (asked == 1 || TileBag::colours_in(tiles.row(number)) >= asked)
        groups |= static_cast<std::uint16_t>(1U << number);
      int low = number;
      int left = others;
      if (asked > 1) {
        low = std::exchange(below[colour], number);
        if (low == 0) return;
        for (int at = low + 1; at < number; ++at) left -= has(Tile(tile.colour(), at)) ? 0 : 1;
        if (left < -1) return;
      }
      // Also in the place of a tile, of which another copy may be in the run.
      runs[colour] |= static_cast<std::uint16_t>((2U << number) - (1U << low));
      if (left < 0) return;
      for (const int step : {-1, 1}) {
        int lacking = 0;
        for (int at = (step < 0 ? low : number) + step; at >= 1 && at <= numbers; at += step) {
          runs[colour] |= static_cast<std::uint16_t>(1U << at);
          if (!has(Tile(tile.colour(), at)) && lacking++ == left) break;
        }
      }
    });
  }
};

}  // namespace rummy
