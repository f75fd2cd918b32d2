#include "rummy/solver/arranger.hpp"

#include <algorithm>

#include "rummy/solver/loner.hpp"
#include "rummy/solver/staying_jokers.hpp"

namespace rummy {

namespace {

bool holds(const Meld& meld, Tile tile) {
  const auto tiles = meld.tiles();
  return std::find(tiles.begin(), tiles.end(), tile) != tiles.end();
}

}  // namespace

Arranger::Arranger(const CompiledRules& rules, Cover& cover)
    : rules_(rules),
      cover_(cover),
      layout_(rules, cover),
      joker_melds_(rules),
      moves_(rules),
      stand_ins_(rules) {}

bool Arranger::arrange(std::span<const Meld> table, const TileBag& laid, const TileBag& to_rack,
                       bool changeable, bool thorough, Table& result) {
  before_ = table;
  laid_ = laid;
  to_rack_ = to_rack;
  joker_places_ = JokerPlaces::anywhere();
  const auto done = [&] {
    result = after_;
    return true;
  };
  if (!changeable) {
    before_ = {};
    if (!arrange_freely()) return false;
    after_.insert(after_.begin(), table.begin(), table.end());
    return done();
  }
  const bool jokers =
      std::any_of(table.begin(), table.end(), [](const Meld& meld) { return meld.jokers() > 0; });
  if (!jokers || rules_.free_jokers()) return arrange_freely() && done();
  // All ways quickly first, so that a thorough search finds the same table where a quick one does.
  near_misses_.clear();
  stand_ins_.read(before_);
  while (stand_ins_.next()) {
    way_.assign(stand_ins_.melds().begin(), stand_ins_.melds().end());
    const Found found = count_copies(way_) ? arrange_way(true) : Found::nothing;
    if (found == Found::table) return done();
    near_misses_.push_back(found == Found::near_miss);
  }
  if (!thorough) return false;
  stand_ins_.read(before_);
  for (std::size_t way = 0; stand_ins_.next(); ++way) {
    way_.assign(stand_ins_.melds().begin(), stand_ins_.melds().end());
    if (near_misses_[way] && arrange_way(false) == Found::table) return done();
  }
  joker_places_ = JokerPlaces::anywhere();
  stand_ins_.read(before_);
  while (stand_ins_.next()) {
    way_.assign(stand_ins_.melds().begin(), stand_ins_.melds().end());
    if (arrange_beside()) return done();
  }
  way_.assign(table.begin(), table.end());
  layout_.keep(stand_ins_.plain());
  const TileBag pool = everything(way_);
  fresh_.clear();
  return pool.includes(to_rack_) && place_jokers(pool - to_rack_, false) && done();
}

// Jokers are wild, wherever they lay.
bool Arranger::arrange_freely() {
  stand_ins_.read(before_);
  way_.assign(before_.begin(), before_.end());
  layout_.keep(stand_ins_.plain());
  TileBag pool = everything(way_);
  if (!pool.includes(to_rack_)) return false;
  fresh_.clear();
  if (!lay_out(pool - to_rack_)) return false;
  find_kept();
  return true;
}

// Could the wild jokers of the way at hand be freed at all?
bool Arranger::can_free() const {
  const JokerRules& rules = rules_.rules().joker;
  if (rules.retrieval == Retrieval::any_legal) return true;
  const bool from_rack = rules.tile_from == TileFrom::rack;
  const TileBag all = from_rack ? laid_ : everything(way_);
  for (std::size_t i = 0; i < before_.size(); ++i) {
    if (before_[i].jokers() == 0 || !stand_ins_.wild(i)) continue;
    if (rules.retrieval == Retrieval::never) return false;
    // Some tile that a joker of the meld may stand for has to come from elsewhere.
    const TileBag own = before_[i].bag();
    const bool comes = stand_ins_.any_version(
        i, [&](Tile tile) { return all.count(tile) > (from_rack ? 0 : own.count(tile)); });
    if (!comes) return false;
  }
  return true;
}

void Arranger::bind_jokers() {
  for (std::size_t i = 0; i < before_.size(); ++i) {
    if (before_[i].jokers() == 0 || stand_ins_.wild(i)) continue;
    const Meld& meld = way_[i];
    const bool in_run = meld[0].number() != meld[1].number();
    for (int place = 0; place < meld.size(); ++place) {
      if (before_[i][place] == meld[place]) continue;
      bind_staying_joker(
          meld[place], in_run, place, meld.size(), rules_,
          [this](Tile tile, bool run) { layout_.bind(tile, run); },
          [this](Tile tile, bool high) { layout_.link(tile, high); });
    }
  }
}

// With the jokers as the way at hand takes them.
Arranger::Found Arranger::arrange_way(bool quick) {
  if (!can_free()) return Found::nothing;
  layout_.keep(stand_ins_.plain());
  TileBag pool = everything(way_);
  fresh_.clear();
  const JokerRules& rules = rules_.rules().joker;
  if (rules.lock == Lock::full) {  // as it is, as long as its jokers are in it
    for (std::size_t i = 0; i < way_.size(); ++i) {
      if (before_[i].jokers() == 0 || stand_ins_.wild(i)) continue;
      pool -= way_[i].bag();
      way_[i] = before_[i];
      fresh_.push_back(before_[i]);
    }
  }
  if (!pool.includes(to_rack_)) return Found::nothing;
  pool -= to_rack_;
  if (rules.lock != Lock::full) bind_jokers();
  if (stand_ins_.any_wild() && rules.to_new_meld()) return free_jokers(pool, quick);
  return lay_out(pool) && settle() ? Found::table : Found::nothing;
}

// The wild jokers of the pool have to come into melds with a laid tile. Quickly: near one.
Arranger::Found Arranger::free_jokers(const TileBag& pool, bool quick) {
  joker_places_ = JokerPlaces::anywhere();
  if (laid_.jokers() == 0) {
    JokerPlaces::Numbers there{};
    pool.for_each([&](Tile tile, int) {
      if (!tile.is_joker()) there[static_cast<std::size_t>(tile.colour())] |= 1U << tile.number();
    });
    joker_places_ = {};
    joker_places_.allow_beside(laid_, there, pool.jokers() - 1, rules_);
  }
  if (quick) {
    layout_.allow_jokers(joker_places_);
    if (!lay_out(pool)) return Found::nothing;
    return settle() ? Found::table : Found::near_miss;
  }
  layout_.forget_links();  // they may be in the melds of the jokers
  return place_jokers(pool, true) ? Found::table : Found::nothing;
}

TileBag Arranger::everything(std::span<const Meld> melds) const { return laid_ + bag_of(melds); }

// A joker that counts as a tile may be one copy too many for a TileBag.
bool Arranger::count_copies(std::span<const Meld> melds) const {
  std::array<std::uint8_t, kFaces + 1> copies{};
  laid_.for_each([&](Tile tile, int number) {
    copies[static_cast<std::size_t>(tile.face())] = static_cast<std::uint8_t>(number);
  });
  for (const Meld& meld : melds) {
    for (const Tile tile : meld.tiles()) ++copies[static_cast<std::size_t>(tile.face())];
  }
  return std::all_of(copies.begin(), copies.begin() + kFaces,
                     [](int number) { return number <= kMaxCopies; });
}

// Adds melds of the whole pool to the fresh ones.
bool Arranger::lay_out(const TileBag& pool) {
  if (pool.empty()) return true;
  if (has_loner(pool, rules_) || !layout_.lay_out(pool, laid_out_)) return false;
  fresh_.insert(fresh_.end(), laid_out_.begin(), laid_out_.end());
  return true;
}

// Puts every wild joker of the pool into a meld; `with_laid`: into one that holds a laid tile.
bool Arranger::place_jokers(const TileBag& pool, bool with_laid) {
  joker_melds_.begin(pool, cover_.joker_places(pool, joker_places_), laid_, before_, with_laid);
  return place_jokers_from(0, pool, with_laid ? laid_.size() : pool.jokers());
}

bool Arranger::place_jokers_from(std::size_t first, const TileBag& pool, int melds) {
  if (pool.jokers() == 0) {
    const std::size_t placed = fresh_.size();
    if (lay_out(pool) && settle()) return true;
    fresh_.resize(placed);
    return false;
  }
  if (melds == 0) return false;
  for (std::size_t i = first; joker_melds_.has(i); ++i) {
    const Meld meld = joker_melds_[i];
    const TileBag bag = meld.bag();
    if (!pool.includes(bag)) continue;
    const TileBag rest = pool - bag;
    if (has_loner(rest, rules_) || (rest.jokers() > 0 && !cover_.can_meld(rest, joker_places_)))
      continue;
    fresh_.push_back(meld);
    if (place_jokers_from(i, rest, melds - 1)) return true;
    fresh_.pop_back();
  }
  return false;
}

// The fresh melds become the table after the turn, its jokers jokers again, if the rules allow it.
bool Arranger::settle() {
  const Table fresh = fresh_;
  find_kept();
  to_restore_.clear();
  for (std::size_t i = 0; i < before_.size(); ++i) {
    if (kept_[i] == Kept::whole) continue;
    for (int place = 0; place < way_[i].size(); ++place) {
      if (before_[i][place] != way_[i][place]) to_restore_.push_back({way_[i][place], i});
    }
  }
  if (restore_from(0)) return true;
  fresh_ = fresh;
  return false;
}

// Fresh melds that lay there before are not fresh: the old ones come first, in their order.
void Arranger::find_kept() {
  kept_.assign(before_.size(), Kept::no);
  after_.clear();
  for (std::size_t i = 0; i < before_.size(); ++i) {
    const auto find = [&](const Meld& old) {
      return std::find_if(fresh_.begin(), fresh_.end(), [&](const Meld& meld) {
        return meld.size() == old.size() && same_meld(meld, old, rules_);
      });
    };
    auto found = find(way_[i]);
    kept_[i] = Kept::whole;
    if (found == fresh_.end()) {
      found = find(before_[i]);
      kept_[i] = Kept::other_jokers;
    }
    if (found == fresh_.end()) {
      kept_[i] = Kept::no;
      continue;
    }
    after_.push_back(before_[i]);
    fresh_.erase(found);
  }
  after_.insert(after_.end(), fresh_.begin(), fresh_.end());
}

// A joker takes the place of the tile. False when the meld is not legal so.
bool Arranger::set_joker(Meld& meld, Tile tile) const {
  const auto tiles = meld.tiles();
  auto place = static_cast<int>(std::find(tiles.begin(), tiles.end(), tile) - tiles.begin());
  if (is_group(meld)) {
    for (; place + 1 < meld.size(); ++place) meld.set(place, meld[place + 1]);
  }
  meld.set(place, Tile::joker());
  return is_legal(meld, rules_);
}

// A joker takes the place of its tile in some new meld, one with tiles of its old meld first.
bool Arranger::restore_from(std::size_t joker) {
  if (joker == to_restore_.size()) return exchange_legal(rules_, before_, after_, laid_, to_rack_);
  const Tile tile = to_restore_[joker].tile;
  const Meld& old = before_[to_restore_[joker].meld];
  const std::size_t kept = after_.size() - fresh_.size();
  for (const bool beside : {true, false}) {
    for (std::size_t i = kept; i < after_.size(); ++i) {
      Meld& meld = after_[i];
      const auto tiles = meld.tiles();
      const auto found = std::find(tiles.begin(), tiles.end(), tile);
      if (found == tiles.end()) continue;
      const bool shares = std::any_of(tiles.begin(), tiles.end(), [&](Tile other) {
        return other != tile && holds(old, other);
      });
      if (shares != beside) continue;
      const Meld before = meld;
      if (set_joker(meld, tile) && restore_from(joker + 1)) return true;
      meld = before;
    }
  }
  return false;
}

}  // namespace rummy
