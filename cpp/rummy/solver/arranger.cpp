#include "rummy/solver/arranger.hpp"

#include <algorithm>
#include <bit>

namespace rummy {

Arranger::Arranger(const CompiledRules& rules, Sweep& sweep)
    : rules_(rules), sweep_(sweep), moves_(rules), change_sets_(rules), stand_ins_(rules) {}

bool Arranger::arrange(std::span<const Meld> table, const TileBag& laid, const TileBag& to_rack, bool changeable,
                       bool thorough, Table& result) {
  before_ = table;
  laid_ = laid;
  to_rack_ = to_rack;
  changeable_ = changeable;
  const bool jokers_on_table =
      std::any_of(table.begin(), table.end(), [](const Meld& meld) { return meld.jokers() > 0; });
  exchange_ = changeable && jokers_on_table && !rules_.free_jokers();
  const bool found = (to_rack.empty() && arrange_as_it_stands()) || (jokers_on_table && changeable && arrange_wild(thorough));
  if (found) result = after_;
  return found;
}

bool Arranger::arrange_as_it_stands() {
  wild_ = false;
  stand_ins_.read(before_);
  while (stand_ins_.next()) {
    bags_.clear();
    for (const Meld& meld : stand_ins_.melds()) bags_.push_back(meld.bag());
    if (!count_copies()) continue;
    kept_.assign(before_.size(), true);
    fresh_.clear();
    for (int changed = 0; changed <= (changeable_ ? kMostChanged : 0); ++changed) {
      if (change_some(changed)) return true;
    }
    if (changeable_ && before_.size() > kMostChanged && keep_first()) return true;
    if (!changeable_) break;  // it makes no difference what the jokers stand for
  }
  return false;
}

// A joker that counts as a tile may be one copy too many for a TileBag.
bool Arranger::count_copies() {
  std::array<int, kFaces + 1> copies{};
  const auto count = [&](const TileBag& bag) {
    bag.for_each([&](Tile tile, int number) { copies[static_cast<std::size_t>(tile.face())] += number; });
  };
  count(laid_);
  for (const TileBag& bag : bags_) count(bag);
  return std::all_of(copies.begin(), copies.begin() + kFaces, [](int number) { return number <= kMaxCopies; });
}

bool Arranger::arrange_wild(bool thorough) {
  wild_ = true;
  bags_.clear();
  for (const Meld& meld : before_) bags_.push_back(meld.bag());
  kept_.assign(before_.size(), true);
  fresh_.clear();
  for (int changed = 0; changed <= kMostChanged; ++changed) {
    if (change_some(changed)) return true;
  }
  return thorough && before_.size() > kMostChanged && keep_first();
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
  return !has_loner(pool) && (pool.size() <= (pool.jokers() > 0 ? kSmallWildPool : kSmallPool) || can_meld(pool));
}

bool Arranger::can_meld(const TileBag& pool) {
  problem_ = {};
  problem_.add_must(pool);
  return sweep_.feasible(problem_);
}

// Takes so many old melds apart, the first set for which that leads to a legal table.
bool Arranger::change_some(int changed) {
  if (static_cast<std::size_t>(changed) > before_.size()) return false;
  const bool any_length = wild_ && exchange_;
  for (const ChangeSets::Set& set : change_sets_.list(bags_, laid_, to_rack_, changed, any_length)) {
    TileBag pool = laid_;
    bool old_joker = false;
    for (int i = 0; i < changed; ++i) {
      const std::size_t meld = set[static_cast<std::size_t>(i)];
      pool += bags_[meld];
      old_joker = old_joker || before_[meld].jokers() > 0;
    }
    if (!pool.includes(to_rack_)) continue;
    pool -= to_rack_;
    if (has_loner(pool)) continue;
    for (int i = 0; i < changed; ++i) kept_[set[static_cast<std::size_t>(i)]] = false;
    const bool joker_melds_first = wild_ && exchange_ && old_joker;
    if (joker_melds_first ? can_meld(pool) && place_jokers(pool)
                          : may_meld(pool) && partition(pool) && restore_jokers()) {
      return true;
    }
    fresh_.clear();
    for (int i = 0; i < changed; ++i) kept_[set[static_cast<std::size_t>(i)]] = true;
  }
  return false;
}

// Jokers that counted as tiles become jokers again: each takes the place of its tile in some meld that was laid anew.
bool Arranger::restore_jokers() {
  to_restore_.clear();
  if (!wild_) {
    for (std::size_t i = 0; i < before_.size(); ++i) {
      if (kept_[i]) continue;
      const auto& tiles = stand_ins_.tiles(i);
      to_restore_.insert(to_restore_.end(), tiles.begin(), tiles.end());
    }
  }
  return restore_from(0);
}

bool Arranger::restore_from(std::size_t joker) {
  if (joker == to_restore_.size()) {
    build();
    return !exchange_ || to_restore_.empty() || exchange_legal(rules_, before_, after_, laid_, to_rack_);
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
  if (jokers > 1 || rules_.min_length() != 3 || rules_.rules().melds.run_wrap != RunWrap::none) return false;
  const int numbers = rules_.tiles().numbers;
  std::array<unsigned, kMaxNumbers + 5> present{};  // two empty numbers on each side
  for (int number = 1; number <= numbers; ++number) {
    const unsigned row = pool.row(number);
    present[static_cast<std::size_t>(number + 1)] = (row | (row >> 1)) & 0x555U;
  }
  for (std::size_t i = 2; i < static_cast<std::size_t>(numbers + 2); ++i) {
    const unsigned here = present[i];
    if (here == 0 || std::popcount(here) + jokers >= 3) continue;
    const unsigned near = jokers > 0 ? present[i - 2] | present[i - 1] | present[i + 1] | present[i + 2]
                                     : (present[i - 1] & present[i + 1]) | (present[i - 2] & present[i - 1]) |
                                           (present[i + 1] & present[i + 2]);
    if ((here & ~near) != 0) return true;
  }
  return false;
}

bool Arranger::keep_first() {
  TileBag pool = laid_;
  for (const TileBag& bag : bags_) pool += bag;
  pool -= to_rack_;
  std::fill(kept_.begin(), kept_.end(), false);
  if (wild_ && exchange_) return place_jokers(pool);
  if (!can_meld(pool)) return false;
  for (std::size_t i = 0; i < bags_.size(); ++i) {
    if (!pool.includes(bags_[i]) || has_loner(pool - bags_[i]) || !can_meld(pool - bags_[i])) continue;
    kept_[i] = true;
    pool -= bags_[i];
  }
  return partition(pool) && restore_jokers();
}

bool Arranger::place_jokers(const TileBag& pool) {
  joker_melds_.clear();
  moves_.with_joker(pool, [&](const Meld& meld) {
    if (worth_trying(meld)) joker_melds_.push_back(meld);
    return false;
  });
  std::stable_sort(joker_melds_.begin(), joker_melds_.end(),
                   [](const Meld& a, const Meld& b) { return a.size() < b.size(); });
  return place_jokers_from(0, pool);
}

// A long run may drop a tail without jokers and rack tiles, so it need not be tried: the tail is a meld of its own, and
// every tile that a rule could ask for is still beside the jokers. A lock may ask for the whole meld, though.
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

bool Arranger::place_jokers_from(std::size_t first, const TileBag& pool) {
  if (pool.jokers() == 0) {
    const std::size_t placed = fresh_.size();
    if (!may_meld(pool) || !partition(pool)) return false;
    if (exchange_legal(rules_, before_, after_, laid_, to_rack_)) return true;
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
