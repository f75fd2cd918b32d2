#include "rummy/solver/keep_first.hpp"

#include "rummy/solver/loner.hpp"

namespace rummy {

bool KeepFirst::lay_out(std::span<const Meld> old, const TileBag& pool, const JokerPlaces& places,
                        Table& melds) {
  if (!cover_.can_meld(pool, places)) return false;
  places_ = places;
  melds_ = &melds;
  TileBag rest = pool;
  for (const Meld& meld : old) {
    const TileBag bag = meld.bag();
    if (!rest.includes(bag) || has_loner(rest - bag, rules_) ||
        !cover_.can_meld(rest - bag, places_))
      continue;
    rest -= bag;
    melds_->push_back(meld);
  }
  return partition(rest);
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
