#pragma once

#include "rummy/hands/hand_plan.hpp"
#include "rummy/hands/hand_search.hpp"

namespace rummy {

// Writes the melds of the choice that `search` found for `hand`, in the order that hand_solver.hpp
// documents, with the points of each meld and of all.
void arrange(const HandTables& tables, const HandSearch& search, const Hand& hand, HandPlan& plan);
// The same for a hand without wild cards and the groups that were chosen for it, by rank.
void arrange(const HandTables& tables, std::span<const RankGroups> groups, const Hand& hand,
             HandPlan& plan);

}  // namespace rummy
