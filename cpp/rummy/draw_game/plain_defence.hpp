#pragma once

#include "rummy/draw_game/lay_off.hpp"

namespace rummy {

// The same as the `defend` of lay_off.hpp, for hands whose melds are known as masks
// (HandSolver::plain_melds), as in gin: whether a card fits is one bit, and a run that has grown
// has its end a place further. The melds need not be written out.
void defend(const HandSolver& solver, const PlainMelds& melds, const Hand& hand, Defence& out);

}  // namespace rummy
