#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "rummy/tiles/tile.hpp"
#include "rummy/tiles/tile_bag.hpp"

namespace rummy {

// A meld as it lies on the table: its tiles in order. In a run numbers rise as written and a joker
// stands where it is written; in a group the order means nothing (naturals in the fixed order,
// jokers last, when the core builds one).
class Meld {
 public:
  static constexpr int kCapacity = kMaxNumbers;

  constexpr Meld() = default;

  [[nodiscard]] constexpr int size() const { return size_; }
  [[nodiscard]] constexpr Tile operator[](int i) const {
    return tiles_[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] std::span<const Tile> tiles() const { return {tiles_.data(), size_}; }
  constexpr void push_back(Tile tile) { tiles_[size_++] = tile; }
  constexpr void set(int i, Tile tile) { tiles_[static_cast<std::size_t>(i)] = tile; }

  [[nodiscard]] constexpr int jokers() const {
    int total = 0;
    for (int i = 0; i < size_; ++i) total += (*this)[i].is_joker() ? 1 : 0;
    return total;
  }
  // The place of the first natural tile; size() when there is none.
  [[nodiscard]] constexpr int first_natural() const {
    int place = 0;
    while (place < size_ && (*this)[place].is_joker()) ++place;
    return place;
  }
  [[nodiscard]] constexpr TileBag bag() const {
    TileBag bag;
    for (int i = 0; i < size_; ++i) bag.add((*this)[i]);
    return bag;
  }
  friend constexpr bool operator==(const Meld&, const Meld&) = default;
  friend constexpr auto operator<=>(const Meld&, const Meld&) = default;

 private:
  std::array<Tile, kCapacity> tiles_{};
  std::uint8_t size_ = 0;
};

using Table = std::vector<Meld>;

// Does the meld hold two natural tiles of one number? Only groups do.
[[nodiscard]] constexpr bool is_group(const Meld& meld) {
  int number = 0;
  for (int i = 0; i < meld.size(); ++i) {
    if (meld[i].is_joker()) continue;
    if (number == meld[i].number()) return true;
    number = meld[i].number();
  }
  return false;
}

[[nodiscard]] inline TileBag bag_of(std::span<const Meld> table) {
  TileBag bag;
  for (const Meld& meld : table) bag += meld.bag();
  return bag;
}

}  // namespace rummy
