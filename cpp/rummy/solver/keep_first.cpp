#include "rummy/solver/keep_first.hpp"

#include "rummy/solver/loner.hpp"

namespace rummy {

bool KeepFirst::lay_out(std::span<const Meld> old, const TileBag& pool, const JokerPlaces& places,
                        Table& melds) {
  if (!cover_.can_meld(pool, places)) return false;
  places_ = places;
  melds_ = &melds;
  TileBag rest = pool;
  std::vector<Meld> changed;
  for (const Meld& meld : old) {
    if (!keep(meld, rest)) changed.push_back(meld);
  }
  for (const Meld& meld : changed) grow(meld, rest);
  return partition(rest);
}

// Lays the meld if the rest can still be melded.
bool KeepFirst::keep(const Meld& meld, TileBag& rest) {
  const TileBag bag = meld.bag();
  if (!rest.includes(bag)) return false;
  const TileBag left = rest - bag;
  if (has_loner(left, rules_) || !cover_.can_meld(left, places_)) return false;
  rest = left;
  melds_->push_back(meld);
  return true;
}

// Lays the meld with as few tiles added as can be.
void KeepFirst::grow(const Meld& old, TileBag& rest) {
  const TileBag tiles = old.bag();
  if (!rest.includes(tiles)) return;
  const auto holds_old = [&](const Meld& meld) {
    return meld.bag().includes(tiles) && keep(meld, rest);
  };
  for (int size = old.size() + 1; size <= moves_.max_size(); ++size) {
    if (moves_.containing(TileBag(rest), old[0], size, holds_old)) return;
  }
}

bool KeepFirst::partition(const TileBag& pool) {
  if (pool.empty()) return true;
  const Tile lowest = pool.first();
  const auto lay = [&](const Meld& meld) {
    const TileBag rest = pool - meld.bag();
    if (has_loner(rest, rules_) || !cover_.can_meld(rest, places_)) return false;
    melds_->push_back(meld);
    if (partition(rest)) return true;
    melds_->pop_back();
    return false;
  };
  return lowest.is_joker() ? moves_.with_joker(pool, lay) : moves_.containing(pool, lowest, lay);
}

}  // namespace rummy
