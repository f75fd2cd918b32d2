#include "rummy/strategies/laying.hpp"

namespace rummy {

bool Laying::must_keep_one(const DrawView& view) const {
  return view.rules->rules().last_discard == LastDiscard::required;
}

// Pairs of equal tiles; a wild tile joins what is left alone when a pair is missing.
bool Laying::lay_pairs(const DrawView& view, const Hand& hand, TurnPlay& play, Hand& rest) {
  const auto seat = static_cast<std::size_t>(view.seat);
  const int needed = view.opened[seat] ? 1 : view.rules->rules().opening.pairs;
  rest = hand;
  play.pairs.clear();
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

void Laying::lay_off(const DrawView& view, TurnPlay& play, Hand& rest) {
  const DrawRules& rules = view.rules->rules();
  if (rules.laying.lay_off == LayOff::none) return;
  table_.assign(view.table.begin(), view.table.end());
  for (const HandMeld& meld : play.melds) table_.push_back({view.seat, false, meld});
  for (const HandMeld& pair : play.pairs) table_.push_back({view.seat, true, pair});
  bool found = true;
  while (found && !rest.empty() && (rest.size() > 1 || !must_keep_one(view))) {
    found = false;
    for (std::size_t i = 0; i < table_.size() && !found; ++i) {
      LaidMeld& laid = table_[i];
      if (laid.pair || (rules.laying.lay_off == LayOff::own && laid.owner != view.seat)) continue;
      const Hand cards = rest;
      cards.for_each([&](Tile tile, int) {
        for (const bool front : {false, true}) {
          if (found || (front && laid.meld.kind == HandMeldKind::group)) return;
          const auto grown = extended(view.rules->hand_rules(), laid.meld, tile, front);
          if (!grown) continue;
          laid.meld = *grown;
          rest.remove(tile);
          play.lay_offs.push_back({static_cast<int>(i), tile, front});
          found = true;
        }
      });
    }
  }
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
    plan_.clear();
    plan_.leftover = rest;
    return rest;
  }
  view.rules->solver().best(hand, HandGoal::points, plan_);
  if (!view.may_lay()) return rest;
  const bool enough = opened || (plan_.points >= view.opening_points() && !plan_.melds().empty());
  if (!enough) {
    const bool pairs = rules.opening.pairs > 0 && lay_pairs(view, hand, play, rest);
    if (pairs) lay_off(view, play, rest);
    return rest;
  }
  play.melds.assign(plan_.melds().begin(), plan_.melds().end());
  rest = plan_.leftover;
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
