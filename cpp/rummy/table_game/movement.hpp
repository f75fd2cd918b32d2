#pragma once

#include <span>

#include "rummy/melds/meld.hpp"

namespace rummy {

// How many table tiles a turn moved: the tiles of the old melds that did not stay where they were.
// An old meld that is unchanged or only added to moved nothing. Of any other, the tiles that lie
// together in its new home stayed and the rest moved. A new meld is the home of one old meld at
// most; homes are given to the pairs that share the most tiles first (equal pairs in the order of
// the old table, then of the new one), so that a split counts its smaller part, a meld joined to a
// greater one counts whole, and a joker that was exchanged counts one.
[[nodiscard]] int table_tiles_moved(std::span<const Meld> before, std::span<const Meld> after);

}  // namespace rummy
