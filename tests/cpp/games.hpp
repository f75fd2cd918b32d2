#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "rummy/simulation/driver.hpp"
#include "rummy/strategies/registry.hpp"
#include "rummy/tiles/notation.hpp"

// Positions and games for the tests, from texts.
namespace games {

using namespace rummy;

inline std::vector<Tile> tiles(const std::string& text) { return parse_tiles(text, Rules{}.tiles); }

inline TileBag bag(const std::string& text) {
  TileBag bag;
  for (const Tile tile : tiles(text)) bag.add(tile);
  return bag;
}

inline Meld meld(const std::string& text) {
  Meld meld;
  for (const Tile tile : tiles(text)) meld.push_back(tile);
  return meld;
}

inline Table table(std::initializer_list<std::string> melds) {
  Table table;
  for (const std::string& text : melds) table.push_back(meld(text));
  return table;
}

// The play that makes `result` of the table of a position.
inline Play play_to(const Position& before, const Table& result) {
  Play play;
  play.table = result;
  const TileBag old = bag_of(before.table);
  bag_of(result).for_each([&](Tile tile, int copies) {
    if (copies > old.count(tile)) play.placed.add(tile, copies - old.count(tile));
  });
  play.count = play.placed.size();
  return play;
}

// A checked game of two from a position in which both have laid.
inline TableGame position(const Rules& rules, const Table& table, const std::string& first,
                          const std::string& second, const std::string& pool) {
  TableGame game(CompiledRules(rules, 2));
  game.set_checked(true);
  game.start_at({table, {bag(first), bag(second)}, {true, true}, tiles(pool)});
  return game;
}

// Few tiles, so that games are over at once: 3 colours of 7 numbers twice and a joker.
inline Rules small_rules() {
  Rules rules;
  rules.tiles = {.colours = 3, .numbers = 7, .copies = 2, .jokers = 1};
  rules.deal.rack = 7;
  rules.opening.min_points = 6;
  return rules;
}

// Fewer still, for thousands of games.
inline Rules tiny_rules() {
  Rules rules = small_rules();
  rules.tiles = {.colours = 3, .numbers = 5, .copies = 2, .jokers = 0};
  rules.deal.rack = 6;
  rules.opening.min_points = 0;
  return rules;
}

}  // namespace games
