#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <vector>

#include "rummy/solver/cell.hpp"

namespace rummy {

// A way to use the tiles of a number of one colour, whatever runs are open.
struct Use {
  Step step;
  std::uint8_t cost = 0;  // in shares
  bool leads = false;     // none beside it costs the same and gains more
};

// The uses by what they depend on, listed once: fewer jokers first, of these more tiles in runs, of
// these more in groups.
class UseTable {
 public:
  // With so many runs open at most. `every_choice`: also a joker where an optional tile could be.
  // The list stays where it is.
  [[nodiscard]] const std::vector<Use>& uses(const Cell& cell, int shares, int most_open,
                                             bool every_choice);

 private:
  struct Key {
    std::uint64_t cell = 0;
    std::uint32_t others = ~0U;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  struct Recent {
    Key key;
    const std::vector<Use>* uses = nullptr;
  };
  std::map<Key, std::vector<Use>> lists_;
  std::array<Recent, 1024> recent_;  // nearly all that are asked for
};

}  // namespace rummy
