#include <string>
#include <vector>

#include "check.hpp"
#include "rummy/base/error.hpp"
#include "rummy/melds/exchange.hpp"
#include "rummy/melds/reading.hpp"
#include "rummy/tiles/notation.hpp"

using namespace rummy;

namespace {

Meld meld_of(const std::string& text, const CompiledRules& rules) {
  Meld meld;
  for (const Tile tile : parse_tiles(text, rules.tiles())) meld.push_back(tile);
  return meld;
}

Table table_of(const std::vector<std::string>& texts, const CompiledRules& rules) {
  Table table;
  for (const std::string& text : texts) table.push_back(meld_of(text, rules));
  return table;
}

// Every legal reading as a player declares it, the best first.
std::string read(const std::string& text, const Rules& rules) {
  const CompiledRules compiled(rules);
  const Meld meld = meld_of(text, compiled);
  std::vector<Reading> found;
  readings(meld, compiled, found);
  CHECK_EQ(is_legal(meld, compiled), !found.empty());
  CHECK_EQ(why_illegal(meld, compiled).empty(), !found.empty());
  std::string all;
  for (const Reading& reading : found)
    all += (all.empty() ? "" : ", ") + declaration(meld, reading);
  return all;
}

bool exchange(const Rules& rules, const std::vector<std::string>& before,
              const std::vector<std::string>& after, const std::string& laid,
              const std::string& to_rack = "") {
  const CompiledRules compiled(rules);
  const Table old_table = table_of(before, compiled);
  const Table new_table = table_of(after, compiled);
  const TileBag laid_bag = parse_bag(laid, compiled.tiles(), "laid");
  const TileBag kept = parse_bag(to_rack, compiled.tiles(), "to rack");
  CHECK(bag_of(old_table) + laid_bag == bag_of(new_table) + kept);
  std::string reason;
  const bool legal = exchange_legal(compiled, old_table, new_table, laid_bag, kept, &reason);
  CHECK_EQ(legal, exchange_legal(compiled, old_table, new_table, laid_bag, kept));
  CHECK_EQ(legal, reason.empty());
  return legal;
}

Rules jokers(Retrieval retrieval, Reuse reuse, Lock lock) {
  Rules rules;
  rules.joker.retrieval = retrieval;
  rules.joker.reuse = reuse;
  rules.joker.lock = lock;
  return rules;
}

}  // namespace

TEST_CASE("melds: a text has every reading that the rules allow, the best first") {
  const Rules rules;
  CHECK_EQ(read("R5 B5 K5 J", rules), "group 5-5-5-5");
  CHECK_EQ(read("R3 J J R6", rules), "run R3 R4 R5 R6");
  CHECK_EQ(read("J J R7", rules), "group 7-7-7, run R5 R6 R7");
  CHECK_EQ(read("R7 J J", rules), "run R7 R8 R9, group 7-7-7");
  CHECK_EQ(read("J J R1", rules), "group 1-1-1");
  CHECK_EQ(read("R13 J J", rules), "group 13-13-13");
  CHECK_EQ(read("J R1 R2", rules), "");
  CHECK_EQ(read("R6 R5 R4", rules), "");
  CHECK_EQ(read("R4 R4 J", rules), "");
  CHECK_EQ(read("R5 B5 K5 Y5 J", rules), "");
  CHECK_EQ(read("R5 B6 K7", rules), "");
}

TEST_CASE("melds: runs end, close over the ace or go round") {
  Rules rules;
  CHECK_EQ(read("R12 R13 R1", rules), "");
  rules.melds.run_wrap = RunWrap::ace_high;
  CHECK_EQ(read("R12 R13 R1", rules), "run R12 R13 R1");
  CHECK_EQ(read("R13 R1 R2", rules), "");
  CHECK_EQ(read("R12 R13 J", rules), "run R12 R13 R1");
  CHECK_EQ(read("J J R1", rules), "run R12 R13 R1, group 1-1-1");
  CHECK_EQ(read("R1 R2 R3", rules), "run R1 R2 R3");
  rules.melds.run_wrap = RunWrap::round;
  CHECK_EQ(read("R13 R1 R2", rules), "run R13 R1 R2");
  CHECK_EQ(read("J R1 R2", rules), "run R13 R1 R2");
}

