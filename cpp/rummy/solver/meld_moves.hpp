#pragma once

#include <algorithm>
#include <bit>

#include "rummy/melds/meld.hpp"
#include "rummy/rules/compiled_rules.hpp"

namespace rummy {

// Lists the melds that a pool of tiles can form, in one fixed order: runs before groups, longer
// before shorter, lower before higher, a natural tile before a joker in each place. Every visitor
// returns true to stop the listing; the functions return whether it was stopped.
class MeldMoves {
 public:
  explicit MeldMoves(const CompiledRules& rules)
      : colours_(rules.tiles().colours),
        numbers_(rules.tiles().numbers),
        min_length_(rules.min_length()),
        run_max_(rules.run_max()),
        group_max_(rules.group_max()),
        max_jokers_(rules.max_jokers()),
        wrap_(rules.rules().melds.run_wrap) {}

  [[nodiscard]] int min_size() const { return min_length_; }
  [[nodiscard]] int max_size() const { return std::max(run_max_, group_max_); }

  // Every meld that holds the natural `tile`.
  template <typename Visit>
  bool containing(const TileBag& pool, Tile tile, Visit&& visit) const {
    const unsigned numbers = present(pool, tile.colour());
    const int longest = longest_run(numbers, tile.number(), std::min(pool.jokers(), max_jokers_));
    for (int length = longest; length >= min_length_; --length) {
      if (runs_containing(pool, numbers, tile, length, visit)) return true;
    }
    for (int size = group_max_; size >= min_length_; --size) {
      if (groups(pool, size, tile.number(), 1U << tile.colour(), 0, visit)) return true;
    }
    return false;
  }

  // Those of so many tiles.
  template <typename Visit>
  bool containing(const TileBag& pool, Tile tile, int size, Visit&& visit) const {
    if (size <= run_max_ && runs_containing(pool, present(pool, tile.colour()), tile, size, visit))
      return true;
    return size <= group_max_ && groups(pool, size, tile.number(), 1U << tile.colour(), 0, visit);
  }

  // Every meld that holds a joker.
  template <typename Visit>
  bool with_joker(const TileBag& pool, Visit&& visit) const {
    if (pool.jokers() == 0 || max_jokers_ == 0) return false;
    std::array<unsigned, kMaxColours> numbers{};
    for (int colour = 0; colour < colours_; ++colour)
      numbers[static_cast<std::size_t>(colour)] = present(pool, colour);
    for (int length = run_max_; length >= min_length_; --length) {
      for (int colour = 0; colour < colours_; ++colour) {
        for (int start = 1; start <= numbers_; ++start) {
          if (!run_exists(start, length)) continue;
          const bool first =
              colour == 0 &&
              start == 1;  // jokers alone are one meld, wherever they are taken to start
          const auto only_with_joker = [&](const Meld& meld) {
            const int jokers = meld.jokers();
            return jokers > 0 && (jokers < length || first) && visit(meld);
          };
          if (fill_run(pool, numbers[static_cast<std::size_t>(colour)], colour, start, length, -1,
                       0, only_with_joker))
            return true;
        }
      }
    }
    for (int number = 1; number <= numbers_; ++number) {
      for (int size = group_max_; size >= min_length_; --size) {
        if (groups(pool, size, number, 0, 1, visit)) return true;
      }
    }
    return false;
  }

 private:
  template <typename Visit>
  bool runs_containing(const TileBag& pool, unsigned present, Tile tile, int length,
                       Visit&& visit) const {
    const bool wraps = wrap_ != RunWrap::none;
    const int first = wraps ? 1 : std::max(1, tile.number() - length + 1);
    const int last = wraps ? numbers_ : tile.number();
    for (int start = first; start <= last; ++start) {
      if (!run_exists(start, length)) continue;
      const int place = place_of(tile.number(), start, length);
      if (place < 0) continue;
      if (fill_run(pool, present, tile.colour(), start, length, place, 0, visit)) return true;
    }
    return false;
  }

