#include "rummy/solver/loner.hpp"

#include <array>

namespace rummy {

namespace {

// Calls visit(number, colours) with the loners of each number until it says true; a bit 2c for
// colour c, as in a row of a TileBag.
template <typename Visit>
bool any_loners(const TileBag& pool, const CompiledRules& rules, Visit&& visit) {
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
    if ((here & ~near) != 0 && visit(static_cast<int>(i) - 1, here & ~near)) return true;
  }
  return false;
}

}  // namespace

bool has_loner(const TileBag& pool, const CompiledRules& rules) {
  return any_loners(pool, rules, [](int, unsigned) { return true; });
}

TileBag without_loners(const TileBag& pool, const CompiledRules& rules) {
  TileBag rest = pool;
  (void)any_loners(pool, rules, [&](int number, unsigned colours) {
    for (int colour = 0; colours != 0; ++colour, colours >>= 2) {
      if ((colours & 1U) != 0) rest.remove(Tile(colour, number), pool.count(colour, number));
    }
    return false;
  });
  return rest;
}

}  // namespace rummy
