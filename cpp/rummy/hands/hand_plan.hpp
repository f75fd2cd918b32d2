#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "rummy/hands/hand.hpp"
#include "rummy/tiles/tile.hpp"

namespace rummy {

enum class HandGoal { deadwood, points, tiles };
enum class HandMeldKind { run, group };

// A meld of a hand: its cards in order, and what each of them stands for (itself where it is not
// wild).
struct HandMeld {
  static constexpr int kCapacity = kMaxNumbers;

  HandMeldKind kind = HandMeldKind::run;
  std::uint8_t length = 0;
  std::int16_t points = 0;
  std::array<Tile, kCapacity> cards{};
  std::array<Tile, kCapacity> stands_for{};

  [[nodiscard]] std::span<const Tile> tiles() const { return {cards.data(), length}; }
  void push_back(Tile card, Tile stands) {
    cards[length] = card;
    stands_for[length++] = stands;
  }
  void push_front(Tile card, Tile stands) {
    std::copy_backward(cards.begin(), cards.begin() + length, cards.begin() + length + 1);
    std::copy_backward(stands_for.begin(), stands_for.begin() + length,
                       stands_for.begin() + length + 1);
    cards[0] = card;
    stands_for[0] = stands;
    ++length;
  }
};

// A hand split into melds and the rest.
struct HandPlan {
  static constexpr int kCapacity = kMaxHand / 3;

  int value = 0;     // in the unit of the goal
  int deadwood = 0;  // what the rest costs
  int points = 0;    // what the melds count
  int melded = 0;    // how many cards lie in melds
  Hand leftover;

  [[nodiscard]] std::span<const HandMeld> melds() const { return {list_.data(), count_}; }
  [[nodiscard]] std::span<HandMeld> melds() { return {list_.data(), count_}; }
  void clear() { count_ = 0; }
  HandMeld& add_meld(HandMeldKind kind) {
    HandMeld& meld = list_[count_++];
    meld.kind = kind;
    meld.length = 0;
    meld.points = 0;
    return meld;
  }

 private:
  std::size_t count_ = 0;
  std::array<HandMeld, kCapacity> list_;
};

}  // namespace rummy

template <>
struct rummy::EnumNames<rummy::HandGoal> {
  static constexpr std::string_view kWhat = "objective";
  static constexpr std::array<std::string_view, 3> kNames = {"deadwood", "points", "tiles"};
};
