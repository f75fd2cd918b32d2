#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "rummy/hands/hand.hpp"

namespace rummy {

// What cards cost in a hand, and their order by it: dear ones first, equal ones in the fixed order.
class CardCosts {
 public:
  explicit CardCosts(const HandRules& rules);

  [[nodiscard]] int cost(Tile card) const {
    return by_rank_[card.is_joker() ? 0 : static_cast<std::size_t>(card.number())];
  }
  [[nodiscard]] int cost(const Hand& hand) const;

  // The place of a card in the order.
  [[nodiscard]] int place(Tile card) const {
    const std::size_t rank = card.is_joker() ? 0 : static_cast<std::size_t>(card.number());
    return place_of_rank_[rank] * kHandSuits + (card.is_joker() ? 0 : card.colour());
  }
  // The cards before a card or a joker.
  [[nodiscard]] CardSet before(Tile card) const {
    return before_[static_cast<std::size_t>(place(card))];
  }
  // Calls visit(card) for each of the cards in the order, until it returns false.
  template <typename Visit>
  void for_each(CardSet cards, Visit&& visit) const {
    const auto ranks = static_cast<unsigned>(cards | cards >> 16 | cards >> 32 | cards >> 48);
    unsigned places = low_places_[ranks & 255U] | high_places_[ranks >> 8U & 127U];
    for (; places != 0; places &= places - 1) {
      const int rank = ranks_[static_cast<std::size_t>(std::countr_zero(places))];
      for (CardSet held = cards >> (rank - 1) & kEachSuit; held != 0; held &= held - 1) {
        if (!visit(Tile(std::countr_zero(held) / 16, rank))) return;
      }
    }
  }
  // The same for each card of a hand, jokers too.
  template <typename Visit>
  void for_each(const Hand& hand, Visit&& visit) const {
    const CardSet cards = hand.suits();
    const CardSet before_joker = cards & before(Tile::joker());
    bool more = true;
    const auto next = [&](Tile card) { return more = visit(card); };
    for_each(before_joker, next);
    if (more && hand.jokers() > 0) more = visit(Tile::joker());
    if (more) for_each(cards & ~before_joker, next);
  }
  // The first of the cards; a joker where there is none.
  [[nodiscard]] Tile first(CardSet cards) const {
    Tile first = Tile::joker();
    for_each(cards, [&](Tile card) {
      first = card;
      return false;
    });
    return first;
  }

 private:
  std::array<std::int16_t, kMaxNumbers + 1> by_rank_{};  // 0: a joker, as below
  std::array<std::uint8_t, kMaxNumbers + 1> ranks_{};    // in the order
  std::array<int, kMaxNumbers + 1> place_of_rank_{};
  std::array<CardSet, kHandSuits*(kMaxNumbers + 1)> before_{};  // by place
  // By the lower eight ranks of a suit and the others: what its cards cost, and the places of the
  // ranks as bits.
  std::array<std::int16_t, 256> low_{};
  std::array<std::int16_t, 128> high_{};
  std::array<std::uint16_t, 256> low_places_{};
  std::array<std::uint16_t, 128> high_places_{};
};

}  // namespace rummy
