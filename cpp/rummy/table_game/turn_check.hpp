#pragma once

#include <string>

#include "rummy/solver/solver.hpp"

namespace rummy {

// Why this play breaks a rule, in a sentence; empty when it is legal. The solver is asked for the
// points of openings.
[[nodiscard]] std::string why_illegal(const CompiledRules& rules, const Position& before,
                                      const Play& play, Solver& solver);

// The part of an unfinished turn that may stay under turn.failure_revert: nothing (`all`), or what
// was correctly combined (`unfinished`, SCH-06). `attempt.table` is how the table was left: every
// table tile and the laid ones, in any pieces. Pieces and old melds that share a tile hang
// together; where a piece is no meld, all that hangs together with it goes back to what it was
// before the turn. What is left stays if it is a legal turn. Returns false, and `kept` means
// nothing, when nothing stays.
[[nodiscard]] bool finished_part(const CompiledRules& rules, const Position& before,
                                 const Play& attempt, Solver& solver, Play& kept);

// Refuses an attempt that lost tiles or took them from nowhere.
void check_attempt(const Position& before, const Play& attempt);

}  // namespace rummy
