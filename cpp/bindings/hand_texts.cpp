#include "hand_texts.hpp"
#include "rummy/base/words.hpp"

using namespace rummy;

std::string text_of(const Hand& hand, const HandTexts& texts) {
  std::string text;
  hand.for_each([&](Tile card, int copies) {
    for (int i = 0; i < copies; ++i) add_word(text, texts.spell(card));
  });
  return text;
}

TextPlan text_plan(const HandPlan& plan, const HandTexts& texts) {
  TextPlan text;
  for (const HandMeld& meld : plan.melds()) {
    std::string line;
    for (const Tile card : meld.tiles()) add_word(line, texts.spell(card));
    text.melds.push_back(line);
  }
  text.leftover = text_of(plan.leftover, texts);
  text.value = plan.value;
  text.deadwood = plan.deadwood;
  text.points = plan.points;
  text.melded = plan.melded;
  return text;
}
