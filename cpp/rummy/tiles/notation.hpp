#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rummy/tiles/tile.hpp"
#include "rummy/tiles/tile_bag.hpp"
#include "rummy/tiles/tile_set.hpp"

namespace rummy {

inline constexpr std::string_view kColourLetters = "RBKYGP";

[[nodiscard]] std::string to_text(Tile tile);
[[nodiscard]] std::string to_text(
    const TileBag& bag);  // in the fixed order, blanks between, jokers last

// Reads `R5 B12 J`: tiles with blanks between. Throws InputError for anything that is no tile of
// the set.
[[nodiscard]] std::vector<Tile> parse_tiles(std::string_view text, const TileSet& set);
// The same as a multiset; throws InputError also when the set has fewer copies. `what` names the
// text in the message.
[[nodiscard]] TileBag parse_bag(std::string_view text, const TileSet& set, std::string_view what);

}  // namespace rummy
