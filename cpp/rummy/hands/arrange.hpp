#pragma once

#include "rummy/hands/hand_plan.hpp"
#include "rummy/hands/hand_search.hpp"

namespace rummy {

// Writes the melds of the choice that `search` found for `hand`, in the order that hand_solver.hpp
// documents, with the points of each meld and of all.
void arrange(const HandTables& tables, const HandSearch& search, const Hand& hand, HandPlan& plan);

}  // namespace rummy
