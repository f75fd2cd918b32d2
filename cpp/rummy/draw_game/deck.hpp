#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>

#include "rummy/random/stream.hpp"
#include "rummy/rules/per_seat.hpp"
#include "rummy/tiles/tile.hpp"

namespace rummy {

// The shuffled cards of a deal. The order is drawn as far as it is asked for, since most deals end
// long before the stock does: place by place, as Fisher and Yates do, with several places from one
// word of the stream.
//
// The places after the dealt cards are split into stripes, one for each seat: seat s draws the
// places s, s + n, s + 2n ... of the stock, and when its stripe is empty the far end of the longest
// other one. Which place is drawn never depends on an unseen card, so the game has the distribution
// of one common stock; but one player's changed draw does not shift everybody else's.
class Deck {
 public:
  static constexpr int kCapacity = 384;

  void shuffle(const GameKey& game, std::span<const Tile> cards);
  // These cards in this order, the first at place 0: positions set up by hand, one common stock.
  void set_order(std::span<const Tile> cards);

  // The stock begins at this place; everything before it was dealt.
  void begin_stock(int place, int players);
  [[nodiscard]] int left() const { return left_; }
  [[nodiscard]] Tile draw(int seat) {  // something must be left
    --left_;
    if (players_ == 1) seat = 0;  // one common stock
    Stripe& own = stripes_[static_cast<std::size_t>(seat)];
    return own.size() > 0 ? at(place_of(seat, own.next++)) : draw_longest();
  }

  [[nodiscard]] Tile at(int place) {
    if (place >= made_) make(place);
    return cards_[static_cast<std::size_t>(place)];
  }
  [[nodiscard]] std::span<const Tile> places(int first, int count) {
    if (first + count > made_) make(first + count - 1);
    return {cards_.data() + first, static_cast<std::size_t>(count)};
  }
  // Two places before the stock change their cards.
  void exchange(int a, int b) {
    std::swap(cards_[static_cast<std::size_t>(a)], cards_[static_cast<std::size_t>(b)]);
  }
  [[nodiscard]] int size() const { return size_; }
  // Calls visit(tile) for every card that is left in the stock.
  template <typename Visit>
  void for_each_left(Visit&& visit) {
    for (int seat = 0; seat < players_; ++seat) {
      const Stripe& stripe = stripes_[static_cast<std::size_t>(seat)];
      for (int i = stripe.next; i < stripe.end; ++i) visit(at(place_of(seat, i)));
    }
  }

 private:
  struct Stripe {
    std::int16_t next = 0;
    std::int16_t end = 0;
    [[nodiscard]] int size() const { return end - next; }
  };

  static constexpr std::uint32_t kPlaces = 8;  // from one word of the stream, at most

  [[nodiscard]] Tile draw_longest();
  void make(int place);
  template <typename Count>
  void make_places(Count count);
  [[nodiscard]] int place_of(int seat, int i) const { return base_ + i * players_ + seat; }

  std::array<Tile, kCapacity> cards_{};
  Stream stream_;
  PerSeat<Stripe> stripes_{};
  int size_ = 0;
  int made_ = 0;  // places that are final
  int base_ = 0;
  int left_ = 0;
  int players_ = 1;
};

}  // namespace rummy
