#include "rummy/hands/arrange.hpp"

#include <algorithm>
#include <bit>

#include "rummy/hands/wild_fill.hpp"

namespace rummy {

namespace {

using SuitWilds = std::array<int, kHandSuits>;

// What share_wilds() finds where one wild card is in no group, as mostly none or one is: it goes to
// the last of the suits to which it brings most.
SuitWilds share_one_wild(const HandSearch& search, int& in_runs) {
  SuitWilds shares{};
  std::int32_t gain = RunTable::kNone;
  std::size_t last = 0;
  for (std::size_t suit = 0; suit < kHandSuits; ++suit) {
    const RunTable::Row row = search.rest().runs[suit];
    const std::int32_t more = row.weight(1) - row.weight(0);
    if (more < gain) continue;
    gain = more;
    last = suit;
  }
  const auto own = [&](int n) { return search.wild_cards().weight(n, search.rest().pairs); };
  const int in_groups = search.wilds() - 1;
  in_runs = own(in_groups) < 0 || gain + own(in_groups + 1) > own(in_groups) ? 1 : 0;
  shares[last] = in_runs;
  return shares;
}

// How many wild cards lie in the runs of every suit: the fewest in all, then in the first suits.
SuitWilds share_wilds(const HandSearch& search, int& in_runs) {
  SuitWilds shares{};
  const HandSearch::Rest& rest = search.rest();
  const int limit = rest.wilds;
  if (limit == 0) return shares;
  if (limit == 1) return share_one_wild(search, in_runs);
  // best[s][n]: what the suits from s on bring with n wild cards.
  std::array<std::array<std::int32_t, kMaxHandWilds + 1>, kHandSuits + 1> best;
  for (auto& row : best) std::fill_n(row.begin(), limit + 1, RunTable::kNone);
  best[kHandSuits][0] = 0;
  for (std::size_t suit = kHandSuits; suit-- > 0;) {
    const RunTable::Row row = rest.runs[suit];
    for (int all = 0; all <= limit; ++all) {
      std::int32_t& most = best[suit][static_cast<std::size_t>(all)];
      for (int here = 0; here <= all; ++here) {
        const std::int32_t other = best[suit + 1][static_cast<std::size_t>(all - here)];
        if (row.weight(here) >= 0 && other >= 0) most = std::max(most, row.weight(here) + other);
      }
    }
  }
  const int in_groups = search.wilds() - limit;
  std::int32_t most = -1;
  for (int n = 0; n <= limit; ++n) {
    const std::int32_t weight = best[0][static_cast<std::size_t>(n)];
    const std::int32_t own = search.wild_cards().weight(in_groups + n, rest.pairs);
    if (weight < 0 || own < 0 || weight + own <= most) continue;
    most = weight + own;
    in_runs = n;
  }
  for (std::size_t suit = 0, left = static_cast<std::size_t>(in_runs); suit < kHandSuits; ++suit) {
    const RunTable::Row row = rest.runs[suit];
    std::size_t here = 0;
    while (row.weight(static_cast<int>(here)) < 0 || best[suit + 1][left - here] < 0 ||
           row.weight(static_cast<int>(here)) + best[suit + 1][left - here] != best[suit][left])
      ++here;
    shares[suit] = static_cast<int>(here);
    left -= here;
  }
  return shares;
}

// Of two runs that begin at the same place: the longer, then the one with the first natural card.
bool before(const RunShape& a, const RunShape& b) {
  if (a.length != b.length) return a.length > b.length;
  const std::uint32_t differing = a.wild ^ b.wild;
  return differing != 0 && (a.wild >> std::countr_zero(differing) & 1U) == 0;
}

void lay_run(const HandTables& tables, int suit, const RunShape& shape, HandPlan& plan) {
  HandMeld& meld = plan.add_meld(HandMeldKind::run);
  for (int i = 0; i < shape.length; ++i) {
    const int position = shape.start + i;
    const Tile stands(suit, rank_at(tables.rules, position));
    const bool wild = ((shape.wild >> i) & 1U) != 0;
    meld.push_back(wild ? kOpenPlace : stands, stands);
    if (!wild || tables.rules.wild_worth == WildWorth::stands_for)
      meld.points = static_cast<std::int16_t>(meld.points + run_points(tables.rules, position));
  }
}

// Lays the runs of one suit without wild cards, which bring `goal`: from the lowest beginning, the
// longest that leaves what still brings the rest.
void lay_plain_runs(const HandTables& tables, int suit, std::uint32_t code, std::int32_t goal,
                    Hand& loose, HandPlan& plan) {
  const RunTable& runs = tables.runs;
  for (int start = 1; goal > 0;) {
    // No run is shorter than three.
    const unsigned held = runs.full_walk().positions(loose.held(suit));
    const unsigned from = (held & held >> 1 & held >> 2) >> (start - 1);
    start += std::countr_zero(from);
    RunShape longest;
    std::uint32_t used = 0;
    std::uint32_t used_by_longest = 0;
    std::int32_t weight = 0;
    std::int32_t weight_of_longest = 0;
    for (int length = 1; length <= runs.full_walk().max_length(); ++length) {
      const int position = start + length - 1;
      if ((held >> (position - 1) & 1U) == 0) break;
      used += runs.unit(rank_at(tables.rules, position));
      weight += tables.weights.run_card[static_cast<std::size_t>(position)];
      if (length < tables.rules.min_length || length < tables.rules.min_naturals) continue;
      if (weight + runs.row(code - used, 0).weight(0) != goal) continue;
      longest.start = start;
      longest.length = length;
      used_by_longest = used;
      weight_of_longest = weight;
    }
    if (longest.length == 0) {
      ++start;
      continue;
    }
    lay_run(tables, suit, longest, plan);
    code -= used_by_longest;
    goal -= weight_of_longest;
    for (int i = 0; i < longest.length; ++i)
      loose.remove(Tile(suit, rank_at(tables.rules, start + i)));
  }
}

// Lays the runs of one suit with so many wild cards: of all that bring the most, the first in the
// order. What they leave of the cards stays in `loose`.
void lay_runs(const HandTables& tables, int suit, const HandSearch::Rest& rest, int wilds,
              Hand& loose, HandPlan& plan) {
  const RunTable& runs = tables.runs;
  std::uint32_t code = rest.code[static_cast<std::size_t>(suit)];
  std::int32_t goal = rest.runs[static_cast<std::size_t>(suit)].weight(wilds);
  for (int start = 1; wilds > 0;) {
    // No run has more wild cards than there are: neither before its first natural card nor, since
    // it is three places long, among those.
    const unsigned held = runs.full_walk().positions(loose.held(suit));
    if (wilds > 2) {
      start = std::max(start, std::countr_zero(held) + 1 - wilds);
    } else {
      const unsigned one = held | held >> 1 | held >> 2;
      const unsigned two = (held & held >> 1) | (held & held >> 2) | (held >> 1 & held >> 2);
      start += std::countr_zero((wilds == 1 ? two : one) >> (start - 1));
    }
    RunShape first;
    std::uint32_t used_by_first = 0;
    std::int32_t weight_of_first = 0;
    runs.full_walk().from(loose.held(suit), start, 0, wilds, [&](const RunShape& shape) {
      if (first.length > 0 && !before(shape, first)) return;
      const std::uint32_t used = runs.used(shape);
      const std::int32_t other = runs.row(code - used, rest.wilds).weight(wilds - shape.wilds);
      if (other < 0) return;
      const std::int32_t weight = runs.weight_of(shape);
      if (other + weight != goal) return;
      first = shape;
      used_by_first = used;
      weight_of_first = weight;
    });
    if (first.length == 0) {
      ++start;
      continue;
    }
    lay_run(tables, suit, first, plan);
    code -= used_by_first;
    goal -= weight_of_first;
    wilds -= first.wilds;
    for (int i = 0; i < first.length; ++i) {
      if (((first.wild >> i) & 1U) == 0)
        loose.remove(Tile(suit, rank_at(tables.rules, first.start + i)));
    }
  }
  if (goal > 0) lay_plain_runs(tables, suit, code, goal, loose, plan);
}

// Natural cards in the order of the suits, then the wild ones, which stand for the suits that are
// missing, or for the first suit where suits may repeat.
void lay_group(const HandTables& tables, int rank, const GroupShape& shape, HandPlan& plan) {
  HandMeld& meld = plan.add_meld(HandMeldKind::group);
  const int points = tables.rules.points[static_cast<std::size_t>(rank)];
  int counted = shape.naturals();
  for (int suit = 0; suit < kHandSuits; ++suit) {
    for (int i = 0; i < shape.used[static_cast<std::size_t>(suit)]; ++i)
      meld.push_back(Tile(suit, rank), Tile(suit, rank));
  }
  int suit = 0;
  for (int i = 0; i < shape.wilds; ++i) {
    while (suit < tables.rules.suits - 1 && shape.used[static_cast<std::size_t>(suit)] > 0) ++suit;
    meld.push_back(kOpenPlace, Tile(suit, rank));
    if (suit < tables.rules.suits - 1) ++suit;
    if (tables.rules.wild_worth == WildWorth::stands_for) ++counted;
  }
  meld.points = static_cast<std::int16_t>(points * counted);
}

void take_groups(std::span<const RankGroups> groups, Hand& loose) {
  for (const auto& [rank, option] : groups) {
    for (int suit = 0; suit < kHandSuits; ++suit) {
      for (int n = 0; n < option->used[static_cast<std::size_t>(suit)]; ++n)
        loose.remove(Tile(suit, rank));
    }
  }
}

void lay_groups(const HandTables& tables, std::span<const RankGroups> groups, HandPlan& plan) {
  for (const auto& group : groups) {
    tables.groups.split(*group.option, [&](const GroupShape& shape) {
      lay_group(tables, group.rank, shape, plan);
    });
  }
}

// With what is in no meld.
void finish(const Hand& loose, HandPlan& plan) {
  plan.leftover = loose;
  plan.points = 0;
  plan.melded = 0;
  for (const HandMeld& meld : plan.melds()) {
    plan.points += meld.points;
    plan.melded += meld.length;
  }
}

}  // namespace

void arrange(const HandTables& tables, std::span<const RankGroups> groups, Hand loose,
             HandPlan& plan) {
  plan.clear();
  for (int suit = 0; suit < tables.rules.suits; ++suit) {
    const unsigned held = tables.runs.full_walk().positions(loose.held(suit));
    if ((held & held >> 1 & held >> 2) == 0) continue;  // no run is shorter than three
    const std::uint32_t code = tables.runs.code(loose.held(suit), loose.twice(suit));
    lay_plain_runs(tables, suit, code, tables.runs.row(code, 0).weight(0), loose, plan);
  }
  lay_groups(tables, groups, plan);
  finish(loose, plan);
}

void arrange(const HandTables& tables, const HandSearch& search, const Hand& hand, HandPlan& plan) {
  // The wild cards, and the natural ones that are in no group.
  Hand wild = hand.only(tables.rules.wild_ranks).without(search.set_aside());
  Hand loose = hand.without(wild);
  take_groups(search.groups(), loose);
  if (wild.empty()) return arrange(tables, search.groups(), loose, plan);
  plan.clear();
  int in_runs = 0;
  const SuitWilds shares = share_wilds(search, in_runs);
  for (int suit = 0; suit < tables.rules.suits; ++suit)
    lay_runs(tables, suit, search.rest(), shares[static_cast<std::size_t>(suit)], loose, plan);
  lay_groups(tables, search.groups(), plan);
  const int melded = search.wilds() - search.rest().wilds + in_runs;
  if (melded > 0) fill_wilds(tables.rules, search, wild, melded, plan);
  wild.for_each([&](Tile tile, int copies) {
    for (int i = 0; i < copies; ++i) loose.add(tile);
  });
  finish(loose, plan);
}

}  // namespace rummy