TEST_CASE("melds: limits of length and of jokers") {
  Rules rules;
  rules.melds.max_jokers = 1;
  CHECK_EQ(read("J J R7", rules), "");
  CHECK_EQ(read("R6 J R8", rules), "run R6 R7 R8");
  rules.melds.run_max = 4;
  CHECK_EQ(read("R1 R2 R3 R4", rules), "run R1 R2 R3 R4");
  CHECK_EQ(read("R1 R2 R3 R4 R5", rules), "");
  rules.melds.group_max = 3;
  CHECK_EQ(read("R5 B5 K5 Y5", rules), "");
  rules.melds.group_max = rules.melds.min_length = 4;
  CHECK_EQ(read("R5 R6 R7", rules), "");
}

TEST_CASE("melds: jokers alone may be anything") {
  Rules rules;
  rules.tiles.jokers = 3;
  const CompiledRules compiled(rules);
  std::vector<Reading> found;
  readings(meld_of("J J J", compiled), compiled, found);
  CHECK_EQ(found.size(), 11U * 4U + 13U);
  CHECK_EQ(found.front().value, 39);
}

TEST_CASE("melds: tiles in any order find their runs") {
  const CompiledRules rules{Rules{}};
  std::vector<Arrangement> found;
  arrangements(meld_of("J R1 R2", rules), rules, found);
  REQUIRE(found.size() == 1);
  CHECK_EQ(to_text(found[0].meld), "R1 R2 J");
  arrangements(meld_of("J J R7", rules), rules, found);
  REQUIRE(found.size() == 4);
  CHECK_EQ(declaration(found[0].meld, found[0].reading), "run R7 R8 R9");
  CHECK_EQ(why_illegal_unordered(meld_of("R4 R4 R5", rules), rules).substr(0, 2), "R4");
}

TEST_CASE("melds: what a joker stands for") {
  const CompiledRules rules{Rules{}};
  std::vector<Reading> found;
  const Meld three = meld_of("R5 J B5", rules);
  readings(three, rules, found);
  CHECK_EQ(stands_text(three, found[0], 1), "K5|Y5");
  const Meld four = meld_of("R5 J B5 K5", rules);
  readings(four, rules, found);
  CHECK_EQ(stands_text(four, found[0], 1), "Y5");
}

TEST_CASE("melds: the order of a group means nothing, that of a run everything") {
  Rules round;
  round.melds.run_wrap = RunWrap::round;
  round.tiles.numbers = 5;
  round.deal.rack = 5;
  const CompiledRules rules{Rules{}};
  const CompiledRules rings(round);
  CHECK(same_meld(meld_of("R5 J B5", rules), meld_of("B5 R5 J", rules), rules));
  CHECK_FALSE(same_meld(meld_of("J R5 R6", rules), meld_of("R5 R6 J", rules), rules));
  CHECK(same_meld(meld_of("R1 R2 R3 J R5", rings), meld_of("J R5 R1 R2 R3", rings), rings));
  CHECK_FALSE(same_meld(meld_of("R1 R2 R3 J", rings), meld_of("J R1 R2 R3", rings), rings));
}

TEST_CASE("notation: unknown tiles and too many copies are refused by name") {
  const TileSet set;
  for (const char* bad : {"R14", "R0", "R05", "G1", "r5", "R", "5R", "JJ", "R5,"}) {
    CHECK_THROWS_AS(parse_tiles(std::string("R1 ") + bad, set), InputError);
  }
  CHECK_THROWS_AS(parse_bag("R5 R5 R5", set, "rack"), InputError);
  CHECK_EQ(to_text(parse_bag(" J B1  R13 R1 ", set, "rack")), "R1 B1 R13 J");
}

// The joker cases of the rule sheets are run by their own tests; here are the corners of the
// definition.

TEST_CASE("exchange: a joker stays beside another tile of its old meld") {
  const Rules rules = jokers(Retrieval::never, Reuse::any_meld, Lock::none);
  CHECK(exchange(rules, {"R4 R5 R6 J"}, {"R5 R6 J R8", "R4 B4 K4"}, "R8 B4 K4"));
  CHECK(exchange(rules, {"R4 R5 J", "R6 R7 R8"}, {"R4 R5 J R7 R8", "R6 B6 K6"}, "B6 K6"));
  // It stands for R6 again, but among strangers.
  CHECK_FALSE(
      exchange(rules, {"R4 R5 J"}, {"R4 B4 K4", "R5 B5 K5", "J R7 R8"}, "B4 K4 B5 K5 R7 R8"));
  // Another joker of the old meld is company enough.
  CHECK(exchange(rules, {"R5 J J"}, {"J J R8", "R5 B5 K5"}, "R8 B5 K5"));
}

