#pragma once

#include <cstring>

#if defined(__SSE__)
#include <xmmintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

namespace rummy {

// Four floats in one register of any x86-64 or arm64 machine. Whole numbers up to 2^24 are exact.
using Floats4 = float __attribute__((vector_size(16)));

inline Floats4 load4(const float* from) {
  Floats4 value;
  std::memcpy(&value, from, sizeof value);
  return value;
}
inline void store4(float* to, Floats4 value) { std::memcpy(to, &value, sizeof value); }
inline Floats4 all4(float value) { return Floats4{value, value, value, value}; }

inline Floats4 max4(Floats4 a, Floats4 b) {
#if defined(__SSE__)
  return _mm_max_ps(a, b);
#elif defined(__ARM_NEON)
  return vmaxq_f32(a, b);
#else
  return a > b ? a : b;
#endif
}

// Four doubles in two such registers. Whole numbers up to 2^53 are exact.
using Doubles2 = double __attribute__((vector_size(16)));
struct Doubles4 {
  Doubles2 low;
  Doubles2 high;
  friend Doubles4 operator+(Doubles4 a, Doubles4 b) { return {a.low + b.low, a.high + b.high}; }
};

inline Doubles4 load4(const double* from) {
  Doubles4 value;
  std::memcpy(&value, from, sizeof value);
  return value;
}
inline void store4(double* to, Doubles4 value) { std::memcpy(to, &value, sizeof value); }
inline Doubles4 all4(double value) { return {Doubles2{value, value}, Doubles2{value, value}}; }
inline Doubles4 max4(Doubles4 a, Doubles4 b) {
  return {a.low > b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

}  // namespace rummy
