#include "rummy/draw_game/lay_off.hpp"

#include <algorithm>

namespace rummy {

namespace {

int wilds_of(const HandRules& rules, const HandMeld& meld) {
  int wilds = 0;
  for (int i = 0; i < meld.length; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (is_wild_as(rules, meld.cards[at], meld.stands_for[at])) ++wilds;
  }
  return wilds;
}

bool allows(int limit, int count) { return limit == kNoLimit || count <= limit; }

// The rank that a run goes on with at one end; 0: it does not.
int next_rank(const HandRules& rules, const HandMeld& run, bool front) {
  const int first = run.stands_for[0].number();
  const int last = run.stands_for[static_cast<std::size_t>(run.length - 1)].number();
  if (run.length >= rules.longest_run()) return 0;
  if (front) {
    if (first > 1) return first - 1;
    return rules.run_wrap == RunWrap::round ? rules.ranks : 0;
  }
  const bool closed = rules.run_wrap == RunWrap::ace_high && run.length > 1 && last == 1;
  if (closed) return 0;  // nothing follows an ace that ends a run
  if (last < rules.ranks) return last + 1;
  return rules.run_wrap == RunWrap::none ? 0 : 1;
}

// A suit that no card of the group has or stands for.
int missing_suit(const HandRules& rules, const HandMeld& group, std::size_t skip) {
  for (int suit = 0; suit < rules.suits; ++suit) {
    bool there = false;
    for (std::size_t i = 0; i < group.length; ++i) {
      there = there || (i != skip && group.stands_for[i].colour() == suit);
    }
    if (!there) return suit;
  }
  return -1;
}

std::optional<HandMeld> extended_group(const HandRules& rules, const HandMeld& meld, Tile card) {
  if (meld.length >= rules.group_max) return std::nullopt;
  if (!rules.group_repeats && meld.length >= rules.suits) return std::nullopt;
  const int rank = meld.stands_for[0].number();
  HandMeld grown = meld;
  const bool natural = !card.is_joker() && card.number() == rank &&
                       (!rules.is_wild_rank(rank) || rules.natural_wilds);
  if (natural) {
    for (std::size_t i = 0; i < grown.length; ++i) {
      if (rules.group_repeats || grown.stands_for[i].colour() != card.colour()) continue;
      if (!is_wild_as(rules, grown.cards[i], grown.stands_for[i])) return std::nullopt;
      // A wild card gives way and stands for another suit.
      grown.push_back(card, card);
      const int suit = missing_suit(rules, grown, i);
      if (suit < 0) return std::nullopt;
      grown.stands_for[i] = Tile(suit, rank);
      grown.points = static_cast<std::int16_t>(grown.points + points_as(rules, card, card));
      return grown;
    }
    grown.push_back(card, card);
    grown.points = static_cast<std::int16_t>(grown.points + points_as(rules, card, card));
    return grown;
  }
  if (!card.is_joker() && !rules.is_wild_rank(card.number())) return std::nullopt;
  if (!allows(rules.group_wilds, wilds_of(rules, meld) + 1)) return std::nullopt;
  if (rules.different_wilds) {
    for (std::size_t i = 0; i < meld.length; ++i) {
      const bool wild = is_wild_as(rules, meld.cards[i], meld.stands_for[i]);
      const bool same = meld.cards[i].is_joker() == card.is_joker() &&
                        (card.is_joker() || meld.cards[i].number() == card.number());
      if (wild && same) return std::nullopt;
    }
  }
  const int free = missing_suit(rules, meld, meld.length);
  const Tile stands(free < 0 ? 0 : free, rank);
  grown.push_back(card, stands);
  grown.points = static_cast<std::int16_t>(grown.points + points_as(rules, card, stands));
  return grown;
}

std::optional<HandMeld> extended_run(const HandRules& rules, const HandMeld& meld, Tile card,
                                     bool front) {
  const int rank = next_rank(rules, meld, front);
  if (rank == 0) return std::nullopt;
  const Tile stands(meld.stands_for[0].colour(), rank);
  if (is_wild_as(rules, card, stands)) {
    if (!allows(rules.run_wilds, wilds_of(rules, meld) + 1)) return std::nullopt;
    const std::size_t end = front ? 0 : static_cast<std::size_t>(meld.length - 1);
    if (!rules.adjacent_wilds && is_wild_as(rules, meld.cards[end], meld.stands_for[end])) {
      return std::nullopt;  // ARG-14
    }
  } else if (card != stands) {
    return std::nullopt;
  }
  HandMeld grown = meld;
  grown.push_back(card, stands);
  if (front) {
    const auto length = static_cast<std::ptrdiff_t>(grown.length);
    std::rotate(grown.cards.begin(), grown.cards.begin() + length - 1,
                grown.cards.begin() + length);
    std::rotate(grown.stands_for.begin(), grown.stands_for.begin() + length - 1,
                grown.stands_for.begin() + length);
  }
  grown.points = static_cast<std::int16_t>(grown.points + points_as(rules, card, stands));
  return grown;
}

// Tries every way to lay off, in an order in which each set of cards comes once.
class Search {
 public:
  Search(const HandSolver& solver, Defence& out) : solver_(solver), out_(out) {}

