#include "rummy/solver/add_only.hpp"

#include <algorithm>

namespace rummy {

namespace {

bool is_run(const Meld& meld, const CompiledRules& rules, std::vector<Reading>& readings_buffer) {
  readings(meld, rules, readings_buffer);
  return std::any_of(readings_buffer.begin(), readings_buffer.end(),
                     [](const Reading& reading) { return reading.kind == MeldKind::run; });
}

}  // namespace

bool AddOnly::Less::operator()(const TileBag& a, const TileBag& b) const {
  for (int number = 1; number <= kMaxNumbers; ++number) {
    if (a.row(number) != b.row(number)) return a.row(number) < b.row(number);
  }
  return a.jokers() < b.jokers();
}

std::optional<AddOnly::Result> AddOnly::best(std::span<const Meld> table, const TileBag& rack,
                                             const PlayOrder& order) {
  search(table, rack, order, true);
  return best_;
}

std::vector<AddOnly::Result> AddOnly::all(std::span<const Meld> table, const TileBag& rack,
                                          const PlayOrder& order) {
  search(table, rack, order, false);
  std::vector<Result> results;
  for (auto& [laid, result] : found_) results.push_back(std::move(result));
  std::sort(results.begin(), results.end(),
            [&](const Result& a, const Result& b) { return order.before(a.laid, b.laid); });
  return results;
}

void AddOnly::search(std::span<const Meld> table, const TileBag& rack, const PlayOrder& order,
                     bool only_best) {
  before_ = table;
  order_ = &order;
  only_best_ = only_best;
  best_.reset();
  found_.clear();
  fresh_.clear();
  old_.clear();
  for (const Meld& meld : table) old_.push_back({meld});
  Walk walk;
  walk.rack = rack;
  walk.rack.remove(Tile::joker(), rack.jokers());
  walk.rack_jokers = rack.jokers();
  set_aside(walk.rack, rack.jokers() + bag_of(table).jokers());
  walk.open = std::max<Weight>(0, order_->worth(Tile::joker())) * rack.jokers();
  walk.rack.for_each([&](Tile tile, int copies) { walk.open += order_->worth(tile) * copies; });
  exchange(0, 0, walk);
}

// Tiles that no new meld of the rack can hold, and that no old one can grow to or take for a joker,
// stay on the rack.
void AddOnly::set_aside(TileBag& rack, int wilds) {
  TileBag pool = rack;
  pool.add(Tile::joker(), wilds);
  const TileBag all = rack;
  all.for_each([&](Tile tile, int copies) {
    const bool goes =
        std::any_of(before_.begin(), before_.end(),
                    [&](const Meld& meld) { return may_take(meld, tile, all, wilds); }) ||
        moves_.containing(pool, tile, [](const Meld&) { return true; });
    if (!goes) rack.remove(tile, copies);
  });
}

bool AddOnly::may_take(const Meld& meld, Tile tile, const TileBag& rack, int wilds) const {
  const int first = meld.first_natural();
  if (first == meld.size() || meld[first].number() == tile.number()) return true;
  if (meld[first].colour() != tile.colour() || is_group(meld)) return false;
  if (rules_.rules().melds.run_wrap != RunWrap::none) return true;
  // The tiles between its end and this one come from the rack, or are jokers.
  const int low = meld[first].number() - first;
  const int high = low + meld.size() - 1;
  int lacking = 0;
  for (int number = high + 1; number < tile.number(); ++number)
    lacking += rack.count(tile.colour(), number) == 0 ? 1 : 0;
  for (int number = tile.number() + 1; number < low; ++number)
    lacking += rack.count(tile.colour(), number) == 0 ? 1 : 0;
  return lacking <= wilds;
}

bool AddOnly::hopeless(const Walk& walk) const {
  if (!only_best_ || !best_) return false;
  const Weight most = walk.worth + walk.open;
  const Weight reached = order_->worth(best_->laid);
  if (most != reached) return most < reached;
  return !order_->lays_more_first(walk.laid + walk.rack, best_->laid);
}

// For every joker on the table, in turn: it stays, or a rack tile that it stands for takes its
// place (D8).
void AddOnly::exchange(std::size_t meld, int place, Walk walk) {
  if (meld == before_.size()) {
    place_tiles(walk);
    return;
  }
  if (place == before_[meld].size()) {
    exchange(meld + 1, 0, walk);
    return;
  }
  exchange(meld, place + 1, walk);
  if (!before_[meld][place].is_joker() || rules_.rules().joker.retrieval == Retrieval::never)
    return;
  std::vector<Tile> stands;
  readings(before_[meld], rules_, readings_);
  for (const Reading& reading : readings_) {
    const Tile tile = reading.stands[static_cast<std::size_t>(place)];
    if (reading.kind == MeldKind::run) stands.push_back(tile);
    for (int colour = 0; reading.kind == MeldKind::group && colour < rules_.tiles().colours;
         ++colour) {
      if ((reading.missing >> colour) & 1U) stands.push_back(Tile(colour, tile.number()));
    }
  }
  for (const Tile tile : stands) {
    if (!walk.rack.contains(tile)) continue;
    const Meld old = old_[meld].meld;
    old_[meld].meld.set(place, tile);
    if (is_legal(old_[meld].meld, rules_)) {
      Walk next = walk;
      next.rack.remove(tile);
      next.laid.add(tile);
      next.worth += order_->worth(tile);
      next.open -= order_->worth(tile);
      ++next.freed;
      exchange(meld, place + 1, next);
    }
    old_[meld].meld = old;
  }
}

// Decides the lowest tile that is left.
void AddOnly::place_tiles(const Walk& walk) {
  if (hopeless(walk)) return;
  if (walk.rack.empty()) {
    place_jokers(walk);
    return;
  }
  const Tile tile = walk.rack.first();
  TileBag pool = walk.rack;
  pool.add(Tile::joker(), walk.freed + walk.rack_jokers);
  moves_.containing(pool, tile, [&](const Meld& meld) {
    Walk next = walk;
    for (const Tile used : meld.tiles()) {
      if (used.is_joker()) continue;
      next.rack.remove(used);
      next.laid.add(used);
      next.worth += order_->worth(used);
      next.open -= order_->worth(used);
    }
    fresh_.push_back(meld);
    use_jokers(next, meld.jokers(), [&](const Walk& then) { place_tiles(then); });
    fresh_.pop_back();
    return false;
  });
  grow(walk, tile);
  Walk skip = walk;
  const int copies = walk.rack.count(tile);
  skip.rack.remove(tile, copies);
  skip.open -= order_->worth(tile) * copies;
  place_tiles(skip);
}

void AddOnly::grow(const Walk& walk, Tile tile) {
  for (std::size_t i = 0; i < old_.size(); ++i) {
    // Any natural tile tells the colour of a run and the number of a group.
    const Meld& meld = old_[i].meld;
    const int place = meld.first_natural();
    const bool any = place == meld.size();
    if ((any || meld[place].colour() == tile.colour()) && is_run(meld, rules_, readings_)) {
      grow_end(walk, i, true, tile);
      grow_end(walk, i, false, tile);
    }
    if (any || meld[place].number() == tile.number()) grow_group(walk, i, tile);
  }
}

// Adds a stretch of tiles and jokers that holds `tile` to one end of a run; each end grows once.
void AddOnly::grow_end(const Walk& walk, std::size_t index, bool high, Tile tile) {
  Grown& grown = old_[index];
  if (high ? !grown.high_open : !grown.low_open) return;
  const Grown saved = grown;
  (high ? grown.high_open : grown.low_open) = false;
  const int wilds = walk.freed + walk.rack_jokers;
  const int numbers = rules_.tiles().numbers;
  const auto extend = [&](const auto& self, const Walk& now, const Meld& meld, int jokers,
                          bool holds) -> void {
    if (holds && is_legal(meld, rules_)) {
      grown.meld = meld;
      use_jokers(now, jokers, [&](const Walk& then) { place_tiles(then); });
    }
    if (meld.size() == rules_.run_max()) return;
    const auto with = [&](Tile piece) {
      Meld longer;
      if (!high) longer.push_back(piece);
      for (const Tile each : meld.tiles()) longer.push_back(each);
      if (high) longer.push_back(piece);
      return longer;
    };
    const auto lay = [&](Tile next_tile) {
      if (!now.rack.contains(next_tile)) return;
      Walk next = now;
      next.rack.remove(next_tile);
      next.laid.add(next_tile);
      next.worth += order_->worth(next_tile);
      next.open -= order_->worth(next_tile);
      self(self, next, with(next_tile), jokers, holds || next_tile == tile);
    };
    // The number beyond the end follows from any natural tile of the run; jokers alone may be
    // anywhere.
    const int natural = meld.first_natural();
    if (natural < meld.size()) {
      const int offset = high ? meld.size() - natural : -1 - natural;
      lay(Tile(meld[natural].colour(),
               ((meld[natural].number() - 1 + offset) % numbers + numbers) % numbers + 1));
    } else {
      for (int number = 1; number <= numbers; ++number) lay(Tile(tile.colour(), number));
    }
    if (jokers < wilds) self(self, now, with(Tile::joker()), jokers + 1, holds);
  };
  extend(extend, walk, saved.meld, 0, false);
  grown = saved;
}

void AddOnly::grow_group(const Walk& walk, std::size_t index, Tile tile) {
  const Grown saved = old_[index];
  Meld longer = saved.meld;
  if (longer.size() == Meld::kCapacity) return;
  longer.push_back(tile);
  readings(longer, rules_, readings_);
  if (std::none_of(readings_.begin(), readings_.end(),
                   [](const Reading& reading) { return reading.kind == MeldKind::group; })) {
    return;
  }
  old_[index].meld = longer;
  Walk next = walk;
  next.rack.remove(tile);
  next.laid.add(tile);
  next.worth += order_->worth(tile);
  next.open -= order_->worth(tile);
  place_tiles(next);
  old_[index] = saved;
}

// The jokers of a meld are freed ones or from the rack, in every way.
template <typename Next>
void AddOnly::use_jokers(const Walk& walk, int jokers, Next&& next) {
  for (int freed = std::min(jokers, walk.freed); freed >= 0; --freed) {
    const int rack = jokers - freed;
    if (rack > walk.rack_jokers) break;
    Walk then = walk;
    then.freed -= freed;
    then.rack_jokers -= rack;
    then.laid.add(Tile::joker(), rack);
    then.worth += order_->worth(Tile::joker()) * rack;
    then.open -= std::max<Weight>(0, order_->worth(Tile::joker())) * rack;
    next(then);
  }
}

// Jokers that are left go to any end, into any group, or alone into a new meld.
void AddOnly::place_jokers(const Walk& walk) {
  if (hopeless(walk)) return;
  finish(walk);
  const int wilds = walk.freed + walk.rack_jokers;
  if (wilds == 0) return;
  for (std::size_t i = 0; i < old_.size(); ++i) {
    const Grown saved = old_[i];
    for (const bool high : {true, false}) {
      if (saved.meld.size() == Meld::kCapacity) break;
      Meld longer;
      if (!high) longer.push_back(Tile::joker());
      for (const Tile each : saved.meld.tiles()) longer.push_back(each);
      if (high) longer.push_back(Tile::joker());
      if (!is_legal(longer, rules_)) continue;
      old_[i].meld = longer;
      use_jokers(walk, 1, [&](const Walk& then) { place_jokers(then); });
      old_[i] = saved;
    }
  }
  if (wilds < rules_.min_length()) return;
  Meld alone;
  for (int i = 0; i < wilds; ++i) {
    alone.push_back(Tile::joker());
    if (!is_legal(alone, rules_)) continue;
    fresh_.push_back(alone);
    use_jokers(walk, i + 1, [&](const Walk& then) { place_jokers(then); });
    fresh_.pop_back();
  }
}

void AddOnly::finish(const Walk& walk) {
  if (walk.laid.empty()) return;
  if (walk.freed == 0) {
    record(walk, 0);
  } else if (rules_.rules().joker.reuse == Reuse::keep && walk.laid.jokers() == 0) {
    // Laying a joker and taking one back comes to laying neither.
    record(walk, walk.freed);
  }
}

void AddOnly::record(const Walk& walk, int to_rack) {
  if (only_best_ ? best_ && !order_->before(walk.laid, best_->laid) : found_.contains(walk.laid))
    return;
  after_.clear();
  for (const Grown& grown : old_) after_.push_back(grown.meld);
  after_.insert(after_.end(), fresh_.begin(), fresh_.end());
  TileBag kept;
  kept.add(Tile::joker(), to_rack);
  if (!exchange_legal(rules_, before_, after_, walk.laid, kept)) return;
  Result result{walk.laid, kept, after_};
  if (only_best_) {
    best_ = std::move(result);
  } else {
    found_.emplace(walk.laid, std::move(result));
  }
}

}  // namespace rummy
