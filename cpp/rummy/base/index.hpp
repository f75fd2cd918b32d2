#pragma once

#include <cstddef>

namespace rummy {

// A count or number as a place in an array.
constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

}  // namespace rummy
