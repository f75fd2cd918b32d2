#include "rummy/draw_game/deck.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace rummy {

void Deck::shuffle(const GameKey& game, std::span<const Tile> cards) {
  std::copy(cards.begin(), cards.end(), cards_.begin());
  size_ = static_cast<int>(cards.size());
  made_ = 0;
  stream_.restart(game, Purpose::deal);
}

void Deck::set_order(std::span<const Tile> cards) {
  std::copy(cards.begin(), cards.end(), cards_.begin());
  size_ = made_ = static_cast<int>(cards.size());
}

// Several places from one word: the high half of word * bound is a draw and the low half is the
// word for the next. The rare words that would make some draws likelier are drawn again
// (Brackett-Rozinsky and Lemire: "Batched ranged random integer generation", 2024). A count that is
// known when this is compiled, as it nearly always is, leaves no loop.
template <typename Count>
void Deck::make_places(Count count) {
  const auto left = static_cast<std::uint32_t>(size_ - made_);
  const auto bound = [left](std::uint32_t i) { return std::uint64_t{left - i}; };
  std::uint64_t product = 1;
  for (std::uint32_t i = 0; i < count; ++i) product *= bound(i);
  std::array<std::uint32_t, kPlaces> offsets{};
  while (true) {
    std::uint64_t rest = stream_.next();
    for (std::uint32_t i = 0; i < count; ++i) {
      const Uint128 wide = static_cast<Uint128>(rest) * bound(i);
      offsets[i] = static_cast<std::uint32_t>(wide >> 64);
      rest = static_cast<std::uint64_t>(wide);
    }
    if (rest >= product || rest >= (0 - product) % product) break;
  }
  Tile* const cards = cards_.data() + made_;
  for (std::uint32_t i = 0; i < count; ++i) std::swap(cards[i], cards[i + offsets[i]]);
  made_ += static_cast<int>(count);
}

void Deck::make(int place) {
  while (made_ <= place) {
    // The product of eight bounds below 2^8 fits a word.
    const auto left = static_cast<std::uint32_t>(size_ - made_);
    const std::uint32_t count = std::min(size_ > 255 ? kPlaces - 1 : kPlaces, left);
    if (count == kPlaces) {
      make_places(std::integral_constant<std::uint32_t, kPlaces>());
    } else {
      make_places(count);
    }
  }
}

void Deck::begin_stock(int place, int players) {
  base_ = place;
  players_ = players;
  left_ = size_ - place;
  const int each = left_ / players;
  for (int seat = 0; seat < players; ++seat) {
    const int size = each + (seat < left_ - each * players ? 1 : 0);
    stripes_[static_cast<std::size_t>(seat)] = {0, static_cast<std::int16_t>(size)};
  }
}

Tile Deck::draw_longest() {
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
