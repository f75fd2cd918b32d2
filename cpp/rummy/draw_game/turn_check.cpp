#include <algorithm>
#include <string>

#include "rummy/draw_game/card_text.hpp"
#include "rummy/draw_game/game.hpp"
#include "rummy/draw_game/meld_check.hpp"
#include "rummy/draw_game/referee.hpp"

namespace rummy {

namespace {

std::string counted(int count, const char* noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

// The state of one check: what is left of the hand, and the table as it grows.
struct Check {
  const DrawView& view;
  const TurnPlay& play;
  const DrawRules& rules;
  Hand rest;
  std::vector<LaidMeld> table;

  [[nodiscard]] std::string text(Tile tile) const { return card_text(view, tile); }

  std::string take(Tile tile) {
    if (!rest.contains(tile)) return text(tile) + " is not in the hand";
    rest.remove(tile);
    return {};
  }

  std::string lay_melds() {
    for (const HandMeld& meld : play.melds) {
      for (const Tile tile : meld.tiles()) {
        if (std::string why = take(tile); !why.empty()) return why;
      }
      if (std::string why = why_no_meld(view.rules->hand_rules(), meld); !why.empty()) {
        return "\"" + meld_text(view, meld) + "\" is no meld: " + why;
      }
      int points = 0;
      for (std::size_t i = 0; i < meld.length; ++i) {
        points += points_as(view.rules->hand_rules(), meld.cards[i], meld.stands_for[i]);
      }
      if (points != meld.points) return "\"" + meld_text(view, meld) + "\" counts differently";
      table.push_back({view.seat, false, meld});
    }
    for (const HandMeld& pair : play.pairs) {
      if (rules.opening.pairs == 0) return "pairs are not laid in this game";
      for (const Tile tile : pair.tiles()) {
        if (std::string why = take(tile); !why.empty()) return why;
      }
      if (!is_pair(pair)) return "\"" + meld_text(view, pair) + "\" is no pair of equal tiles";
      table.push_back({view.seat, true, pair});
    }
    return {};
  }

  std::string check_opening() const {
    const auto seat = static_cast<std::size_t>(view.seat);
    if (view.opened[seat]) {
      if (view.by_pairs[seat] && !play.melds.empty()) {
        return "who opened with pairs lays only pairs, and lays off";
      }
      if (!view.by_pairs[seat] && !play.pairs.empty()) return "who opened with melds lays no pairs";
      return {};
    }
    if (play.melds.empty() && play.pairs.empty()) {
      return play.lay_offs.empty() ? "" : "cards are laid off only after an own meld is laid";
    }
    if (!play.pairs.empty()) {
      if (!play.melds.empty()) return "an opening is of melds or of pairs, not of both";
      const auto pairs = static_cast<int>(play.pairs.size());
      if (pairs >= rules.opening.pairs) return {};
      return "the opening has " + counted(pairs, "pair") + "; it needs " +
             std::to_string(rules.opening.pairs);
    }
    int points = 0;
    for (const HandMeld& meld : play.melds) points += meld.points;
    if (points >= view.opening_points()) return {};
    return "the first lay-down counts " + counted(points, "point") + "; it needs " +
           std::to_string(view.opening_points());
  }

  std::string lay_off() {
    for (const LayOffMove& move : play.lay_offs) {
      if (move.meld < 0 || move.meld >= static_cast<int>(table.size())) {
        return "there is no meld " + std::to_string(move.meld + 1) + " on the table";
      }
      LaidMeld& laid = table[static_cast<std::size_t>(move.meld)];
      const std::string meld = "\"" + meld_text(view, laid.meld) + "\"";
      if (rules.laying.lay_off == LayOff::none) return "nothing is laid off in this game";
      if (rules.laying.lay_off == LayOff::own && laid.owner != view.seat) {
        return meld + " is another player's; cards are laid off on own melds only";
      }
      if (laid.pair) return "nothing is laid off on a pair";
      if (std::string why = take(move.card); !why.empty()) return why;
      const auto grown = extended(view.rules->hand_rules(), laid.meld, move.card, move.front);
      if (!grown) return text(move.card) + " does not fit " + meld;
      laid.meld = *grown;
    }
    return {};
  }

  std::string check_taken() const {
    if (!view.taken) return {};
    const Tile taken = *view.taken;
    if (rules.draw.must_use && rest.count(taken) >= view.hand->count(taken)) {
      return text(taken) + " was taken from the pile and must be laid in the same turn";
    }
    const bool returned = play.discard == taken && view.hand->count(taken) == 1;
    if (returned && !rules.draw.return_taken) {
      return text(taken) + " was taken from the pile and may not be discarded in the same turn";
    }
    return {};
  }

  std::string check_show() const {
    const HandSolver& solver = view.rules->solver();
    if (rules.end_by == EndBy::empty) return "no hand is shown in this game";
    if (rules.end_by == EndBy::hand) {
      if (!play.discard) return "who shows a hand discards a tile";
      if (solver.all_melded(rest)) return {};
      if (rules.melds.pairs > 0 && solver.pairs(rest) >= rules.melds.pairs) return {};
      return "the hand is not whole: a tile is in no meld" +
             std::string(rules.melds.pairs > 0
                             ? ", and it has no " + std::to_string(rules.melds.pairs) + " pairs"
                             : "");
    }
    // Judged on the hand after the discard (GIN).
    const int deadwood = solver.deadwood(rest);
    if (!play.discard) {
      if (rules.scoring.big_gin_bonus == 0) return "there is no big gin; discard a card";
      return deadwood == 0 ? "" : "big gin needs every card melded; discard a card";
    }
    if (deadwood <= view.knock_limit) return {};
    return "the deadwood is " + std::to_string(deadwood) + "; a knock needs " +
           std::to_string(view.knock_limit) + " or less";
  }

  std::string check_discard() {
    if (play.discard) {
      if (std::string why = take(*play.discard); !why.empty()) return why;
      return {};
    }
    if (play.show) return {};  // check_show knows whether that is allowed
    if (rules.end_by != EndBy::empty || !rest.empty()) return "a turn ends with one discard";
    if (rules.last_discard == LastDiscard::required) {
      return "the last card must be discarded, not laid";
    }
    return {};
  }
};

}  // namespace

int DrawView::opening_points() const {
  const DrawOpeningRules& opening = rules->rules().opening;
  const bool late =
      opening.late_total && totals[static_cast<std::size_t>(seat)] > *opening.late_total;
  return late ? std::max(opening.min_points, opening.late_points) : opening.min_points;
}

namespace {

Check begin_check(const DrawView& view, const TurnPlay& play) {
  return {view, play, view.rules->rules(), *view.hand, {view.table.begin(), view.table.end()}};
}

std::string check_laid(Check& check) {
  const TurnPlay& play = check.play;
  const bool lays = play.lays();
  if (lays && check.rules.laying.when == LayingWhen::show) {
    return "melds are not laid in the course of play";
  }
  if (lays && !check.view.may_lay()) return "melds may not be laid in the first lap";  // ARG-09
  std::string why = check.lay_melds();
  if (why.empty() && lays) why = check.check_opening();
  if (why.empty()) why = check.lay_off();
  return why;
}

}  // namespace

std::string why_not_laid(const DrawView& view, const TurnPlay& play) {
  Check check = begin_check(view, play);
  return check_laid(check);
}

std::string why_illegal(const DrawView& view, const TurnPlay& play) {
  Check check = begin_check(view, play);
  std::string why = check_laid(check);
  if (why.empty()) why = check.check_discard();
  if (why.empty()) why = check.check_taken();
  if (why.empty() && play.show) why = check.check_show();
  return why;
}

}  // namespace rummy
