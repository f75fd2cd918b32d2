#pragma once

#include <cstdint>

#include "rummy/draw_game/compiled_draw.hpp"
#include "rummy/rules/per_seat.hpp"

namespace rummy {

// How a deal ended. knock, gin, big_gin and undercut: a hand was shown (GIN); a knock that pays
// nobody, equal deadwood with the tie no undercut, is a knock. out: the last card was laid or
// discarded (ARG-17, ARG-18, OK101). hand, pairs: a whole hand was shown (OKEY). stock_empty:
// nobody did. cap: the turn cap was reached, which is no result.
enum class DrawEnding { knock, gin, big_gin, undercut, out, hand, pairs, stock_empty, cap };
template <>
struct EnumNames<DrawEnding> {
  static constexpr std::string_view kWhat = "ending";
  static constexpr std::array<std::string_view, 9> kNames = {
      "knock", "gin", "big_gin", "undercut", "out", "hand", "pairs", "stock_empty", "cap"};
};

// What the count at the end of a deal needs to know.
struct DrawDealEnd {
  int players = 0;
  DrawEnding ending = DrawEnding::out;
  int closer = -1;             // who showed a hand or went out; -1: nobody
  PerSeat<int> hand_points{};  // deadwood after lay-offs; elsewhere what the cards of the hand cost
  PerSeat<int> laid_points{};  // scoring.count = laid_less_hand
  PerSeat<bool> opened{};      // has laid melds
  PerSeat<bool> by_pairs{};    // opened with pairs, or shows pairs
  PerSeat<int> long_runs{};    // runs of at least scoring.long_run cards that each has laid
  bool wild_discard = false;   // the last discard was a wild card (OKEY)
  int factor = 1;              // Oklahoma: 2 where spades were turned up
  int cutter = -1;             // whose cut was exact (ARG-04); -1: nobody's
};

struct DrawScores {
  PerSeat<int> scores{};
  PerSeat<int> win_shares{};  // in sixtieths, all seats alike where nobody won; all 0 after a cap
  std::uint8_t winners = 0;   // bit per seat
};

// The scores of a deal; nobody wins one that the cap stopped, nor one with an empty stock where
// only a shown hand wins (GIN: void, OKEY: an empty round). By scoring.count: difference (GIN): the
// knocker gets the difference in deadwood, with scoring.gin_bonus or
//   big_gin_bonus; who holds less than the knocker (or, under undercut_tie, as much) undercuts and
//   gets the difference and the bonus. Everything times the factor.
// fixed (OKEY): each other seat loses scoring.loss, times pairs_factor for a hand of pairs, times
//   wild_discard_factor when the last discard was wild.
// laid_less_hand (ARG): what each has laid less what it holds; each other seat pays
//   scoring.long_run_penalty for a long run; the closer gets closer_bonus. The highest score wins.
// hand (OK101): each loses what it holds, or unopened_penalty where it never laid, times
// pairs_factor
//   where it opened with pairs; the closer gets closer_bonus. The highest score wins.
[[nodiscard]] DrawScores score_draw_deal(const DrawRules& rules, const DrawDealEnd& end);

// Whether a match has ended: match.games deals are played, a total has reached match.target, or,
// under match.start, one has come down to 0 (OKEY).
[[nodiscard]] bool draw_match_over(const DrawRules& rules, int players, int deals,
                                   const PerSeat<int>& totals);
// Who won it, a bit per seat: the highest total whoever's turn it was when the target was crossed
// (ARG-21), or the most deals won; equal ones are parted by the other of the two, what is still
// equal is shared. `deals_won` in sixtieths.
[[nodiscard]] std::uint8_t draw_match_winners(const DrawRules& rules, int players,
                                              const PerSeat<int>& totals,
                                              const PerSeat<int>& deals_won);
// The final points: totals with match.box_bonus for each deal won, and for a single winner
// match.game_bonus; all that the winner has times match.shutout_factor where nobody else won a
// deal.
[[nodiscard]] PerSeat<int> draw_match_points(const DrawRules& rules, int players,
                                             const PerSeat<int>& totals,
                                             const PerSeat<int>& deals_won);

}  // namespace rummy
