#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "rummy/random/deal_order.hpp"
#include "rummy/rules/compiled_rules.hpp"

namespace rummy {

// The shuffled tiles, face down. They are split into a stripe for each seat: a seat's rack is the
// first tiles of its stripe and its draws are the next; when the stripe is empty it draws from the
// far end of the longest other one. Which position is drawn never depends on a tile that nobody has
// seen, so the game has the distribution of a plain pool; but one player's changed draw does not
// shift everybody else's, and rule sets on the same deals stay closer to each other. Under
// deal.draw_from = own_share a stripe is the share itself: nobody draws from another's, and the
// tiles that the shares leave over are a stripe of their own that is drawn when the own share is
// empty (SIG-02).
class Pool {
 public:
  explicit Pool(const CompiledRules& rules);

  void shuffle(const GameKey& game);
  // A common pool of these tiles, the first drawn first: positions set up by hand.
  void set_order(std::span<const Tile> tiles);

  [[nodiscard]] bool can_draw(int seat) const { return stripe_for(seat) >= 0; }
  // The seat must be able to draw.
  [[nodiscard]] Tile draw(int seat);
  [[nodiscard]] int left() const { return left_; }
  [[nodiscard]] TileBag bag() const;

 private:
  struct Stripe {
    std::uint16_t next = 0;
    std::uint16_t end = 0;
    [[nodiscard]] int size() const { return end - next; }
  };

  [[nodiscard]] int stripe_for(int seat) const;  // -1: none

  std::vector<Tile> slots_tile_;  // the tile of each slot, in the order of the slots
  std::vector<KeySlot> slots_;
  std::vector<std::uint16_t> order_;
  std::vector<Tile> tiles_;  // shuffled
  std::array<Stripe, kMaxPlayers + 1> stripes_{};
  int players_;
  bool own_share_;
  int left_ = 0;
};

}  // namespace rummy
