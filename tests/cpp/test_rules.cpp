#include <functional>
#include <string>
#include <vector>

#include "check.hpp"
#include "rummy/rules/bounds.hpp"
#include "rummy/rules/rules.hpp"

namespace {

using namespace rummy;

// The message of the first mistake; empty when the rules hold.
std::string complaint(const std::function<void(Rules&)>& change) {
  Rules rules;
  change(rules);
  try {
    validate(rules);
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

bool begins(const std::string& text, const std::string& head) { return text.rfind(head, 0) == 0; }

}  // namespace

TEST_CASE("rules: the defaults hold") {
  CHECK_EQ(complaint([](Rules&) {}), std::string());
}

TEST_CASE("rules: a message begins with the key and says what is allowed") {
  CHECK_EQ(complaint([](Rules& rules) { rules.tiles.colours = 7; }),
           std::string("tiles.colours is 7; allowed: 3 to 6"));
  CHECK_EQ(
      complaint([](Rules& rules) { rules.deal.rack = 27; }),
      std::string("deal.rack is 27, but the 106 tiles of a game of 4 players fill racks of at most "
                  "26; allowed: 1 to 26; lower it, lower players.max or add tiles"));
}

TEST_CASE("rules: contradictions") {
  CHECK(begins(complaint([](Rules& rules) { rules.players_min = 5; }), "players.min is 5"));
  CHECK(begins(complaint([](Rules& rules) { rules.deal.starter_discards = true; }),
               "deal.starter_discards is true"));
  CHECK(begins(complaint([](Rules& rules) { rules.melds.group_max = 5; }), "melds.group_max is 5"));
  CHECK(begins(complaint([](Rules& rules) {
                 rules.melds.min_length = 4;
                 rules.melds.group_max = 3;
               }),
               "melds.group_max is 3"));
  CHECK(begins(complaint([](Rules& rules) { rules.melds.run_max = 14; }), "melds.run_max is 14"));
  CHECK(begins(complaint([](Rules& rules) {
                 rules.melds.min_length = 5;
                 rules.melds.run_max = 4;
               }),
               "melds.run_max is 4"));
  CHECK(begins(complaint([](Rules& rules) { rules.scoring.tile_values = {1, 2}; }),
               "scoring.tile_values is a list of 2"));
}

TEST_CASE("rules: the default length of groups stands with any colours") {
  CHECK_EQ(complaint([](Rules& rules) {
             rules.tiles.colours = 3;
             rules.deal.rack = 10;
           }),
           std::string());
  CHECK_EQ(complaint([](Rules& rules) { rules.melds.min_length = 5; }), std::string());
}

TEST_CASE("rules: a larger set for some players allows longer groups") {
  const auto six = [](Rules& rules) {
    rules.players_max = 6;
    rules.melds.group_max = 6;
    rules.players_tiles[5] = rules.players_tiles[6] = TileSetName::t160_6x2;
  };
  CHECK_EQ(complaint(six), std::string());
  CHECK(begins(complaint([&six](Rules& rules) {
                 six(rules);
                 rules.players_max = 4;
               }),
               "melds.group_max is 6"));
}

TEST_CASE("rules: tile sets by number of players (APP-04)") {
  Rules rules;
  rules.players_tiles[5] = TileSetName::t160_4x3;
  rules.players_tiles[6] = TileSetName::t160_6x2;
  CHECK_EQ(tile_set_for(rules, 0).size(), 106);
  CHECK_EQ(tile_set_for(rules, 4).size(), 106);
  CHECK_EQ(tile_set_for(rules, 5).size(), 160);
  CHECK_EQ(tile_set_for(rules, 5).copies, 3);
  CHECK_EQ(tile_set_for(rules, 6).size(), 160);
  CHECK_EQ(tile_set_for(rules, 6).colours, 6);
}

TEST_CASE("rules: own shares must hold a starter's tiles") {
  const auto shares = [](int rack) {
    return [rack](Rules& rules) {
      rules.deal.draw_from = DrawFrom::own_share;
      rules.deal.starter_extra = 1;
      rules.deal.rack = rack;
    };
  };
  CHECK_EQ(complaint(shares(25)), std::string());
  CHECK(begins(complaint(shares(26)), "deal.rack is 26"));
}
