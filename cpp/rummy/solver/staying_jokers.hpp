#pragma once

#include "rummy/rules/compiled_rules.hpp"

namespace rummy {

// A joker that stays shares its meld with a tile of its old one. Where none of the old meld's
// jokers is freed it so stays in a run or in a group, as it was, and where no run wraps, at an end
// of a run beside its neighbour. `tile`: what it stands for, `place`: in the old meld. Calls
// bind(tile, in_run) and, for each neighbour that it needs, link(tile, high): a run comes over to
// that tile from the number before; `high`: where the joker was the last of its run.
template <typename Bind, typename Link>
void bind_staying_joker(Tile tile, bool in_run, int place, int size, const CompiledRules& rules,
                        Bind&& bind, Link&& link) {
  bind(tile, in_run);
  if (!in_run || rules.rules().melds.run_wrap != RunWrap::none) return;
  if (place + 1 == size) link(tile, true);
  if (place == 0 && tile.number() < rules.tiles().numbers)
    link(Tile(tile.colour(), tile.number() + 1), false);
}

}  // namespace rummy
