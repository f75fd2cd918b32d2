#include "rummy/hands/plain_hands.hpp"

#include <limits>

namespace rummy {

namespace {

constexpr int kTies = 4096;  // cost (6 bits, the greatest first), rank (4), suit (2)

int tie_of(int cost, int rank) { return ((63 - cost) << 6) | (rank << 2); }

}  // namespace

PlainHands::PlainHands(const HandRules& rules, HandGoal goal, const RunTable& runs,
                       const GroupTable& groups)
    : least_is_value_(goal == HandGoal::deadwood),
      wraps_(rules.run_wrap != RunWrap::none),
      ranks_(rules.ranks),
      wild_ranks_(rules.wild_ranks) {
  for (int rank = 1; rank <= rules.ranks; ++rank) {
    const auto at = static_cast<std::size_t>(rank);
    group_card_[at - 1] = goal == HandGoal::deadwood ? std::int16_t{0}
                          : goal == HandGoal::points ? static_cast<std::int16_t>(-rules.points[at])
                                                     : std::int16_t{-1};
  }
  for (int held = 1; held < 16; ++held) {
    const auto bit = [&](int suit) { return (held >> suit) & 1; };
    Groups& own = groups_[static_cast<std::size_t>(held)];
    for (const auto& option :
         groups.options(GroupTable::holding(bit(0), bit(1), bit(2), bit(3)), 0)) {
      Group& group = own.list[own.count++];
      group.size = option.naturals;
      for (int suit = 0; suit < kHandSuits; ++suit) {
        if (option.used[static_cast<std::size_t>(suit)] > 0)
          group.cards |= std::uint64_t{1} << (16 * suit);
      }
      group_mask_ = 0xffffU;
    }
  }
  const std::size_t masks = std::size_t{1} << rules.ranks;
  loss_.resize(masks);
  after_.resize(masks);
  for (std::size_t mask = 0; mask < masks; ++mask) {
    if ((mask & wild_ranks_) != 0) continue;
    const auto code = runs.code(static_cast<Hand::Mask>(mask), 0);
    const RunTable::Row row = runs.row(code, 0);
    const std::int32_t melded = row.weight(0) / Weights::kScale;
    std::int32_t total = 0;
    std::int32_t after = std::numeric_limits<std::int32_t>::max();
    for (std::size_t rest = mask; rest != 0; rest &= rest - 1) {
      const auto rank = static_cast<std::size_t>(std::countr_zero(rest)) + 1;
      const int cost = rules.deadwood[rank];
      total += cost;
      const std::int32_t without = loss_[mask ^ (std::size_t{1} << (rank - 1))];
      after = std::min(after, without * kTies + tie_of(cost, static_cast<int>(rank)));
    }
    loss_[mask] = static_cast<std::int16_t>((least_is_value_ ? total : 0) - melded);
    after_[mask] = after;
  }
}

int PlainHands::search(std::uint64_t suits, unsigned ranks) const {
  const int shift = std::countr_zero(ranks);
  ranks &= ranks - 1;
  int least = least_loss(suits, ranks);
  const Groups& groups = groups_of(suits, shift);
  const int card = group_card_[static_cast<std::size_t>(shift)];
  for (std::size_t i = 0; i < groups.count; ++i) {
    const Group& group = groups.list[i];
    least = std::min(least, group.size * card + least_loss(suits & ~(group.cards << shift), ranks));
  }
  return least;
}

std::int32_t PlainHands::discard(std::uint64_t suits) const {
  const int all = loss(suits);
  std::int32_t least = std::numeric_limits<std::int32_t>::max();
  for (int suit = 0; suit < kHandSuits; ++suit) {
    const std::size_t own = mask(suits, suit);
    if (own == 0) continue;
    least = std::min(least, (all - loss_[own]) * kTies + after_[own] + suit);
  }
  return least;
}

std::int32_t PlainHands::search_discard(std::uint64_t suits, unsigned ranks) const {
  if (ranks == 0) return discard(suits);
  const int shift = std::countr_zero(ranks);
  ranks &= ranks - 1;
  std::int32_t least = search_discard(suits, ranks);
  const Groups& groups = groups_of(suits, shift);
  const int card = group_card_[static_cast<std::size_t>(shift)] * kTies;
  for (std::size_t i = 0; i < groups.count; ++i) {
    const Group& group = groups.list[i];
    const std::int32_t without = search_discard(suits & ~(group.cards << shift), ranks);
    if (without != std::numeric_limits<std::int32_t>::max())
      least = std::min(least, group.size * card + without);
  }
  return least;
}

Tile PlainHands::best_discard(const Hand& hand, int& value) const {
  const std::int32_t best = search_discard(hand.suits(), group_ranks(hand));
  value = best >> 12;
  if (!least_is_value_) value = -value;
  const int tie = best & (kTies - 1);
  return {tie & 3, (tie >> 2) & 15};
}

}  // namespace rummy
