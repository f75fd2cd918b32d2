#pragma once

#include "rummy/solver/solver.hpp"
#include "rummy/strategies/strategy.hpp"

namespace rummy {

// The rules as somebody plays who never takes anything from the table: table.access = add_only (or
// closed where the rules say so) and no joker is taken. Every play under these is a play under the
// rules themselves.
[[nodiscard]] CompiledRules novice_rules(const CompiledRules& rules);

// Is there a play where such a player, or one with fewer scruples, sees none? All see an opening.
[[nodiscard]] inline PlayExists missed(const Position& position) {
  return position.opened ? PlayExists::unknown : PlayExists::no;
}

}  // namespace rummy
