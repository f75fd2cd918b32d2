#pragma once

#include "rummy/rules/compiled_rules.hpp"
#include "rummy/tiles/tile_bag.hpp"

namespace rummy {

// Natural tiles that nothing in the pool can go with: a quick no for the usual rules. Under others
// none are told.
[[nodiscard]] bool has_loner(const TileBag& pool, const CompiledRules& rules);
[[nodiscard]] TileBag without_loners(const TileBag& pool, const CompiledRules& rules);

}  // namespace rummy
