#pragma once

#include "rummy/tiles/tile.hpp"

namespace rummy {

// A joker that stays shares its meld with a tile of its old one. Where none of the old meld's
// jokers is freed it so stays in a run or in a group, as it was, and at an end of a run beside its
// neighbour. `tile`: what it stands for, `place`: in the old meld. Calls bind(tile, in_run) and,
// for each neighbour that it needs, link(tile): a run comes over to that tile from the number
// before.
template <typename Bind, typename Link>
void bind_staying_joker(Tile tile, bool in_run, int place, int size, int numbers, Bind&& bind,
                        Link&& link) {
  bind(tile, in_run);
  if (in_run && place + 1 == size) link(tile);
  if (in_run && place == 0 && tile.number() < numbers) link(Tile(tile.colour(), tile.number() + 1));
}

}  // namespace rummy
