#include "rummy/draw_game/lay_off.hpp"

#include <algorithm>
#include <bit>

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

bool end_is_wild(const HandRules& rules, const HandMeld& run, bool front) {
  const std::size_t end = front ? 0 : static_cast<std::size_t>(run.length - 1);
  return is_wild_as(rules, run.cards[end], run.stands_for[end]);
}

// A wild card of the same kind lies in the group.
bool same_kind_lies(const HandRules& rules, const HandMeld& group, Tile card) {
  for (std::size_t i = 0; i < group.length; ++i) {
    const bool same = group.cards[i].is_joker() == card.is_joker() &&
                      (card.is_joker() || group.cards[i].number() == card.number());
    if (same && is_wild_as(rules, group.cards[i], group.stands_for[i])) return true;
  }
  return false;
}

// The meld with a card at its front or its back. One way out, so that it is written where it stays.
std::optional<HandMeld> grown_by(const HandRules& rules, const HandMeld& meld, Tile card,
                                 Tile stands, bool front = false) {
  std::optional<HandMeld> grown(meld);
  if (front) {
    grown->push_front(card, stands);
  } else {
    grown->push_back(card, stands);
  }
  grown->points = static_cast<std::int16_t>(grown->points + points_as(rules, card, stands));
  return grown;
}

std::optional<HandMeld> extended_group(const HandRules& rules, const HandMeld& meld, Tile card) {
  if (meld.length >= rules.group_max) return std::nullopt;
  if (!rules.group_repeats && meld.length >= rules.suits) return std::nullopt;
  const int rank = meld.stands_for[0].number();
  const bool natural = !card.is_joker() && card.number() == rank &&
                       (!rules.is_wild_rank(rank) || rules.natural_wilds);
  if (natural) {
    for (std::size_t i = 0; i < meld.length; ++i) {
      if (rules.group_repeats || meld.stands_for[i].colour() != card.colour()) continue;
      if (!is_wild_as(rules, meld.cards[i], meld.stands_for[i])) return std::nullopt;
      // A wild card gives way and stands for another suit.
      auto grown = grown_by(rules, meld, card, card);
      const int suit = missing_suit(rules, *grown, i);
      if (suit < 0) return std::nullopt;
      grown->stands_for[i] = Tile(suit, rank);
      return grown;
    }
    return grown_by(rules, meld, card, card);
  }
  if (!card.is_joker() && !rules.is_wild_rank(card.number())) return std::nullopt;
  if (!allows(rules.group_wilds, wilds_of(rules, meld) + 1)) return std::nullopt;
  if (rules.different_wilds && same_kind_lies(rules, meld, card)) return std::nullopt;
  const int free = missing_suit(rules, meld, meld.length);
  return grown_by(rules, meld, card, Tile(free < 0 ? 0 : free, rank));
}

std::optional<HandMeld> extended_run(const HandRules& rules, const HandMeld& meld, Tile card,
                                     bool front) {
  const int rank = next_rank(rules, meld, front);
  if (rank == 0) return std::nullopt;
  const Tile stands(meld.stands_for[0].colour(), rank);
  if (is_wild_as(rules, card, stands)) {
    if (!allows(rules.run_wilds, wilds_of(rules, meld) + 1)) return std::nullopt;
    if (!rules.adjacent_wilds && end_is_wild(rules, meld, front)) return std::nullopt;  // ARG-14
  } else if (card != stands) {
    return std::nullopt;
  }
  return grown_by(rules, meld, card, stands, front);
}

Hand fitting_run(const HandRules& rules, const HandMeld& run, bool front, const Hand& hand) {
  const int rank = next_rank(rules, run, front);
  if (rank == 0) return {};
  const Tile next(run.stands_for[0].colour(), rank);
  const bool natural = !rules.is_wild_rank(rank) || rules.natural_wilds;
  Hand fits = hand.once(natural ? Hand::bit_of(next) : 0);
  if (hand.jokers() == 0 && (hand.ranks() & rules.wild_ranks) == 0) return fits;
  if (!allows(rules.run_wilds, wilds_of(rules, run) + 1)) return fits;
  if (!rules.adjacent_wilds && end_is_wild(rules, run, front)) return fits;  // ARG-14
  hand.only(rules.wild_ranks).for_each([&](Tile card, int) {
    if (!fits.contains(card)) fits.add(card);
  });
  return fits;
}

