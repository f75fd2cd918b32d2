#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "rummy/hands/group_table.hpp"
#include "rummy/hands/hand.hpp"
#include "rummy/hands/run_table.hpp"

namespace rummy {

// Hands without wild cards of games with one copy of each card, for one goal: what a suit loses
// when only its runs are melded stands in a table by the mask of its ranks, and of most hands no
// group can be made, so that four look-ups are all.
class PlainHands {
 public:
  PlainHands(const HandRules& rules, HandGoal goal, const RunTable& runs, const GroupTable& groups);

  [[nodiscard]] bool fits(const Hand& hand) const {
    return hand.jokers() == 0 && (hand.ranks() & wild_ranks_) == 0;
  }
  [[nodiscard]] int value(const Hand& hand) const {
    const int least = least_loss(hand.suits(), group_ranks(hand));
    return least_is_value_ ? least : -least;
  }
  // Whether the card could lie in a meld of the hand; never false where it could.
  [[nodiscard]] bool could_meld(const Hand& hand, Tile card) const {
    const int place = card.number() - 1;
    if ((group_ranks(hand) >> place & 1U) != 0) return true;
    const std::uint64_t held = hand.held(card.colour());
    const std::uint64_t around = (wraps_ ? held | held << ranks_ : held) << 2;
    // Any three places of a run through the card, which is bit 2.
    const auto run = [](std::uint64_t near) {
      return (near & 3U) == 3U || (near & 10U) == 10U || (near & 24U) == 24U;
    };
    return run(around >> place) || (wraps_ && run(around >> (place + ranks_)));
  }
  // The card without which the hand is worth most, as HandSolver::best_discard.
  [[nodiscard]] Tile best_discard(const Hand& hand, int& value) const;

 private:
  // The cards of a group of rank 1: a bit for every suit, 16 apart.
  struct Group {
    std::uint64_t cards = 0;
    int size = 0;
  };
  struct Groups {
    std::array<Group, 6> list{};
    std::size_t count = 0;
  };

  static std::size_t mask(std::uint64_t suits, int suit) {
    return (suits >> (16 * suit)) & 0xffffU;
  }
  // Ranks of which a group could be made.
  [[nodiscard]] unsigned group_ranks(const Hand& hand) const {
    const unsigned a = hand.held(0);
    const unsigned b = hand.held(1);
    const unsigned c = hand.held(2);
    const unsigned d = hand.held(3);
    const unsigned three = ((a & b) & (c | d)) | ((c & d) & (a | b));
    return three & group_mask_;
  }
  [[nodiscard]] int loss(std::uint64_t suits) const {
    return loss_[mask(suits, 0)] + loss_[mask(suits, 1)] + loss_[mask(suits, 2)] +
           loss_[mask(suits, 3)];
  }
  [[nodiscard]] const Groups& groups_of(std::uint64_t suits, int shift) const {
    const std::uint64_t cards = (suits >> shift) & 0x0001000100010001U;
    return groups_[((cards * 0x0001000200040008U) >> 48) & 15U];
  }

  [[nodiscard]] int least_loss(std::uint64_t suits, unsigned ranks) const {
    if (ranks == 0) [[likely]]
      return loss(suits);
    return search(suits, ranks);
  }
  [[nodiscard]] int search(std::uint64_t suits, unsigned ranks) const;
  [[nodiscard]] std::int32_t search_discard(std::uint64_t suits, unsigned ranks) const;
  [[nodiscard]] std::int32_t discard(std::uint64_t suits) const;

  bool least_is_value_;
  bool wraps_;  // the first rank may follow the last
  int ranks_;
  unsigned wild_ranks_;
  unsigned group_mask_ = 0;
  std::array<std::int16_t, kMaxNumbers> group_card_{};  // loss of a card in a group, by rank - 1
  std::array<Groups, 16> groups_{};                     // by which suits are held
  std::vector<std::int16_t> loss_;                      // of a suit, by its mask
  // The least loss of a suit after a discard, times kTies, and the card as a tie that is broken
  // towards what costs most and then towards the fixed order of cards.
  std::vector<std::int32_t> after_;
};

}  // namespace rummy
