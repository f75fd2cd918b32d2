#include "rummy/hands/plain_hands.hpp"

#include "rummy/hands/hand_search.hpp"

namespace rummy {

namespace {

int tie_of(int cost, int rank) { return ((63 - cost) << 6) | (rank << 2); }

constexpr std::int32_t kNoCard = 1 << 28;

}  // namespace

PlainHands::PlainHands(const HandTables& tables, HandGoal goal)
    : least_is_value_(goal == HandGoal::deadwood),
      wraps_(tables.rules.run_wrap != RunWrap::none),
      rows_are_runs_(!wraps_ && tables.rules.longest_run() == tables.rules.ranks &&
                     tables.rules.min_length == 3 && tables.rules.jokers == 0 &&
                     tables.rules.wild_ranks == 0),
      ranks_(tables.rules.ranks),
      wild_cards_(tables.rules.wild_ranks * kEachSuit) {
  const HandRules& rules = tables.rules;
  for (int rank = 1; rank <= rules.ranks; ++rank) {
    const auto at = static_cast<std::size_t>(rank);
    const int gain = goal == HandGoal::deadwood ? 0
                     : goal == HandGoal::points ? rules.points[at]
                                                : 1;
    group_card_[at - 1] = -gain * (1 << kTieBits);
    card_weights_[at - 1] = tables.weights.group_card[at];
  }
  for (int held = 1; held < 16; ++held) {
    const auto bit = [&](int suit) { return (held >> suit) & 1; };
    Groups& own = groups_[static_cast<std::size_t>(held)];
    for (const auto& option :
         tables.groups.options(GroupTable::holding(bit(0), bit(1), bit(2), bit(3)), 0)) {
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
  run_weights_.resize(masks);
  for (std::size_t mask = 0; mask < masks; ++mask) {
    if ((mask & wild_cards_) != 0) continue;
    const auto code = tables.runs.code(static_cast<Hand::Mask>(mask), 0);
    run_weights_[mask] = tables.runs.row(code, 0).weight(0);
    std::int32_t total = 0;
    std::int32_t after = kNoCard;
    for (std::size_t rest = mask; rest != 0; rest &= rest - 1) {
      const auto rank = static_cast<std::size_t>(std::countr_zero(rest)) + 1;
      const int cost = rules.deadwood[rank];
      total += cost;
      const std::int32_t without = suits_[mask ^ (std::size_t{1} << (rank - 1))].loss;
      after = std::min(after, without + tie_of(cost, static_cast<int>(rank)));
    }
    suits_[mask].loss =
        ((least_is_value_ ? total : 0) - run_weights_[mask] / Weights::kScale) * (1 << kTieBits);
    suits_[mask].discard = after - suits_[mask].loss;
  }
}

template <PlainHands::After kAfter>
std::int32_t PlainHands::search(std::uint64_t suits, unsigned ranks) const {
  if ((ranks & (ranks - 1)) != 0) return search_ranks<kAfter>(suits, ranks);
  return least_of_rank(suits, ranks, [&](auto rest) { return without_groups<kAfter>(rest); });
}
template <PlainHands::After kAfter>
std::int32_t PlainHands::search_ranks(std::uint64_t suits, unsigned ranks) const {
  return least_of_rank(suits, ranks,
                       [&](auto rest) { return search<kAfter>(rest, ranks & (ranks - 1)); });
}
template std::int32_t PlainHands::search<PlainHands::After::hold>(std::uint64_t, unsigned) const;
template std::int32_t PlainHands::search<PlainHands::After::discard>(std::uint64_t, unsigned) const;

void PlainHands::choose_groups(const Hand& hand, Choice& best) const {
  Choice now;
  now.weight = 0;
  choose(hand.suits(), group_ranks(hand.suits()), now, best);
}

CardSet PlainHands::rest_of_groups(const Hand& hand) const {
  Choice choice;
  choose_groups(hand, choice);
  return choice.rest;
}

void PlainHands::choose(std::uint64_t suits, unsigned ranks, Choice& now, Choice& best) const {
  if (ranks == 0) {
    std::int32_t weight = now.weight;
    for (int suit = 0; suit < kHandSuits; ++suit)
      weight += run_weights_[suits >> (16 * suit) & 0xffffU];
    if (weight <= best.weight) return;
    best.weight = weight;
    best.rest = suits;
    best.count = now.count;
    std::copy_n(now.groups.begin(), now.count, best.groups.begin());
    return;
  }
  const int shift = std::countr_zero(ranks);
  ranks &= ranks - 1;
  choose(suits, ranks, now, best);
  const Groups& groups = groups_of(suits, shift);
  const std::int32_t card = card_weights_[static_cast<std::size_t>(shift)];
  for (std::size_t i = 0; i < groups.count; ++i) {
    const Group& group = groups.list[i];
    now.groups[now.count++] = {shift + 1, group.option};
    now.weight += group.size * card;
    choose(suits & ~(group.cards << shift), ranks, now, best);
    now.weight -= group.size * card;
    --now.count;
  }
}

}  // namespace rummy
