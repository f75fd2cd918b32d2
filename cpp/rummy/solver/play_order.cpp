#include "rummy/solver/play_order.hpp"

#include <algorithm>
#include <bit>

namespace rummy {

namespace {

constexpr int kWeightBits = 58;  // so that sums stay clear of "never"
constexpr int kBitsPerTile = 2;

}  // namespace

PlayOrder::PlayOrder(const CompiledRules& rules, Objective objective, const TileBag& rack)
    : rules_(rules), objective_(objective) {
  Weight points = 0;
  Weight count = 0;
  rack.for_each([&](Tile tile, int copies) {
    points += Weight{rules.points(tile)} * copies;
    count += copies;
    if (!tile.is_joker()) tiles_.push_back(tile);
  });
  const Weight most_other = objective == Objective::tiles ? points : count;
  const Weight most_objective = objective == Objective::tiles ? count : points;
  other_unit_ = 1;
  joker_unit_ = most_other + 1;
  objective_unit_ = joker_unit_ * (rack.jokers() + 1);
  joker_ = main_weight(Tile::joker());
  smallest_ = objective_unit_;
  for (const Tile tile : tiles_) smallest_ = std::min(smallest_, main_weight(tile));
  most_worth_ = objective_unit_ * (most_objective + 1);
  const int room =
      kWeightBits - static_cast<int>(std::bit_width(static_cast<std::uint64_t>(most_worth_)));
  per_portion_ = std::max(1, room / kBitsPerTile);
  portions_ = std::max(1, (static_cast<int>(tiles_.size()) + per_portion_ - 1) / per_portion_);
}

Weight PlayOrder::main_weight(Tile tile) const {
  const Weight points = rules_.points(tile);
  const Weight objective = objective_ == Objective::tiles ? 1 : points;
  const Weight other = objective_ == Objective::tiles ? points : 1;
  return objective * objective_unit_ - (tile.is_joker() ? joker_unit_ : 0) + other * other_unit_;
}

void PlayOrder::weigh(Problem& problem, int portion) const {
  const int bits = kBitsPerTile * per_portion_;
  const auto first = static_cast<std::size_t>(portion * per_portion_);
  for (std::size_t i = 0; i < tiles_.size(); ++i) {
    Weight weight = main_weight(tiles_[i]) << bits;
    if (i >= first && i < first + static_cast<std::size_t>(per_portion_)) {
      weight += Weight{1} << (bits - kBitsPerTile * static_cast<int>(i - first + 1));
    }
    problem.weight[Problem::face_index(tiles_[i])] = weight;
  }
  problem.joker_weight.fill(main_weight(Tile::joker()) * (Weight{1} << bits));
}

TileBag PlayOrder::pin(Problem& problem, int portion, const TileBag& laid) const {
  const auto first = static_cast<std::size_t>(portion * per_portion_);
  const std::size_t last = std::min(tiles_.size(), first + static_cast<std::size_t>(per_portion_));
  TileBag pinned;
  for (std::size_t i = first; i < last; ++i) {
    const std::size_t face = Problem::face_index(tiles_[i]);
    const int copies = laid.count(tiles_[i]);
    problem.must[face] = static_cast<std::uint8_t>(problem.must[face] + copies);
    problem.may[face] = 0;
    if (copies > 0) pinned.add(tiles_[i], copies);
  }
  return pinned;
}

Weight PlayOrder::weight(const Problem& problem, const TileBag& laid) const {
  Weight total = 0;
  laid.for_each([&](Tile tile, int copies) {
    total += copies * (tile.is_joker() ? problem.joker_weight[1]
                                       : problem.weight[Problem::face_index(tile)]);
  });
  return total;
}

Weight PlayOrder::worth(const TileBag& laid) const {
  Weight total = 0;
  laid.for_each([&](Tile tile, int copies) { total += copies * main_weight(tile); });
  return total;
}

void PlayOrder::weigh_plainly(Problem& problem) const {
  for (const Tile tile : tiles_) problem.weight[Problem::face_index(tile)] = main_weight(tile);
  problem.joker_weight.fill(joker_);
}

bool PlayOrder::before(const TileBag& a, const TileBag& b) const {
  const Weight first = worth(a);
  const Weight second = worth(b);
  if (first != second) return first > second;
  for (const Tile tile : tiles_) {
    if (a.count(tile) != b.count(tile)) return a.count(tile) > b.count(tile);
  }
  return false;
}

}  // namespace rummy
