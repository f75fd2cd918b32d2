#pragma once

#include <array>
#include <cstdint>

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
    for (int number = 1; number <= numbers; ++number) {
      const unsigned row = tiles.row(number);
      if (TileBag::colours_in(row) >= asked) groups |= static_cast<std::uint16_t>(1U << number);
    }
    for (int colour = 0; colour < kMaxColours; ++colour) {
      const auto allow_from = [&](int at, int step, int end, int lacking_at_most) {
        int lacking = 0;
        for (; at != end; at += step) {
          runs[static_cast<std::size_t>(colour)] |= static_cast<std::uint16_t>(1U << at);
          if (!has(Tile(colour, at)) && lacking++ == lacking_at_most) break;
        }
      };
      int before = 0;  // the last of the tiles below
      for (int number = 1; number <= numbers; ++number) {
        if (tiles.count(colour, number) == 0) continue;
        int lacking = 0;  // between it and the other
        for (int at = before + 1; at < number; ++at) lacking += has(Tile(colour, at)) ? 0 : 1;
        const int low = asked == 1 ? number : before;
        if (asked == 1) lacking = 0;
        before = number;
        if (low == 0 || lacking > others + 1) continue;
        for (int at = low; at <= number; ++at)  // where it is another copy of it may be in the run
          runs[static_cast<std::size_t>(colour)] |= static_cast<std::uint16_t>(1U << at);
        if (lacking > others) continue;
        allow_from(low - 1, -1, 0, others - lacking);
        allow_from(number + 1, 1, numbers + 1, others - lacking);
      }
    }
  }
};

}  // namespace rummy
