#include "rummy/hands/hand_search.hpp"

#include <algorithm>
#include <bit>

namespace rummy {

std::int32_t HandSearch::run(const Hand& hand, std::int32_t above, std::int32_t enough) {
  best_ = above;
  enough_ = enough;
  const unsigned wild_ranks = tables_.rules.wild_ranks & hand.ranks();
  with_roles_ = wild_ranks != 0 && tables_.rules.natural_wilds;
  if (with_roles_) {
    prepared_.reset();
    search_roles(hand);
    return best_;
  }
  if (prepared_ != hand) {
    Hand naturals = hand;
    wild_cards_.clear();
    if (hand.jokers() > 0) wild_cards_.add(0, naturals.take_jokers(), tables_.weights.joker);
    for (unsigned ranks = wild_ranks; ranks != 0; ranks &= ranks - 1) {
      const int rank = std::countr_zero(ranks) + 1;
      wild_cards_.add(rank, naturals.take_rank(rank),
                      tables_.weights.wild_rank[static_cast<std::size_t>(rank)]);
    }
    prepare(naturals);
    prepared_ = hand;
  }
  descend(candidate_count_, 0, root_, 0);
  return best_;
}

// Every choice of the cards of wild ranks that are set aside as what is printed on them: more cards
// first, then more of the first card.
void HandSearch::search_roles(const Hand& hand) {
  std::array<Tile, kMaxHandWilds> faces;
  std::array<int, kMaxHandWilds> held;
  std::array<int, kMaxHandWilds> natural{};
  std::size_t count = 0;
  int cards = 0;
  Hand naturals = hand;
  const int jokers = naturals.take_jokers();
  hand.for_each([&](Tile tile, int copies) {
    if (tile.is_joker() || !tables_.rules.is_wild_rank(tile.number())) return;
    faces[count] = tile;
    held[count++] = copies;
    cards += copies;
  });
  for (unsigned ranks = tables_.rules.wild_ranks; ranks != 0; ranks &= ranks - 1)
    naturals.take_rank(std::countr_zero(ranks) + 1);
  const auto choose = [&](const auto& self, std::size_t at, int left, Hand& chosen) -> void {
    if (at == count) {
      if (left > 0) return;
      wild_cards_.clear();
      wild_cards_.add(0, jokers, tables_.weights.joker);
      for (std::size_t i = 0; i < count;) {
        const int rank = faces[i].number();
        int wild = 0;
        for (; i < count && faces[i].number() == rank; ++i) wild += held[i] - natural[i];
        wild_cards_.add(rank, wild, tables_.weights.wild_rank[static_cast<std::size_t>(rank)]);
      }
      const std::int32_t before = best_;
      prepare(chosen);
      descend(candidate_count_, 0, root_, 0);
      if (best_ == before) return;
      best_wild_cards_ = wild_cards_;
      best_aside_ = aside_;
      return;
    }
    for (int n = std::min(held[at], left); n >= 0; --n) {
      natural[at] = n;
      for (int i = 0; i < n; ++i) {
        chosen.add(faces[at]);
        aside_.add(faces[at]);
      }
      self(self, at + 1, left - n, chosen);
      for (int i = 0; i < n; ++i) {
        chosen.remove(faces[at]);
        aside_.remove(faces[at]);
      }
    }
  };
  for (int left = cards; left >= 0; --left) choose(choose, 0, left, naturals);
}

// All that a search begins with: no card in a group yet.
void HandSearch::prepare(const Hand& naturals) {
  const int wilds = wild_cards_.size();
  root_.wilds = wilds;
  root_.pairs = 0;
  own_ = wild_cards_.weight(wilds, 0);
  total_ = own_ + wilds * tables_.weights.wild_most;
  for (std::size_t suit = 0; suit < kHandSuits; ++suit) {
    set_suit(root_, suit,
             tables_.runs.code(naturals.held(static_cast<int>(suit)),
                               naturals.twice(static_cast<int>(suit))));
    total_ += root_.runs[suit].total();
  }
  find_candidates(naturals);
}

// The ranks of which a group could be made.
void HandSearch::find_candidates(const Hand& naturals) {
  candidate_count_ = 0;
  candidates_[0] = {};
  // The ranks with at least one, two, three, four cards that count for a group.
  unsigned one = 0;
  unsigned two = 0;
  unsigned three = 0;
  unsigned four = 0;
  const auto count = [&](unsigned mask) {
    four |= three & mask;
    three |= two & mask;
    two |= one & mask;
    one |= mask;
  };
  for (int suit = 0; suit < kHandSuits; ++suit) count(naturals.held(suit));
  if (tables_.rules.group_repeats) {
    for (int suit = 0; suit < kHandSuits; ++suit) count(naturals.twice(suit));
  }
  const int needed = tables_.groups.least_naturals(wild_cards_.size());
  const int wilds = wild_cards_.size();
  const CardSet held = naturals.suits();
  const CardSet twice = naturals.twice_suits();
  unsigned ranks = needed == 1 ? one : needed == 2 ? two : needed == 3 ? three : four;
  for (; ranks != 0; ranks ^= std::bit_floor(ranks)) {
    const int rank = static_cast<int>(std::bit_width(ranks));
    const int holding = GroupTable::holding(held, twice, rank);
    const int most = tables_.groups.most_naturals(holding, wilds);
    if (most == 0) continue;
    const int plain = tables_.groups.most_naturals(holding, 0);
    const auto at = static_cast<std::size_t>(rank);
    const std::int32_t card = tables_.weights.group_card[at];
    const std::int32_t extra = (most - plain) * card + wilds * tables_.weights.group_wild[at];
    const Candidate& last = candidates_[static_cast<std::size_t>(candidate_count_)];
    candidates_[static_cast<std::size_t>(++candidate_count_)] = {
        rank, holding, last.plain + plain * card, std::max(last.extra, extra),
        std::max(last.extra_two, last.extra + extra)};
  }
}

// What the runs bring with exactly 0, 1, .. wild cards; negative: so many cannot be used.
template <int kWilds>
void HandSearch::sum_runs(const Rest& rest, RunWeights& runs) const {
  if constexpr (kWilds == 0) {
    runs[0] = 0;
    for (const RunTable::Row& row : rest.runs) runs[0] += row.weight(0);
  } else if constexpr (kWilds == 1 || kWilds == 2) {
    std::int32_t none = 0;
    std::int32_t first = RunTable::kNone;   // the most that one wild card adds, in any suit
    std::int32_t second = RunTable::kNone;  // and one in another suit
    std::int32_t both = RunTable::kNone;    // and two in one suit
    for (const RunTable::Row& row : rest.runs) {
      const std::int32_t zero = row.weight(0);
      const std::int32_t one = row.weight(1) - zero;
      none += zero;
      if constexpr (kWilds == 2) {
        second = std::max(second, std::min(first, one));
        both = std::max(both, row.weight(2) - zero);
      }
      first = std::max(first, one);
    }
    runs[0] = none;
    runs[1] = none + first;
    if constexpr (kWilds == 2) runs[2] = none + std::max(both, first + second);
  } else {
    const int wilds = rest.wilds;
    std::fill_n(runs.begin(), wilds + 1, RunTable::kNone);
    runs[0] = 0;
    for (std::size_t suit = 0; suit < kHandSuits; ++suit) {
      if (rest.code[suit] == 0) continue;
      for (int all = wilds; all >= 0; --all) {
        std::int32_t most = RunTable::kNone;
        for (int here = 0; here <= all; ++here)
          most = std::max(
              most, runs[static_cast<std::size_t>(all - here)] + rest.runs[suit].weight(here));
        runs[static_cast<std::size_t>(all)] = most < 0 ? RunTable::kNone : most;
      }
    }
  }
}

// What runs and groups of the first so many candidates bring at most, with so many wild cards left,
// beside the own weight of the wild cards. Every wild card helps one group or lies in a run.
template <int kWilds>
std::int32_t HandSearch::limit(const RunWeights& runs, int wilds, int candidates) const {
  const Candidate& next = candidates_[static_cast<std::size_t>(candidates)];
  if constexpr (kWilds == 0) {
    return runs[0] + next.plain;
  } else if constexpr (kWilds == 1) {
    if (wilds == 0) return runs[0] + next.plain;
    return std::max(runs[0] + next.extra, runs[1]) + next.plain;
  } else if constexpr (kWilds == 2) {
    if (wilds == 0) return runs[0] + next.plain;
    const std::int32_t one = std::max(runs[0], runs[1]);
    if (wilds == 1) return std::max(runs[0] + next.extra, one) + next.plain;
    return std::max({runs[0] + next.extra_two, one + next.extra, runs[2]}) + next.plain;
  } else {
    std::int32_t most = 0;
    std::int32_t in_runs = 0;
    for (int n = 0; n <= wilds; ++n) {
      in_runs = std::max(in_runs, runs[static_cast<std::size_t>(n)]);
      const int helping = wilds - n;
      const std::int32_t extra = helping == 0   ? 0
                                 : helping == 1 ? next.extra
                                                : next.extra_two + (helping - 2) * next.extra;
      most = std::max(most, in_runs + extra);
    }
    return most + next.plain;
  }
}

void HandSearch::descend(int candidates, int depth, const Rest& rest, std::int32_t weight) {
  switch (rest.wilds) {
    case 0:
      return descend<0>(candidates, depth, rest, weight);
    case 1:
      return descend<1>(candidates, depth, rest, weight);
    case 2:
      return descend<2>(candidates, depth, rest, weight);
    default:
      return descend<kAnyWilds>(candidates, depth, rest, weight);
  }
}

// First no groups but those chosen, then one of the highest rank, and so on to the lowest.
template <int kWilds>
void HandSearch::descend(int candidates, int depth, const Rest& rest, std::int32_t weight) {
  RunWeights runs;
  sum_runs<kWilds>(rest, runs);
  const std::int32_t chosen = weight + own_;
  const auto bound = [&](int wilds, int first) { return limit<kWilds>(runs, wilds, first); };
  if (chosen + bound(rest.wilds, candidates) <= best_) return;
  if (chosen + bound(rest.wilds, 0) > best_) {
    const std::int32_t all = weight + with_own<kWilds>(rest, runs);
    if (all > best_) {
      if (hand_ != nullptr) {
        look_for_spare<kWilds>(depth, rest, weight, all);
      } else {
        keep(depth, rest, all);
      }
    }
  }
  for (int now = 1; now <= candidates; ++now) {
    if (chosen + bound(rest.wilds, now) <= best_) continue;
    const Candidate& own = candidates_[static_cast<std::size_t>(now)];
    const auto at = static_cast<std::size_t>(own.rank);
    const std::uint32_t unit = tables_.runs.unit(own.rank);
    for (const GroupTable::Option& option : tables_.groups.options(own.holding, rest.wilds)) {
      if ((best_ >= total_ && hand_ == nullptr) || best_ >= enough_) return;
      const int wilds = rest.wilds - option.wilds;
      const std::int32_t more = option.naturals * tables_.weights.group_card[at] +
                                option.wilds * tables_.weights.group_wild[at];
      // Runs bring no more without these cards than with them.
      if (chosen + more + bound(wilds, now - 1) <= best_) continue;
      Rest less = rest;
      for (std::size_t suit = 0; suit < kHandSuits; ++suit) {
        if (option.used[suit] != 0)
          set_suit(less, suit, rest.code[suit] - option.used[suit] * unit);
      }
      less.wilds = wilds;
      less.pairs += option.pairs;
      groups_[static_cast<std::size_t>(depth)] = {own.rank, &option};
      descend(now - 1, depth + 1, less, weight + more);
    }
  }
}

// The best of runs with any number of wild cards and what all melded wild cards bring; negative
// when the wild cards cannot make the pairs.
template <int kWilds>
std::int32_t HandSearch::with_own(const Rest& rest, const RunWeights& runs) const {
  if constexpr (kWilds == 0) {
    const std::int32_t own = wild_cards_.weight(wild_cards_.size(), rest.pairs);
    return own < 0 ? RunTable::kNone : runs[0] + own;
  }
  std::int32_t most = RunTable::kNone;
  const int in_groups = wild_cards_.size() - rest.wilds;
  for (int n = 0; n <= rest.wilds; ++n) {
    const std::int32_t weight = runs[static_cast<std::size_t>(n)];
    if (weight < 0) continue;
    const std::int32_t own = wild_cards_.weight(in_groups + n, rest.pairs);
    if (own >= 0) most = std::max(most, weight + own);
  }
  return most;
}

// Every choice of groups that is worth as much is looked at: a hand without a card has just those
// choices that do not take it.
Tile HandSearch::first_spare(const Hand& hand, CardSet cards, std::int32_t value) {
  if (cards == 0) return Tile::joker();
  hand_ = &hand;
  cards_ = sought_ = cards;
  spare_ = {value};
  run(hand, wanted(), (value + 1) * Weights::kScale - 1);
  hand_ = nullptr;
  return spare_.card;
}

HandSearch::Spare HandSearch::spare_above(const Hand& hand, CardSet cards, std::int32_t value) {
  hand_ = &hand;
  cards_ = cards;
  sought_ = 0;
  spare_ = {value};
  run(hand, wanted());
  hand_ = nullptr;
  return spare_;
}

// A choice of groups above this weight is worth more, or as much while a card is looked for.
std::int32_t HandSearch::wanted() const {
  return (spare_.value + (sought_ == 0 ? 1 : 0)) * Weights::kScale - 1;
}

// What a choice of groups brings with the best runs without a card; `all` with it.
template <int kWilds>
std::int32_t HandSearch::weight_without(Tile card, const Rest& rest, std::int32_t weight,
                                        std::int32_t all) const {
  const auto suit = static_cast<std::size_t>(card.colour());
  Rest less = rest;
  set_suit(less, suit, rest.code[suit] - tables_.runs.unit(card.number()));
  if constexpr (kWilds == 0) return all - rest.runs[suit].weight(0) + less.runs[suit].weight(0);
  RunWeights runs;
  sum_runs<kWilds>(less, runs);
  return weight + with_own<kWilds>(less, runs);
}

template <int kWilds>
void HandSearch::look_for_spare(int depth, const Rest& rest, std::int32_t weight,
                                std::int32_t all) {
  if (all / Weights::kScale > spare_.value) {
    spare_ = {all / Weights::kScale};
    sought_ = cards_;
  }
  tables_.costs.for_each(sought_, [&](Tile card) {
    int left = hand_->count(card);
    for (int k = 0; k < depth; ++k) {
      const RankGroups& group = groups_[static_cast<std::size_t>(k)];
      if (group.rank == card.number())
        left -= group.option->used[static_cast<std::size_t>(card.colour())];
    }
    if (left <= 0) return true;
    const std::int32_t without = weight_without<kWilds>(card, rest, weight, all);
    if (without / Weights::kScale < spare_.value) return true;
    spare_.card = card;
    sought_ &= tables_.costs.before(card);
    return false;
  });
  best_ = wanted();
}

void HandSearch::keep(int depth, const Rest& rest, std::int32_t weight) {
  best_ = weight;
  best_count_ = depth;
  std::copy_n(groups_.begin(), depth, best_groups_.begin());
  best_rest_ = rest;
}

}  // namespace rummy
