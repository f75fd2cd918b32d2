#pragma once

#include <cstdint>

namespace rummy {

// How many bits are set in both words together. std::popcount calls a library on a processor that
// is not known to count bits itself, which costs more than this.
[[nodiscard]] constexpr int bit_count(std::uint64_t a, std::uint64_t b = 0) {
  constexpr std::uint64_t kPairs = 0x3333333333333333U;
  constexpr std::uint64_t kBytes = 0x0f0f0f0f0f0f0f0fU;
  a -= (a >> 1) & 0x5555555555555555U;
  b -= (b >> 1) & 0x5555555555555555U;
  const std::uint64_t fours =
      (a & kPairs) + ((a >> 2) & kPairs) + (b & kPairs) + ((b >> 2) & kPairs);
  return static_cast<int>(((fours & kBytes) + ((fours >> 4) & kBytes)) * 0x0101010101010101U >> 56);
}

}  // namespace rummy
