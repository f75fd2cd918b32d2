#include "rummy/strategies/strategy.hpp"

namespace rummy {

Tile least_useful(const CompiledRules& rules, const TileBag& rack) {
  Tile worst = Tile::joker();
  int fewest = 0;
  rack.for_each([&](Tile tile, int) {
    if (tile.is_joker()) return;
    int partners = 0;
    for (int colour = 0; colour < rules.tiles().colours; ++colour) {
      if (colour != tile.colour() && rack.contains(Tile(colour, tile.number()))) ++partners;
    }
    for (const int step : {-2, -1, 1, 2}) {
      const int number = tile.number() + step;
      if (number < 1 || number > rules.tiles().numbers) continue;
      if (rack.contains(Tile(tile.colour(), number))) ++partners;
    }
    const bool worse = worst.is_joker() || partners < fewest ||
                       (partners == fewest && rules.points(tile) >= rules.points(worst));
    if (worse) {
      worst = tile;
      fewest = partners;
    }
  });
  return worst;
}

Tile Strategy::discard(const View& view) { return least_useful(*view.rules, view.rack()); }

}  // namespace rummy
