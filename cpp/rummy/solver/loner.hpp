#pragma once

#include "rummy/rules/compiled_rules.hpp"
#include "rummy/tiles/tile_bag.hpp"

namespace rummy {

// A natural tile that nothing in the pool can go with: a quick no for the usual rules.
[[nodiscard]] bool has_loner(const TileBag& pool, const CompiledRules& rules);

}  // namespace rummy
