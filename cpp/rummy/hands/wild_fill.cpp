#include "rummy/hands/wild_fill.hpp"

#include <algorithm>

namespace rummy {

namespace {

class Filler {
 public:
  Filler(const HandRules& rules, const HandSearch& search, Hand& wild, int melded) : rules_(rules) {
    const WildCards& cards = search.wild_cards();
    WildCards::Counts counts{};
    cards.take(melded, search.rest().pairs, counts);
    for (int k = 0; k < cards.kinds(); ++k) {
      const int rank = cards.kind(k).rank;
      int left = counts[static_cast<std::size_t>(k)];
      if (rank == 0) {
        for (; left > 0; --left) move(wild, Tile::joker());
      }
      for (int suit = 0; left > 0; ++suit) {
        for (int n = std::min(left, wild.count(Tile(suit, rank))); n > 0; --n, --left)
          move(wild, Tile(suit, rank));
      }
    }
  }

  void fill(std::span<HandMeld> melds) {
    for (HandMeld& meld : melds) {
      if (!rules_.different_wilds || meld.kind != HandMeldKind::group) continue;
      const int first = open_place(meld, 0);
      const int second = first < 0 ? -1 : open_place(meld, first + 1);
      if (second >= 0) put_two_kinds(meld, first, second);
    }
    if (supply_.suits() != 0) {
      for_each_open(melds, [&](HandMeld& meld, int place) {
        const Tile stands = meld.stands_for[static_cast<std::size_t>(place)];
        if (spare(stands) && supply_.contains(stands)) put(meld, place, stands);
      });
    }
    for_each_open(melds, [&](HandMeld& meld, int place) { put(meld, place, next()); });
  }

 private:
  void move(Hand& wild, Tile card) {
    wild.remove(card);
    supply_.add(card);
  }
  [[nodiscard]] static int open_place(const HandMeld& meld, int from) {
    for (int i = from; i < meld.length; ++i) {
      if (meld.cards[static_cast<std::size_t>(i)] == kOpenPlace) return i;
    }
    return -1;
  }
  // Until no card is left: there are as many as open places.
  template <typename Visit>
  void for_each_open(std::span<HandMeld> melds, Visit&& visit) const {
    for (HandMeld& meld : melds) {
      if (supply_.empty()) return;
      for (int i = open_place(meld, 0); i >= 0; i = open_place(meld, i + 1)) visit(meld, i);
    }
  }
  [[nodiscard]] bool spare(Tile card) const { return rules_.is_wild_rank(card.number()); }

  void put(HandMeld& meld, int place, Tile card) {
    supply_.remove(card);
    meld.cards[static_cast<std::size_t>(place)] = card;
    if (rules_.wild_worth == WildWorth::stands_for) return;
    const int points = card.is_joker()
                           ? rules_.joker_points
                           : rules_.wild_points[static_cast<std::size_t>(card.number())];
    meld.points = static_cast<std::int16_t>(meld.points + points);
  }

  // The first card left, of a rank or (0) of any.
  [[nodiscard]] Tile next(int rank = 0) const {
    Tile found = Tile::joker();
    if (supply_.suits() == 0) return found;
    supply_.for_each([&](Tile tile, int) {
      if (found.is_joker() && (rank == 0 || tile.number() == rank)) found = tile;
    });
    return found;
  }

  void put_two_kinds(HandMeld& meld, int first, int second) {
    std::array<int, kMaxNumbers + 2> left{};  // by rank, jokers last
    supply_.for_each([&](Tile tile, int copies) {
      left[tile.is_joker() ? kMaxNumbers + 1 : static_cast<std::size_t>(tile.number())] += copies;
    });
    const auto a = std::max_element(left.begin(), left.end());
    const int kept = *a;
    *a = -1;
    const auto b = std::max_element(left.begin(), left.end());
    *a = kept;
    const auto [low, high] = std::minmax(a, b);
    const auto rank_of = [&](auto kind) { return static_cast<int>(kind - left.begin()); };
    put(meld, first, next(rank_of(low)));
    put(meld, second, rank_of(high) > kMaxNumbers ? Tile::joker() : next(rank_of(high)));
  }

  const HandRules& rules_;
  Hand supply_;
};

}  // namespace

void fill_wilds(const HandRules& rules, const HandSearch& search, Hand& wild, int melded,
                HandPlan& plan) {
  Filler(rules, search, wild, melded).fill(plan.melds());
}

}  // namespace rummy