TEST_CASE("exchange: copies are told apart only as far as it helps") {
  const Rules rules = jokers(Retrieval::never, Reuse::any_meld, Lock::none);
  // The R5 beside the joker may be the one that lay beside it before.
  CHECK(exchange(rules, {"R4 R5 J", "R5 B5 K5"}, {"R5 J R7", "R4 R5 R6", "B5 K5 Y5"}, "R7 R6 Y5"));
  // Both jokers cannot have the same R5 beside them.
  CHECK_FALSE(exchange(rules, {"J R5 J"}, {"J R5 B5 K5", "J R7 R8"}, "B5 K5 R7 R8"));
}

TEST_CASE("exchange: each freed joker takes a tile of its own") {
  Rules rules = jokers(Retrieval::exact_tile, Reuse::any_meld, Lock::none);
  CHECK(exchange(rules, {"B8 K8 J"}, {"R8 B8 K8", "Y2 Y3 J"}, "R8 Y2 Y3"));
  rules.joker.group_of_three = GroupOfThree::both;
  CHECK_FALSE(exchange(rules, {"B8 K8 J"}, {"R8 B8 K8", "Y2 Y3 J"}, "R8 Y2 Y3"));
  CHECK(exchange(rules, {"B8 K8 J"}, {"R8 B8 K8 Y8", "Y2 Y3 J"}, "R8 Y8 Y2 Y3"));
  rules.joker.group_of_three = GroupOfThree::either;
  // One R6 does not free two jokers that stand for it.
  CHECK_FALSE(exchange(rules, {"R4 R5 J", "J R7 R8"}, {"R4 R5 R6 R7 R8", "B1 B2 J", "Y1 Y2 J"},
                       "R6 B1 B2 Y1 Y2"));
  CHECK(exchange(rules, {"R4 R5 J", "J R7 R8"}, {"R4 R5 R6", "R6 R7 R8", "B1 B2 J", "Y1 Y2 J"},
                 "R6 R6 B1 B2 Y1 Y2"));
  CHECK(exchange(rules, {"R4 R5 J", "R6 B6 K6 Y6"}, {"R4 R5 R6", "B6 K6 Y6", "B1 B2 J"}, "B1 B2"));
  rules.joker.tile_from = TileFrom::rack;
  CHECK_FALSE(
      exchange(rules, {"R4 R5 J", "R6 B6 K6 Y6"}, {"R4 R5 R6", "B6 K6 Y6", "B1 B2 J"}, "B1 B2"));
}

TEST_CASE("exchange: where a freed joker may go") {
  Rules rules = jokers(Retrieval::any_legal, Reuse::new_meld, Lock::none);
  CHECK(exchange(rules, {"R4 R5 J"}, {"R4 R5 R6", "B8 K8 J"}, "R6 B8 K8"));
  CHECK_FALSE(exchange(rules, {"R4 R5 J", "B1 B2 B3"}, {"R4 R5 R6", "B1 B2 B3 J"}, "R6"));
  // A meld of table tiles alone is no new one.
  CHECK_FALSE(exchange(rules, {"R4 R5 J", "B8 B9 B10 B11", "K8 K9 K10 K11"},
                       {"R4 R5 R6", "B8 K8 J", "B9 B10 B11", "K9 K10 K11"}, "R6"));
  // With a second set of the old meld's tiles from the rack the meld is new.
  CHECK(exchange(rules, {"R4 R5 J", "B1 B2 B3"}, {"R4 R5 R6", "B1 B2 B3", "B1 B2 B3 J"},
                 "R6 B1 B2 B3"));
  rules.joker.reuse = Reuse::new_meld_two_rack;
  CHECK(exchange(rules, {"R4 R5 J"}, {"R4 R5 R6", "B8 K8 J"}, "R6 B8 K8"));
  CHECK_FALSE(exchange(rules, {"R4 R5 J", "B8 B9 B10 B11"}, {"R4 R5 R6", "B8 K8 J", "B9 B10 B11"},
                       "R6 K8"));
  rules.joker.reuse = Reuse::new_meld;
  CHECK(exchange(rules, {"R4 R5 J", "B8 B9 B10 B11"}, {"R4 R5 R6", "B8 K8 J", "B9 B10 B11"},
                 "R6 K8"));
  rules.joker.reuse = Reuse::keep;
  CHECK(exchange(rules, {"R4 R5 J"}, {"R4 R5 R6"}, "R6", "J"));
  rules.joker.reuse = Reuse::any_meld;
  CHECK_FALSE(exchange(rules, {"R4 R5 J"}, {"R4 R5 R6"}, "R6", "J"));
}

