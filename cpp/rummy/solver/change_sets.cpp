#include "rummy/solver/change_sets.hpp"

#include <algorithm>
#include <bit>

namespace rummy {

ChangeSets::ChangeSets(const CompiledRules& rules) : rules_(rules) {}

const std::vector<ChangeSets::Set>& ChangeSets::list(std::span<const TileBag> bags,
                                                     const TileBag& laid, const TileBag& to_rack,
                                                     int size, bool any_length) {
  bags_ = bags;
  to_rack_ = to_rack;
  size_ = size;
  longest_ =
      any_length ? rules_.run_max() : std::min(rules_.run_max(), 2 * rules_.min_length() - 1);
  met_.clear();
  place_next({laid, {}, 0});
  std::sort(met_.begin(), met_.end());
  met_.erase(std::unique(met_.begin(), met_.end()), met_.end());
  sets_.clear();
  for (const std::uint32_t met : met_) {
    sets_.push_back({static_cast<std::uint8_t>(met >> 16), static_cast<std::uint8_t>(met >> 8),
                     static_cast<std::uint8_t>(met)});
  }
  return sets_;
}

bool ChangeSets::has_changed(const Walk& walk, std::size_t meld) const {
  return std::find(walk.changed.begin(), walk.changed.begin() + walk.count,
                   static_cast<std::uint8_t>(meld)) != walk.changed.begin() + walk.count;
}

ChangeSets::Walk ChangeSets::change(const Walk& walk, std::size_t meld) const {
  Walk next = walk;
  next.loose += bags_[meld];
  next.changed[static_cast<std::size_t>(next.count++)] = static_cast<std::uint8_t>(meld);
  return next;
}

void ChangeSets::place_next(const Walk& walk) {
  if (walk.count == size_) {
    auto [a, b, c] = walk.changed;  // what is beyond `size` is zero and stays last
    if (size_ > 1 && a > b) std::swap(a, b);
    if (size_ > 2 && b > c) std::swap(b, c);
    if (size_ > 1 && a > b) std::swap(a, b);
    const auto set = static_cast<std::uint32_t>((a << 16) | (b << 8) | c);
    if (met_.empty() || met_.back() != set) met_.push_back(set);
    return;
  }
  for (int number = 1; number <= rules_.tiles().numbers; ++number) {
    const unsigned row = walk.loose.row(number);
    if (row == 0) continue;
    const Tile tile(std::countr_zero(row) / 2, number);
    try_runs(walk, tile);
    try_groups(walk, tile);
    return;
  }
  place_jokers(walk);
}

// Only jokers are loose: they may join any meld, or make one alone; or a joker is still to be
// fetched for the rack.
void ChangeSets::place_jokers(const Walk& walk) {
  const int spare = walk.loose.jokers() - to_rack_.jokers();
  if (spare == 0) return;
  for (std::size_t i = 0; i < bags_.size(); ++i) {
    if (!has_changed(walk, i) && (spare > 0 || bags_[i].jokers() > 0)) place_next(change(walk, i));
  }
}

// Takes one copy of the tile for a meld: a loose one if there is any, else one of a meld that
// changes for it.
template <typename Next>
void ChangeSets::take(const Walk& walk, Tile tile, Next&& next) {
  if (walk.loose.contains(tile)) {
    Walk then = walk;
    then.loose.remove(tile);
    next(then);
    return;
  }
  if (walk.count == size_) return;
  for (std::size_t i = 0; i < bags_.size(); ++i) {
    if (!bags_[i].contains(tile) || has_changed(walk, i)) continue;
    Walk then = change(walk, i);
    then.loose.remove(tile);
    next(then);
  }
}

void ChangeSets::try_runs(const Walk& walk, Tile tile) {
  const int numbers = rules_.tiles().numbers;
  const RunWrap wrap = rules_.rules().melds.run_wrap;
  for (int length = rules_.min_length(); length <= longest_; ++length) {
    for (int place = 0; place < length; ++place) {
      int start = tile.number() - place;
      if (start < 1 && wrap == RunWrap::none) break;
      if (start < 1) start += numbers;
      const int end = start + length - 1;
      if (wrap != RunWrap::round && end > numbers + (wrap == RunWrap::ace_high ? 1 : 0)) continue;
      fill_run(walk, tile.colour(), start, length, 0, 0, place);
    }
  }
}

void ChangeSets::fill_run(const Walk& walk, int colour, int start, int length, int place,
                          int jokers, int fixed) {
  if (place == length || walk.count == size_) {
    place_next(walk);
    return;
  }
  const Tile tile(colour, (start - 1 + place) % rules_.tiles().numbers + 1);
  take(walk, tile,
       [&](const Walk& next) { fill_run(next, colour, start, length, place + 1, jokers, fixed); });
  if (place == fixed || jokers == rules_.max_jokers()) return;
  take(walk, Tile::joker(), [&](const Walk& next) {
    fill_run(next, colour, start, length, place + 1, jokers + 1, fixed);
  });
}

void ChangeSets::try_groups(const Walk& walk, Tile tile) {
  for (int size = rules_.min_length(); size <= rules_.group_max(); ++size) {
    Walk next = walk;
    next.loose.remove(tile);
    fill_group(next, tile.number(), 0, 0, size - 1, tile.colour());
  }
}

// Adds `size` more tiles, of colours from `colour` on; the colour `fixed` is in the group already.
void ChangeSets::fill_group(const Walk& walk, int number, int colour, int jokers, int size,
                            int fixed) {
  if (size == 0 || walk.count == size_) {
    place_next(walk);
    return;
  }
  if (colour == rules_.tiles().colours) {
    if (jokers == rules_.max_jokers()) return;
    take(walk, Tile::joker(),
         [&](const Walk& next) { fill_group(next, number, colour, jokers + 1, size - 1, fixed); });
    return;
  }
  if (colour != fixed) {
    take(walk, Tile(colour, number),
         [&](const Walk& next) { fill_group(next, number, colour + 1, jokers, size - 1, fixed); });
  }
  fill_group(walk, number, colour + 1, jokers, size, fixed);
}

}  // namespace rummy
