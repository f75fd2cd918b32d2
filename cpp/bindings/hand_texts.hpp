#pragma once

#include <functional>
#include <string>
#include <vector>

#include "rummy/hands/hand_solver.hpp"
#include "rummy/hands/meld_ruling.hpp"

// How a game writes its cards.
struct HandTexts {
  std::function<std::vector<rummy::Tile>(const std::string&)> read;
  rummy::CardSpeller spell;
};

// A plan as texts.
struct TextPlan {
  std::vector<std::string> melds;
  std::string leftover;
  int value = 0;
  int deadwood = 0;
  int points = 0;
  int melded = 0;
  friend bool operator==(const TextPlan&, const TextPlan&) = default;
};

[[nodiscard]] TextPlan text_plan(const rummy::HandPlan& plan, const HandTexts& texts);
[[nodiscard]] std::string text_of(const rummy::Hand& hand, const HandTexts& texts);
