#include "rummy/draw_game/meld_check.hpp"

#include "rummy/draw_game/lay_off.hpp"

namespace rummy {

// A meld is its first two cards, grown card by card: `extended` is the one place that knows how.
std::string why_no_meld(const HandRules& rules, const HandMeld& meld) {
  if (meld.length < rules.min_length) {
    return "it has " + std::to_string(meld.length) + " cards; a meld has at least " +
           std::to_string(rules.min_length);
  }
  HandMeld grown;
  grown.kind = meld.kind;
  int naturals = 0;
  for (std::size_t i = 0; i < meld.length; ++i) {
    const bool wild = is_wild_as(rules, meld.cards[i], meld.stands_for[i]);
    if (!wild && meld.cards[i] != meld.stands_for[i]) return "a card stands for another";
    if (!wild) ++naturals;
    const auto next =
        i == 0 ? extended_first(rules, meld) : extended(rules, grown, meld.cards[i], false);
    const bool fits =
        next && (meld.kind == HandMeldKind::group || next->stands_for[i] == meld.stands_for[i]);
    if (!fits) {
      return meld.kind == HandMeldKind::group ? "its cards do not form a group"
                                              : "its cards do not form a run";
    }
    grown = *next;
  }
  if (naturals < rules.min_naturals) return "it has too few cards that are not wild";
  return {};
}

bool is_pair(const HandMeld& meld) {
  if (meld.length != 2) return false;
  for (std::size_t i = 0; i < 2; ++i) {
    if (!meld.cards[i].is_joker() && meld.cards[i] != meld.stands_for[i]) return false;
  }
  return meld.stands_for[0] == meld.stands_for[1];
}

}  // namespace rummy
