#include "rummy/solver/arranger.hpp"

#include <algorithm>
#include <bit>

namespace rummy {

Arranger::Arranger(const CompiledRules& rules, Sweep& sweep)
    : rules_(rules), sweep_(sweep), moves_(rules), change_sets_(rules), stand_ins_(rules) {}

bool Arranger::arrange(std::span<const Meld> table, const TileBag& laid, const TileBag& to_rack,
                       bool changeable, bool thorough, Table& result) {
  before_ = table;
  laid_ = laid;
  to_rack_ = to_rack;
  changeable_ = changeable;
  exchange_ = changeable && !rules_.free_jokers();
  stand_ins_.read(before_);
  while (stand_ins_.next()) {
    bags_.clear();
    for (const Meld& meld : stand_ins_.melds()) bags_.push_back(meld.bag());
    if (!count_copies()) continue;
    if (lay_out(thorough)) {
      result = after_;
      return true;
    }
    if (!changeable_) break;  // it makes no difference what the jokers stand for
  }
  return false;
}

bool Arranger::lay_out(bool thorough) {
  kept_.assign(before_.size(), true);
  fresh_.clear();
  for (int changed = 0; changed <= (changeable_ ? kMostChanged : 0); ++changed) {
    // Most tables need no more than one change; before more are tried, is there any way at all?
    if (changed == 2 && !can_meld(everything())) return false;
    if (change_some(changed)) return true;
  }
  if (!changeable_ || before_.size() <= kMostChanged) return false;
  const bool all_joker_melds = exchange_ && stand_ins_.any_wild();
  return (!all_joker_melds || (thorough && stand_ins_.all_wild())) && keep_first();
}

TileBag Arranger::everything() const {
  TileBag pool = laid_;
  for (const TileBag& bag : bags_) pool += bag;
  if (pool.includes(to_rack_)) pool -= to_rack_;
  return pool;
}

// A joker that counts as a tile may be one copy too many for a TileBag.
bool Arranger::count_copies() {
  std::array<int, kFaces + 1> copies{};
  const auto count = [&](const TileBag& bag) {
    bag.for_each(
        [&](Tile tile, int number) { copies[static_cast<std::size_t>(tile.face())] += number; });
  };
  count(laid_);
  for (const TileBag& bag : bags_) count(bag);
  return std::all_of(copies.begin(), copies.begin() + kFaces,
                     [](int number) { return number <= kMaxCopies; });
}

void Arranger::build() {
  after_.clear();
  for (std::size_t i = 0; i < before_.size(); ++i) {
    if (kept_[i]) after_.push_back(before_[i]);
  }
  after_.insert(after_.end(), fresh_.begin(), fresh_.end());
}

// Worth a partition? A small pool is cheaper to lay out than to check.
bool Arranger::may_meld(const TileBag& pool) {
  return !has_loner(pool) &&
         (pool.size() <= (pool.jokers() > 0 ? kSmallWildPool : kSmallPool) || can_meld(pool));
}

bool Arranger::can_meld(const TileBag& pool) {
  problem_ = {};
  problem_.add_must(pool);
  return sweep_.feasible(problem_);
}

// Takes so many old melds apart, the first set for which that leads to a legal table.
bool Arranger::change_some(int changed) {
  if (static_cast<std::size_t>(changed) > before_.size()) return false;
  const bool any_length = exchange_ && stand_ins_.any_wild();
  for (const ChangeSets::Set& set :
       change_sets_.list(bags_, laid_, to_rack_, changed, any_length)) {
    TileBag pool = laid_;
    bool wild = false;
    for (int i = 0; i < changed; ++i) {
      const std::size_t meld = set[static_cast<std::size_t>(i)];
      pool += bags_[meld];
      wild = wild || bags_[meld].jokers() > 0;
    }
    if (!pool.includes(to_rack_)) continue;
    pool -= to_rack_;
    if (has_loner(pool)) continue;
    for (int i = 0; i < changed; ++i) kept_[set[static_cast<std::size_t>(i)]] = false;
    if (exchange_ && wild ? can_meld(pool) && place_jokers(pool)
                          : may_meld(pool) && partition(pool) && restore_jokers()) {
      return true;
    }
    fresh_.clear();
    for (int i = 0; i < changed; ++i) kept_[set[static_cast<std::size_t>(i)]] = true;
  }
  return false;
}

// Jokers that counted as tiles become jokers again: each takes the place of its tile in some meld
// that was laid anew.
bool Arranger::restore_jokers() {
  to_restore_.clear();
  joker_moved_ = false;
  for (std::size_t i = 0; i < before_.size(); ++i) {
    if (kept_[i]) continue;
    const auto& tiles = stand_ins_.tiles(i);
    to_restore_.insert(to_restore_.end(), tiles.begin(), tiles.end());
    joker_moved_ = joker_moved_ || before_[i].jokers() > 0;
  }
  return restore_from(0);
}

bool Arranger::restore_from(std::size_t joker) {
  if (joker == to_restore_.size()) {
    build();
    return !exchange_ || !joker_moved_ || exchange_legal(rules_, before_, after_, laid_, to_rack_);
  }
  for (Meld& meld : fresh_) {
    const auto tiles = meld.tiles();
    const auto found = std::find(tiles.begin(), tiles.end(), to_restore_[joker]);
    if (found == tiles.end()) continue;
    const Meld before = meld;
    const auto place = static_cast<int>(found - tiles.begin());
    if (is_group(meld)) {
      for (int i = place; i + 1 < meld.size(); ++i) meld.set(i, meld[i + 1]);
      meld.set(meld.size() - 1, Tile::joker());
    } else {
      meld.set(place, Tile::joker());
    }
    if (is_legal(meld, rules_) && restore_from(joker + 1)) return true;
    meld = before;
  }
  return false;
}

// Two natural tiles of one number are together in groups only.
bool Arranger::is_group(const Meld& meld) const {
  int number = 0;
  for (const Tile tile : meld.tiles()) {
    if (tile.is_joker()) continue;
    if (number == tile.number()) return true;
    number = tile.number();
  }
  return false;
}

// A natural tile that nothing in the pool can go with: a quick no for the usual rules.
bool Arranger::has_loner(const TileBag& pool) const {
  const int jokers = pool.jokers();
  if (jokers > 1 || rules_.min_length() != 3 || rules_.rules().melds.run_wrap != RunWrap::none)
    return false;
  const int numbers = rules_.tiles().numbers;
  std::array<unsigned, kMaxNumbers + 5> present{};  // two empty numbers on each side
  for (int number = 1; number <= numbers; ++number) {
    const unsigned row = pool.row(number);
    present[static_cast<std::size_t>(number + 1)] = (row | (row >> 1)) & 0x555U;
  }
  for (std::size_t i = 2; i < static_cast<std::size_t>(numbers + 2); ++i) {
    const unsigned here = present[i];
    if (here == 0 || std::popcount(here) + jokers >= 3) continue;
    const unsigned near =
        jokers > 0 ? present[i - 2] | present[i - 1] | present[i + 1] | present[i + 2]
                   : (present[i - 1] & present[i + 1]) | (present[i - 2] & present[i - 1]) |
                         (present[i + 1] & present[i + 2]);
    if ((here & ~near) != 0) return true;
  }
  return false;
}

bool Arranger::keep_first() {
  TileBag pool = everything();
  std::fill(kept_.begin(), kept_.end(), false);
  if (exchange_ && stand_ins_.any_wild()) return place_jokers(pool);
  TileBag loose = laid_;  // what has to be melded even if all later melds are kept
  for (std::size_t i = 0; i < bags_.size(); ++i) {
    if (pool.includes(bags_[i]) && !has_loner(pool - bags_[i]) && can_meld(pool - bags_[i])) {
      kept_[i] = true;
      pool -= bags_[i];
      continue;
    }
    loose += bags_[i];
    if (!loose.includes(to_rack_) || has_loner(loose - to_rack_) || !can_meld(loose - to_rack_))
      continue;
    std::fill(kept_.begin() + static_cast<std::ptrdiff_t>(i + 1), kept_.end(), true);
    pool = loose - to_rack_;
    break;
  }
  return partition(pool) && restore_jokers();
}

bool Arranger::place_jokers(const TileBag& pool) {
  joker_melds_.clear();
  moves_.with_joker(pool, [&](const Meld& meld) {
    if (worth_trying(meld) && has_excuse(meld)) joker_melds_.push_back(meld);
    return false;
  });
  std::stable_sort(joker_melds_.begin(), joker_melds_.end(),
                   [](const Meld& a, const Meld& b) { return a.size() < b.size(); });
  return place_jokers_from(0, pool);
}

// A long run may drop a tail without jokers and rack tiles, so it need not be tried: the tail is a
// meld of its own, and every tile that a rule could ask for is still beside the jokers. A lock may
// ask for the whole meld, though.
bool Arranger::worth_trying(const Meld& meld) const {
  const int least = rules_.min_length();
  if (meld.size() < 2 * least || rules_.rules().joker.lock != Lock::none) return true;
  int first = meld.size();
  int last = -1;
  for (int i = 0; i < meld.size(); ++i) {
    const bool joker = meld[i].is_joker();
    if (!joker && !laid_.contains(meld[i])) continue;
    first = std::min(first, joker ? i - 1 : i);
    last = std::max(last, joker ? i + 1 : i);
  }
  const bool cut_low = first >= least && meld.size() - first >= least;
  const bool cut_high = meld.size() - 1 - last >= least && last + 1 >= least;
  return !cut_low && !cut_high;
}

// A quick no where a freed joker asks for a rack tile beside it: without one a joker must have
// stayed, and then lies with a tile of its old meld.
bool Arranger::has_excuse(const Meld& meld) const {
  const Reuse reuse = rules_.rules().joker.reuse;
  if (laid_.jokers() > 0 || meld.jokers() > 1 || reuse == Reuse::any_meld || reuse == Reuse::keep)
    return true;
  const auto tiles = meld.tiles();
  if (std::any_of(tiles.begin(), tiles.end(), [this](Tile tile) { return laid_.contains(tile); }))
    return true;
  return std::any_of(before_.begin(), before_.end(), [&](const Meld& old) {
    const auto others = old.tiles();
    return old.jokers() > 0 && std::any_of(tiles.begin(), tiles.end(), [&](Tile tile) {
             return !tile.is_joker() &&
                    std::find(others.begin(), others.end(), tile) != others.end();
           });
  });
}

bool Arranger::place_jokers_from(std::size_t first, const TileBag& pool) {
  if (pool.jokers() == 0) {
    const std::size_t placed = fresh_.size();
    if (!may_meld(pool) || !partition(pool)) return false;
    if (restore_jokers()) return true;
    fresh_.resize(placed);
    return false;
  }
  for (std::size_t i = first; i < joker_melds_.size(); ++i) {
    const Meld meld = joker_melds_[i];
    const TileBag bag = meld.bag();
    if (!pool.includes(bag)) continue;
    const TileBag rest = pool - bag;
    if (has_loner(rest) || (rest.jokers() > 0 && !may_meld(rest))) continue;
    fresh_.push_back(meld);
    if (place_jokers_from(i, rest)) return true;
    fresh_.pop_back();
  }
  return false;
}

// Lays the pool out whole, lowest tile first.
bool Arranger::partition(const TileBag& pool) {
  if (pool.empty()) {
    build();
    return true;
  }
  Tile lowest = Tile::joker();
  bool found = false;
  pool.for_each([&](Tile tile, int) {
    if (!found) lowest = tile;
    found = true;
  });
  const auto lay = [&](const Meld& meld) {
    const TileBag rest = pool - meld.bag();
    if (!may_meld(rest)) return false;
    fresh_.push_back(meld);
    if (partition(rest)) return true;
    fresh_.pop_back();
    return false;
  };
  return lowest.is_joker() ? moves_.with_joker(pool, lay) : moves_.containing(pool, lowest, lay);
}

}  // namespace rummy
