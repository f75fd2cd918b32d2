#pragma once

#include "rummy/hands/hand_plan.hpp"
#include "rummy/hands/hand_search.hpp"

namespace rummy {

// Writes the melds of the choice that `search` found for `hand`, in the order that hand_solver.hpp
// documents, with the points of each meld and of all.
void arrange(const HandTables& tables, const HandSearch& search, const Hand& hand, HandPlan& plan);
// The same without wild cards: for groups that were chosen, by rank, and the cards in none.
void arrange(const HandTables& tables, std::span<const RankGroups> groups, Hand loose,
             HandPlan& plan);

}  // namespace rummy
