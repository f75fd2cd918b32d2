#include "rummy/table_game/movement.hpp"

#include <array>
#include <bit>
#include <bitset>
#include <cstdint>

namespace rummy {

namespace {

// No table holds more melds than a third of the tiles.
constexpr std::size_t kMaxMelds = kMaxTiles / 3;
using Mask = std::bitset<kMaxMelds>;

int shared_tiles(const Meld& a, const Meld& b) {
  unsigned free = (1U << a.size()) - 1U;  // the tiles of `a` that are not paired yet
  for (int j = 0; j < b.size(); ++j) {
    for (int i = 0; i < a.size(); ++i) {
      if ((free >> i & 1U) != 0 && a[i] == b[j]) {
        free &= ~(1U << i);
        break;
      }
    }
  }
  return a.size() - std::popcount(free);
}

// A meld is 16 bytes: two words.
bool same(const Meld& a, const Meld& b) {
  using Words = std::array<std::uint64_t, 2>;
  return std::bit_cast<Words>(a) == std::bit_cast<Words>(b);
}

}  // namespace

int table_tiles_moved(std::span<const Meld> before, std::span<const Meld> after) {
  std::array<std::uint8_t, kMaxMelds> changed{};  // old melds without a home
  std::array<std::uint8_t, kMaxMelds> free{};     // new melds that are no home
  std::size_t changed_count = 0;
  std::size_t free_count = 0;
  Mask taken;
  std::size_t next = 0;  // unchanged melds mostly keep their order, so the search begins here
  for (std::size_t i = 0; i < before.size(); ++i) {
    bool found = false;
    for (std::size_t tried = 0; tried < after.size() && !found; ++tried) {
      if (next >= after.size()) next = 0;
      if (!taken[next] && same(after[next], before[i])) {
        taken[next] = true;
        found = true;
      }
      ++next;
    }
    if (!found) changed[changed_count++] = static_cast<std::uint8_t>(i);
  }
  if (changed_count == 0) return 0;
  for (std::size_t j = 0; j < after.size(); ++j) {
    if (!taken[j]) free[free_count++] = static_cast<std::uint8_t>(j);
  }

  // The pairs that share the most come first. Few melds change in a turn.
  int moved = 0;
  std::array<std::array<std::uint8_t, kMaxMelds>, kMaxMelds> shared;  // filled as far as it is read
  for (std::size_t k = 0; k < changed_count; ++k) {
    const Meld& old = before[changed[k]];
    moved += old.size();
    for (std::size_t f = 0; f < free_count; ++f) {
      shared[k][f] = static_cast<std::uint8_t>(shared_tiles(old, after[free[f]]));
    }
  }
  Mask settled;
  Mask used;
  for (std::size_t round = 0; round < changed_count; ++round) {
    int most = 0;
    std::size_t best_old = 0;
    std::size_t best_new = 0;
    for (std::size_t k = 0; k < changed_count; ++k) {
      if (settled[k]) continue;
      for (std::size_t f = 0; f < free_count; ++f) {
        if (used[f] || shared[k][f] <= most) continue;
        most = shared[k][f];
        best_old = k;
        best_new = f;
      }
    }
    if (most == 0) break;
    settled[best_old] = true;
    used[best_new] = true;
    moved -= most;
  }
  return moved;
}

}  // namespace rummy
