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
// The ranks that are there in any suit.
[[nodiscard]] constexpr unsigned rank_set(CardSet cards) {
  const CardSet pairs = cards | cards >> 32;
  return static_cast<std::uint16_t>(pairs | pairs >> 16);
}

// A hand of cards as bit masks: for every suit the ranks that are held (bit rank - 1) and those
// that are held twice, and the jokers. No card is held more than twice. The masks of the suits are
// one word, so that whoever reads all of them after a card was added waits for nothing.
class Hand {
 public:
  using Mask = std::uint16_t;

  constexpr Hand() = default;
  explicit Hand(const TileBag& bag) {
    bag.for_each([&](Tile tile, int copies) {
      for (int i = 0; i < copies; ++i) add(tile);
    });
  }

  [[nodiscard]] constexpr Mask held(int suit) const {
    return static_cast<Mask>(one_ >> (16 * suit));
  }
  [[nodiscard]] constexpr Mask twice(int suit) const {
    return static_cast<Mask>(two_ >> (16 * suit));
  }
  [[nodiscard]] constexpr int jokers() const { return jokers_; }
  [[nodiscard]] constexpr int count(Tile tile) const {
    if (tile.is_joker()) return jokers_;
    const int place = place_of(tile);
    return static_cast<int>((one_ >> place & 1U) + (two_ >> place & 1U));
  }
  [[nodiscard]] constexpr bool contains(Tile tile) const {
    if (tile.is_joker()) return jokers_ > 0;
    return (one_ >> place_of(tile) & 1U) != 0;
  }
  [[nodiscard]] constexpr int size() const { return bit_count(one_, two_) + jokers_; }
  [[nodiscard]] constexpr bool empty() const { return one_ == 0 && jokers_ == 0; }
  // The cards held.
  [[nodiscard]] constexpr CardSet suits() const { return one_; }
  // Those held twice.
  [[nodiscard]] constexpr CardSet twice_suits() const { return two_; }
  // The ranks that are held in any suit.
  [[nodiscard]] constexpr unsigned ranks() const { return rank_set(one_); }

  // The place of a card in those masks, 16 times the suit and the rank - 1; by face, since to
  // divide a face is dear.
  [[nodiscard]] static constexpr int place_of(Tile tile) {
    return kPlaces[static_cast<std::size_t>(tile.face())];
  }
  [[nodiscard]] static constexpr CardSet bit_of(Tile tile) { return CardSet{1} << place_of(tile); }
  // Each of these cards that is held, once.
  [[nodiscard]] constexpr Hand once(CardSet cards) const {
    Hand hand;
    hand.one_ = one_ & cards;
    return hand;
  }

  constexpr void add(Tile tile) {
    if (tile.is_joker()) {
      ++jokers_;
      return;
    }
    const std::uint64_t bit = bit_of(tile);
    two_ |= one_ & bit;
    one_ |= bit;
  }
  constexpr void remove(Tile tile) {  // the caller makes sure that it is held
    if (tile.is_joker()) {
      --jokers_;
      return;
    }
    const std::uint64_t bit = bit_of(tile);
    one_ &= ~bit | two_;
    two_ &= ~bit;
  }

  // Take out all jokers, or all cards of a rank; return how many.
  constexpr int take_jokers() {
    const int taken = jokers_;
    jokers_ = 0;
    return taken;
  }
  constexpr int take_rank(int rank) {
    const CardSet bits = kEachSuit << (rank - 1);
    const int taken = bit_count(one_ & bits, two_ & bits);
    one_ &= ~bits;
    two_ &= ~bits;
    return taken;
  }

  // The hand without the cards of another, which are among its own.
  [[nodiscard]] constexpr Hand without(const Hand& other) const {
    Hand hand;
    hand.one_ = (one_ & ~other.one_) | (two_ & other.one_ & ~other.two_);
    hand.two_ = two_ & ~other.one_;
    hand.jokers_ = static_cast<std::uint8_t>(jokers_ - other.jokers_);
    return hand;
  }
  // The jokers and the cards of these ranks (bit rank - 1).
  [[nodiscard]] constexpr Hand only(unsigned ranks) const {
    Hand hand = *this;
    const std::uint64_t cards = static_cast<Mask>(ranks) * kEachSuit;
    hand.one_ &= cards;
    hand.two_ &= cards;
    return hand;
  }

  // Calls visit(tile, copies) for every card held, in the fixed order (rank, then suit), jokers
  // last.
  template <typename Visit>
  constexpr void for_each(Visit&& visit) const {
    for (unsigned left = ranks(); left != 0; left &= left - 1) {
      const int shift = std::countr_zero(left);
      for (CardSet held = one_ >> shift & kEachSuit; held != 0; held &= held - 1) {
        const int place = std::countr_zero(held);  // 16 times the suit
        visit(Tile(place / 16, shift + 1), 1 + static_cast<int>(two_ >> (shift + place) & 1U));
      }
    }
    if (jokers_ > 0) visit(Tile::joker(), static_cast<int>(jokers_));
  }

  friend constexpr bool operator==(const Hand&, const Hand&) = default;

 private:
  static constexpr std::array<std::uint8_t, kFaces> kPlaces = [] {
    std::array<std::uint8_t, kFaces> places{};
    for (int face = 0; face < kFaces; ++face) {
      const Tile tile = Tile::from_face(face);
      places[static_cast<std::size_t>(face)] =
          static_cast<std::uint8_t>(16 * tile.colour() + tile.number() - 1);
    }
    return places;
  }();

  CardSet one_ = 0;
  std::uint8_t jokers_ = 0;  // between the words: as neighbours they are put into one vector
  CardSet two_ = 0;          // register, which takes longer than to work on each
};

}  // namespace rummy
