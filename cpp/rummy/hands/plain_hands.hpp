#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "rummy/hands/group_table.hpp"
#include "rummy/hands/hand.hpp"
#include "rummy/hands/hand_plan.hpp"

namespace rummy {

struct HandTables;

// The melds of a plan as cards, where every row of neighbours is one run.
struct PlainMelds {
  CardSet runs = 0;
  CardSet groups = 0;
};

// Hands without wild cards of games with one copy of each card, for one goal: what a suit loses
// when only its runs are melded stands in a table by the mask of its ranks, and of most hands no
// group can be made, so that four look-ups are all.
class PlainHands {
 public:
  PlainHands(const HandTables& tables, HandGoal goal);

  [[nodiscard]] bool fits(const Hand& hand) const {
    return hand.jokers() == 0 && (hand.suits() & wild_cards_) == 0;
  }
  [[nodiscard]] int value(const Hand& hand) const {
    return value_of(least<After::hold>(hand.suits(), group_ranks(hand.suits())));
  }
  // Whether the card could lie in a meld of the hand; never false where it could.
  [[nodiscard]] bool could_meld(const Hand& hand, Tile card) const {
    const int suit = Hand::place_of(card) & 48;
    const int place = Hand::place_of(card) & 15;
    if (groups_of(hand.suits(), place).count > 0) return true;
    const std::uint64_t held = hand.suits() >> suit & 0xffffU;
    const std::uint64_t around = (wraps_ ? held | held << ranks_ : held) << 2;
    // Any three places of a run through the card, which is bit 2 of five.
    constexpr std::uint32_t kRuns = [] {
      std::uint32_t runs = 0;
      for (unsigned near = 0; near < 32; ++near) {
        if ((near & 3U) == 3U || (near & 10U) == 10U || (near & 24U) == 24U) runs |= 1U << near;
      }
      return runs;
    }();
    const std::uint32_t low = kRuns >> (around >> place & 31U);
    return (low & 1U) != 0 || (wraps_ && (kRuns >> (around >> (place + ranks_) & 31U) & 1U) != 0);
  }
  // Whether a card of the hand could be laid off on a meld of another one; never false where it
  // could.
  [[nodiscard]] bool could_lay_off(const Hand& hand, const Hand& melded) const {
    const std::uint64_t held = melded.suits();
    const std::uint64_t runs = held & held >> 1 & held >> 2;  // where three in a row begin
    const std::uint64_t groups = group_ranks(held) * kEachSuit;
    return wraps_ || (hand.suits() & (runs >> 1 | runs << 3 | groups)) != 0;
  }
  // The card without which the hand is worth most, as HandSolver::best_discard.
  [[nodiscard]] Tile best_discard(const Hand& hand, int& value) const {
    const std::int32_t best = least<After::discard>(hand.suits(), group_ranks(hand.suits()));
    value = value_of(best);
    return {best & 3, (best >> 2) & 15};
  }

  // The groups of the plan that comes first in the order, as HandSearch finds them.
  struct Choice {
    std::array<RankGroups, kMaxNumbers> groups;
    std::size_t count = 0;
    std::uint64_t rest = 0;  // the cards in none
    std::int32_t weight = -1;
  };
  void choose_groups(const Hand& hand, Choice& best) const;
  // Whether any three neighbours or more of a suit are one run, whatever they are.
  [[nodiscard]] bool rows_are_runs() const { return rows_are_runs_; }
  // The melds of that plan, where they are.
  [[nodiscard]] PlainMelds melds(const Hand& hand) const {
    CardSet rest = hand.suits();
    if (group_ranks(rest) != 0) rest = rest_of_groups(hand);
    const CardSet starts = rest & rest >> 1 & rest >> 2;
    return {starts | starts << 1 | starts << 2, hand.suits() & ~rest};
  }

 private:
  // Losses leave so many bits below them for a tie between cards: the cost (6 bits, the greatest
  // first), the rank (4), the suit (2).
  static constexpr int kTieBits = 12;

  // The cards of a group of rank 1: a bit for every suit, 16 apart.
  struct Group {
    std::uint64_t cards = 0;
    int size = 0;
    const GroupTable::Option* option = nullptr;
  };
  struct Groups {
    std::array<Group, 6> list{};
    std::size_t count = 0;
  };
  // The cards of a suit.
  struct Suit {
    std::int32_t loss = 0;
    // What is added by the discard that leaves least, with the card as a tie: towards what costs
    // most, then the fixed order of cards. Where there is no card it is more than any loss.
    std::int32_t discard = 0;
  };

