#pragma once

#include <array>
#include <cstdint>

#include "rummy/solver/joker_places.hpp"
#include "rummy/tiles/tile.hpp"
#include "rummy/tiles/tile_bag.hpp"

namespace rummy {

using Weight = std::int64_t;

// The bare covering problem behind a turn: which tiles can lie together in melds. Tiles that must
// lie there, tiles that may, jokers that must be placed and jokers that may; what each optional
// tile is worth. Which rules of exchange ask for what is decided above (joker_cases.hpp); here a
// joker is wild and may stand anywhere.
struct Problem {
  using Counts = std::array<std::uint8_t, kFaces>;

  Counts must{};        // a joker that keeps its place counts as the tile that it stands for
  Counts may{};         // rack tiles
  Counts stay_run{};    // of `must`: jokers that keep their place in a run
  Counts stay_group{};  // of `must`: jokers that keep their place in a group
  // Runs that have to come over to this tile from the one before, for jokers that were the last of
  // their runs and for those that were the first. One run serves one of each kind.
  Counts stay_high{};
  Counts stay_low{};
  int wild_must = 0;
  int wild_may = 0;
  JokerPlaces wild_places = JokerPlaces::anywhere();
  std::array<Weight, kFaces> weight{};  // of each optional tile laid
  std::array<Weight, kMaxNumbers + 2>
      joker_weight{};  // of each optional joker laid, by position (cell.hpp)

  friend bool operator==(const Problem&, const Problem&) = default;
  [[nodiscard]] int wilds() const { return wild_must + wild_may; }
  void add_must(const TileBag& tiles) {
    tiles.for_each([this](Tile tile, int copies) {
      if (tile.is_joker()) {
        wild_must += copies;
      } else {
        must[face_index(tile)] = static_cast<std::uint8_t>(must[face_index(tile)] + copies);
      }
    });
  }
  void add_may(const TileBag& tiles) {
    tiles.for_each([this](Tile tile, int copies) {
      if (tile.is_joker()) {
        wild_may += copies;
      } else {
        may[face_index(tile)] = static_cast<std::uint8_t>(may[face_index(tile)] + copies);
      }
    });
  }
  // One optional copy becomes a tile that has to be laid. False when there is none.
  [[nodiscard]] bool force(Tile tile) {
    if (may[face_index(tile)] == 0) return false;
    --may[face_index(tile)];
    ++must[face_index(tile)];
    return true;
  }

  [[nodiscard]] static std::size_t face_index(Tile tile) {
    return static_cast<std::size_t>(tile.face());
  }
};

// What a solution lays: optional tiles and optional jokers, and their worth.
struct Choice {
  TileBag laid;
  Weight value = 0;
};

}  // namespace rummy
