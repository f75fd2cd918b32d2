#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "rummy/tiles/tile.hpp"

namespace rummy {

// The positions of a walk over the numbers: one more than numbers where a run may end beyond the
// last (ace_high). They count from 1.
inline constexpr int kMaxPositions = kMaxNumbers + 1;
template <typename T>
using ByPosition = std::array<T, kMaxPositions + 1>;

inline constexpr int kShares = 2;  // of a joker, which groups pay by halves

inline constexpr float kHopeless = -1e9F;  // below every worth, and stays so when worths are added

// What goes to the runs and groups of one colour at one number.
struct Step {
  std::uint8_t tiles = 0;   // to runs, jokers counted
  std::uint8_t jokers = 0;  // of these
  std::uint8_t group = 0;   // tiles to groups
  std::uint8_t laid = 0;    // optional tiles among those used
};

// One colour at one position.
struct Cell {
  std::uint8_t must = 0;         // tiles that have to be used
  std::uint8_t may = 0;          // tiles that may be used
  std::uint8_t least_run = 0;    // of all at least so many in runs
  std::uint8_t least_group = 0;  // ... and in groups
  std::uint8_t most_group = 0;
  // What the relaxation charges for one tile in a group, and for more: shares of a joker.
  std::uint8_t charge = 0;
  std::uint8_t charge_more = 0;
  std::uint8_t joker = 1;         // may a joker stand here in a run?
  std::uint8_t linked = 0;        // runs that should come over from the number before
  std::uint8_t grouped = 0;       // tiles that should be in groups
  std::uint8_t begun = 0;         // runs that should begin here
  std::uint8_t ended = 0;         // runs that should have ended at the number before
  std::uint8_t least_linked = 0;  // runs that have to come over from the number before
  float weight = 0;               // of an optional tile that is used

  [[nodiscard]] int tiles() const { return must + may; }
  [[nodiscard]] int group_cost(int group) const {
    return group == 0 ? 0 : group == 1 ? charge : charge_more;
  }
  // Optional tiles that are used count their weight, places in groups that were asked for one.
  [[nodiscard]] float gain(int used, int group) const {
    return weight * static_cast<float>(used - must) +
           static_cast<float>(std::min<int>(grouped, group));
  }
  // And so do runs that go on, begin and end as was asked for.
  [[nodiscard]] float links(int going_on, int beginning, int ending) const {
    return static_cast<float>(std::min<int>(linked, going_on) + std::min<int>(begun, beginning) +
                              std::min<int>(ended, ending));
  }
  // Do runs that go on, begin or end count, or are some bound to go on?
  [[nodiscard]] bool counts_links() const { return (linked | begun | ended | least_linked) != 0; }
  // Tiles that runs get at least, and at most without jokers.
  [[nodiscard]] int runs_least() const { return std::max<int>(least_run, must - most_group); }
  [[nodiscard]] int runs_most() const { return tiles() - least_group; }
};

using Cells = ByPosition<Cell>;

}  // namespace rummy
