#pragma once

#include <array>

#include "rummy/rules/rules.hpp"

namespace rummy {

// By seat from 0, in turn order; only the first `players` are used.
template <typename T>
using PerSeat = std::array<T, kMaxPlayers>;

inline constexpr int kWinShares = 60;  // divisible by every possible number of tied winners

}  // namespace rummy
