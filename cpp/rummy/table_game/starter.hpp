#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rummy/random/stream.hpp"
#include "rummy/table_game/scoring.hpp"

namespace rummy {

// Who starts by these draws, a bit per seat: more than one bit is a tie, and the tied draw again.
// Each seat drew some tiles in order and the first that is no joker counts (PLA-04); a seat that
// drew none takes no part.
[[nodiscard]] std::uint8_t best_draws(std::span<const std::vector<Tile>> draws, bool lowest);

// Who starts a game of a match by the rule deal.starter: a chair from 0. `last_scores` are those of
// the game before, by chair, empty for the first game: under `last_loser` its lowest score starts,
// the first of equals after the chair that started it. (The first game under `last_loser` is by
// lot.) Single deals do not ask: there seat 1 starts.
[[nodiscard]] int choose_starter(const CompiledRules& rules, const GameKey& game,
                                 std::span<const int> last_scores, int last_starter);

}  // namespace rummy
