#include "rummy/solver/play_order.hpp"

#include <algorithm>

namespace rummy {

PlayOrder::PlayOrder(const CompiledRules& rules, Objective objective, const TileBag& rack)
    : rules_(rules), objective_(objective) {
  Weight points = 0;
  Weight count = 0;
  rack.for_each([&](Tile tile, int copies) {
    points += Weight{rules.points(tile)} * copies;
    count += copies;
    if (!tile.is_joker()) tiles_[count_++] = tile;
  });
  const Weight most_other = objective == Objective::tiles ? points : count;
  const Weight most_objective = objective == Objective::tiles ? count : points;
  joker_unit_ = most_other + 1;
  objective_unit_ = joker_unit_ * (rack.jokers() + 1);
  joker_ = worth(Tile::joker());
  smallest_ = objective_unit_;
  for (const Tile tile : tiles()) smallest_ = std::min(smallest_, worth(tile));
  most_worth_ = objective_unit_ * (most_objective + 1);
}

Weight PlayOrder::worth(Tile tile) const {
  const Weight points = rules_.points(tile);
  const Weight objective = objective_ == Objective::tiles ? 1 : points;
  const Weight other = objective_ == Objective::tiles ? points : 1;
  return objective * objective_unit_ - (tile.is_joker() ? joker_unit_ : 0) + other;
}

Weight PlayOrder::worth(const TileBag& laid) const {
  Weight total = 0;
  laid.for_each([&](Tile tile, int copies) { total += copies * worth(tile); });
  return total;
}

void PlayOrder::weigh(Problem& problem) const {
  for (const Tile tile : tiles()) problem.weight[Problem::face_index(tile)] = worth(tile);
  problem.joker_weight.fill(joker_);
}

bool PlayOrder::before(const TileBag& a, const TileBag& b) const {
  const Weight first = worth(a);
  const Weight second = worth(b);
  return first != second ? first > second : lays_more_first(a, b);
}

bool PlayOrder::lays_more_first(const TileBag& a, const TileBag& b) const {
  for (const Tile tile : tiles()) {
    if (a.count(tile) != b.count(tile)) return a.count(tile) > b.count(tile);
  }
  return false;
}

}  // namespace rummy
