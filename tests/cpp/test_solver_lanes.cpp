#include <algorithm>
#include <vector>

#include "check.hpp"
#include "rummy/random/stream.hpp"
#include "rummy/solver/cover.hpp"

using namespace rummy;

namespace {

// Chance for problems of all shapes.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : stream_({seed, 0, 0}, Purpose::starter) {}
  int below(int bound) {
    return static_cast<int>(stream_.below(static_cast<std::uint64_t>(bound)));
  }

 private:
  Stream stream_;
};

Rules random_rules(Dice& dice) {
  Rules rules;
  rules.tiles.colours = 3 + dice.below(3);
  rules.tiles.numbers = 6 + dice.below(6);
  rules.tiles.copies = 1 + dice.below(3);
  rules.tiles.jokers = dice.below(5);
  rules.melds.group_max = std::min(rules.tiles.colours, 3 + dice.below(2));
  rules.melds.run_max = rules.tiles.numbers;
  rules.deal.rack = 3;
  rules.players_max = 2;
  return rules;
}

// Most of what has to be laid comes in melds, so that many problems have a solution.
Problem random_problem(Dice& dice, const Rules& rules) {
  Problem problem;
  const int colours = rules.tiles.colours;
  const int numbers = rules.tiles.numbers;
  const auto add = [&](Problem::Counts& counts, int colour, int number) {
    const std::size_t face = Problem::face_index(Tile(colour, number));
    if (problem.must[face] + problem.may[face] < rules.tiles.copies) ++counts[face];
  };
  for (int melds = dice.below(7); melds > 0; --melds) {
    if (dice.below(2) == 0) {
      const int colour = dice.below(colours);
      const int start = 1 + dice.below(numbers - 2);
      const int end = std::min(numbers, start + 2 + dice.below(3));
      for (int number = start; number <= end; ++number) add(problem.must, colour, number);
    } else {
      const int number = 1 + dice.below(numbers);
      for (int colour = 0; colour < colours; ++colour) {
        if (dice.below(4) > 0) add(problem.must, colour, number);
      }
    }
  }
  for (int tiles = dice.below(14); tiles > 0; --tiles) {
    const int colour = dice.below(colours);
    add(problem.may, colour, 1 + dice.below(numbers));
  }
  problem.wild_must = dice.below(rules.tiles.jokers + 1);
  problem.wild_may = dice.below(rules.tiles.jokers - problem.wild_must + 1);
  for (std::size_t face = 0; face < kFaces; ++face) {
    problem.weight[face] = 1000 + Tile::from_face(static_cast<int>(face)).number();
    if (problem.must[face] > 0 && dice.below(20) == 0)
      ++(dice.below(2) == 0 ? problem.stay_run : problem.stay_group)[face];
  }
  problem.joker_weight.fill(990);
  return problem;
}

Weight worth(const Problem& problem, const TileBag& laid) {
  Weight total = 0;
  laid.for_each([&](Tile tile, int copies) {
    total += copies * (tile.is_joker() ? problem.joker_weight[1]
                                       : problem.weight[Problem::face_index(tile)]);
  });
  return total;
}

bool lays_more_of_first(const TileBag& a, const TileBag& b) {
  for (int face = 0; face < kFaces; ++face) {
    const Tile tile = Tile::from_face(face);
    if (a.count(tile) != b.count(tile)) return a.count(tile) > b.count(tile);
  }
  return false;
}

TileBag rack_of(const Problem& problem) {
  TileBag rack;
  for (int face = 0; face < kFaces; ++face) {
    const int copies = problem.may[static_cast<std::size_t>(face)];
    if (copies > 0) rack.add(Tile::from_face(face), copies);
  }
  rack.add(Tile::joker(), problem.wild_may);
  return rack;
}

void sort(std::vector<TileBag>& choices) {
  std::sort(choices.begin(), choices.end(), [](const TileBag& a, const TileBag& b) {
    return a.jokers() != b.jokers() ? a.jokers() > b.jokers() : lays_more_of_first(a, b);
  });
}

}  // namespace

