#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "rummy/hands/hand.hpp"

namespace rummy {

// One group: how many natural cards of every suit, and how many wild ones.
struct GroupShape {
  std::array<std::uint8_t, kHandSuits> used{};
  std::uint8_t wilds = 0;
  [[nodiscard]] int naturals() const { return used[0] + used[1] + used[2] + used[3]; }
};

// What the cards of one rank can give to groups together, for every holding of that rank.
class GroupTable {
 public:
  // One choice: the natural cards taken, the wild cards beside them, and how many groups hold two
  // wild cards that must differ. `none` is the choice of no group at all.
  struct Option {
    std::array<std::uint8_t, kHandSuits> used{};
    std::uint8_t wilds = 0;
    std::uint8_t pairs = 0;
    std::uint8_t naturals = 0;
    std::uint16_t split = 0;  // its groups, see split()
  };

  GroupTable(const HandRules& rules, int max_wilds);

  // A holding as a number: the counts of the suits, base 3.
  [[nodiscard]] static int holding(int a, int b, int c, int d) {
    return a + 3 * b + 9 * c + 27 * d;
  }
  // The same for the cards of a rank, of those held and those held twice.
  [[nodiscard]] static int holding(CardSet held, CardSet twice, int rank) {
    // A bit for each suit; a suit that is held twice is held.
    const auto suits = [&](CardSet masks) {
      return ((masks >> (rank - 1) & kEachSuit) * 0x0001000200040008U) >> 48 & 15U;
    };
    return kPowers[suits(held)] + kPowers[suits(twice)];
  }

  // The choices in their order (fewer cards, fewer wild cards, more of the first suit), without
  // `none`, of who has so many wild cards.
  [[nodiscard]] std::span<const Option> options(int holding, int wilds) const {
    return options_[at(holding, wilds)];
  }
  // Natural cards that the choices of a holding take at most.
  [[nodiscard]] int most_naturals(int holding, int wilds) const {
    return most_naturals_[at(holding, wilds)];
  }
  // Natural cards of a rank that a group needs at least when a hand has so many wild cards.
  [[nodiscard]] int least_naturals(int wilds) const {
    const int helping = wilds < most_wilds_ ? wilds : most_wilds_;
    return least_ - helping > naturals_ ? least_ - helping : naturals_;
  }

  // Calls visit(shape) for the groups of a choice: the longest first, then fewer wild cards, then
  // more cards of the first suit; of all ways to split the choice, the first in this order.
  template <typename Visit>
  void split(const Option& option, Visit&& visit) const {
    for (const std::uint16_t k : splits_[option.split]) visit(shapes_[k]);
  }

 private:
  // By a bit for each suit, the first lowest: the sum of their powers of 3.
  static constexpr std::array<std::uint8_t, 16> kPowers = {0,  1,  3,  4,  9,  10, 12, 13,
                                                           27, 28, 30, 31, 36, 37, 39, 40};
  static constexpr int kHoldings = 81;
  static constexpr std::uint8_t kNever = 100;

  [[nodiscard]] std::size_t at(int holding, int wilds) const {
    return std::min(static_cast<std::size_t>(wilds), layers_ - 1) * kHoldings +
           static_cast<std::size_t>(holding);
  }
  [[nodiscard]] static int less(int holding, const GroupShape& shape) {
    int power = 1;
    for (std::size_t suit = 0, rest = static_cast<std::size_t>(holding); suit < kHandSuits;
         ++suit, rest /= 3, power *= 3) {
      if (static_cast<int>(rest % 3) < shape.used[suit]) return -1;
      holding -= power * shape.used[suit];
    }
    return holding;
  }
  [[nodiscard]] int pairs_of(const GroupShape& shape) const {
    return different_ && shape.wilds == 2 ? 1 : 0;
  }
  // The fewest pairs of different wild cards when only the shapes from k on are used.
  [[nodiscard]] int fewest(std::size_t k, int holding, int wilds) const {
    return fewest_[(k * kHoldings + static_cast<std::size_t>(holding)) * layers_ +
                   static_cast<std::size_t>(wilds)];
  }
  void make_shapes(const HandRules& rules, int max_wilds);
  void make_fewest();
  void make_options(const HandRules& rules);
  [[nodiscard]] std::vector<std::uint16_t> first_split(int holding, int wilds) const;

  bool different_;
  int least_;
  int naturals_;
  int most_wilds_ = 0;
  std::size_t layers_;
  std::vector<GroupShape> shapes_;
  std::vector<std::uint8_t> fewest_;
  std::vector<std::vector<std::uint16_t>> splits_;  // places in shapes_
  // By the wild cards that there are, then by holding.
  std::vector<std::vector<Option>> options_;
  std::vector<std::uint8_t> most_naturals_;
};

// What a plan gives to groups of one rank.
struct RankGroups {
  int rank;
  const GroupTable::Option* option;
};

}  // namespace rummy
