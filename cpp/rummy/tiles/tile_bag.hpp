#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "rummy/tiles/tile.hpp"

namespace rummy {

// A packed multiset of tiles: a row of two-bit counts for each number (colour c in bits 2c and 2c +
// 1), and the jokers.
class TileBag {
 public:
  using Row = std::uint16_t;

  [[nodiscard]] constexpr Row row(int number) const {
    return rows_[static_cast<std::size_t>(number - 1)];
  }
  [[nodiscard]] constexpr int count(int colour, int number) const {
    return (row(number) >> (2 * colour)) & 3;
  }
  [[nodiscard]] constexpr int count(Tile tile) const {
    return tile.is_joker() ? jokers() : count(tile.colour(), tile.number());
  }
  [[nodiscard]] constexpr int jokers() const { return rows_[kMaxNumbers]; }
  [[nodiscard]] constexpr bool contains(Tile tile) const { return count(tile) > 0; }
  [[nodiscard]] constexpr bool empty() const { return *this == TileBag{}; }

  [[nodiscard]] constexpr int size() const {
    int total = jokers();
    for (int i = 0; i < kMaxNumbers; ++i) total += sum(rows_[static_cast<std::size_t>(i)]);
    return total;
  }
  // How many colours a row holds. (Counting bits is a call where the processor's own way is not
  // taken for granted.)
  [[nodiscard]] static constexpr int colours_in(unsigned row) {
    return sum((row | row >> 1) & 0x555U);
  }

  constexpr void add(Tile tile, int copies = 1) {
    slot(tile) = static_cast<Row>(slot(tile) + unit(tile) * copies);
  }
  constexpr void remove(Tile tile, int copies = 1) {
    slot(tile) = static_cast<Row>(slot(tile) - unit(tile) * copies);
  }

  // The caller makes sure that no count leaves 0..3.
  constexpr TileBag& operator+=(const TileBag& other) {
    for (std::size_t i = 0; i < rows_.size(); ++i)
      rows_[i] = static_cast<Row>(rows_[i] + other.rows_[i]);
    return *this;
  }
  constexpr TileBag& operator-=(const TileBag& other) {
    for (std::size_t i = 0; i < rows_.size(); ++i)
      rows_[i] = static_cast<Row>(rows_[i] - other.rows_[i]);
    return *this;
  }
  friend constexpr TileBag operator+(TileBag a, const TileBag& b) { return a += b; }
  friend constexpr TileBag operator-(TileBag a, const TileBag& b) { return a -= b; }
  friend constexpr bool operator==(const TileBag&, const TileBag&) = default;

  // Every tile of `other` is here, with at least as many copies.
  [[nodiscard]] constexpr bool includes(const TileBag& other) const {
    unsigned lacking = 0;  // counts of `other` that are greater, by their bits
    for (std::size_t i = 0; i < kMaxNumbers; ++i) {
      const unsigned more = other.rows_[i] & ~rows_[i];
      const unsigned less = rows_[i] & ~static_cast<unsigned>(other.rows_[i]);
      lacking |= (more & 0xAAAU) | (more & ~(less >> 1) & 0x555U);
    }
    return lacking == 0 && other.jokers() <= jokers();
  }
  // The first tile held, in the fixed order. The bag is not empty.
  [[nodiscard]] constexpr Tile first() const {
    for (int i = 0; i < kMaxNumbers; ++i) {
      const unsigned row = rows_[static_cast<std::size_t>(i)];
      if (row != 0) return Tile(std::countr_zero(row) / 2, i + 1);
    }
    return Tile::joker();
  }

  // Calls visit(tile, copies) for every tile held, in the fixed order, the joker last.
  template <typename Visit>
  constexpr void for_each(Visit&& visit) const {
    for (int i = 0; i < kMaxNumbers; ++i) {
      for (unsigned rest = rows_[static_cast<std::size_t>(i)]; rest != 0;) {
        const int colour = std::countr_zero(rest) / 2;
        visit(Tile(colour, i + 1), static_cast<int>((rest >> (2 * colour)) & 3U));
        rest &= ~(3U << (2 * colour));
      }
    }
    if (jokers() > 0) visit(Tile::joker(), jokers());
  }

 private:
  // Of the counts of a row.
  [[nodiscard]] static constexpr int sum(unsigned row) {
    const unsigned pairs = (row & 0x333U) + (row >> 2 & 0x333U);
    return static_cast<int>((pairs & 15U) + (pairs >> 4 & 15U) + (pairs >> 8));
  }
  [[nodiscard]] constexpr Row& slot(Tile tile) {
    return rows_[static_cast<std::size_t>(tile.is_joker() ? kMaxNumbers : tile.number() - 1)];
  }
  [[nodiscard]] static constexpr int unit(Tile tile) {
    return tile.is_joker() ? 1 : 1 << (2 * tile.colour());
  }

  std::array<Row, kMaxNumbers + 1> rows_{};  // the last slot counts the jokers
};

}  // namespace rummy
