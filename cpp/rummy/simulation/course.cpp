#include "rummy/simulation/course.hpp"

#include <algorithm>
#include <bit>

#include "rummy/base/index.hpp"

namespace rummy {

namespace {

constexpr int kWhole = 10'000;

}  // namespace

void Course::start(const std::vector<int>& rack_points) {
  players_ = static_cast<int>(rack_points.size());
  passes_ = 0;
  holes_ = 0;
  wait_ = {};
  longest_ = {};
  positions_.clear();
  Points points{};
  std::copy(rack_points.begin(), rack_points.end(), points.begin());
  positions_.push_back(points);
}

void Course::turn(int seat, bool laid, bool passed, int rack_points, bool over) {
  const std::size_t s = index(seat);
  Points points = positions_.back();
  points[s] = rack_points;
  positions_.push_back(points);
  wait_[s] = laid ? 0 : wait_[s] + 1;
  longest_[s] = std::max(longest_[s], wait_[s]);
  passes_ = passed ? passes_ + 1 : 0;
  if (passes_ >= players_ && !over) ++holes_;
}

void Course::on_start(const TableGame& game) {
  players_ = game.players();
  passes_ = 0;
  holes_ = 0;
  wait_ = {};
  longest_ = {};
  positions_.clear();
  Points points{};
  for (int seat = 0; seat < players_; ++seat)
    points[index(seat)] = game.rules().points(game.rack(seat));
  positions_.push_back(points);
}

void Course::on_turn(const TableGame& game) {
  const TurnRecord& last = game.last_turn();
  turn(last.seat, !last.laid.empty(), last.kind == TurnKind::pass, last.rack_points, game.over());
}

unsigned Course::leaders(const Points& points) const {
  const int least = *std::min_element(points.begin(), points.begin() + players_);
  unsigned found = 0;
  for (int seat = 0; seat < players_; ++seat) {
    if (points[index(seat)] == least) found |= 1U << seat;
  }
  return found;
}

std::int64_t Course::lead(const Points& points, int seat) const {
  std::int64_t sum = 0;
  for (int other = 0; other < players_; ++other) sum += points[index(other)];
  return sum - static_cast<std::int64_t>(players_) * points[index(seat)];
}

CourseCounts Course::counts(const GameResult& game) const {
  CourseCounts counts;
  counts.holes = holes_;
  for (int seat = 0; seat < players_; ++seat) counts.longest_waits += longest_[index(seat)];
  for (std::size_t t = 1; t < positions_.size(); ++t) {
    if (leaders(positions_[t]) != leaders(positions_[t - 1])) ++counts.lead_changes;
  }
  const Points& half = positions_[(positions_.size() - 1) / 2];
  for (int seat = 0; seat < players_; ++seat) {
    const std::int64_t x = lead(half, seat);
    counts.lead_squares += x * x;
    counts.lead_products += x * (lead(positions_.back(), seat) - x);
  }
  counts.sole_winner = std::popcount(game.scores.winners) == 1;
  if (counts.sole_winner) count_winner(std::countr_zero(game.scores.winners), counts);
  return counts;
}

void Course::count_winner(int winner, CourseCounts& counts) const {
  const std::size_t turns = positions_.size() - 1;
  const auto leads = [&](std::size_t quarters) {
    return (leaders(positions_[turns * quarters / 4]) >> winner & 1U) != 0 ? 1 : 0;
  };
  counts.leads_quarter = leads(1);
  counts.leads_half = leads(2);
  counts.leads_three_quarters = leads(3);
  std::size_t decisive = turns;
  for (std::size_t t = turns + 1; t-- > 0;) {
    if (leaders(positions_[t]) != 1U << winner) break;
    decisive = t;
  }
  counts.decisive_share =
      turns == 0 ? 0 : static_cast<int>((2 * kWhole * decisive + turns) / (2 * turns));
  for (const Points& points : positions_) {
    int best_other = points[index(winner == 0 ? 1 : 0)];
    for (int seat = 0; seat < players_; ++seat) {
      if (seat != winner) best_other = std::min(best_other, points[index(seat)]);
    }
    counts.deepest_deficit = std::max(counts.deepest_deficit, points[index(winner)] - best_other);
  }
  const Points& half = positions_[turns / 2];
  const auto [least, most] = std::minmax_element(half.begin(), half.begin() + players_);
  if (*least < *most && half[index(winner)] == *most) counts.last_half = 1;
}

}  // namespace rummy
