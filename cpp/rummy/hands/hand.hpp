#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "rummy/base/bits.hpp"
#include "rummy/hands/hand_rules.hpp"
#include "rummy/tiles/tile.hpp"
#include "rummy/tiles/tile_bag.hpp"

namespace rummy {

// Cards that are no jokers, each once: 16 bits for each suit, the first suit lowest, bit rank - 1.
using CardSet = std::uint64_t;
inline constexpr CardSet kEachSuit = 0x0001000100010001U;
[[nodiscard]] constexpr CardSet set_of(Tile card) {
  return CardSet{1} << (16 * card.colour() + card.number() - 1);
}

// A hand of cards as bit masks: for every suit the ranks that are held (bit rank - 1) and those
// that are held twice, and the jokers. No card is held more than twice.
class Hand {
 public:
  using Mask = std::uint16_t;

  constexpr Hand() = default;
  explicit Hand(const TileBag& bag) {
    bag.for_each([&](Tile tile, int copies) {
      for (int i = 0; i < copies; ++i) add(tile);
    });
  }

  [[nodiscard]] constexpr Mask held(int suit) const { return one_[static_cast<std::size_t>(suit)]; }
  [[nodiscard]] constexpr Mask twice(int suit) const {
    return two_[static_cast<std::size_t>(suit)];
  }
  [[nodiscard]] constexpr int jokers() const { return jokers_; }
  [[nodiscard]] constexpr int count(Tile tile) const {
    if (tile.is_joker()) return jokers_;
    const int shift = tile.number() - 1;
    return ((held(tile.colour()) >> shift) & 1) + ((twice(tile.colour()) >> shift) & 1);
  }
  [[nodiscard]] constexpr bool contains(Tile tile) const { return count(tile) > 0; }
  [[nodiscard]] constexpr int size() const {
    return bit_count(std::bit_cast<std::uint64_t>(one_), std::bit_cast<std::uint64_t>(two_)) +
           jokers_;
  }
  [[nodiscard]] constexpr bool empty() const { return suits() == 0 && jokers_ == 0; }
  // The cards held.
  [[nodiscard]] constexpr CardSet suits() const {
    return held(0) | std::uint64_t{held(1)} << 16 | std::uint64_t{held(2)} << 32 |
           std::uint64_t{held(3)} << 48;
  }
  // Those held twice.
  [[nodiscard]] constexpr CardSet twice_suits() const {
    return twice(0) | std::uint64_t{twice(1)} << 16 | std::uint64_t{twice(2)} << 32 |
           std::uint64_t{twice(3)} << 48;
  }
  // The ranks that are held in any suit.
  [[nodiscard]] constexpr unsigned ranks() const {
    return static_cast<unsigned>(one_[0] | one_[1] | one_[2] | one_[3]);
  }

  constexpr void add(Tile tile) {
    if (tile.is_joker()) {
      ++jokers_;
      return;
    }
    const auto suit = static_cast<std::size_t>(tile.colour());
    const auto bit = static_cast<Mask>(1U << (tile.number() - 1));
    two_[suit] = static_cast<Mask>(two_[suit] | (one_[suit] & bit));
    one_[suit] = static_cast<Mask>(one_[suit] | bit);
  }
  constexpr void remove(Tile tile) {  // the caller makes sure that it is held
    if (tile.is_joker()) {
      --jokers_;
      return;
    }
    const auto suit = static_cast<std::size_t>(tile.colour());
    const auto bit = static_cast<Mask>(1U << (tile.number() - 1));
    one_[suit] = static_cast<Mask>(one_[suit] & ~(bit & ~two_[suit]));
    two_[suit] = static_cast<Mask>(two_[suit] & ~bit);
  }

  // Take out all jokers, or all cards of a rank; return how many.
  constexpr int take_jokers() {
    const int taken = jokers_;
    jokers_ = 0;
    return taken;
  }
  constexpr int take_rank(int rank) {
    const CardSet bits = kEachSuit << (rank - 1);
    const auto one = std::bit_cast<std::uint64_t>(one_);
    const auto two = std::bit_cast<std::uint64_t>(two_);
    one_ = std::bit_cast<std::array<Mask, kHandSuits>>(one & ~bits);
    two_ = std::bit_cast<std::array<Mask, kHandSuits>>(two & ~bits);
    return bit_count(one & bits, two & bits);
  }

  // The hand without the cards of another, which are among its own.
  [[nodiscard]] constexpr Hand without(const Hand& other) const {
    Hand hand;
    for (std::size_t suit = 0; suit < kHandSuits; ++suit) {
      const int one =
          (one_[suit] & ~other.one_[suit]) | (two_[suit] & other.one_[suit] & ~other.two_[suit]);
      hand.one_[suit] = static_cast<Mask>(one);
      hand.two_[suit] = static_cast<Mask>(two_[suit] & ~other.one_[suit]);
    }
    hand.jokers_ = static_cast<std::uint8_t>(jokers_ - other.jokers_);
    return hand;
  }
  // The jokers and the cards of these ranks (bit rank - 1).
  [[nodiscard]] constexpr Hand only(unsigned ranks) const {
    Hand hand = *this;
    for (std::size_t suit = 0; suit < kHandSuits; ++suit) {
      hand.one_[suit] = static_cast<Mask>(one_[suit] & ranks);
      hand.two_[suit] = static_cast<Mask>(two_[suit] & ranks);
    }
    return hand;
  }

  // Calls visit(tile, copies) for every card held, in the fixed order (rank, then suit), jokers
  // last.
  template <typename Visit>
  constexpr void for_each(Visit&& visit) const {
    const std::uint64_t one = suits();
    const std::uint64_t two = twice_suits();
    for (unsigned left = ranks(); left != 0; left &= left - 1) {
      const int shift = std::countr_zero(left);
      for (CardSet held = one >> shift & kEachSuit; held != 0; held &= held - 1) {
        const int place = std::countr_zero(held);  // 16 times the suit
        visit(Tile(place / 16, shift + 1), 1 + static_cast<int>(two >> (shift + place) & 1U));
      }
    }
    if (jokers_ > 0) visit(Tile::joker(), static_cast<int>(jokers_));
  }

  friend constexpr bool operator==(const Hand& a, const Hand& b) {
    return a.suits() == b.suits() && a.twice_suits() == b.twice_suits() && a.jokers_ == b.jokers_;
  }

 private:
  std::array<Mask, kHandSuits> one_{};
  std::array<Mask, kHandSuits> two_{};
  std::uint8_t jokers_ = 0;
};

}  // namespace rummy
