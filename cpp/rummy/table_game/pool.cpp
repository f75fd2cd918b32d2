#include "rummy/table_game/pool.hpp"

#include <algorithm>

namespace rummy {

namespace {

// Every tile that any set can hold has its own key: a block for each number, copy and half of the
// colours (the first four, the rest), a lane for the colour; the jokers come after.
constexpr int kHalf = 4;
constexpr int kJokerBlock = 2 * kMaxCopies * kMaxNumbers;

KeySlot slot_of(Tile tile, int copy) {
  if (tile.is_joker()) {
    return {static_cast<std::uint16_t>(kJokerBlock), static_cast<std::uint16_t>(copy)};
  }
  const int half = tile.colour() / kHalf;
  const int block = (half * kMaxCopies + copy) * kMaxNumbers + tile.number() - 1;
  return {static_cast<std::uint16_t>(block), static_cast<std::uint16_t>(tile.colour() % kHalf)};
}

}  // namespace

Pool::Pool(const CompiledRules& rules)
    : players_(rules.players()), own_share_(rules.rules().deal.draw_from == DrawFrom::own_share) {
  const TileSet& set = rules.tiles();
  const auto add = [this](Tile tile, int copy) {
    slots_.push_back(slot_of(tile, copy));
    slots_tile_.push_back(tile);
  };
  for (int first = 0; first < set.colours; first += kHalf) {
    for (int copy = 0; copy < set.copies; ++copy) {
      for (int number = 1; number <= set.numbers; ++number) {
        for (int colour = first; colour < std::min(first + kHalf, set.colours); ++colour) {
          add(Tile(colour, number), copy);
        }
      }
    }
  }
  for (int copy = 0; copy < set.jokers; ++copy) add(Tile::joker(), copy);
  order_.resize(slots_.size());
  tiles_.resize(slots_.size());
}

void Pool::shuffle(const GameKey& game) {
  order_by_keys(game, slots_, order_);
  tiles_.resize(order_.size());
  for (std::size_t i = 0; i < order_.size(); ++i) tiles_[i] = slots_tile_[order_[i]];
  left_ = static_cast<int>(tiles_.size());
  const int share = left_ / players_;
  const int over = left_ % players_;
  stripes_ = {};
  std::uint16_t at = 0;
  for (int number = 0; number < players_; ++number) {
    const int seat = (number + players_ - game.racks) % players_;
    Stripe& stripe = stripes_[static_cast<std::size_t>(seat)];
    stripe.next = at;
    at = static_cast<std::uint16_t>(at + share + (!own_share_ && number < over ? 1 : 0));
    stripe.end = at;
  }
  stripes_[kMaxPlayers] = {at, static_cast<std::uint16_t>(left_)};
}

void Pool::set_order(std::span<const Tile> tiles) {
  tiles_.assign(tiles.begin(), tiles.end());
  left_ = static_cast<int>(tiles_.size());
  stripes_ = {};
  stripes_[kMaxPlayers] = {0, static_cast<std::uint16_t>(left_)};
}

int Pool::stripe_for(int seat) const {
  if (left_ == 0) return -1;
  if (stripes_[static_cast<std::size_t>(seat)].size() > 0) return seat;
  if (stripes_[kMaxPlayers].size() > 0) return kMaxPlayers;
  if (own_share_) return -1;
  int longest = 0;
  for (int other = 1; other < players_; ++other) {
    const auto size = [this](int s) { return stripes_[static_cast<std::size_t>(s)].size(); };
    if (size(other) > size(longest)) longest = other;
  }
  return longest;
}

Tile Pool::draw(int seat) {
  const int from = stripe_for(seat);
  Stripe& stripe = stripes_[static_cast<std::size_t>(from)];
  --left_;
  return from == seat || from == kMaxPlayers ? tiles_[stripe.next++] : tiles_[--stripe.end];
}

TileBag Pool::bag() const {
  TileBag bag;
  for (const Stripe& stripe : stripes_) {
    for (std::size_t i = stripe.next; i < stripe.end; ++i) bag.add(tiles_[i]);
  }
  return bag;
}

}  // namespace rummy
