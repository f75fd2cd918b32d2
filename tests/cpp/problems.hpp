#pragma once

// Random rule sets and covering problems.

#include <algorithm>
#include <vector>

#include "rummy/random/stream.hpp"
#include "rummy/rules/rules.hpp"
#include "rummy/solver/problem.hpp"

namespace problems {

using namespace rummy;

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

inline Rules random_rules(Dice& dice) {
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

// Runs that wrap, are limited or hold few jokers.
inline Rules random_other_rules(Dice& dice) {
  Rules rules = random_rules(dice);
  rules.tiles.copies = 1 + dice.below(2);
  rules.tiles.jokers = dice.below(4);
  rules.melds.min_length = 3 + dice.below(2);
  rules.melds.run_max = std::max(rules.melds.min_length, rules.tiles.numbers - dice.below(4));
  rules.melds.max_jokers = dice.below(2) == 0 ? kNoLimit : dice.below(3);
  rules.melds.run_wrap = static_cast<RunWrap>(dice.below(3));
  if (rules.melds.min_length == 4) rules.tiles.colours = std::max(4, rules.tiles.colours);
  rules.melds.group_max = std::max(rules.melds.group_max, rules.melds.min_length);
  return rules;
}

// Most of what has to be laid comes in melds, so that many problems have a solution.
inline Problem random_problem(Dice& dice, const Rules& rules, int most_melds = 6,
                              int most_tiles = 13) {
  Problem problem;
  const int colours = rules.tiles.colours;
  const int numbers = rules.tiles.numbers;
  const auto add = [&](Problem::Counts& counts, int colour, int number) {
    const std::size_t face = Problem::face_index(Tile(colour, number));
    if (problem.must[face] + problem.may[face] < rules.tiles.copies) ++counts[face];
  };
  for (int melds = dice.below(most_melds + 1); melds > 0; --melds) {
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
  for (int tiles = dice.below(most_tiles + 1); tiles > 0; --tiles) {
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

inline Weight worth(const Problem& problem, const TileBag& laid) {
  Weight total = 0;
  laid.for_each([&](Tile tile, int copies) {
    total += copies * (tile.is_joker() ? problem.joker_weight[1]
                                       : problem.weight[Problem::face_index(tile)]);
  });
  return total;
}

inline bool lays_more_of_first(const TileBag& a, const TileBag& b) {
  for (int face = 0; face < kFaces; ++face) {
    const Tile tile = Tile::from_face(face);
    if (a.count(tile) != b.count(tile)) return a.count(tile) > b.count(tile);
  }
  return false;
}

inline TileBag rack_of(const Problem& problem) {
  TileBag rack;
  for (int face = 0; face < kFaces; ++face) {
    const int copies = problem.may[static_cast<std::size_t>(face)];
    if (copies > 0) rack.add(Tile::from_face(face), copies);
  }
  rack.add(Tile::joker(), problem.wild_may);
  return rack;
}

inline void sort(std::vector<TileBag>& choices) {
  std::sort(choices.begin(), choices.end(), [](const TileBag& a, const TileBag& b) {
    return a.jokers() != b.jokers() ? a.jokers() > b.jokers() : lays_more_of_first(a, b);
  });
}

}  // namespace problems
