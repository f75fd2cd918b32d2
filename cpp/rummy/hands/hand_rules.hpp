#pragma once

#include <array>
#include <cstdint>

#include "rummy/base/enums.hpp"
#include "rummy/rules/rules.hpp"

namespace rummy {

inline constexpr int kHandSuits = 4;
inline constexpr int kHandCopies = 2;
inline constexpr int kHandJokers = 8;
inline constexpr int kMaxCardValue = 50;   // of a card that is not wild
inline constexpr int kMaxWildValue = 200;  // of a joker or a card of a wild rank
inline constexpr int kMaxHand = kHandSuits * kMaxNumbers * kHandCopies + kHandJokers;

// What a wild card counts in the points of its meld: what it is worth itself, or what the card
// counts that it stands for.
enum class WildWorth { own, stands_for };

// All that the melds of a hand depend on, as plain data; the defaults are gin (GIN).
// A card is *wild* when it is a joker or when its rank is in `wild_ranks`; it may stand for any
// card. Okey's wild tiles are jokers here, and its false okeys are plain tiles of the okey's face:
// whoever fills a Hand translates (CompiledDraw::exchange does), so that one solver serves every
// indicator.
struct HandRules {
  int suits = 4;   // 1..4: suits or colours
  int ranks = 13;  // 3..15: ranks or numbers, rank 1 is the ace
  int copies = 1;  // 1..2 of each card
  int jokers = 0;  // 0..8

  std::uint16_t wild_ranks = 0;  // bit r - 1: the cards of rank r are wild (ARG-12: twos)
  bool natural_wilds = false;    // such a card may also lie as the card that is printed on it

  int min_length = 3;                // of a run and of a group
  int run_max = kNoLimit;            // no limit: the count of ranks
  RunWrap run_wrap = RunWrap::none;  // ace_high: rank 1 also follows the last rank and ends the run
  int group_max = 4;
  bool group_repeats = false;  // a suit may come twice in a group

  int group_wilds = kNoLimit;  // wild cards in one group
  int run_wilds = kNoLimit;    // wild cards in one run
  bool different_wilds =
      false;  // the wild cards of one group differ: a joker and a two, never two twos
  bool adjacent_wilds = true;  // wild cards may lie side by side in a run
  int min_naturals = 1;        // 1..: cards in a meld that are not wild

  // What a card counts in a meld and what it costs in the hand, by rank (index 0 is not used).
  std::array<std::int16_t, kMaxNumbers + 1> points{0, 1, 2,  3,  4,  5,  6, 7,
                                                   8, 9, 10, 10, 10, 10, 0, 0};
  std::array<std::int16_t, kMaxNumbers + 1> deadwood{0, 1, 2,  3,  4,  5,  6, 7,
                                                     8, 9, 10, 10, 10, 10, 0, 0};
  int low_ace_points = kNoLimit;  // of rank 1 as the first of a run; no limit: as everywhere
  WildWorth wild_worth = WildWorth::own;
  int joker_points = 0;  // under WildWorth::own
  int joker_deadwood = 0;
  // A card of a wild rank counts points[rank] as what it is, wild_points where it is wild.
  std::array<std::int16_t, kMaxNumbers + 1> wild_points{};

  [[nodiscard]] bool is_wild_rank(int rank) const { return ((wild_ranks >> (rank - 1)) & 1U) != 0; }
  [[nodiscard]] int longest_run() const { return run_max == kNoLimit ? ranks : run_max; }
  friend bool operator==(const HandRules&, const HandRules&) = default;
};

// The wild cards that the game has in all.
[[nodiscard]] int max_wilds(const HandRules& rules);

void validate(const HandRules& rules);  // throws InputError at the first contradiction

}  // namespace rummy
