#include "rummy/solver/loner.hpp"

#include <array>

namespace rummy {

bool has_loner(const TileBag& pool, const CompiledRules& rules) {
  const int jokers = pool.jokers();
  if (jokers > 1 || rules.min_length() != 3 || rules.rules().melds.run_wrap != RunWrap::none)
    return false;
  const int numbers = rules.tiles().numbers;
  std::array<unsigned, kMaxNumbers + 5> present{};  // two empty numbers on each side
  for (int number = 1; number <= numbers; ++number) {
    const unsigned row = pool.row(number);
    present[static_cast<std::size_t>(number + 1)] = (row | (row >> 1)) & 0x555U;
  }
  for (std::size_t i = 2; i < static_cast<std::size_t>(numbers + 2); ++i) {
    const unsigned here = present[i];
    if (here == 0 || TileBag::colours_in(here) + jokers >= 3) continue;
    const unsigned near =
        jokers > 0 ? present[i - 2] | present[i - 1] | present[i + 1] | present[i + 2]
                   : (present[i - 1] & present[i + 1]) | (present[i - 2] & present[i - 1]) |
                         (present[i + 1] & present[i + 2]);
    if ((here & ~near) != 0) return true;
  }
  return false;
}

}  // namespace rummy
