#include "rummy/draw_game/deck.hpp"

#include <algorithm>
#include <utility>

namespace rummy {

void Deck::shuffle(const GameKey& game, std::span<const Tile> cards) {
  std::copy(cards.begin(), cards.end(), cards_.begin());
  size_ = static_cast<int>(cards.size());
  made_ = 0;
  stream_ = Stream(game, Purpose::deal);
}

void Deck::set_order(std::span<const Tile> cards) {
  std::copy(cards.begin(), cards.end(), cards_.begin());
  size_ = made_ = static_cast<int>(cards.size());
}

// Eight places from one word: the high half of word * bound is a draw and the low half is the word
// for the next. The rare words that would make some draws likelier are drawn again
// (Brackett-Rozinsky and Lemire: "Batched ranged random integer generation", 2024); the product of
// eight bounds below 2^8 fits.
void Deck::make(int place) {
  while (made_ <= place) {
    const int count = std::min(size_ > 255 ? 7 : 8, size_ - made_);
    std::uint64_t product = 1;
    for (int i = 0; i < count; ++i) product *= static_cast<std::uint64_t>(size_ - made_ - i);
    std::array<int, 8> offsets{};
    while (true) {
      std::uint64_t rest = stream_.next();
      for (int i = 0; i < count; ++i) {
        const Uint128 wide = static_cast<Uint128>(rest) * static_cast<unsigned>(size_ - made_ - i);
        offsets[static_cast<std::size_t>(i)] = static_cast<int>(wide >> 64);
        rest = static_cast<std::uint64_t>(wide);
      }
      if (rest >= product || rest >= (0 - product) % product) break;
    }
    for (int i = 0; i < count; ++i, ++made_) {
      std::swap(cards_[static_cast<std::size_t>(made_)],
                cards_[static_cast<std::size_t>(made_ + offsets[static_cast<std::size_t>(i)])]);
    }
  }
}

void Deck::begin_stock(int place, int players) {
  base_ = place;
  players_ = players;
  left_ = size_ - place;
  for (int seat = 0; seat < players; ++seat) {
    const int size = (left_ - seat + players - 1) / players;
    stripes_[static_cast<std::size_t>(seat)] = {0, static_cast<std::int16_t>(std::max(size, 0))};
  }
}

Tile Deck::draw(int seat) {
  --left_;
  if (players_ == 1) seat = 0;  // one common stock
  Stripe& own = stripes_[static_cast<std::size_t>(seat)];
  if (own.size() > 0) return at(place_of(seat, own.next++));
  int longest = 0;
  for (int other = 1; other < players_; ++other) {
    if (stripes_[static_cast<std::size_t>(other)].size() >
        stripes_[static_cast<std::size_t>(longest)].size()) {
      longest = other;
    }
  }
  return at(place_of(longest, --stripes_[static_cast<std::size_t>(longest)].end));
}

}  // namespace rummy
