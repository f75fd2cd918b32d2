#pragma once

#include <string>
#include <vector>

#include "rummy/draw_game/card_text.hpp"
#include "rummy/draw_game/game.hpp"

namespace rummy {

// What a turn of laying looked like, for a ruling on it.
struct LayingTurn {
  std::vector<HandMeld> table;  // before, and whose: 0 is the seat's own, others are others'
  std::vector<int> owners;
  std::vector<HandMeld> result;  // after
  Hand hand;                     // after the draw, before anything is laid
  bool opened = false;           // has laid melds in this deal
  int total_before = 0;          // points of the match
  int own_turn = 2;              // the lap
  // With it: what is left, the discard included, which then must fit. Without: the hand may be
  // partial, and nothing is said about the end.
  std::optional<Hand> hand_after;
};

struct LayingRuling {
  bool legal = false;
  std::string reason;
  int points = 0;     // of the first lay-down, legal or not
  bool ends = false;  // nothing is left, or one card that is discarded
};

// Rules on a turn by the melds before and after it: every old meld is found again whole, alone or
// with cards laid off on it; all other melds are new.
[[nodiscard]] LayingRuling rule_on_laying(const CompiledDraw& rules, const LayingTurn& turn);

// The play that makes one table of another; throws InputError where an old meld is gone.
[[nodiscard]] TurnPlay play_between(const CompiledDraw& rules, const CardNames& names,
                                    std::span<const HandMeld> before,
                                    std::span<const HandMeld> after);

// A turn's play is legal but for its end: what is laid, not what is discarded.
[[nodiscard]] std::string why_not_laid(const DrawView& view, const TurnPlay& play);

}  // namespace rummy
