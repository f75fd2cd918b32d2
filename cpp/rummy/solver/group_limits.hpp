#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "rummy/base/index.hpp"
#include "rummy/rules/compiled_rules.hpp"

namespace rummy {

// How the tiles of one number can be split into groups, none of which holds a colour twice.
class GroupLimits {
 public:
  explicit GroupLimits(const CompiledRules& rules)
      : min_(rules.min_length()), max_(rules.group_max()), max_jokers_(rules.max_jokers()) {
    for (int total = 1; total <= kMostTiles; ++total) {
      fewest_[index(total)] = static_cast<std::int8_t>((total + max_ - 1) / max_);
      most_[index(total)] = static_cast<std::int8_t>(total / min_);
    }
  }

  // Can so many tiles and jokers be split, of one colour so many at most?
  [[nodiscard]] bool fit(int most_of_colour, int tiles, int jokers) const {
    const int total = tiles + jokers;
    const int least = std::max<int>(most_of_colour, fewest_[index(total)]);
    const int most = most_[index(total)];
    // More groups only help to spread jokers, so the most that fit decides.
    return least <= most && jokers <= max_jokers_ * most;
  }
  // The most groups, by the tiles of each colour.
  [[nodiscard]] int most(std::span<const int> colours, int jokers) const {
    if (max_ < min_) return 0;
    int best = 0;
    for (int groups = 1; groups <= kMaxCopies + kMaxJokers; ++groups) {
      int tiles = std::min(jokers, max_jokers_ * groups);
      for (const int of_colour : colours) tiles += std::min(of_colour, groups);
      if (tiles < min_ * groups) break;
      best = groups;
    }
    return best;
  }

 private:
  int min_;
  int max_;
  int max_jokers_;
  // Of groups, by tiles and jokers together.
  static constexpr int kMostTiles = kMaxColours * (kMaxCopies + kMaxJokers) + kMaxJokers;
  std::array<std::int8_t, kMostTiles + 1> fewest_{};
  std::array<std::int8_t, kMostTiles + 1> most_{};
};

}  // namespace rummy