  // No run over the number is longer, by the numbers that are present.
  [[nodiscard]] int longest_run(unsigned present, int number, int jokers) const {
    if (wrap_ != RunWrap::none) return run_max_;
    int length = 1;
    for (const int step : {-1, 1}) {
      int left = jokers;
      for (int at = number + step; at >= 1 && at <= numbers_; at += step) {
        if ((present >> at & 1U) == 0 && --left < 0) break;
        ++length;
      }
    }
    return std::min(length, run_max_);
  }
  [[nodiscard]] bool run_exists(int start, int length) const {
    if (wrap_ == RunWrap::round) return length <= numbers_;
    return start + length - 1 <= numbers_ + (wrap_ == RunWrap::ace_high ? 1 : 0);
  }
  [[nodiscard]] int number_at(int start, int place) const {
    return (start - 1 + place) % numbers_ + 1;
  }
  // A bit for each number: those of a run, and those that the pool has of a colour.
  [[nodiscard]] unsigned places(int start, int length) const {
    unsigned numbers = ((1U << length) - 1U) << start;
    const unsigned over = numbers >> (numbers_ + 1);
    return (numbers | over << 1) & ((2U << numbers_) - 1U);
  }
  [[nodiscard]] unsigned present(const TileBag& pool, int colour) const {
    unsigned numbers = 0;
    for (int number = 1; number <= numbers_; ++number)
      numbers |= (pool.count(colour, number) > 0 ? 2U : 0U) << (number - 1);
    return numbers;
  }
  [[nodiscard]] int place_of(int number, int start, int length) const {
    const int place = (number - start + numbers_) % numbers_;
    return place < length ? place : -1;
  }

  // Fills the places of a run with a natural tile or a joker each; `fixed` is a place that must be
  // natural.
  template <typename Visit>
  bool fill_run(const TileBag& pool, unsigned present, int colour, int start, int length, int fixed,
                int jokers, Visit&& visit) const {
    // A quick no: more places without a tile than jokers to fill them.
    const int most_jokers = std::min(pool.jokers(), max_jokers_);
    unsigned lacking = places(start, length) & ~present;
    for (int i = 0; i < most_jokers; ++i) lacking &= lacking - 1U;
    if (lacking != 0) return false;
    Meld meld;
    const auto fill = [&](const auto& self, int place, int used) -> bool {
      if (place == length) return visit(static_cast<const Meld&>(meld));
      const Tile tile(colour, number_at(start, place));
      const Meld before = meld;
      if (pool.contains(tile)) {
        meld.push_back(tile);
        if (self(self, place + 1, used)) return true;
        meld = before;
      }
      if (place == fixed || used == most_jokers) return false;
      meld.push_back(Tile::joker());
      if (self(self, place + 1, used + 1)) return true;
      meld = before;
      return false;
    };
    return fill(fill, 0, jokers);
  }

  // Groups of `size` and `number` that hold the natural colours of `fixed` and at least
  // `least_jokers` jokers.
  template <typename Visit>
  bool groups(const TileBag& pool, int size, int number, unsigned fixed, int least_jokers,
              Visit&& visit) const {
    unsigned present = 0;
    for (int colour = 0; colour < colours_; ++colour)
      present |= (pool.count(colour, number) > 0 ? 1U : 0U) << colour;
    if ((present & fixed) != fixed) return false;
    const int most_jokers = std::min(pool.jokers(), max_jokers_);
    if (std::popcount(present) + most_jokers < size) return false;
    for (int jokers = least_jokers; jokers <= std::min(most_jokers, size - (fixed != 0 ? 1 : 0));
         ++jokers) {
      if (jokers == size && (number > 1 || size <= run_max_))
        continue;  // jokers alone: listed once
      for (unsigned mask = fixed; mask < (1U << colours_); ++mask) {
        if ((mask & fixed) != fixed || (mask & present) != mask ||
            std::popcount(mask) != size - jokers)
          continue;
        Meld meld;
        for (int colour = 0; colour < colours_; ++colour) {
          if ((mask >> colour) & 1U) meld.push_back(Tile(colour, number));
        }
        for (int i = 0; i < jokers; ++i) meld.push_back(Tile::joker());
        if (visit(static_cast<const Meld&>(meld))) return true;
      }
    }
    return false;
  }

  int colours_;
  int numbers_;
  int min_length_;
  int run_max_;
  int group_max_;
  int max_jokers_;
  RunWrap wrap_;
};

}  // namespace rummy
