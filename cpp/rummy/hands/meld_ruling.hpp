#pragma once

#include <functional>
#include <span>
#include <string>

#include "rummy/hands/hand_plan.hpp"
#include "rummy/hands/hand_rules.hpp"

namespace rummy {

// How a card is written in a reason.
using CardSpeller = std::function<std::string(Tile)>;

// A ruling on cards that are to lie as one meld.
struct HandMeldRuling {
  bool legal = false;
  HandMeld meld;       // the reading that counts most; of equal ones a run, then the lower one
  std::string reason;  // why it is not legal: one sentence
};

// `ordered`: the cards of a run lie as written, so a wild card stands where it is written.
// Otherwise they are put in order first.
[[nodiscard]] HandMeldRuling rule_on_meld(const HandRules& rules, std::span<const Tile> cards,
                                          bool ordered, const CardSpeller& spell);

}  // namespace rummy