  [[nodiscard]] const Suit& suit(std::uint64_t suits, int suit) const {
    return suits_[(suits >> (16 * suit)) & 0xffffU];
  }
  // Ranks of which a group could be made: those that three suits hold.
  [[nodiscard]] unsigned group_ranks(std::uint64_t suits) const {
    const std::uint64_t both = suits & suits >> 16;  // the first two suits, and the last two
    const std::uint64_t any = suits | suits >> 16;
    return static_cast<unsigned>((both & any >> 32) | (both >> 32 & any)) & group_mask_;
  }
  [[nodiscard]] std::int32_t loss(std::uint64_t suits) const {
    return suit(suits, 0).loss + suit(suits, 1).loss + suit(suits, 2).loss + suit(suits, 3).loss;
  }
  // The least loss after a discard.
  [[nodiscard]] std::int32_t discard(std::uint64_t suits) const {
    const std::int32_t first = std::min(suit(suits, 0).discard, suit(suits, 1).discard + 1);
    const std::int32_t last = std::min(suit(suits, 2).discard + 2, suit(suits, 3).discard + 3);
    return loss(suits) + std::min(first, last);
  }
  [[nodiscard]] int value_of(std::int32_t loss) const {
    return least_is_value_ ? loss >> kTieBits : -(loss >> kTieBits);
  }
  [[nodiscard]] const Groups& groups_of(std::uint64_t suits, int shift) const {
    const std::uint64_t cards = (suits >> shift) & kEachSuit;
    return groups_[((cards * 0x0001000200040008U) >> 48) & 15U];
  }

  // The least over all choices of groups of these ranks of what they lose and what is lost of the
  // rest, as it is or after a discard. Of most hands no group can be made.
  enum class After { hold, discard };
  template <After kAfter>
  [[nodiscard]] std::int32_t least(std::uint64_t suits, unsigned ranks) const {
    if (ranks != 0) [[unlikely]]
      return search<kAfter>(suits, ranks);
    return without_groups<kAfter>(suits);
  }
  template <After kAfter>
  [[nodiscard]] std::int32_t without_groups(std::uint64_t suits) const {
    return kAfter == After::hold ? loss(suits) : discard(suits);
  }
  // With a rank at least; mostly it is one, and nothing is called.
  template <After kAfter>
  [[nodiscard]] std::int32_t search(std::uint64_t suits, unsigned ranks) const;
  template <After kAfter>
  [[nodiscard, gnu::noinline]] std::int32_t search_ranks(std::uint64_t suits, unsigned ranks) const;
  // The least of `rest` over the choices of groups of the lowest of these ranks.
  template <typename Rest>
  [[nodiscard]] std::int32_t least_of_rank(std::uint64_t suits, unsigned ranks, Rest&& rest) const {
    const int shift = std::countr_zero(ranks);
    const Groups& groups = groups_of(suits, shift);
    const std::int32_t card = group_card_[static_cast<std::size_t>(shift)];
    std::int32_t found = rest(suits);
    for (std::size_t i = 0; i < groups.count; ++i) {
      const Group& group = groups.list[i];
      found = std::min(found, group.size * card + rest(suits & ~(group.cards << shift)));
    }
    return found;
  }
  [[nodiscard]] CardSet rest_of_groups(const Hand& hand) const;
  void choose(std::uint64_t suits, unsigned ranks, Choice& now, Choice& best) const;

  bool least_is_value_;
  bool wraps_;  // the first rank may follow the last
  bool rows_are_runs_;
  int ranks_;
  std::uint64_t wild_cards_;
  unsigned group_mask_ = 0;
  std::array<std::int32_t, kMaxNumbers> group_card_{};    // loss of a card in a group, by rank - 1
  std::array<Groups, 16> groups_{};                       // by which suits are held
  std::vector<Suit> suits_;                               // by the mask of the ranks, as the next
  std::vector<std::int32_t> run_weights_;                 // of the best runs
  std::array<std::int32_t, kMaxNumbers> card_weights_{};  // of a card in a group, by rank - 1
};

}  // namespace rummy
