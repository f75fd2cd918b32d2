#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "rummy/random/stream.hpp"

namespace rummy {

// A place in the endless table of keys of a deal: word `lane` (0..3) of block `block`. A physical
// tile owns one for good.
struct KeySlot {
  std::uint16_t block = 0;
  std::uint16_t lane = 0;
};

inline constexpr std::size_t kMaxSorted = 512;

// Fills `order` with the indices of `slots`, sorted by the keys of this game's deal. Because a key
// belongs to the tile and not to a place in a list, two rule sets with different tiles keep the
// order of the tiles that they share. Slots of one block stand together in `slots`, so that each
// block is computed once. The low bits of a key are the index: they part equal keys and say which
// tile it is.
inline void order_by_keys(const GameKey& game, std::span<const KeySlot> slots,
                          std::span<std::uint16_t> order) {
  constexpr std::uint64_t kIndex = kMaxSorted - 1;
  const PhiloxKey key{game.seed, static_cast<std::uint64_t>(Purpose::deal)};
  std::array<std::uint64_t, kMaxSorted> keys;  // filled below as far as it is read
  PhiloxBlock block{};
  std::uint32_t computed = ~0U;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (slots[i].block != computed) {
      computed = slots[i].block;
      block = philox(key, {computed, game.deal, game.game, 0});
    }
    keys[i] = (block[slots[i].lane] & ~kIndex) | i;
  }
  std::sort(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(slots.size()));
  for (std::size_t i = 0; i < slots.size(); ++i) {
    order[i] = static_cast<std::uint16_t>(keys[i] & kIndex);
  }
}

}  // namespace rummy
