#include "rummy/draw_game/referee.hpp"

#include <algorithm>

#include "rummy/hands/meld_ruling.hpp"

namespace rummy {

namespace {

// The cards that lead from an old meld to a new one, each at the front or the back; false where the
// new one is not the old one grown.
bool grown_by(const HandRules& rules, const HandMeld& old, const HandMeld& now, int place,
              std::vector<LayOffMove>& moves) {
  if (old.kind != now.kind || now.length < old.length) return false;
  if (old.kind == HandMeldKind::group) {
    Hand more;
    for (const Tile tile : now.tiles()) more.add(tile);
    for (const Tile tile : old.tiles()) {
      if (!more.contains(tile)) return false;
      more.remove(tile);
    }
    more.for_each([&](Tile tile, int copies) {
      for (int i = 0; i < copies; ++i) moves.push_back({place, tile, false});
    });
    return true;
  }
  const auto cards = now.tiles();
  const auto kept = old.tiles();
  for (std::size_t shift = 0; shift + kept.size() <= cards.size(); ++shift) {
    const auto first = cards.begin() + static_cast<std::ptrdiff_t>(shift);
    if (!std::equal(kept.begin(), kept.end(), first)) continue;
    std::vector<LayOffMove> found;
    for (std::size_t i = shift; i > 0; --i) found.push_back({place, cards[i - 1], true});
    for (std::size_t i = shift + kept.size(); i < cards.size(); ++i) {
      found.push_back({place, cards[i], false});
    }
    HandMeld meld = old;
    bool fits = true;
    for (const LayOffMove& move : found) {
      const auto next = fits ? extended(rules, meld, move.card, move.front) : std::nullopt;
      fits = next.has_value();
      if (fits) meld = *next;
    }
    if (!fits) continue;
    moves.insert(moves.end(), found.begin(), found.end());
    return true;
  }
  return false;
}

}  // namespace

TurnPlay play_between(const CompiledDraw& rules, const CardNames& names,
                      std::span<const HandMeld> before, std::span<const HandMeld> after) {
  TurnPlay play;
  std::vector<bool> used(after.size(), false);
  std::vector<bool> found(before.size(), false);
  // Unchanged melds first, so that no other takes their place.
  for (const bool grown : {false, true}) {
    for (std::size_t i = 0; i < before.size(); ++i) {
      for (std::size_t j = 0; j < after.size() && !found[i]; ++j) {
        if (used[j] || (!grown && after[j].length != before[i].length)) continue;
        if (!grown_by(rules.hand_rules(), before[i], after[j], static_cast<int>(i),
                      play.lay_offs)) {
          continue;
        }
        used[j] = found[i] = true;
      }
    }
  }
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (!found[i]) {
      throw InputError("the meld \"" + meld_text(names, before[i]) +
                       "\" is not found again in the result");
    }
  }
  for (std::size_t j = 0; j < after.size(); ++j) {
    if (used[j]) continue;
    (after[j].length == 2 ? play.pairs : play.melds).push_back(after[j]);
  }
  return play;
}

LayingRuling rule_on_laying(const CompiledDraw& rules, const LayingTurn& turn) {
  LayingRuling ruling;
  std::vector<LaidMeld> table;
  for (std::size_t i = 0; i < turn.table.size(); ++i) {
    table.push_back({turn.owners[i], turn.table[i].length == 2, turn.table[i]});
  }
  DrawView view;
  view.rules = &rules;
  view.players = std::max(rules.players(), rules.rules().players_min);
  view.own_turn = turn.own_turn;
  view.hand = &turn.hand;
  view.opened[0] = turn.opened;
  view.totals[0] = turn.total_before;
  view.table = table;
  const CardNames names = card_names(rules, Tile::joker());
  TurnPlay play;
  try {
    play = play_between(rules, names, turn.table, turn.result);
  } catch (const InputError& error) {
    ruling.reason = error.what();
    return ruling;
  }
  for (const HandMeld& meld : play.melds) ruling.points += meld.points;
  Hand rest = turn.hand;
  Hand laid;
  for (const HandMeld& meld : play.melds) {
    for (const Tile tile : meld.tiles()) laid.add(tile);
  }
  for (const HandMeld& meld : play.pairs) {
    for (const Tile tile : meld.tiles()) laid.add(tile);
  }
  for (const LayOffMove& move : play.lay_offs) laid.add(move.card);
  if (rest.empty()) {
    rest = laid;  // a partial hand: what is laid
    view.hand = &rest;
  }
  ruling.reason = why_not_laid(view, play);
  if (ruling.reason.empty() && turn.hand_after) {
    Hand left = rest;
    laid.for_each([&](Tile tile, int copies) {
      for (int i = 0; i < copies; ++i) left.remove(tile);
    });
    Hand kept = *turn.hand_after;
    if (left != kept) {
      ruling.reason = "the hand after the turn is \"" + hand_text(names, kept) +
                      "\", but what is left is \"" + hand_text(names, left) + "\"";
    }
    ruling.ends =
        left.size() == 1 || (left.empty() && rules.rules().last_discard == LastDiscard::optional);
    if (left.empty() && rules.rules().last_discard == LastDiscard::required) {
      ruling.reason = "the last card must be discarded, not laid";
    }
  }
  ruling.legal = ruling.reason.empty();
  return ruling;
}

}  // namespace rummy
