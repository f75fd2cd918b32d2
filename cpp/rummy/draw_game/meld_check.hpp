#pragma once

#include <string>

#include "rummy/hands/hand_plan.hpp"

namespace rummy {

// Why a meld, with what each card of it stands for, is against the rules; empty when it is a meld.
[[nodiscard]] std::string why_no_meld(const HandRules& rules, const HandMeld& meld);

// Two tiles of one face; a wild one may stand for the other's face (OKEY, OK101).
[[nodiscard]] bool is_pair(const HandMeld& meld);

}  // namespace rummy
