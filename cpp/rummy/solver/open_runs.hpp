#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "rummy/tiles/tile.hpp"

namespace rummy {

// The runs of one colour that are open between two numbers, under the usual rules: runs have three
// tiles at least and may be cut wherever both parts are long enough. Then all that matters is how
// many open runs have one tile, two, or three and more, and extending dominates: a run of three may
// always stop, so giving it a tile is never worse than starting a new run. The state after a number
// therefore follows from how many tiles go to runs there.
namespace open_runs {

using State = std::uint8_t;

inline constexpr int kMost = kMaxCopies + kMaxJokers;  // runs that are open at once
inline constexpr int kStates = 120;                    // multisets of up to seven of three lengths
inline constexpr State kNowhere = 255;

struct Runs {
  std::uint8_t one = 0;
  std::uint8_t two = 0;
  std::uint8_t more = 0;
};

struct Tables {
  std::array<Runs, kStates> runs{};  // few open runs first; state 0 has none
  std::array<std::uint8_t, kStates> open{};
  std::array<std::uint8_t, kStates> short_runs{};  // these must go on
  std::array<std::array<State, kMost + 1>, kStates> step{};
  // In each four bits: open runs, the fewer of one tile the more, the fewer short ones the more.
  std::array<std::uint16_t, kStates> rank{};
};

constexpr Tables make_tables() {
  Tables tables;
  std::size_t count = 0;
  std::array<std::array<std::array<State, kMost + 1>, kMost + 1>, kMost + 1> number{};
  for (int open = 0; open <= kMost; ++open) {
    for (int one = 0; one <= open; ++one) {
      for (int two = 0; one + two <= open; ++two) {
        const auto i = [](int value) { return static_cast<std::size_t>(value); };
        const auto byte = [](int value) { return static_cast<std::uint8_t>(value); };
        tables.runs[count] = {byte(one), byte(two), byte(open - one - two)};
        tables.open[count] = byte(open);
        tables.short_runs[count] = byte(one + two);
        tables.rank[count] =
            static_cast<std::uint16_t>(open | (kMost - one) << 4 | (kMost - one - two) << 8);
        number[i(one)][i(two)][i(open - one - two)] = static_cast<State>(count++);
      }
    }
  }
  for (std::size_t state = 0; state < kStates; ++state) {
    const Runs from = tables.runs[state];
    for (std::size_t tiles = 0; tiles <= kMost; ++tiles) {
      if (tiles < tables.short_runs[state]) {
        tables.step[state][tiles] = kNowhere;
        continue;
      }
      const std::size_t longer = std::min<std::size_t>(tiles - from.one, from.two + from.more);
      tables.step[state][tiles] = number[tiles - from.one - longer][from.one][longer];
    }
  }
  return tables;
}

inline constexpr Tables kTables = make_tables();

// The state after so many tiles and jokers went to runs; kNowhere when a short run goes without.
constexpr State step(State state, int tiles) {
  return kTables.step[state][static_cast<std::size_t>(tiles)];
}
constexpr Runs runs(State state) { return kTables.runs[state]; }
constexpr int open(State state) { return kTables.open[state]; }
constexpr int short_runs(State state) { return kTables.short_runs[state]; }
constexpr std::uint16_t rank(State state) { return kTables.rank[state]; }

}  // namespace open_runs
}  // namespace rummy