  void go(std::vector<HandMeld>& melds, std::size_t first, const Hand& hand) {
    const int deadwood = solver_.deadwood(hand);
    if (deadwood < out_.deadwood) {
      out_.deadwood = deadwood;
      out_.rest = hand;
      out_.moves = moves_;
    }
    for (std::size_t i = first; i < melds.size(); ++i) {
      for (const bool front : {true, false}) {
        if (front && melds[i].kind == HandMeldKind::group) continue;
        hand.for_each([&](Tile card, int) {
          const auto grown = extended(solver_.rules(), melds[i], card, front);
          if (!grown) return;
          const HandMeld before = melds[i];
          melds[i] = *grown;
          moves_.push_back({static_cast<int>(i), card, front});
          Hand rest = hand;
          rest.remove(card);
          go(melds, i, rest);
          moves_.pop_back();
          melds[i] = before;
        });
      }
    }
  }

 private:
  const HandSolver& solver_;
  Defence& out_;
  std::vector<LayOffMove> moves_;
};

// Whether any card of the hand could be laid off at all: a bound without wild cards.
bool may_lay_off(const HandRules& rules, std::span<const HandMeld> melds, const Hand& hand) {
  if (rules.jokers > 0 || rules.wild_ranks != 0) return true;
  for (const HandMeld& meld : melds) {
    const int rank = meld.stands_for[0].number();
    if (meld.kind == HandMeldKind::group) {
      for (int suit = 0; suit < rules.suits; ++suit) {
        if (((hand.held(suit) >> (rank - 1)) & 1) != 0) return true;
      }
      continue;
    }
    const unsigned held = hand.held(meld.stands_for[0].colour());
    for (const bool front : {true, false}) {
      const int next = next_rank(rules, meld, front);
      if (next != 0 && ((held >> (next - 1)) & 1U) != 0) return true;
    }
  }
  return false;
}

}  // namespace

bool is_wild_as(const HandRules& rules, Tile card, Tile stands_for) {
  if (card.is_joker()) return true;
  return rules.is_wild_rank(card.number()) && !(rules.natural_wilds && card == stands_for);
}

int points_as(const HandRules& rules, Tile card, Tile stands_for) {
  const auto rank = [](Tile tile) { return static_cast<std::size_t>(tile.number()); };
  if (!is_wild_as(rules, card, stands_for) || rules.wild_worth == WildWorth::stands_for) {
    return rules.points[rank(stands_for)];
  }
  return card.is_joker() ? rules.joker_points : rules.wild_points[rank(card)];
}

std::optional<HandMeld> extended(const HandRules& rules, const HandMeld& meld, Tile card,
                                 bool front) {
  if (meld.length >= HandMeld::kCapacity) return std::nullopt;
  return meld.kind == HandMeldKind::group ? extended_group(rules, meld, card)
                                          : extended_run(rules, meld, card, front);
}

std::optional<HandMeld> extended_first(const HandRules& rules, const HandMeld& meld) {
  const bool wild = is_wild_as(rules, meld.cards[0], meld.stands_for[0]);
  const int limit = meld.kind == HandMeldKind::group ? rules.group_wilds : rules.run_wilds;
  if (wild && !allows(limit, 1)) return std::nullopt;
  HandMeld first;
  first.kind = meld.kind;
  first.push_back(meld.cards[0], meld.stands_for[0]);
  first.points = static_cast<std::int16_t>(points_as(rules, meld.cards[0], meld.stands_for[0]));
  return first;
}

void defend(const HandSolver& solver, std::span<const HandMeld> melds, const Hand& hand,
            Defence& out) {
  out.moves.clear();
  out.rest = hand;
  out.deadwood = solver.deadwood(hand);
  if (out.deadwood == 0 || !may_lay_off(solver.rules(), melds, hand)) return;
  std::vector<HandMeld> table(melds.begin(), melds.end());
  Search(solver, out).go(table, 0, hand);
}

}  // namespace rummy
