#include "rummy/solver/joker_places.hpp"

#include <utility>

namespace rummy {

namespace {

constexpr std::uint32_t bit(int number) { return 1U << number; }

// Numbers as positions: under ace_high a 1 is beyond the last number too.
std::uint32_t positions(std::uint32_t numbers, const CompiledRules& rules) {
  const bool beyond = rules.positions() > rules.tiles().numbers && (numbers & bit(1)) != 0;
  return beyond ? numbers | bit(rules.positions()) : numbers;
}

}  // namespace

bool JokerPlaces::allows(const Meld& meld, const CompiledRules& rules) const {
  const int first = meld.first_natural();
  if (first == meld.size()) return true;
  const Tile tile = meld[first];
  const bool in_group = (groups & bit(tile.number())) != 0;
  if (is_group(meld)) return in_group;
  if (in_group && meld.jokers() + 1 == meld.size()) return true;
  for (int place = 0; place < meld.size(); ++place) {
    if (!meld[place].is_joker()) continue;
    int position = tile.number() + place - first;
    if (position < 1) position += rules.tiles().numbers;
    if (position > rules.positions()) position -= rules.tiles().numbers;
    if (!in_run(tile.colour(), position)) return false;
  }
  return true;
}

void JokerPlaces::allow(Tile tile, const CompiledRules& rules) {
  runs[static_cast<std::size_t>(tile.colour())] |= positions(bit(tile.number()), rules);
  groups |= bit(tile.number());
}

void JokerPlaces::allow_beside(const TileBag& tiles, const Numbers& there, int others,
                               const CompiledRules& rules) {
  const RunWrap wrap = rules.rules().melds.run_wrap;
  const bool round = wrap == RunWrap::round;
  const int asked = rules.rules().joker.rack_tiles_beside();
  if (round && asked > 1) {  // the lowest and the highest of a colour may be two such tiles
    *this = anywhere();
    return;
  }
  const int numbers = rules.tiles().numbers;
  const int last = rules.positions();
  Numbers beside{};
  for (int number = 1; number <= numbers; ++number) {
    const unsigned row = tiles.row(number);
    if (row == 0) continue;
    if (asked == 1 || TileBag::colours_in(row) >= asked) groups |= bit(number);
    for (int colour = 0; colour < rules.tiles().colours; ++colour) {
      if (tiles.count(colour, number) > 0) beside[static_cast<std::size_t>(colour)] |= bit(number);
    }
  }
  for (std::size_t colour = 0; colour < kMaxColours; ++colour) {
    const std::uint32_t has = positions(there[colour], rules);
    std::uint32_t next = positions(beside[colour], rules);
    int below = 0;
    for (int at = 1; next >> at != 0; ++at) {
      if ((next & bit(at)) == 0) continue;
      int low = at;
      int lacking = others;
      if (asked > 1) {
        low = std::exchange(below, at);
        if (low == 0) continue;
        for (int between = low + 1; between < at; ++between)
          lacking -= (has & bit(between)) == 0 ? 1 : 0;
        if (lacking < -1) continue;
      }
      // The place of a tile itself is more than can be, and costs nothing.
      runs[colour] |= bit(at + 1) - bit(low);
      if (lacking < 0) continue;
      allow_from(colour, low, -1, has, lacking, last, round);
      allow_from(colour, at, 1, has, lacking, last, round);
    }
  }
}

// Away from a tile, as far as so many tiles may lack.
void JokerPlaces::allow_from(std::size_t colour, int position, int step, std::uint32_t there,
                             int lacking, int last, bool round) {
  for (int at = position + step;; at += step) {
    if (at < 1 || at > last) {
      if (!round) return;
      at = at < 1 ? last : 1;
    }
    if (at == position) return;
    runs[colour] |= bit(at);
    if ((there & bit(at)) == 0 && lacking-- == 0) return;
  }
}

}  // namespace rummy
