#pragma once

#include <span>
#include <string>

#include "rummy/melds/meld.hpp"
#include "rummy/rules/compiled_rules.hpp"

namespace rummy {

// The one definition of what an opened player may do to the table: table.access and the joker rules
// (retrieval, tile_from, reuse, lock, group_of_three). `before` became `after` with the rack tiles
// `laid`, and `to_rack` went from the table to the rack (jokers under joker.reuse = keep, else
// nothing).
//
// The caller makes sure that all melds are legal and that tiles are conserved: before + laid =
// after + to_rack.
//
// Copies of a tile are alike, so the result is legal when SOME story is: some assignment of the
// copies and of the jokers to where they came from, and some reading of each meld before and after.
// In a story a table joker *stays* when it stands for the same tile as before and shares its meld
// with another tile of its old meld; otherwise it was *freed*. So a joker of B8 K8 J may be freed
// by Y8 and come back at once as R8. Allocates nothing once warm. When the answer is no and
// `reason` is given, it gets a sentence.
[[nodiscard]] bool exchange_legal(const CompiledRules& rules, std::span<const Meld> before,
                                  std::span<const Meld> after, const TileBag& laid,
                                  const TileBag& to_rack, std::string* reason = nullptr);

}  // namespace rummy
