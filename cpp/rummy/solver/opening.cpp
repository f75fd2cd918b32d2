#include "rummy/solver/opening.hpp"

#include <algorithm>

namespace rummy {

OpeningPoints::OpeningPoints(const CompiledRules& rules, Sweep& sweep) : rules_(rules), sweep_(sweep), moves_(rules) {}

int OpeningPoints::most(const TileBag& tiles, bool all) {
  TileBag usable = tiles;
  if (rules_.rules().opening.joker_value == JokerValue::forbidden && tiles.jokers() > 0) {
    if (all) return -1;
    usable.remove(Tile::joker(), tiles.jokers());
  }
  if (usable.empty()) return -1;
  return rules_.rules().opening.melds == OpeningMelds::single ? most_single(usable, all)
                                                              : most_together(usable, all);
}

int OpeningPoints::most_together(const TileBag& tiles, bool all) {
  // A joker that has to be used is worth far more than any points, so that all are used where that is possible.
  const Weight must_use = all ? 1'000'000 : 0;
  const OpeningRules& opening = rules_.rules().opening;
  Problem problem;
  int sum = 0;
  tiles.for_each([&](Tile tile, int copies) {
    if (tile.is_joker()) {
      problem.wild_may = copies;
      return;
    }
    const std::size_t face = Problem::face_index(tile);
    (all ? problem.must : problem.may)[face] = static_cast<std::uint8_t>(copies);
    problem.weight[face] = tile.number();
    if (all) sum += tile.number() * copies;
  });
  for (int position = 1; position <= kMaxNumbers + 1; ++position) {
    const int number = position > rules_.tiles().numbers ? 1 : position;  // ace_high: the 1 counts 1
    const int value = opening.joker_value == JokerValue::face     ? number
                      : opening.joker_value == JokerValue::number ? opening.joker_points
                                                                  : 0;
    problem.joker_weight[static_cast<std::size_t>(position)] = value + must_use;
  }
  Choice choice;
  if (!sweep_.best(problem, -1, choice)) return -1;
  if (!all) return choice.laid.empty() ? -1 : static_cast<int>(choice.value);
  if (choice.value < must_use * tiles.jokers()) return -1;
  return sum + static_cast<int>(choice.value - must_use * tiles.jokers());
}

int OpeningPoints::worth(const Meld& meld) {
  readings(meld, rules_, readings_);
  int best = -1;
  for (const Reading& reading : readings_) {
    best = std::max(best, opening_value(meld, reading, rules_.rules().opening));
  }
  return best;
}

bool OpeningPoints::can_meld(const TileBag& tiles) {
  Problem problem;
  problem.add_must(tiles);
  return sweep_.feasible(problem);
}

int OpeningPoints::most_single(const TileBag& tiles, bool all) {
  int best = -1;
  const auto consider = [&](const Meld& meld) {
    const int points = worth(meld);
    if (points > best && (!all || can_meld(tiles - meld.bag()))) best = points;
    return false;
  };
  tiles.for_each([&](Tile tile, int) {
    if (!tile.is_joker()) moves_.containing(tiles, tile, consider);
  });
  moves_.with_joker(tiles, consider);
  return best;
}

}  // namespace rummy
