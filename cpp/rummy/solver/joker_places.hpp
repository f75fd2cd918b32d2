#pragma once

#include <array>
#include <cstdint>

#include "rummy/tiles/tile.hpp"

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
  // A joker in one meld with this tile stands in a group of its number, or in a run with it, from
  // which no tile may lack that `others`, the other jokers, cannot be.
  template <typename Has>
  void allow_beside(Tile tile, int numbers, int others, Has&& has) {
    allow(tile);  // in a run another copy of the tile may be there
    for (const int step : {-1, 1}) {
      int lacking = 0;
      for (int at = tile.number() + step; at >= 1 && at <= numbers; at += step) {
        runs[static_cast<std::size_t>(tile.colour())] |= static_cast<std::uint16_t>(1U << at);
        if (!has(Tile(tile.colour(), at)) && lacking++ == others) break;
      }
    }
  }
};

}  // namespace rummy
