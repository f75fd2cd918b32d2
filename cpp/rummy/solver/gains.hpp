#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#include "rummy/solver/cell.hpp"

namespace rummy {

// What a lane, or several, can gain by the shares of jokers at hand, one entry for each number of
// shares from 0 on. Hopeless entries are below every worth, and stay so when worths are added;
// small integers are for worths that are never less than nothing.
template <typename T, int Layers>
struct Gains {
  static constexpr T kNone =
      std::is_integral_v<T> ? std::numeric_limits<T>::min() : static_cast<T>(kHopeless);

  std::array<T, Layers> by_shares;

  [[nodiscard]] static bool hopeless(T worth) {
    return std::is_integral_v<T> ? worth < 0 : worth <= kNone / 2;
  }
  static Gains all(T worth) {
    Gains gains;
    gains.by_shares.fill(worth);
    return gains;
  }
  static Gains load(const T* from) {
    Gains gains;
    std::memcpy(gains.by_shares.data(), from, sizeof gains.by_shares);
    return gains;
  }
  void store(T* to) const { std::memcpy(to, by_shares.data(), sizeof by_shares); }
  [[nodiscard]] T most() const { return *std::max_element(by_shares.begin(), by_shares.end()); }
  // The fewest shares that are not hopeless; as many as there are entries when all are.
  [[nodiscard]] int least() const {
    int shares = 0;
    while (shares < Layers && hopeless(by_shares[at(shares)])) ++shares;
    return shares;
  }
  // By the shares that are taken of so many.
  [[nodiscard]] Gains beside(int shares) const {
    if constexpr (Layers == 1) return *this;
    Gains gains = all(kNone);
    for (int taken = 0; taken <= shares; ++taken)
      gains.by_shares[at(taken)] = by_shares[at(shares - taken)];
    return gains;
  }
  friend Gains operator+(Gains a, Gains b) {
    for (int i = 0; i < Layers; ++i)
      a.by_shares[at(i)] = sum(a.by_shares[at(i)], b.by_shares[at(i)]);
    return a;
  }
  friend Gains max(Gains a, Gains b) {
    for (int i = 0; i < Layers; ++i)
      a.by_shares[at(i)] = std::max(a.by_shares[at(i)], b.by_shares[at(i)]);
    return a;
  }
  // Of both together, when so many shares are split as is best.
  friend Gains join(Gains a, Gains b, int shares) {
    Gains gains = all(a.by_shares[0]) + b;
    if constexpr (Layers > 1) {
      for (int split = 1; split <= shares; ++split) {
        for (int i = split; i <= shares; ++i) {
          T& gain = gains.by_shares[at(i)];
          gain = std::max(gain, sum(a.by_shares[at(split)], b.by_shares[at(i - split)]));
        }
      }
    }
    return gains;
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  static T sum(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
      using Limits = std::numeric_limits<T>;
      return static_cast<T>(std::clamp<int>(a + b, Limits::min(), Limits::max()));
    } else {
      return a + b;
    }
  }
};

// Eight small integers in one register.
#if defined(__SSE2__)
template <>
struct Gains<std::int16_t, 8> {
  static constexpr std::int16_t kNone = std::numeric_limits<std::int16_t>::min();

  __m128i by_shares;

  static Gains all(std::int16_t worth) { return {_mm_set1_epi16(worth)}; }
  static Gains load(const std::int16_t* from) {
    Gains gains;
    std::memcpy(&gains.by_shares, from, sizeof gains.by_shares);
    return gains;
  }
  void store(std::int16_t* to) const { std::memcpy(to, &by_shares, sizeof by_shares); }
  [[nodiscard]] std::int16_t most() const {
    __m128i gains = _mm_max_epi16(by_shares, _mm_srli_si128(by_shares, 8));
    gains = _mm_max_epi16(gains, _mm_srli_si128(gains, 4));
    gains = _mm_max_epi16(gains, _mm_srli_si128(gains, 2));
    return static_cast<std::int16_t>(_mm_cvtsi128_si32(gains));
  }
  [[nodiscard]] Gains beside(int shares) const {
    constexpr int kTurned = 0x1B;  // 3, 2, 1, 0
    constexpr int kHalves = 0x4E;  // 2, 3, 0, 1
    const __m128i halves = _mm_shufflehi_epi16(_mm_shufflelo_epi16(by_shares, kTurned), kTurned);
    const __m128i turned = _mm_shuffle_epi32(halves, kHalves);
    switch (shares) {  // bytes are shifted by a constant
      case 0:
        return {_mm_or_si128(_mm_srli_si128(turned, 14), none_from(1))};
      case 1:
        return {_mm_or_si128(_mm_srli_si128(turned, 12), none_from(2))};
      case 2:
        return {_mm_or_si128(_mm_srli_si128(turned, 10), none_from(3))};
      case 3:
        return {_mm_or_si128(_mm_srli_si128(turned, 8), none_from(4))};
      case 4:
        return {_mm_or_si128(_mm_srli_si128(turned, 6), none_from(5))};
      case 5:
        return {_mm_or_si128(_mm_srli_si128(turned, 4), none_from(6))};
      case 6:
        return {_mm_or_si128(_mm_srli_si128(turned, 2), none_from(7))};
      default:
        return {turned};
    }
  }
  [[nodiscard]] int least() const {
    const auto signs = static_cast<unsigned>(_mm_movemask_epi8(_mm_srai_epi16(by_shares, 15)));
    return std::countr_one(signs) / 2;
  }
  friend Gains operator+(Gains a, Gains b) { return {_mm_adds_epi16(a.by_shares, b.by_shares)}; }
  friend Gains max(Gains a, Gains b) { return {_mm_max_epi16(a.by_shares, b.by_shares)}; }
  friend Gains join(Gains a, Gains b, int shares) {
    __m128i gains = _mm_adds_epi16(first(a.by_shares), b.by_shares);
    for (; shares > 0; --shares) {
      a.by_shares = _mm_srli_si128(a.by_shares, 2);
      b.by_shares = _mm_insert_epi16(_mm_slli_si128(b.by_shares, 2), kNone, 0);
      gains = _mm_max_epi16(gains, _mm_adds_epi16(first(a.by_shares), b.by_shares));
    }
    return {gains};
  }

