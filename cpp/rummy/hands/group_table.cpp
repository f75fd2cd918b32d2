#include "rummy/hands/group_table.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

namespace rummy {

namespace {

// No rank takes more: eight natural cards, three wild ones beside each.
constexpr int kMostWilds = 24;

auto order_of(const GroupShape& shape) {
  return std::tuple(-(shape.naturals() + shape.wilds), shape.wilds, -shape.used[0], -shape.used[1],
                    -shape.used[2], -shape.used[3]);
}

auto order_of(const GroupTable::Option& option) {
  return std::tuple(option.naturals, option.wilds, -option.used[0], -option.used[1],
                    -option.used[2], -option.used[3]);
}

GroupShape holding_of(int number) {
  GroupShape shape;
  for (std::uint8_t& count : shape.used) {
    count = static_cast<std::uint8_t>(number % 3);
    number /= 3;
  }
  return shape;
}

}  // namespace

GroupTable::GroupTable(const HandRules& rules, int max_wilds)
    : different_(rules.different_wilds),
      least_(rules.min_length),
      naturals_(rules.min_naturals),
      layers_(static_cast<std::size_t>(std::min(max_wilds, kMostWilds)) + 1) {
  make_shapes(rules, max_wilds);
  make_fewest();
  make_options(rules);
}

void GroupTable::make_shapes(const HandRules& rules, int max_wilds) {
  int limit = rules.group_wilds == kNoLimit ? max_wilds : std::min(rules.group_wilds, max_wilds);
  if (different_) {
    const int kinds = std::popcount(rules.wild_ranks) + (rules.jokers > 0 ? 1 : 0);
    limit = std::min({limit, kinds, 2});
  }
  for (int number = 0; number < kHoldings; ++number) {
    GroupShape shape = holding_of(number);
    const int most = *std::max_element(shape.used.begin(), shape.used.end());
    bool fits = most <= (rules.group_repeats ? rules.copies : 1);
    for (std::size_t suit = static_cast<std::size_t>(rules.suits); suit < kHandSuits; ++suit)
      fits = fits && shape.used[suit] == 0;
    if (!fits || shape.naturals() < rules.min_naturals) continue;
    for (int wilds = 0; wilds <= limit; ++wilds) {
      const int length = shape.naturals() + wilds;
      if (length < rules.min_length || length > rules.group_max) continue;
      shape.wilds = static_cast<std::uint8_t>(wilds);
      most_wilds_ = std::max(most_wilds_, wilds);
      shapes_.push_back(shape);
    }
  }
  std::sort(shapes_.begin(), shapes_.end(),
            [](const auto& a, const auto& b) { return order_of(a) < order_of(b); });
}

void GroupTable::make_fewest() {
  fewest_.assign((shapes_.size() + 1) * kHoldings * layers_, kNever);
  fewest_[shapes_.size() * kHoldings * layers_] = 0;
  for (std::size_t k = shapes_.size(); k-- > 0;) {
    const GroupShape& shape = shapes_[k];
    for (int number = 0; number < kHoldings; ++number) {
      const int rest = less(number, shape);
      for (int wilds = 0; wilds < static_cast<int>(layers_); ++wilds) {
        int best = fewest(k + 1, number, wilds);
        if (rest >= 0 && wilds >= shape.wilds)
          best = std::min(best, fewest(k, rest, wilds - shape.wilds) + pairs_of(shape));
        fewest_[(k * kHoldings + static_cast<std::size_t>(number)) * layers_ +
                static_cast<std::size_t>(wilds)] =
            static_cast<std::uint8_t>(std::min<int>(best, kNever));
      }
    }
  }
}

std::vector<std::uint16_t> GroupTable::first_split(int holding, int wilds) const {
  std::vector<std::uint16_t> split;
  for (std::size_t k = 0; holding != 0 || wilds != 0;) {
    const GroupShape& shape = shapes_[k];
    const int rest = less(holding, shape);
    if (rest < 0 || wilds < shape.wilds ||
        fewest(k, rest, wilds - shape.wilds) + pairs_of(shape) != fewest(k, holding, wilds)) {
      ++k;
      continue;
    }
    split.push_back(static_cast<std::uint16_t>(k));
    holding = rest;
    wilds -= shape.wilds;
  }
  return split;
}

void GroupTable::make_options(const HandRules& rules) {
  std::vector<Option> all;
  for (int number = 1; number < kHoldings; ++number) {
    const GroupShape taken = holding_of(number);
    if (*std::max_element(taken.used.begin(), taken.used.end()) > rules.copies) continue;
    for (int wilds = 0; wilds < static_cast<int>(layers_); ++wilds) {
      const int pairs = fewest(0, number, wilds);
      if (pairs == kNever) continue;
      all.push_back({taken.used, static_cast<std::uint8_t>(wilds), static_cast<std::uint8_t>(pairs),
                     static_cast<std::uint8_t>(taken.naturals()),
                     static_cast<std::uint16_t>(splits_.size())});
      splits_.push_back(first_split(number, wilds));
    }
  }
  std::sort(all.begin(), all.end(),
            [](const auto& a, const auto& b) { return order_of(a) < order_of(b); });
  options_.resize(layers_ * kHoldings);
  for (std::size_t at = 0; at < options_.size(); ++at) {
    for (const Option& option : all) {
      GroupShape shape;
      shape.used = option.used;
      if (option.wilds <= at / kHoldings && less(static_cast<int>(at % kHoldings), shape) >= 0)
        options_[at].push_back(option);
    }
    // The last ones take most.
    most_naturals_.push_back(options_[at].empty() ? 0 : options_[at].back().naturals);
  }
}

}  // namespace rummy
