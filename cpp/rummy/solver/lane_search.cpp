#include "rummy/solver/lane_search.hpp"

#include <algorithm>

#include "rummy/base/index.hpp"

namespace rummy {

LaneSearch::LaneSearch(const CompiledRules& rules)
    : colours_(rules.tiles().colours),
      numbers_(rules.tiles().numbers),
      positions_(rules.positions()),
      min_length_(rules.min_length()),
      groups_(rules) {}

void LaneSearch::take(const LanedProblem& problem, Mode mode) {
  mode_ = mode;
  problem_ = problem;
  problem_.group_jokers &= (2U << numbers_) - 1U;
  jokers_ = problem.must_jokers + problem.may_jokers;
  best_joker_weight_ = 0;
  for (int position = 1; position <= positions_; ++position)
    best_joker_weight_ = std::max(best_joker_weight_, problem_.joker_weight[index(position)]);
  const bool optional_first = mode == Mode::best && best_joker_weight_ > 0;
  for (int left = 0; left <= jokers_; ++left) {
    paid_jokers_[index(left)] =
        static_cast<std::int8_t>(optional_first ? std::min(jokers_ - left, problem_.may_jokers)
                                                : std::max(0, problem_.may_jokers - left));
  }
}

// What the colours can give to groups, and what the relaxation charges for it: no group has more
// tiles than colours that are there, and the jokers that it so lacks are shared among these.
void LaneSearch::limit_groups() {
  for (int number = 1; number <= numbers_; ++number) {
    std::array<int, kMaxColours> tiles{};
    int colours = 0;
    for (int colour = 0; colour < colours_; ++colour) {
      tiles[index(colour)] = problem_.cells[index(colour)][index(number)].tiles();
      colours += tiles[index(colour)] > 0 ? 1 : 0;
    }
    const int groups = groups_.most(tiles, group_jokers(number) ? jokers_ : 0);
    const int lacking = std::max(0, min_length_ - colours);
    const int charge = colours > 0 ? kShares * lacking / colours : 0;
    for (int colour = 0; colour < colours_; ++colour) {
      Cell& cell = problem_.cells[index(colour)][index(number)];
      cell.most_group = static_cast<std::uint8_t>(std::min(cell.tiles(), groups));
      cell.charge = static_cast<std::uint8_t>(charge);
    }
  }
}

bool LaneSearch::any_optional() const {
  return std::any_of(problem_.cells.begin(), problem_.cells.begin() + colours_,
                     [](const Cells& cells) {
                       return std::any_of(cells.begin(), cells.end(),
                                          [](const Cell& cell) { return cell.may > 0; });
                     });
}

// What is laid of a number, two bits a colour; of two codes the greater lays more of the first tile
// in which they differ.
std::uint32_t LaneSearch::laid_code(const Crossing& crossing) const {
  std::uint32_t code = 0;
  for (int colour = 0; colour < colours_; ++colour)
    code = code << 2 | crossing.steps[index(colour)].laid;
  return code;
}

void LaneSearch::add_laid(TileBag& bag, int number, std::uint32_t code) const {
  for (int colour = colours_ - 1; code != 0; --colour, code >>= 2) {
    if ((code & 3U) != 0) bag.add(Tile(colour, number), static_cast<int>(code & 3U));
  }
}

TileBag LaneSearch::laid() const {
  TileBag bag;
  for (int number = 1; number <= numbers_; ++number)
    add_laid(bag, number, laid_code(path_[index(number)]));
  bag.add(Tile::joker(), jokers_laid_);
  return bag;
}

bool LaneSearch::is_only(const TileBag& choice) const {
  std::array<float, kMaxTiles> weights;  // of the optional tiles, one by one
  int count = 0;
  int laid = 0;
  float sum = 0;
  for (int number = 1; number <= numbers_; ++number) {
    for (int colour = 0; colour < colours_; ++colour) {
      const Cell& cell = problem_.cells[index(colour)][index(number)];
      for (int copy = 0; copy < cell.may; ++copy) weights[index(count++)] = cell.weight;
      const int copies = choice.count(colour, number);
      if (copies > cell.may) return false;
      laid += copies;
      sum += cell.weight * static_cast<float>(copies);
    }
  }
  if (laid == count) return true;
  if (laid > 2) return false;
  int found = 0;
  for (int i = 0; i < count; ++i) {
    if (laid == 1) found += weights[index(i)] == sum ? 1 : 0;
    for (int k = i + 1; laid == 2 && k < count; ++k)
      found += weights[index(i)] + weights[index(k)] == sum ? 1 : 0;
  }
  return found <= 1;
}

}  // namespace rummy
