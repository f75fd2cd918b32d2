#pragma once

#include <array>
#include <cstdint>

#include "rummy/melds/meld.hpp"
#include "rummy/rules/compiled_rules.hpp"

namespace rummy {

// Where jokers may stand: a bit for each position (cell.hpp) in runs, by colour, and for each
// number in groups.
struct JokerPlaces {
  using Numbers = std::array<std::uint32_t, kMaxColours>;  // a bit for each, by colour

  Numbers runs{};
  std::uint32_t groups = 0;

  friend bool operator==(const JokerPlaces&, const JokerPlaces&) = default;
  static constexpr JokerPlaces anywhere() {
    JokerPlaces places;
    places.runs.fill(~0U);
    places.groups = ~0U;
    return places;
  }
  [[nodiscard]] bool in_run(int colour, int position) const {
    return (runs[static_cast<std::size_t>(colour)] >> position & 1U) != 0;
  }

  // May all jokers of the meld stand where they do, in some reading?
  [[nodiscard]] bool allows(const Meld& meld, const CompiledRules& rules) const;
  // A joker that stands for this tile.
  void allow(Tile tile, const CompiledRules& rules);
  // A joker in one meld with as many of these tiles as a freed joker needs beside it: in a group of
  // their number, or in a run with them, from which no tile may lack (of those that are `there`)
  // that `others`, the other jokers, cannot be.
  void allow_beside(const TileBag& tiles, const Numbers& there, int others,
                    const CompiledRules& rules);

 private:
  void allow_from(std::size_t colour, int position, int step, std::uint32_t there, int lacking,
                  int last, bool round);
};

}  // namespace rummy
