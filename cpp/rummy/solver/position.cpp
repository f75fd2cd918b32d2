#include "rummy/solver/position.hpp"

#include <array>

#include "rummy/melds/reading.hpp"
#include "rummy/tiles/notation.hpp"

namespace rummy {

namespace {

Meld read_meld(const CompiledRules& rules, const std::string& text) {
  const std::vector<Tile> tiles = parse_tiles(text, rules.tiles());
  if (tiles.size() > Meld::kCapacity) {
    throw InputError("the table's meld \"" + text + "\" has " + std::to_string(tiles.size()) +
                     " tiles; no meld has more than " + std::to_string(Meld::kCapacity));
  }
  Meld meld;
  for (const Tile tile : tiles) meld.push_back(tile);
  const std::string reason = why_illegal(meld, rules);
  if (!reason.empty())
    throw InputError("the table's meld \"" + text + "\" is not legal: " + reason);
  return meld;
}

}  // namespace

Position read_position(const CompiledRules& rules, const std::vector<std::string>& table,
                       const std::string& rack, bool opened) {
  Position position;
  position.opened = opened;
  // Counted apart from the packed bags, whose counts end at three.
  std::array<int, kFaces + 1> held{};
  for (const std::string& text : table) {
    position.table.push_back(read_meld(rules, text));
    for (const Tile tile : position.table.back().tiles())
      ++held[static_cast<std::size_t>(tile.face())];
  }
  position.rack = parse_bag(rack, rules.tiles(), "rack");
  position.rack.for_each(
      [&](Tile tile, int copies) { held[static_cast<std::size_t>(tile.face())] += copies; });
  for (int face = 0; face <= kFaces; ++face) {
    const Tile tile = Tile::from_face(face);
    const int most = tile.is_joker() ? rules.tiles().jokers : rules.tiles().copies;
    if (held[static_cast<std::size_t>(face)] > most) {
      throw InputError("table and rack together hold " +
                       std::to_string(held[static_cast<std::size_t>(face)]) + " of " +
                       to_text(tile) + "; the set has " + std::to_string(most));
    }
  }
  return position;
}

}  // namespace rummy
