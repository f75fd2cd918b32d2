#include <string>
#include <vector>

#include "check.hpp"
#include "rummy/base/error.hpp"
#include "rummy/hands/hand_solver.hpp"
#include "rummy/tiles/notation.hpp"

using namespace rummy;

namespace {

HandRules gin() { return {}; }

Hand hand_of(const std::string& text) {
  return Hand(
      parse_bag(text, TileSet{.colours = 4, .numbers = 13, .copies = 2, .jokers = 4}, "hand"));
}

// As tiles: R5 B5 | R1 R2 R3 ...; leftover behind a plus.
std::string show(const HandPlan& plan) {
  std::string text;
  for (const HandMeld& meld : plan.melds()) {
    text += text.empty() ? "" : " | ";
    for (const Tile card : meld.tiles()) text += (card == meld.cards[0] ? "" : " ") + to_text(card);
  }
  plan.leftover.for_each([&](Tile card, int copies) {
    for (int i = 0; i < copies; ++i) text += " +" + to_text(card);
  });
  return text + " = " + std::to_string(plan.value);
}

std::string best(const HandRules& rules, const std::string& hand, HandGoal goal) {
  const HandSolver solver(rules);
  const HandPlan plan = solver.best(hand_of(hand), goal);
  CHECK_EQ(plan.value, solver.value(hand_of(hand), goal));
  return show(plan);
}

}  // namespace

TEST_CASE("hands: gin deadwood of known hands") {
  CHECK_EQ(best(gin(), "R1 R2 R3 B4 B5 B6 K7 K8 K9 R10", HandGoal::deadwood),
           "R1 R2 R3 | B4 B5 B6 | K7 K8 K9 +R10 = 10");
}