TEST_CASE("solver: lanes find what the sweep finds") {
  Dice dice(20);
  int solved = 0;
  for (int round = 0; round < 400; ++round) {
    const CompiledRules rules(random_rules(dice));
    Cover cover(rules);
    Sweep sweep(rules);
    REQUIRE(cover.usual());
    for (int i = 0; i < 4; ++i) {
      const Problem problem = random_problem(dice, rules.rules());
      Choice mine;
      Choice its;
      const bool found = cover.most(problem, 0, mine);
      REQUIRE(found == sweep.best(problem, -1, its));
      CHECK_EQ(cover.feasible(problem), sweep.feasible(problem));
      if (!found) continue;
      ++solved;
      CHECK_EQ(mine.value, its.value);
      CHECK_EQ(worth(problem, mine.laid), mine.value);
      std::vector<TileBag> my_choices;
      std::vector<TileBag> its_choices;
      (void)cover.all(problem, {rules, Objective::tiles, rack_of(problem)}, {}, {}, my_choices);
      sweep.all(problem, its_choices);
      sort(my_choices);
      sort(its_choices);
      CHECK(my_choices == its_choices);
    }
  }
  CHECK(solved > 500);
}

TEST_CASE("solver: choices worth so much, and a bound of the others") {
  Dice dice(23);
  int parts = 0;
  for (int round = 0; round < 300; ++round) {
    const CompiledRules rules(random_rules(dice));
    Cover cover(rules);
    const Problem problem = random_problem(dice, rules.rules());
    const PlayOrder order(rules, Objective::tiles, rack_of(problem));
    std::vector<TileBag> all;
    CHECK(!cover.all(problem, order, {}, {}, all));
    const Weight least = order.unit() * (1 + dice.below(4));
    std::vector<TileBag> found;
    const auto left_out = cover.all(problem, order, {}, least, found);
    std::vector<TileBag> wanted;
    for (const TileBag& choice : all) {
      if (order.worth(choice) >= least) {
        wanted.push_back(choice);
      } else {
        REQUIRE(left_out.has_value());
        CHECK(order.worth(choice) <= *left_out);
      }
    }
    CHECK(!left_out || *left_out < least);
    sort(found);
    sort(wanted);
    CHECK(found == wanted);
    parts += !wanted.empty() && wanted.size() < all.size() ? 1 : 0;
  }
  CHECK(parts > 30);
}

TEST_CASE(
    "solver: of choices worth the same the first is the one that lays more of the first tile") {
  Dice dice(21);
  int several = 0;
  for (int round = 0; round < 150; ++round) {
    const CompiledRules rules(random_rules(dice));
    Cover cover(rules);
    Problem problem;  // a rack alone, so that there are many choices of as many tiles
    for (int tiles = 0; tiles < 18; ++tiles) {
      const int colour = dice.below(rules.tiles().colours);
      const Tile tile(colour, 1 + dice.below(rules.tiles().numbers));
      std::uint8_t& copies = problem.may[Problem::face_index(tile)];
      if (copies < rules.tiles().copies) ++copies;
    }
    const PlayOrder order(rules, Objective::tiles, rack_of(problem));
    std::vector<TileBag> choices;
    (void)cover.all(problem, order, {}, {}, choices);
    const TileBag* first = nullptr;
    int equals = 0;
    for (const TileBag& choice : choices) {
      if (choice.empty()) continue;
      if (first == nullptr || order.before(choice, *first)) first = &choice;
    }
    for (const TileBag& choice : choices)
      equals += first != nullptr && order.worth(choice) == order.worth(*first) ? 1 : 0;
    several += equals > 1 ? 1 : 0;
    TileBag found;
    REQUIRE(cover.first(problem, order, {}, {}, found) == (first != nullptr));
    if (first != nullptr) CHECK(found == *first);
  }
  CHECK(several > 5);
}

TEST_CASE(
    "solver: the first choice in the order is the first of all, with jokers on the rack too") {
  Dice dice(22);
  int with_joker = 0;
  for (int round = 0; round < 300; ++round) {
    const CompiledRules rules(random_rules(dice));
    Cover cover(rules);
    Problem problem = random_problem(dice, rules.rules());
    problem.wild_may += problem.wild_must;
    problem.wild_must = 0;
    const TileBag rack = rack_of(problem);
    std::vector<TileBag> choices;
    (void)cover.all(problem, {rules, Objective::tiles, rack}, {}, {}, choices);
    for (const Objective objective : {Objective::tiles, Objective::points}) {
      const PlayOrder order(rules, objective, rack);
      const TileBag* first = nullptr;
      for (const TileBag& choice : choices) {
        if (order.worth(choice) <= 0) continue;
        if (first == nullptr || order.before(choice, *first)) first = &choice;
      }
      TileBag found;
      REQUIRE(cover.first(problem, order, {}, {}, found) == (first != nullptr));
      if (first == nullptr) continue;
      CHECK(found == *first);
      with_joker += found.jokers() > 0 ? 1 : 0;
    }
  }
  CHECK(with_joker > 50);
}
