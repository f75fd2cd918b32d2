#include "rummy/hands/plain_hands.hpp"

#include <limits>

namespace rummy {

namespace {

// A tie between cards in 12 bits: the cost (6 bits, the greatest first), rank (4), suit (2).
int tie_of(int cost, int rank) { return ((63 - cost) << 6) | (rank << 2); }

constexpr std::int32_t kNoCard = 1 << 28;

}  // namespace

PlainHands::PlainHands(const HandTables& tables, HandGoal goal)
    : least_is_value_(goal == HandGoal::deadwood),
      wraps_(tables.rules.run_wrap != RunWrap::none),
      ranks_(tables.rules.ranks),
      wild_ranks_(tables.rules.wild_ranks) {
  const HandRules& rules = tables.rules;
  for (int rank = 1; rank <= rules.ranks; ++rank) {
    const auto at = static_cast<std::size_t>(rank);
    const int gain = goal == HandGoal::deadwood ? 0
                     : goal == HandGoal::points ? rules.points[at]
                                                : 1;
    group_card_[at - 1] = -gain * kTies;
  }
  for (int held = 1; held < 16; ++held) {
    const auto bit = [&](int suit) { return (held >> suit) & 1; };
    Groups& own = groups_[static_cast<std::size_t>(held)];
    for (const auto& option :
         tables.groups.options(GroupTable::holding(bit(0), bit(1), bit(2), bit(3)), false)) {
      Group& group = own.list[own.count++];
      group.size = option.naturals;
      group.option = &option;
      for (int suit = 0; suit < kHandSuits; ++suit) {
        if (option.used[static_cast<std::size_t>(suit)] > 0)
          group.cards |= std::uint64_t{1} << (16 * suit);
      }
      group_mask_ = 0xffffU;
    }
  }
  const std::size_t masks = std::size_t{1} << rules.ranks;
  suits_.resize(masks);
  for (std::size_t mask = 0; mask < masks; ++mask) {
    if ((mask & wild_ranks_) != 0) continue;
    const auto code = tables.runs.code(static_cast<Hand::Mask>(mask), 0);
    const std::int32_t melded = tables.runs.row(code, 0).weight(0) / Weights::kScale;
    std::int32_t total = 0;
    std::int32_t after = kNoCard;
    for (std::size_t rest = mask; rest != 0; rest &= rest - 1) {
      const auto rank = static_cast<std::size_t>(std::countr_zero(rest)) + 1;
      const int cost = rules.deadwood[rank];
      total += cost;
      const std::int32_t without = suits_[mask ^ (std::size_t{1} << (rank - 1))].loss;
      after = std::min(after, without + tie_of(cost, static_cast<int>(rank)));
    }
    suits_[mask].loss = ((least_is_value_ ? total : 0) - melded) * kTies;
    suits_[mask].discard = after - suits_[mask].loss;
  }
}

Tile PlainHands::best_discard(const Hand& hand, int& value) const {
  const std::int32_t best =
      search(hand.suits(), group_ranks(hand.suits()), [this](auto rest) { return discard(rest); });
  const int tie = best & (kTies - 1);
  value = value_of(best - tie);
  return {tie & 3, (tie >> 2) & 15};
}

void PlainHands::choose_groups(const HandTables& tables, const Hand& hand, Choice& best) const {
  Choice now;
  now.weight = 0;
  choose(tables, hand.suits(), group_ranks(hand.suits()), now, best);
}

void PlainHands::choose(const HandTables& tables, std::uint64_t suits, unsigned ranks, Choice& now,
                        Choice& best) const {
  if (ranks == 0) {
    std::int32_t weight = now.weight;
    for (int suit = 0; suit < kHandSuits; ++suit) {
      const auto held = static_cast<Hand::Mask>(suits >> (16 * suit));
      weight += tables.runs.row(tables.runs.code(held, 0), 0).weight(0);
    }
    if (weight <= best.weight) return;
    best.weight = weight;
    best.count = now.count;
    std::copy_n(now.groups.begin(), now.count, best.groups.begin());
    return;
  }
  const int shift = std::countr_zero(ranks);
  ranks &= ranks - 1;
  choose(tables, suits, ranks, now, best);
  const Groups& groups = groups_of(suits, shift);
  const std::int32_t card = tables.weights.group_card[static_cast<std::size_t>(shift) + 1];
  for (std::size_t i = 0; i < groups.count; ++i) {
    const Group& group = groups.list[i];
    now.groups[now.count++] = {shift + 1, group.option};
    now.weight += group.size * card;
    choose(tables, suits & ~(group.cards << shift), ranks, now, best);
    now.weight -= group.size * card;
    --now.count;
  }
}

}  // namespace rummy
