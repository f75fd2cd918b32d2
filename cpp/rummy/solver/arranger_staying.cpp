// Tables on which the melds of the jokers that stay are chosen first.

#include <algorithm>

#include "rummy/solver/arranger.hpp"
#include "rummy/solver/loner.hpp"

namespace rummy {

namespace {

// Could a joker of the old meld that counts as the tile stay in this one?
bool can_stay(const Meld& meld, Tile tile, const Meld& old) {
  const auto tiles = meld.tiles();
  const auto others = old.tiles();
  const auto has = [&](Tile wanted) {
    return std::find(tiles.begin(), tiles.end(), wanted) != tiles.end();
  };
  return has(tile) && std::any_of(others.begin(), others.end(),
                                  [&](Tile other) { return other != tile && has(other); });
}

}  // namespace

// With the jokers as the way at hand takes them, as arrange_way() does; but each joker that stays
// is first put into a meld with a tile of its old one, in every way.
bool Arranger::arrange_beside() {
  if (rules_.rules().joker.lock == Lock::full || !can_free()) return false;
  TileBag pool = laid_;
  staying_.clear();
  for (std::size_t i = 0; i < before_.size(); ++i) {
    for (int place = 0; place < before_[i].size(); ++place) {
      if (before_[i][place] != way_[i][place]) {
        staying_.push_back({way_[i][place], way_[i], false});
      } else {
        pool.add(way_[i][place]);
      }
    }
  }
  for (Staying& joker : staying_) {
    joker.late = pool.count(joker.tile) == kMaxCopies;
    if (!joker.late) pool.add(joker.tile);
  }
  if (staying_.empty() || !pool.includes(to_rack_)) return false;
  layout_.keep(stand_ins_.plain());
  way_.assign(before_.begin(), before_.end());
  fresh_.clear();
  return place_staying(0, pool - to_rack_);
}

bool Arranger::place_staying(std::size_t joker, TileBag pool) {
  if (joker == staying_.size()) {
    if (pool.jokers() > 0 && rules_.rules().joker.to_new_meld()) return place_jokers(pool, true);
    const std::size_t placed = fresh_.size();
    if (lay_out(pool) && settle()) return true;
    fresh_.resize(placed);
    return false;
  }
  const Tile tile = staying_[joker].tile;
  const Meld& old = staying_[joker].old;
  const bool late = staying_[joker].late;
  // Another joker may have brought its tile along.
  for (std::size_t i = 0; !late && i < fresh_.size(); ++i) {
    const Meld meld = fresh_[i];
    if (can_stay(meld, tile, old) && set_joker(fresh_[i], tile) && place_staying(joker + 1, pool)) {
      return true;
    }
    fresh_[i] = meld;
  }
  if (late) {
    if (pool.count(tile) == kMaxCopies) return false;
    pool.add(tile);
  }
  const auto put = [&](Meld meld) {
    const TileBag rest = pool - meld.bag();
    if (!can_stay(meld, tile, old) || has_loner(rest, rules_) || !set_joker(meld, tile) ||
        !cover_.can_meld(rest, joker_places_)) {
      return false;
    }
    fresh_.push_back(meld);
    if (place_staying(joker + 1, rest)) return true;
    fresh_.pop_back();
    return false;
  };
  for (int size = moves_.min_size(); pool.contains(tile) && size <= moves_.max_size(); ++size) {
    if (moves_.containing(pool, tile, size, put)) return true;
  }
  return false;
}

}  // namespace rummy
