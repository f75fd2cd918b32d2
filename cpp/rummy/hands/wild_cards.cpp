#include "rummy/hands/wild_cards.hpp"

#include <algorithm>

namespace rummy {

void WildCards::add(int rank, int count, std::int32_t weight) {
  if (count == 0) return;
  int at = kinds_++;
  const auto before = [&](const Kind& other) {
    if (weight != other.weight) return weight > other.weight;
    return rank != 0 && (other.rank == 0 || rank < other.rank);
  };
  for (; at > 0 && before(kind(at - 1)); --at)
    list_[static_cast<std::size_t>(at)] = list_[static_cast<std::size_t>(at) - 1];
  list_[static_cast<std::size_t>(at)] = {rank, count, weight};
  size_ += count;
  std::size_t n = 0;
  for (int k = 0; k < kinds_; ++k) {
    for (int i = 0; i < kind(k).count; ++i, ++n) sums_[n + 1] = sums_[n] + kind(k).weight;
  }
}

std::int32_t WildCards::choose(int count, int pairs, Counts* counts) const {
  Counts best{};
  std::int32_t best_weight = -1;
  Counts now{};
  const auto search = [&](const auto& self, int k, int left, int most,
                          std::int32_t weight) -> void {
    if (k == kKinds) {
      if (left > 0 || std::min(count / 2, count - most) < pairs || weight <= best_weight) return;
      best = now;
      best_weight = weight;
      return;
    }
    for (int n = std::min(kind(k).count, left); n >= 0; --n) {
      now[static_cast<std::size_t>(k)] = n;
      self(self, k + 1, left - n, std::max(most, n), weight + n * kind(k).weight);
    }
  };
  search(search, 0, count, 0, 0);
  if (counts != nullptr) *counts = best;
  return best_weight;
}

}  // namespace rummy
