#include "rummy/hands/card_costs.hpp"

#include <algorithm>

namespace rummy {

CardCosts::CardCosts(const HandRules& rules) : by_rank_(rules.deadwood) {
  by_rank_[0] = static_cast<std::int16_t>(rules.joker_deadwood);
  for (int rank = 1; rank <= rules.ranks; ++rank)
    ranks_[static_cast<std::size_t>(rank - 1)] = static_cast<std::uint8_t>(rank);
  const auto count = static_cast<std::size_t>(rules.ranks) + 1;  // the last is the jokers' 0
  std::stable_sort(ranks_.begin(), ranks_.begin() + rules.ranks + 1,
                   [&](std::uint8_t a, std::uint8_t b) { return by_rank_[a] > by_rank_[b]; });
  CardSet before = 0;
  for (std::size_t i = 0; i < count; ++i) {
    place_of_rank_[ranks_[i]] = static_cast<int>(i);
    for (std::size_t suit = 0; suit < kHandSuits; ++suit) {
      before_[i * kHandSuits + suit] = before;
      if (ranks_[i] != 0) before |= CardSet{1} << (16 * suit + ranks_[i] - 1);
    }
  }
  const auto sum_up = [&](std::size_t mask, std::size_t first, std::int16_t& cost,
                          std::uint16_t& places) {
    for (; mask != 0; mask &= mask - 1) {
      const std::size_t rank = first + static_cast<std::size_t>(std::countr_zero(mask));
      cost = static_cast<std::int16_t>(cost + by_rank_[rank]);
      places = static_cast<std::uint16_t>(places | 1U << place_of_rank_[rank]);
    }
  };
  for (std::size_t mask = 0; mask < low_.size(); ++mask)
    sum_up(mask, 1, low_[mask], low_places_[mask]);
  for (std::size_t mask = 0; mask < high_.size(); ++mask)
    sum_up(mask, 9, high_[mask], high_places_[mask]);
}

int CardCosts::cost(const Hand& hand) const {
  int sum = hand.jokers() * by_rank_[0];
  const auto add = [&](CardSet cards) {
    for (; cards != 0; cards >>= 16) sum += low_[cards & 255U] + high_[cards >> 8U & 127U];
  };
  add(hand.suits());
  add(hand.twice_suits());
  return sum;
}

}  // namespace rummy
