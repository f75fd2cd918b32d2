#include "rummy/solver/arranger.hpp"

#include <algorithm>
#include <bit>

namespace rummy {

Arranger::Arranger(const CompiledRules& rules, Sweep& sweep) : rules_(rules), sweep_(sweep), moves_(rules) {}

bool Arranger::arrange(std::span<const Meld> table, const TileBag& laid, const TileBag& to_rack, bool changeable,
                       Table& result) {
  before_ = table;
  laid_ = laid;
  to_rack_ = to_rack;
  bags_.clear();
  bool jokers_on_table = false;
  for (const Meld& meld : table) {
    bags_.push_back(meld.bag());
    jokers_on_table = jokers_on_table || meld.jokers() > 0;
  }
  restricted_ = changeable && jokers_on_table && !rules_.free_jokers();
  kept_.assign(table.size(), true);
  fresh_.clear();
  const int most = changeable ? std::min<int>(kMostChanged, static_cast<int>(table.size())) : 0;
  bool found = false;
  for (int changed = 0; changed <= most && !found; ++changed) found = change_some(changed, 0, laid);
  if (!found && changeable && static_cast<int>(table.size()) > most) found = keep_first(laid);
  if (found) result = after_;
  return found;
}

void Arranger::build() {
  after_.clear();
  for (std::size_t i = 0; i < before_.size(); ++i) {
    if (kept_[i]) after_.push_back(before_[i]);
  }
  after_.insert(after_.end(), fresh_.begin(), fresh_.end());
}

bool Arranger::can_meld(const TileBag& pool) {
  problem_ = {};
  problem_.add_must(pool);
  return sweep_.feasible(problem_);
}

// Takes apart `changed` more melds from `first` on, in every way.
bool Arranger::change_some(int changed, std::size_t first, TileBag pool) {
  if (changed == 0) {
    if (!pool.includes(to_rack_)) return false;
    pool -= to_rack_;
    if (has_loner(pool) || (pool.size() > kSmallPool && !can_meld(pool))) return false;
    return restricted_ && pool.jokers() > laid_.jokers() - to_rack_.jokers() ? place_jokers(pool) : partition(pool);
  }
  for (std::size_t i = first; i < before_.size(); ++i) {
    kept_[i] = false;
    if (change_some(changed - 1, i + 1, pool + bags_[i])) return true;
    kept_[i] = true;
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

bool Arranger::keep_first(TileBag pool) {
  for (const TileBag& bag : bags_) pool += bag;
  pool -= to_rack_;
  std::fill(kept_.begin(), kept_.end(), false);
  if (restricted_) return place_jokers(pool);
  for (std::size_t i = 0; i < bags_.size(); ++i) {
    if (!pool.includes(bags_[i]) || !can_meld(pool - bags_[i])) continue;
    kept_[i] = true;
    pool -= bags_[i];
  }
  return can_meld(pool) && partition(pool);
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
    if (!can_meld(pool) || !partition(pool)) return false;
    if (exchange_legal(rules_, before_, after_, laid_, to_rack_)) return true;
    fresh_.resize(placed);
    return false;
  }
  for (std::size_t i = first; i < joker_melds_.size(); ++i) {
    const Meld meld = joker_melds_[i];
    const TileBag bag = meld.bag();
    if (!pool.includes(bag)) continue;
    const TileBag rest = pool - bag;
    if (rest.jokers() > 0 && !can_meld(rest)) continue;
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
    if (has_loner(rest) || (rest.size() > kSmallPool && !can_meld(rest))) return false;
    fresh_.push_back(meld);
    if (partition(rest)) return true;
    fresh_.pop_back();
    return false;
  };
  return lowest.is_joker() ? moves_.with_joker(pool, lay) : moves_.containing(pool, lowest, lay);
}

}  // namespace rummy
