#include "rummy/hands/discard_search.hpp"

#include <algorithm>

namespace rummy {

DiscardSearch::DiscardSearch(const HandTables& tables, const Meldable& meldable, HandGoal goal,
                             const Hand& hand)
    : costs_(tables.costs),
      rules_(tables.rules),
      search_(tables),
      goal_(goal),
      hand_(hand),
      meldable_(meldable.of(hand)),
      loose_(costs_.first(hand.suits() & ~meldable_)),
      doubtful_(hand.suits() & ~(kEachSuit * rules_.wild_ranks)) {
  if (!loose_.is_joker()) doubtful_ &= costs_.before(loose_);
}

void DiscardSearch::best(const KeptHand& kept, KeptHand& next) {
  leave(goal_ != HandGoal::deadwood && find_spare(kept), next);
}

bool DiscardSearch::better(const KeptHand& kept, KeptHand& next) {
  const HandSearch::Spare spare = search_.spare_above(hand_, doubtful_, kept.discard.value);
  if (spare.value == kept.discard.value) return false;
  leave(take_spare(spare), next);
  return true;
}

bool DiscardSearch::find_spare(const KeptHand& kept) {
  const std::optional<Tile> drawn = kept.goal == goal_ ? kept.drawn(hand_) : std::nullopt;
  if (!drawn) {
    const std::int32_t worth = search_.run(hand_) / Weights::kScale;
    return take_spare({worth, search_.first_spare(hand_, doubtful_, worth)});
  }
  const int before = kept.discard.value;
  if (!Meldable::holds(meldable_, *drawn)) {
    // It leaves the hand as it was: what came before the last discard is needed still.
    const CardSet needed = kept.first ? costs_.before(kept.discard.card) : 0;
    return take_spare({before, search_.first_spare(hand_, doubtful_ & ~needed, before)},
                      kept.first ? costs_.place(kept.discard.card) : 0);
  }
  HandSearch::Spare spare = search_.spare_above(hand_, doubtful_, before);
  if (spare.value == before) {
    // The drawn card, which brings nothing, is itself not needed.
    spare.card = search_.first_spare(hand_, doubtful_ & costs_.before(*drawn), before);
    if (spare.card.is_joker() && (doubtful_ & Hand::bit_of(*drawn)) != 0) spare.card = *drawn;
  }
  return take_spare(spare);
}

// The card that was found, or else the first loose one, unless a wild card, of those from a place
// on, comes before it and is not needed.
bool DiscardSearch::take_spare(HandSearch::Spare spare, int from) {
  best_ = {spare.card.is_joker() ? loose_ : spare.card, spare.value};
  bool found = !best_.card.is_joker();
  if (hand_.jokers() == 0 && (hand_.ranks() & rules_.wild_ranks) == 0) return found;
  const std::int32_t weight = spare.value * Weights::kScale;
  costs_.for_each(hand_.only(rules_.wild_ranks), [&](Tile wild) {
    if (found && costs_.place(best_.card) < costs_.place(wild)) return false;
    if (costs_.place(wild) < from) return true;
    Hand rest = hand_;
    rest.remove(wild);
    if (search_.run(rest, weight - 1, weight) < weight) return true;
    best_.card = wild;
    found = true;
    return false;
  });
  return found;
}

// Dear cards first: then the first of equal ones is kept, and no later card can be better once the
// rest is worth what it could be at most; which is less than the hand, of which each card is
// needed.
void DiscardSearch::choose_by_value() {
  const bool least = goal_ == HandGoal::deadwood;
  const int now = least ? value(search_.run(hand_)) : best_.value;
  bool any = false;
  costs_.for_each(hand_, [&](Tile card) {
    const int limit = least ? now - costs_.cost(card) : now - 1;
    if (any && (least ? best_.value <= limit : best_.value >= limit)) return false;
    Hand rest = hand_;
    rest.remove(card);
    // Only a better card counts.
    const std::int32_t above = any && !least ? (best_.value + 1) * Weights::kScale - 1 : -1;
    const std::int32_t weight = search_.run(rest, above);
    const int after = value(weight);
    if (weight <= above || (any && least && after >= best_.value)) return true;
    best_ = {card, after};
    any = true;
    return true;
  });
}

int DiscardSearch::value(std::int32_t weight) const {
  const std::int32_t counted = goal_ == HandGoal::deadwood ? search_.total() - weight : weight;
  return counted / Weights::kScale;
}

// After the first card that is not needed, or else the best one by what is left.
void DiscardSearch::leave(bool first, KeptHand& next) {
  if (!first) choose_by_value();
  next = {hand_, goal_, best_, first};
  next.hand.remove(best_.card);
}

}  // namespace rummy