 private:
  static __m128i first(__m128i entries) {
    return _mm_shuffle_epi32(_mm_shufflelo_epi16(entries, 0), 0);
  }
  static __m128i none_from(int layer) {
    alignas(16) static constexpr std::array<std::int16_t, 16> kNothing = {
        0, 0, 0, 0, 0, 0, 0, 0, kNone, kNone, kNone, kNone, kNone, kNone, kNone, kNone};
    return load(kNothing.data() + 8 - layer).by_shares;
  }
};
#elif defined(__aarch64__)
template <>
struct Gains<std::int16_t, 8> {
  static constexpr std::int16_t kNone = std::numeric_limits<std::int16_t>::min();

  int16x8_t by_shares;

  static Gains all(std::int16_t worth) { return {vdupq_n_s16(worth)}; }
  static Gains load(const std::int16_t* from) { return {vld1q_s16(from)}; }
  void store(std::int16_t* to) const { vst1q_s16(to, by_shares); }
  [[nodiscard]] std::int16_t most() const { return vmaxvq_s16(by_shares); }
  [[nodiscard]] Gains beside(int shares) const {
    std::array<std::int16_t, 16> entries;
    std::fill_n(entries.begin(), 8, kNone);
    store(entries.data() + 8);
    const int16x8_t turned = vrev64q_s16(vld1q_s16(entries.data() + shares + 1));
    return {vextq_s16(turned, turned, 4)};
  }
  [[nodiscard]] int least() const {
    std::array<std::int16_t, 8> entries;
    store(entries.data());
    return static_cast<int>(
        std::find_if(entries.begin(), entries.end(), [](int worth) { return worth >= 0; }) -
        entries.begin());
  }
  friend Gains operator+(Gains a, Gains b) { return {vqaddq_s16(a.by_shares, b.by_shares)}; }
  friend Gains max(Gains a, Gains b) { return {vmaxq_s16(a.by_shares, b.by_shares)}; }
  friend Gains join(Gains a, Gains b, int shares) {
    const int16x8_t none = vdupq_n_s16(kNone);
    int16x8_t gains = vqaddq_s16(vdupq_laneq_s16(a.by_shares, 0), b.by_shares);
    for (; shares > 0; --shares) {
      a.by_shares = vextq_s16(a.by_shares, none, 1);
      b.by_shares = vextq_s16(none, b.by_shares, 7);
      gains = vmaxq_s16(gains, vqaddq_s16(vdupq_laneq_s16(a.by_shares, 0), b.by_shares));
    }
    return {gains};
  }
};
#endif

// Sixteen, for four jokers.
template <>
struct Gains<std::int16_t, 16> {
  using Half = Gains<std::int16_t, 8>;
  static constexpr std::int16_t kNone = Half::kNone;

  Half low;
  Half high;

  static Gains all(std::int16_t worth) { return {Half::all(worth), Half::all(worth)}; }
  static Gains load(const std::int16_t* from) { return {Half::load(from), Half::load(from + 8)}; }
  void store(std::int16_t* to) const {
    low.store(to);
    high.store(to + 8);
  }
  [[nodiscard]] std::int16_t most() const { return max(low, high).most(); }
  [[nodiscard]] int least() const {
    const int least = low.least();
    return least < 8 ? least : 8 + high.least();
  }
  [[nodiscard]] Gains beside(int shares) const {
    Entries<16> entries;
    store(entries.data());
    Entries<16> taken;
    taken.fill(kNone);
    std::reverse_copy(entries.begin(), entries.begin() + shares + 1, taken.begin());
    return load(taken.data());
  }
  friend Gains operator+(Gains a, Gains b) { return {a.low + b.low, a.high + b.high}; }
  friend Gains max(Gains a, Gains b) { return {max(a.low, b.low), max(a.high, b.high)}; }
  friend Gains join(Gains a, Gains b, int shares) {
    Entries<16> first;
    a.store(first.data());
    Entries<32> shifted;
    shifted.fill(kNone);
    b.store(shifted.data() + 16);
    Gains gains = all(first[0]) + b;
    for (int split = 1; split <= shares; ++split) {
      gains = max(gains,
                  all(first[static_cast<std::size_t>(split)]) + load(shifted.data() + 16 - split));
    }
    return gains;
  }

 private:
  template <std::size_t Count>
  using Entries = std::array<std::int16_t, Count>;
};

}  // namespace rummy
