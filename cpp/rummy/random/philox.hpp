#pragma once

#include <array>
#include <cstdint>

namespace rummy {

__extension__ using Uint128 = unsigned __int128;

// Philox4x64-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3", SC
// 2011). A block of four words is a function of key and counter alone, so any number of any stream
// is had at once and no stream depends on who asked first.
using PhiloxKey = std::array<std::uint64_t, 2>;
using PhiloxBlock = std::array<std::uint64_t, 4>;

[[nodiscard]] constexpr PhiloxBlock philox(PhiloxKey key, PhiloxBlock counter) {
  constexpr std::uint64_t kMultiplier0 = 0xD2E7470EE14C6C93ULL;
  constexpr std::uint64_t kMultiplier1 = 0xCA5A826395121157ULL;
  constexpr std::uint64_t kWeyl0 = 0x9E3779B97F4A7C15ULL;
  constexpr std::uint64_t kWeyl1 = 0xBB67AE8584CAA73BULL;
  for (int round = 0; round < 10; ++round) {
    const Uint128 product0 = static_cast<Uint128>(kMultiplier0) * counter[0];
    const Uint128 product1 = static_cast<Uint128>(kMultiplier1) * counter[2];
    counter = {static_cast<std::uint64_t>(product1 >> 64) ^ counter[1] ^ key[0],
               static_cast<std::uint64_t>(product1),
               static_cast<std::uint64_t>(product0 >> 64) ^ counter[3] ^ key[1],
               static_cast<std::uint64_t>(product0)};
    key = {key[0] + kWeyl0, key[1] + kWeyl1};
  }
  return counter;
}

}  // namespace rummy
