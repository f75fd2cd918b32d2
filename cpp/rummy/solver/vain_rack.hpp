#pragma once

#include <algorithm>
#include <optional>
#include <span>

#include "rummy/melds/meld.hpp"
#include "rummy/tiles/tile_bag.hpp"

namespace rummy {

// The last rack of which nothing could be laid. A player who comes back to the same table with one
// tile more can lay only what needs it.
class VainRack {
 public:
  // What every play of this rack lays: the one tile that is new, or none, when there is no play.
  // Nothing is said where the table is another, more tiles are new, or a joker is.
  [[nodiscard]] std::optional<TileBag> needed(const TileBag& rack,
                                              std::span<const Meld> table) const {
    if (!known_ || !rack.includes(rack_) ||
        !std::equal(table.begin(), table.end(), table_.begin(), table_.end()))
      return {};
    const TileBag more = rack - rack_;
    return more.size() > 1 || more.jokers() > 0 ? std::nullopt : std::optional(more);
  }
  void note(const TileBag& rack, std::span<const Meld> table) {
    known_ = true;
    rack_ = rack;
    table_.assign(table.begin(), table.end());
  }

 private:
  bool known_ = false;
  TileBag rack_;
  Table table_;
};

}  // namespace rummy
