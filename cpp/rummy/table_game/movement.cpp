#include "rummy/table_game/movement.hpp"

#include <array>
#include <bitset>

namespace rummy {

namespace {

// No table holds more melds than a third of the tiles.
constexpr std::size_t kMaxMelds = kMaxTiles / 3;
using Mask = std::bitset<kMaxMelds>;

int shared_tiles(const Meld& a, const Meld& b) {
  std::array<std::uint8_t, kFaces + 1> count{};
  for (const Tile tile : a.tiles()) ++count[static_cast<std::size_t>(tile.face())];
  int shared = 0;
  for (const Tile tile : b.tiles()) {
    auto& left = count[static_cast<std::size_t>(tile.face())];
    if (left > 0) {
      --left;
      ++shared;
    }
  }
  return shared;
}

}  // namespace

int table_tiles_moved(std::span<const Meld> before, std::span<const Meld> after) {
  std::array<std::uint8_t, kMaxMelds> changed{};  // old melds without a home
  std::array<std::uint8_t, kMaxMelds> free{};     // new melds that are no home
  std::size_t changed_count = 0;
  std::size_t free_count = 0;
  Mask taken;
  for (std::size_t i = 0; i < before.size(); ++i) {
    bool found = false;
    for (std::size_t j = 0; j < after.size() && !found; ++j) {
      if (!taken[j] && after[j] == before[i]) {
        taken[j] = true;
        found = true;
      }
    }
    if (!found) changed[changed_count++] = static_cast<std::uint8_t>(i);
  }
  if (changed_count == 0) return 0;
  for (std::size_t j = 0; j < after.size(); ++j) {
    if (!taken[j]) free[free_count++] = static_cast<std::uint8_t>(j);
  }

  // The pairs that share the most come first. Few melds change in a turn, so trying all pairs again
  // is cheap.
  int moved = 0;
  for (std::size_t k = 0; k < changed_count; ++k) moved += before[changed[k]].size();
  Mask settled;
  Mask used;
  for (std::size_t round = 0; round < changed_count; ++round) {
    int most = 0;
    std::size_t best_old = 0;
    std::size_t best_new = 0;
    for (std::size_t k = 0; k < changed_count; ++k) {
      if (settled[k]) continue;
      for (std::size_t f = 0; f < free_count; ++f) {
        if (used[f]) continue;
        const int shared = shared_tiles(before[changed[k]], after[free[f]]);
        if (shared > most) {
          most = shared;
          best_old = k;
          best_new = f;
        }
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