Hand fitting_group(const HandRules& rules, const HandMeld& group, const Hand& hand) {
  if (group.length >= rules.group_max) return {};
  if (!rules.group_repeats && group.length >= rules.suits) return {};
  const int rank = group.stands_for[0].number();
  const bool natural = !rules.is_wild_rank(rank) || rules.natural_wilds;
  std::uint64_t cards = natural ? kEachSuit << (rank - 1) : 0;
  // No suit for which a natural card stands.
  for (std::size_t i = 0; i < group.length && !rules.group_repeats; ++i) {
    if (!is_wild_as(rules, group.cards[i], group.stands_for[i]))
      cards &= ~Hand::bit_of(group.stands_for[i]);
  }
  Hand fits = hand.once(cards);
  if (hand.jokers() == 0 && (hand.ranks() & rules.wild_ranks) == 0) return fits;
  if (!allows(rules.group_wilds, wilds_of(rules, group) + 1)) return fits;
  hand.only(rules.wild_ranks).for_each([&](Tile card, int) {
    if (natural && !card.is_joker() && card.number() == rank) return;
    if (!rules.different_wilds || !same_kind_lies(rules, group, card)) fits.add(card);
  });
  return fits;
}

// At the front of a group nothing is laid off that could not be at its back.
Hand fitting_at(const HandRules& rules, const HandMeld& meld, bool front, const Hand& hand) {
  if (front && meld.kind == HandMeldKind::group) return {};
  return fitting(rules, meld, front, hand);
}

bool fits_none(const HandRules& rules, const HandMeld& meld, const Hand& hand) {
  return fitting_at(rules, meld, true, hand).empty() &&
         fitting_at(rules, meld, false, hand).empty();
}

// Tries every way to lay off, in an order in which each set of cards comes once: a meld that has
// been left is not come back to.
class Search {
 public:
  Search(const HandSolver& solver, std::span<const HandMeld> melds, const Hand& hand, Defence& out)
      : solver_(solver), melds_(melds), out_(out) {
    static_assert(HandPlan::kCapacity <= 64);
    for (std::size_t i = 0; i < melds.size(); ++i) {
      if (!fits_none(solver.rules(), melds[i], hand)) open_ |= std::uint64_t{1} << i;
    }
    if (open_ != 0) go(open_, nullptr, hand, nullptr);
  }

 private:
  struct Step {
    const Step* before;
    LayOffMove move;
  };

  // `open`: the melds that may still grow, of which the first has grown to `grown`.
  void go(std::uint64_t open, const HandMeld* grown, const Hand& hand, const Step* before) {
    for (; open != 0; open &= open - 1, grown = nullptr) {
      const auto place = static_cast<std::size_t>(std::countr_zero(open));
      const HandMeld& meld = grown != nullptr ? *grown : melds_[place];
      for (const bool front : {true, false}) {
        fitting_at(solver_.rules(), meld, front, hand).for_each([&](Tile card, int) {
          const Step step{before, {static_cast<int>(place), card, front}};
          Hand rest = hand;
          rest.remove(card);
          if (const int deadwood = solver_.deadwood(rest); deadwood < out_.deadwood) {
            out_.deadwood = deadwood;
            out_.rest = rest;
            out_.moves.clear();
            for (const Step* at = &step; at != nullptr; at = at->before)
              out_.moves.push_back(at->move);
            std::reverse(out_.moves.begin(), out_.moves.end());
          }
          const auto longer = extended(solver_.rules(), meld, card, front);
          go(open, &*longer, rest, &step);
        });
      }
    }
  }

  const HandSolver& solver_;
  std::span<const HandMeld> melds_;
  Defence& out_;
  // Those that a card of the hand fits; for the others only their own growth could open new ends.
  std::uint64_t open_ = 0;
};

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

Hand fitting(const HandRules& rules, const HandMeld& meld, bool front, const Hand& hand) {
  if (meld.length >= HandMeld::kCapacity) return {};
  return meld.kind == HandMeldKind::group ? fitting_group(rules, meld, hand)
                                          : fitting_run(rules, meld, front, hand);
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
  if (out.deadwood > 0) Search(solver, melds, hand, out);
}

}  // namespace rummy
