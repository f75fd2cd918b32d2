#include "rummy/hands/run_table.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <numeric>

namespace rummy {

namespace {

// Runs longer than two short ones are sequences of short ones, which bring the same, unless pieces
// could be forbidden: those without a natural card, or too long ones.
int needed_length(const HandRules& rules, int max_wilds) {
  const int longest = rules.longest_run();
  const bool cut_at_will =
      rules.min_naturals == 1 &&
      (!rules.adjacent_wilds ||
       std::min(max_wilds, rules.run_wilds == kNoLimit ? max_wilds : rules.run_wilds) <
           rules.min_length);
  return cut_at_will ? std::min(longest, 2 * rules.min_length - 1) : longest;
}

// Places for all numbers of so many digits, so far apart: those with a small sum of digits first.
std::vector<std::uint32_t> places(std::uint32_t base, std::size_t digits, std::size_t apart) {
  std::uint32_t count = 1;
  for (std::size_t i = 0; i < digits; ++i) count *= base;
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  const auto sum = [&](std::uint32_t number) {
    std::uint32_t digit_sum = 0;
    for (; number != 0; number /= base) digit_sum += number % base;
    return digit_sum;
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return sum(a) < sum(b); });
  std::vector<std::uint32_t> place(count);
  for (std::size_t i = 0; i < order.size(); ++i)
    place[order[i]] = static_cast<std::uint32_t>(i * apart);
  return place;
}

}  // namespace

RunTable::RunTable(const HandRules& rules, const Weights& weights, int max_wilds)
    : rules_(rules),
      weights_(weights),
      walk_(rules_, needed_length(rules, max_wilds)),
      full_walk_(rules_, rules.longest_run()),
      base_(static_cast<std::uint32_t>(rules.copies) + 1),
      stride_(std::bit_ceil(static_cast<std::size_t>(max_wilds) + 2)) {
  std::size_t digits = 0;
  for (int rank = 1; rank <= rules.ranks; ++rank) {
    const auto at = static_cast<std::size_t>(rank);
    most_[at] = std::max({weights.group_card[at], weights.run_card[at],
                          weights.run_card[at + static_cast<std::size_t>(rules.ranks)]});
    if (rules.is_wild_rank(rank) && !rules.natural_wilds) continue;
    rank_of_digit_[digits++] = rank;
  }
  low_digits_ = (digits + 1) / 2;
  for (std::size_t digit = 0, power = 1; digit < digits; ++digit, power *= base_) {
    if (digit == low_digits_) power = std::size_t{1} << kHalf;
    unit_[static_cast<std::size_t>(rank_of_digit_[digit])] = static_cast<std::uint32_t>(power);
  }
  const auto sum = [&](std::uint32_t mask, std::size_t first) {
    std::uint32_t total = 0;
    for (; mask != 0; mask &= mask - 1)
      total += unit_[first + static_cast<std::size_t>(std::countr_zero(mask))];
    return total;
  };
  for (std::uint32_t mask = 0; mask < low_.size(); ++mask) low_[mask] = sum(mask, 1);
  for (std::uint32_t mask = 0; mask < high_.size(); ++mask) high_[mask] = sum(mask, 9);
  low_place_ = places(base_, low_digits_, stride_);
  high_place_ = places(base_, digits - low_digits_, stride_ * low_place_.size());
  const std::size_t codes = low_place_.size() * high_place_.size();
  // calloc, since the pages that are never touched then cost nothing.
  table_.reset(static_cast<std::int32_t*>(std::calloc(codes * stride_, sizeof(std::int32_t))));
  if (!table_) throw std::bad_alloc();
}

void RunTable::fill(std::uint32_t code, int wilds) const {
  std::array<std::int32_t, kMaxHand + 1> best;
  std::fill_n(best.begin(), wilds + 1, kNone);
  std::int32_t total = 0;
  if (code == 0) {
    best[0] = 0;
  } else {
    std::uint32_t held = 0;
    const auto hold = [&](std::uint32_t half, std::size_t digit) {
      for (; half != 0; half /= base_, ++digit) {
        if (half % base_ != 0) held |= 1U << (rank_of_digit_[digit] - 1);
      }
    };
    hold(code & 0xffffU, 0);
    hold(code >> kHalf, low_digits_);
    // The lowest card stays out, or lies in a run.
    const int lowest = std::countr_zero(held) + 1;
    const Row without = row(code - unit(lowest), wilds);
    total = without.total() + most_[static_cast<std::size_t>(lowest)];
    for (int i = 0; i <= wilds; ++i) best[static_cast<std::size_t>(i)] = without.weight(i);
    walk_.through(held, lowest, wilds, [&](const RunShape& shape) {
      const Row other = row(code - used(shape), wilds - shape.wilds);
      const std::int32_t weight = weight_of(shape);
      for (int i = shape.wilds; i <= wilds; ++i) {
        std::int32_t& entry = best[static_cast<std::size_t>(i)];
        entry = std::max(entry, other.weight(i - shape.wilds) + weight);
      }
    });
  }
  const Row filled = place(code);
  filled.set(0, total);
  for (int i = 0; i <= wilds; ++i) {
    const std::int32_t weight = best[static_cast<std::size_t>(i)];
    filled.set(i + 1, weight >= 0 ? weight + 1 : kNone);
  }
}

std::uint32_t RunTable::used(const RunShape& shape) const {
  const std::uint32_t places = ((1U << shape.length) - 1) & ~shape.wild;
  const std::uint32_t positions = places << (shape.start - 1);
  const std::uint32_t ranks = positions | positions >> rules_.ranks;
  return code(static_cast<Hand::Mask>(ranks & ((1U << rules_.ranks) - 1)), 0);
}

std::int32_t RunTable::weight_of(const RunShape& shape) const {
  std::int32_t weight = 0;
  for (int i = 0; i < shape.length; ++i) {
    const auto position = static_cast<std::size_t>(shape.start + i);
    weight +=
        ((shape.wild >> i) & 1U) != 0 ? weights_.run_wild[position] : weights_.run_card[position];
  }
  return weight;
}

}  // namespace rummy