TEST_CASE("exchange: locked melds give up their joker or nothing") {
  Rules rules = jokers(Retrieval::exact_tile, Reuse::any_meld, Lock::full);
  CHECK_FALSE(exchange(rules, {"R4 R5 J"}, {"J R4 R5"}, ""));
  CHECK_FALSE(exchange(rules, {"R4 R5 J"}, {"R4 R5 J R7"}, "R7"));
  CHECK(
      exchange(rules, {"R4 R5 J"}, {"R4 R5 R6 J"}, "R6"));  // exchanged, and used again at the end
  CHECK(exchange(rules, {"B8 K8 J"}, {"B8 K8 Y8 J"}, "Y8"));  // the same in a group
  CHECK(exchange(rules, {"R4 R5 J"}, {"R4 B4 K4", "R5 R6 R7", "Y1 Y2 J"}, "R6 R7 B4 K4 Y1 Y2"));
  // One of two jokers goes: the rest stays as it is, with the tile in its place.
  CHECK(exchange(rules, {"R4 J R6 J"}, {"R4 R5 R6 J", "B1 B2 J"}, "R5 B1 B2"));
  CHECK_FALSE(exchange(rules, {"R4 J R6 J"}, {"R4 R5 R6 J R8", "B1 B2 J"}, "R5 R8 B1 B2"));
  rules.joker.lock = Lock::no_remove;
  CHECK(exchange(rules, {"R4 R5 J"}, {"R3 R4 R5 J R7"}, "R3 R7"));
  CHECK(exchange(rules, {"R4 J R6 J"}, {"R4 R5 R6 J R8", "B1 B2 J"}, "R5 R8 B1 B2"));
  CHECK_FALSE(exchange(rules, {"R4 R5 R6 J"}, {"R5 R6 J", "R4 B4 K4"}, "B4 K4"));
}

TEST_CASE("exchange: add_only lets old melds grow and nothing else") {
  Rules rules = jokers(Retrieval::any_legal, Reuse::any_meld, Lock::none);
  rules.access = Access::add_only;
  CHECK(exchange(rules, {"R4 R5 R6", "B8 K8 Y8"}, {"R3 R4 R5 R6 R7", "B8 K8 Y8 R8"}, "R3 R7 R8"));
  CHECK_FALSE(exchange(rules, {"R4 R5 R6 R7 R8"}, {"R4 R5 R6", "R6 R7 R8"}, "R6"));
  CHECK_FALSE(
      exchange(rules, {"R4 R5 R6", "R7 R8 R9"}, {"R4 R5 R6 R7 R8 R9", "B1 B2 B3"}, "B1 B2 B3"));
  CHECK(exchange(rules, {"R4 R5 R6", "R4 R5 R6"}, {"R4 R5 R6", "R4 R5 R6 R7"}, "R7"));
  CHECK(exchange(rules, {"R4 R5 J", "B1 B2 B3"}, {"R4 R5 R6", "B1 B2 B3 J"}, "R6"));
  CHECK_FALSE(exchange(rules, {"J R4 R5 R6", "B1 B2 B3"}, {"R4 R5 R6 R7", "B1 B2 B3 J"}, "R7"));
  rules.joker.reuse = Reuse::new_meld;
  CHECK_FALSE(exchange(rules, {"R4 R5 J", "B1 B2 B3"}, {"R4 R5 R6", "B1 B2 B3 J"}, "R6"));
  CHECK(exchange(rules, {"R4 R5 J"}, {"R4 R5 R6", "B1 B2 J"}, "R6 B1 B2"));
  rules.joker.retrieval = Retrieval::never;
  CHECK_FALSE(exchange(rules, {"R4 R5 J"}, {"R4 R5 R6", "B1 B2 J"}, "R6 B1 B2"));
  CHECK(exchange(rules, {"R4 R5 J"}, {"R4 R5 J R7"}, "R7"));
}

TEST_CASE("exchange: a closed table is left alone") {
  Rules rules;
  rules.access = Access::closed;
  CHECK(exchange(rules, {"R4 R5 J", "B1 B2 B3"}, {"B1 B2 B3", "R4 R5 J", "Y8 K8 B8"}, "Y8 K8 B8"));
  CHECK_FALSE(exchange(rules, {"B1 B2 B3"}, {"B1 B2 B3 B4"}, "B4"));
}
