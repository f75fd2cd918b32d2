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

// What the colours can give to groups: no group has more tiles than colours that are there.
void LaneSearch::limit_groups() {
  for (int number = 1; number <= numbers_; ++number) {
    std::array<int, kMaxColours> tiles{};
    int one = 0;  // for one group, and for two
    int two = 0;
    for (int colour = 0; colour < colours_; ++colour) {
      const int here = tiles[index(colour)] = problem_.cells[index(colour)][index(number)].tiles();
      one += std::min(here, 1);
      two += std::min(here, 2);
    }
    const int groups = groups_.most(tiles, group_jokers(number) ? jokers_ : 0);
    for (int colour = 0; colour < colours_; ++colour) {
      Cell& cell = problem_.cells[index(colour)][index(number)];
      cell.most_group = static_cast<std::uint8_t>(std::min(tiles[index(colour)], groups));
      cell.charge = cell.charge_more = 0;
    }
    const int for_one = kShares * std::max(0, min_length_ - one);
    const int for_two = kShares * std::max(0, 2 * min_length_ - two);
    if (for_one > 0) charge_groups(number, 1, for_one);
    if (two > one && for_two > for_one) charge_groups(number, 2, for_two - for_one);
  }
}

// What the relaxation charges for tiles in groups: for one tile what a group takes in jokers that
// all colours are in, for more what two groups take to which all give what they have (where two
// take any, three take no fewer). The colours with so many tiles pay, those with optional ones if
// there are any, since they are those that look for a place. So no solution is charged more than it
// takes.
void LaneSearch::charge_groups(int number, int tiles, int shares) {
  std::array<Cell*, kMaxColours> payers;
  int count = 0;
  for (const bool optional : {true, false}) {
    for (int colour = 0; colour < colours_; ++colour) {
      Cell& cell = problem_.cells[index(colour)][index(number)];
      if (cell.tiles() >= tiles && (!optional || cell.may > 0)) payers[index(count++)] = &cell;
    }
    if (count > 0) break;
  }
  for (int i = 0; i < count; ++i) {
    Cell& cell = *payers[index(i)];
    const auto share = static_cast<std::uint8_t>(shares / count);
    if (tiles == 1) cell.charge = share;
    cell.charge_more = static_cast<std::uint8_t>(cell.charge + (tiles == 1 ? 0 : share));
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

// Another choice that comes before this one first differs at a tile of which it lays more. What it
// lays of the later tiles, two at most, makes up for the rest.
bool LaneSearch::is_first(const TileBag& choice) const {
  std::array<float, kMaxTiles> weights;  // of the optional tiles, one by one, from the last on
  int count = 0;
  float rest = 0;  // what the choice lays of them
  float least = kMostUsual;
  for (int number = numbers_; number >= 1; --number) {
    for (int colour = colours_ - 1; colour >= 0; --colour) {
      const Cell& cell = problem_.cells[index(colour)][index(number)];
      if (cell.may == 0) continue;
      const int laid = choice.count(colour, number);
      if (laid > cell.may || cell.weight <= 0) return false;
      least = std::min(least, cell.weight);
      for (int more = 1; more <= cell.may - laid; ++more) {
        const float left = rest - cell.weight * static_cast<float>(more);
        if (left < 0) break;
        if (left == 0 || left >= 3 * least) return false;
        for (int i = 0; i < count; ++i) {
          if (weights[index(i)] == left) return false;
          for (int k = i + 1; k < count; ++k)
            if (weights[index(i)] + weights[index(k)] == left) return false;
        }
      }
      rest += cell.weight * static_cast<float>(laid);
      for (int copy = 0; copy < cell.may; ++copy) weights[index(count++)] = cell.weight;
    }
  }
  return true;
}

}  // namespace rummy
