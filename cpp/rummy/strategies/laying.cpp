#include "rummy/strategies/laying.hpp"

#include <algorithm>

namespace rummy {

namespace {

// The first card in the fixed order; a joker, which is the last, where there is none.
Tile first_card(const Hand& hand) {
  const unsigned ranks = hand.ranks();
  if (ranks == 0) return Tile::joker();
  const int rank = std::countr_zero(ranks) + 1;
  int suit = 0;
  while (!hand.contains(Tile(suit, rank))) ++suit;
  return Tile(suit, rank);
}

// Cards may be laid off on it by the seat.
bool is_open(const DrawView& view, const LaidMeld& laid) {
  const bool own = view.rules->rules().laying.lay_off == LayOff::own;
  return !laid.pair && (!own || laid.owner == view.seat);
}

}  // namespace

bool Laying::must_keep_one(const DrawView& view) const {
  return view.rules->rules().last_discard == LastDiscard::required;
}

// Pairs of equal tiles; a wild tile joins what is left alone when a pair is missing.
bool Laying::lay_pairs(const DrawView& view, const Hand& hand, TurnPlay& play, Hand& rest) {
  const auto seat = static_cast<std::size_t>(view.seat);
  const int needed = view.opened[seat] ? 1 : view.rules->rules().opening.pairs;
  rest = hand;
  play.pairs.clear();
  const int equal = bit_count(hand.twice_suits());
  const int alone = bit_count(hand.suits()) - equal;
  if (equal + std::min(alone, hand.jokers()) < needed) return false;
  const auto add = [&](Tile first, Tile second, Tile face) {
    HandMeld pair;
    pair.kind = HandMeldKind::group;
    pair.push_back(first, face);
    pair.push_back(second, face);
    pair.points = static_cast<std::int16_t>(2 * view.rules->cost(face));
    play.pairs.push_back(pair);
    rest.remove(first);
    rest.remove(second);
  };
  hand.for_each([&](Tile tile, int copies) {
    if (copies == 2 && !tile.is_joker()) add(tile, tile, tile);
  });
  hand.for_each([&](Tile tile, int copies) {
    if (copies == 1 && !tile.is_joker() && rest.jokers() > 0 &&
        static_cast<int>(play.pairs.size()) < needed) {
      add(tile, Tile::joker(), tile);
    }
  });
  if (must_keep_one(view) && rest.empty() && !play.pairs.empty()) {
    for (const Tile tile : play.pairs.back().tiles()) rest.add(tile);
    play.pairs.pop_back();
  }
  if (static_cast<int>(play.pairs.size()) >= needed) return true;
  rest = hand;
  play.pairs.clear();
  return false;
}

// Meld by meld from the oldest, card by card: what fits nowhere on a meld never will, since only
// its own growth opens new ends.
void Laying::lay_off(const DrawView& view, TurnPlay& play, Hand& rest) {
  const DrawRules& rules = view.rules->rules();
  if (rules.laying.lay_off == LayOff::none || rest.empty()) return;
  const HandRules& hand_rules = view.rules->hand_rules();
  const auto grow = [&](const HandMeld& laid, int place) {
    HandMeld meld = laid;
    while (!rest.empty() && (rest.size() > 1 || !must_keep_one(view))) {
      const Hand back = fitting(hand_rules, meld, false, rest);
      const Hand front =
          meld.kind == HandMeldKind::group ? Hand() : fitting(hand_rules, meld, true, rest);
      if (back.empty() && front.empty()) return;
      const Tile tile = std::min(first_card(back), first_card(front));
      const bool at_front = !back.contains(tile);
      meld = *extended(hand_rules, meld, tile, at_front);
      rest.remove(tile);
      play.lay_offs.push_back({place, tile, at_front});
    }
  };
  int place = 0;
  for (const LaidMeld& laid : view.table) {
    if (is_open(view, laid) && could_fit(hand_rules, laid.meld, rest)) grow(laid.meld, place);
    ++place;
  }
  for (const HandMeld& meld : play.melds) {
    if (could_fit(hand_rules, meld, rest)) grow(meld, place);
    ++place;
  }
}

// A card that melds with none of the hand is laid where it fits as the table lies; or the hand has
// a neighbour of it that may be laid off first.
bool Laying::could_lay(const DrawView& view, const Hand& hand, Tile card) {
  const DrawRules& rules = view.rules->rules();
  const HandRules& hand_rules = view.rules->hand_rules();
  if (card.is_joker() || hand.jokers() > 0 || (hand.ranks() & hand_rules.wild_ranks) != 0 ||
      view.rules->solver().could_meld(hand, card) ||
      (rules.opening.pairs > 0 && hand.count(card) == 2)) {
    return true;
  }
  const int rank = card.number();
  const int below = rank == 1 ? hand_rules.ranks : rank - 1;
  const int above = rank == hand_rules.ranks ? 1 : rank + 1;
  if (hand.contains(Tile(card.colour(), below)) || hand.contains(Tile(card.colour(), above))) {
    return true;
  }
  if (rules.laying.lay_off == LayOff::none) return false;
  Hand alone;
  alone.add(card);
  return std::any_of(view.table.begin(), view.table.end(), [&](const LaidMeld& laid) {
    return is_open(view, laid) && could_fit(hand_rules, laid.meld, alone);
  });
}

Hand Laying::lay_all(const DrawView& view, const Hand& hand, TurnPlay& play) {
  const DrawRules& rules = view.rules->rules();
  const auto seat = static_cast<std::size_t>(view.seat);
  const bool opened = view.opened[seat];
  Hand rest = hand;
  if (opened && view.by_pairs[seat]) {
    if (view.may_lay()) {
      lay_pairs(view, hand, play, rest);
      lay_off(view, play, rest);
    }
    unmelded_ = rest;
    return rest;
  }
  const HandPlan& plan = plan_.best(view.rules->solver(), hand);
  unmelded_ = plan.leftover;
  if (!view.may_lay()) return rest;
  const bool enough = opened || (plan.points >= view.opening_points() && !plan.melds().empty());
  if (!enough) {
    const bool pairs = rules.opening.pairs > 0 && lay_pairs(view, hand, play, rest);
    if (pairs) lay_off(view, play, rest);
    return rest;
  }
  play.melds.assign(plan.melds().begin(), plan.melds().end());
  rest = plan.leftover;
  if (rest.empty() && must_keep_one(view)) {
    // One card stays to be discarded: the end of a long meld, or else a whole meld.
    for (HandMeld& meld : play.melds) {
      if (meld.length <= rules.melds.min_length || !rest.empty()) continue;
      const auto last = static_cast<std::size_t>(--meld.length);
      meld.points = static_cast<std::int16_t>(meld.points - points_as(view.rules->hand_rules(),
                                                                      meld.cards[last],
                                                                      meld.stands_for[last]));
      rest.add(meld.cards[last]);
    }
    if (rest.empty()) {
      for (const Tile tile : play.melds.back().tiles()) rest.add(tile);
      play.melds.pop_back();
    }
    int points = 0;
    for (const HandMeld& meld : play.melds) points += meld.points;
    if (!opened && (points < view.opening_points() || play.melds.empty())) {
      play.melds.clear();
      return hand;
    }
  }
  if (!play.melds.empty() || opened) lay_off(view, play, rest);
  return rest;
}

}  // namespace rummy
