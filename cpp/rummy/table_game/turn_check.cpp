#include "rummy/table_game/turn_check.hpp"

#include <algorithm>

#include "rummy/melds/exchange.hpp"
#include "rummy/melds/reading.hpp"
#include "rummy/tiles/notation.hpp"

namespace rummy {

namespace {

// The new melds, when the old ones all lie unchanged in the result; nothing otherwise.
std::optional<Table> laid_beside(const CompiledRules& rules, const Table& before,
                                 const Table& after) {
  Table fresh = after;
  for (const Meld& old : before) {
    const auto found = std::find_if(fresh.begin(), fresh.end(),
                                    [&](const Meld& meld) { return same_meld(meld, old, rules); });
    if (found == fresh.end()) return std::nullopt;
    fresh.erase(found);
  }
  return fresh;
}

std::string why_no_opening(const CompiledRules& rules, const Position& before, const Play& play,
                           Solver& solver) {
  const OpeningRules& opening = rules.rules().opening;
  if (!opening.continues_turn && !laid_beside(rules, before.table, play.table)) {
    return "an opening is made of own tiles and leaves the table as it is";
  }
  const int points = solver.opening_points(play.placed, !opening.continues_turn);
  if (points < 0) return "an opening needs a meld of own tiles alone";
  if (points < opening.min_points) {
    return "the opening counts " + std::to_string(points) + " points and needs " +
           std::to_string(opening.min_points);
  }
  return {};
}

bool shares_a_face(const Meld& a, const Meld& b) {
  return std::any_of(a.tiles().begin(), a.tiles().end(), [&b](Tile tile) {
    return std::find(b.tiles().begin(), b.tiles().end(), tile) != b.tiles().end();
  });
}

}  // namespace

std::string why_illegal(const CompiledRules& rules, const Position& before, const Play& play,
                        Solver& solver) {
  if (play.placed.empty()) return "a play lays at least one tile of the rack";
  if (!before.rack.includes(play.placed))
    return "laid " + to_text(play.placed) + " from a rack that lacks some of it";
  TileBag to_rack = play.to_rack;
  to_rack.remove(Tile::joker(), to_rack.jokers());
  if (!to_rack.empty()) return "the table tiles " + to_text(to_rack) + " may not go to a rack";
  if (bag_of(before.table) + play.placed != bag_of(play.table) + play.to_rack) {
    return "tiles were lost or came from nowhere";
  }
  for (const Meld& meld : play.table) {
    if (!is_legal(meld, rules)) return why_illegal(meld, rules);
  }
  if (!before.opened) {
    std::string reason = why_no_opening(rules, before, play, solver);
    if (!reason.empty() || !rules.rules().opening.continues_turn) return reason;
  }
  std::string reason;
  if (!exchange_legal(rules, before.table, play.table, play.placed, play.to_rack, &reason)) {
    return reason.empty() ? "the table rules do not allow this" : reason;
  }
  return {};
}

void check_attempt(const Position& before, const Play& attempt) {
  if (!before.rack.includes(attempt.placed)) {
    throw InputError("the turn laid " + to_text(attempt.placed) + ", which the rack does not hold");
  }
  if (bag_of(before.table) + attempt.placed != bag_of(attempt.table)) {
    throw InputError("the turn left a table that lost tiles or got them from nowhere");
  }
}

bool finished_part(const CompiledRules& rules, const Position& before, const Play& attempt,
                   Solver& solver, Play& kept) {
  if (rules.rules().turn.failure_revert == FailureRevert::all) return false;
  // Melds that did not change hang together with nothing.
  Table pieces = attempt.table;
  Table old = before.table;
  kept.table.clear();
  std::erase_if(old, [&](const Meld& meld) {
    const auto same = std::find(pieces.begin(), pieces.end(), meld);
    if (same == pieces.end()) return false;
    kept.table.push_back(meld);
    pieces.erase(same);
    return true;
  });
  // Spread what is unfinished until it is whole.
  std::vector<bool> bad_piece;
  for (const Meld& piece : pieces) bad_piece.push_back(!is_legal(piece, rules));
  std::vector<bool> bad_old(old.size(), false);
  for (bool grew = true; grew;) {
    grew = false;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      for (std::size_t j = 0; j < old.size(); ++j) {
        if (bad_piece[i] != bad_old[j] && shares_a_face(pieces[i], old[j])) {
          bad_piece[i] = bad_old[j] = grew = true;
        }
      }
    }
  }
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (!bad_piece[i]) kept.table.push_back(pieces[i]);
  }
  for (std::size_t j = 0; j < old.size(); ++j) {
    if (bad_old[j]) kept.table.push_back(old[j]);
  }
  kept.placed = bag_of(kept.table) - bag_of(before.table);
  kept.to_rack = {};
  kept.count = kept.placed.size();
  kept.points = rules.points(kept.placed);
  return kept.count > 0 && why_illegal(rules, before, kept, solver).empty();
}

}  // namespace rummy
