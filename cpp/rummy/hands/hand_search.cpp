#include "rummy/hands/hand_search.hpp"

#include <algorithm>
#include <bit>

namespace rummy {

std::int32_t HandSearch::run(const Hand& hand, std::int32_t above, std::int32_t enough) {
  best_ = above;
  enough_ = enough;
  with_roles_ = false;
  const unsigned wild_ranks = tables_.rules.wild_ranks & hand.ranks();
  if (wild_ranks != 0 && tables_.rules.natural_wilds) {
    with_roles_ = true;
    search_roles(hand);
    return best_;
  }
  wild_cards_.clear();
  if (wild_ranks == 0 && hand.jokers() == 0) {
    search(hand);
    return best_;
  }
  Hand naturals = hand;
  wild_cards_.add(0, naturals.take_jokers(), tables_.weights.joker);
  for (unsigned ranks = wild_ranks; ranks != 0; ranks &= ranks - 1) {
    const int rank = std::countr_zero(ranks) + 1;
    wild_cards_.add(rank, naturals.take_rank(rank),
                    tables_.weights.wild_rank[static_cast<std::size_t>(rank)]);
  }
  search(naturals);
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
      search(chosen);
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

void HandSearch::search(const Hand& naturals) {
  const int wilds = wild_cards_.size();
  Rest rest;
  rest.wilds = wilds;
  own_ = wild_cards_.weight(wilds, 0);
  total_ = own_ + wilds * tables_.weights.wild_most;
  for (std::size_t suit = 0; suit < kHandSuits; ++suit) {
    rest.code[suit] = tables_.runs.code(naturals.held(static_cast<int>(suit)),
                                        naturals.twice(static_cast<int>(suit)));
    total_ += tables_.runs.row(rest.code[suit], wilds).total();
  }
  find_candidates(naturals);
  RunWeights runs;
  switch (wilds) {
    case 0:
      sum_runs<0>(rest, runs);
      return descend<0>(0, 0, rest, runs, 0);
    case 1:
      sum_runs<1>(rest, runs);
      return descend<1>(0, 0, rest, runs, 0);
    case 2:
      sum_runs<2>(rest, runs);
      return descend<2>(0, 0, rest, runs, 0);
    default:
      sum_runs<kAnyWilds>(rest, runs);
      return descend<kAnyWilds>(0, 0, rest, runs, 0);
  }
}

// The ranks of which a group could be made.
void HandSearch::find_candidates(const Hand& naturals) {
  candidate_count_ = 0;
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
  unsigned ranks = needed == 1 ? one : needed == 2 ? two : needed == 3 ? three : four;
  for (; ranks != 0; ranks &= ranks - 1) add_candidate(naturals, std::countr_zero(ranks) + 1);
  Candidate& end = candidates_[static_cast<std::size_t>(candidate_count_)];
  end.plain = end.extra = end.extra_two = 0;
  for (auto i = static_cast<std::size_t>(candidate_count_); i-- > 0;) {
    const Candidate& next = candidates_[i + 1];
    Candidate& own = candidates_[i];
    const std::int32_t extra = own.extra;
    own.plain += next.plain;
    own.extra = std::max(extra, next.extra);
    own.extra_two = std::max(next.extra_two, extra + next.extra);
  }
}

void HandSearch::add_candidate(const Hand& naturals, int rank) {
  const int wilds = wild_cards_.size();
  const int holding = GroupTable::holding(naturals, rank);
  const auto options = tables_.groups.options(holding, wilds > 0);
  if (options.empty()) return;
  const auto at = static_cast<std::size_t>(rank);
  Candidate& candidate = candidates_[static_cast<std::size_t>(candidate_count_++)];
  candidate.rank = rank;
  candidate.first = options.data();
  candidate.last = options.data() + options.size();
  const int without_wilds = tables_.groups.most_naturals(holding, false);
  candidate.plain = without_wilds * tables_.weights.group_card[at];
  candidate.extra = (options.back().naturals - without_wilds) * tables_.weights.group_card[at] +
                    wilds * tables_.weights.group_wild[at];
}

// What the runs bring with exactly 0, 1, .. wild cards; negative: so many cannot be used.
template <int kWilds>
void HandSearch::sum_runs(const Rest& rest, RunWeights& runs) const {
  const auto row = [&](std::size_t suit) {
    return tables_.runs.row(rest.code[suit], kWilds == kAnyWilds ? rest.wilds : kWilds);
  };
  if constexpr (kWilds == 0) {
    runs[0] = 0;
    for (std::size_t suit = 0; suit < kHandSuits; ++suit) runs[0] += row(suit).weight(0);
  } else if constexpr (kWilds == 1 || kWilds == 2) {
    std::int32_t none = 0;
    std::int32_t first = RunTable::kNone;   // the most that one wild card adds, in any suit
    std::int32_t second = RunTable::kNone;  // and one in another suit
    std::int32_t both = RunTable::kNone;    // and two in one suit
    for (std::size_t suit = 0; suit < kHandSuits; ++suit) {
      const RunTable::Row own = row(suit);
      const std::int32_t zero = own.weight(0);
      const std::int32_t one = own.weight(1) - zero;
      none += zero;
      if constexpr (kWilds == 2) {
        second = std::max(second, std::min(first, one));
        both = std::max(both, own.weight(2) - zero);
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
      const RunTable::Row own = row(suit);
      for (int all = wilds; all >= 0; --all) {
        std::int32_t most = RunTable::kNone;
        for (int here = 0; here <= all; ++here)
          most = std::max(most, runs[static_cast<std::size_t>(all - here)] + own.weight(here));
        runs[static_cast<std::size_t>(all)] = most < 0 ? RunTable::kNone : most;
      }
    }
  }
}

// What runs and the groups of the candidates from `next` on bring at most, with so many wild cards
// left, beside the own weight of the wild cards. Every wild card helps one group or lies in a run.
template <int kWilds>
std::int32_t HandSearch::limit(const RunWeights& runs, int wilds, const Candidate& next) {
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

template <int kWilds>
void HandSearch::descend(int candidate, int depth, const Rest& rest, const RunWeights& runs,
                         std::int32_t weight) {
  const Candidate& own = candidates_[static_cast<std::size_t>(candidate)];
  if (weight + own_ + limit<kWilds>(runs, rest.wilds, own) <= best_) return;
  if (candidate == candidate_count_) {
    const std::int32_t all = weight + with_own<kWilds>(rest, runs);
    if (all <= best_) return;
    if (hand_ != nullptr) {
      look_for_spare<kWilds>(depth, rest, weight);
    } else {
      keep(depth, rest, all);
    }
    return;
  }
  descend<kWilds>(candidate + 1, depth, rest, runs, weight);
  const Candidate& next = candidates_[static_cast<std::size_t>(candidate) + 1];
  const auto at = static_cast<std::size_t>(own.rank);
  const std::uint32_t unit = tables_.runs.unit(own.rank);
  for (const GroupTable::Option* option = own.first; option != own.last; ++option) {
    if ((best_ >= total_ && hand_ == nullptr) || best_ >= enough_) return;
    const int wilds = rest.wilds - option->wilds;
    if (wilds < 0) continue;
    const std::int32_t more = weight + option->naturals * tables_.weights.group_card[at] +
                              option->wilds * tables_.weights.group_wild[at];
    // Runs bring no more without these cards than with them.
    if (more + own_ + limit<kWilds>(runs, wilds, next) <= best_) continue;
    Rest less;
    for (std::size_t suit = 0; suit < kHandSuits; ++suit)
      less.code[suit] = rest.code[suit] - option->used[suit] * unit;
    less.wilds = wilds;
    less.pairs = rest.pairs + option->pairs;
    RunWeights fewer;
    sum_runs<kWilds>(less, fewer);
    groups_[static_cast<std::size_t>(depth)] = {own.rank, option};
    descend<kWilds>(candidate + 1, depth + 1, less, fewer, more);
  }
}

// The best of runs with any number of wild cards and what all melded wild cards bring; negative
// when the wild cards cannot make the pairs.
template <int kWilds>
std::int32_t HandSearch::with_own(const Rest& rest, const RunWeights& runs) const {
  if constexpr (kWilds == 0) return runs[0];
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

// Every choice of groups that is worth enough is looked at: a hand without a card has just those
// choices that do not take it.
std::size_t HandSearch::first_spare(const Hand& hand, std::span<const Tile> cards,
                                    std::int32_t weight) {
  hand_ = &hand;
  cards_ = cards;
  run(hand, weight - 1);
  hand_ = nullptr;
  return cards_.size();
}

template <int kWilds>
void HandSearch::look_for_spare(int depth, const Rest& rest, std::int32_t weight) {
  for (std::size_t i = 0; i < cards_.size(); ++i) {
    const Tile card = cards_[i];
    const auto suit = static_cast<std::size_t>(card.colour());
    int left = hand_->count(card);
    for (int k = 0; k < depth; ++k) {
      const RankGroups& group = groups_[static_cast<std::size_t>(k)];
      if (group.rank == card.number()) left -= group.option->used[suit];
    }
    if (left <= 0) continue;
    Rest less = rest;
    less.code[suit] -= tables_.runs.unit(card.number());
    RunWeights runs;
    sum_runs<kWilds>(less, runs);
    if (weight + with_own<kWilds>(less, runs) <= best_) continue;
    cards_ = cards_.first(i);
    if (i == 0) enough_ = -1;  // no card comes before the first
    return;
  }
}

void HandSearch::keep(int depth, const Rest& rest, std::int32_t weight) {
  best_ = weight;
  best_count_ = depth;
  std::copy_n(groups_.begin(), depth, best_groups_.begin());
  best_rest_ = rest;
}

}  // namespace rummy
