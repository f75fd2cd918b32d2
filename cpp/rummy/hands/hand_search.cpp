#include "rummy/hands/hand_search.hpp"

#include <algorithm>
#include <bit>

namespace rummy {

std::int32_t HandSearch::run(const Hand& hand) {
  best_ = -1;
  if (tables_.rules.wild_ranks != 0 && tables_.rules.natural_wilds) {
    search_roles(hand);
    return best_;
  }
  Hand naturals = hand;
  wild_cards_.clear();
  wild_cards_.add(0, naturals.take_jokers(), tables_.weights.joker);
  for (unsigned ranks = tables_.rules.wild_ranks; ranks != 0; ranks &= ranks - 1) {
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
      search(chosen);
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
  total_ = wild_cards_.weight(wilds, 0) + wilds * tables_.weights.wild_most;
  for (int suit = 0; suit < tables_.rules.suits; ++suit) {
    std::uint32_t& code = rest.code[static_cast<std::size_t>(suit)];
    code = tables_.runs.code(naturals.held(suit), naturals.twice(suit));
    total_ += tables_.runs.row(code, wilds).total();
  }
  find_candidates(naturals);
  descend(0, 0, rest, 0);
}

// The ranks of which a group could be made.
void HandSearch::find_candidates(const Hand& naturals) {
  const int wilds = wild_cards_.size();
  std::array<unsigned, 10> at_least{};  // the ranks of which so many cards count for a group
  at_least[0] = ~0U;
  const auto count = [&](unsigned mask) {
    for (std::size_t n = 9; n >= 1; --n) at_least[n] |= at_least[n - 1] & mask;
  };
  for (int suit = 0; suit < tables_.rules.suits; ++suit) {
    count(naturals.held(suit));
    if (tables_.rules.group_repeats) count(naturals.twice(suit));
  }
  candidate_count_ = 0;
  const int needed = tables_.groups.least_naturals(wilds);
  for (unsigned ranks = at_least[static_cast<std::size_t>(needed)]; ranks != 0;
       ranks &= ranks - 1) {
    const int rank = std::countr_zero(ranks) + 1;
    std::array<int, kHandSuits> counts{};
    for (int suit = 0; suit < tables_.rules.suits; ++suit)
      counts[static_cast<std::size_t>(suit)] = naturals.count(Tile(suit, rank));
    const auto options = tables_.groups.options(
        GroupTable::holding(counts[0], counts[1], counts[2], counts[3]), wilds > 0);
    if (!options.empty())
      candidates_[static_cast<std::size_t>(candidate_count_++)] = {rank, options};
  }
}

void HandSearch::descend(int candidate, int depth, const Rest& rest, std::int32_t weight) {
  if (candidate == candidate_count_) {
    const std::int32_t all = weight + value(rest);
    if (all > best_) keep(depth, rest, all);
    return;
  }
  descend(candidate + 1, depth, rest, weight);
  const auto& [rank, options] = candidates_[static_cast<std::size_t>(candidate)];
  const auto at = static_cast<std::size_t>(rank);
  const std::uint32_t unit = tables_.runs.unit(rank);
  for (const GroupTable::Option& option : options) {
    if (best_ >= total_) return;
    if (option.wilds > rest.wilds) continue;
    Rest less = rest;
    for (std::size_t suit = 0; suit < kHandSuits; ++suit)
      less.code[suit] -= option.used[suit] * unit;
    less.wilds -= option.wilds;
    less.pairs += option.pairs;
    groups_[static_cast<std::size_t>(depth)] = {rank, &option};
    descend(candidate + 1, depth + 1, less,
            weight + option.naturals * tables_.weights.group_card[at] +
                option.wilds * tables_.weights.group_wild[at]);
  }
}

// What the runs of the rest bring, and all melded wild cards; below 0 when the wild cards cannot
// make the pairs.
std::int32_t HandSearch::value(const Rest& rest) const {
  if (wild_cards_.size() == 0) {
    std::int32_t sum = 0;
    for (int suit = 0; suit < tables_.rules.suits; ++suit)
      sum += tables_.runs.row(rest.code[static_cast<std::size_t>(suit)], 0).weight(0);
    return sum;
  }
  std::array<std::int32_t, kMaxHandWilds + 1> best;
  std::fill_n(best.begin(), rest.wilds + 1, RunTable::kNone);
  best[0] = 0;
  for (int suit = 0; suit < tables_.rules.suits; ++suit) {
    const std::uint32_t code = rest.code[static_cast<std::size_t>(suit)];
    if (code == 0) continue;
    const RunTable::Row row = tables_.runs.row(code, rest.wilds);
    for (int all = rest.wilds; all >= 0; --all) {
      std::int32_t most = RunTable::kNone;
      for (int here = 0; here <= all; ++here)
        most = std::max(most, best[static_cast<std::size_t>(all - here)] + row.weight(here));
      best[static_cast<std::size_t>(all)] = most < 0 ? RunTable::kNone : most;
    }
  }
  std::int32_t most = -1;
  const int in_groups = wild_cards_.size() - rest.wilds;
  for (int runs = 0; runs <= rest.wilds; ++runs) {
    const std::int32_t weight = best[static_cast<std::size_t>(runs)];
    if (weight < 0) continue;
    const std::int32_t own = wild_cards_.weight(in_groups + runs, rest.pairs);
    if (own >= 0) most = std::max(most, weight + own);
  }
  return most < 0 ? RunTable::kNone : most;
}

void HandSearch::keep(int depth, const Rest& rest, std::int32_t weight) {
  best_ = weight;
  best_count_ = depth;
  std::copy_n(groups_.begin(), depth, best_groups_.begin());
  best_rest_ = rest;
  best_wild_cards_ = wild_cards_;
  best_aside_ = aside_;
}

}  // namespace rummy
