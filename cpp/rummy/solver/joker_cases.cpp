#include "rummy/solver/joker_cases.hpp"

#include <algorithm>
#include <bit>
#include <unordered_map>
#include <utility>

#include "rummy/base/index.hpp"
#include "rummy/solver/staying_jokers.hpp"

namespace rummy {

namespace {

constexpr std::size_t kMany = 64;  // cases, among which repeats cost more than to find them

}  // namespace

void JokerCases::list(std::span<const Meld> table, const JokerCase& base,
                      std::vector<JokerCase>& cases) {
  cases.clear();
  cases_ = &cases;
  read(table);
  Walk walk;
  walk.now = base;
  walk.owed = base.forced;
  const bool full = rules_.rules().joker.lock == Lock::full;
  for (const Meld& meld : table) {
    // A locked meld takes part only once its jokers are freed.
    if (full && meld.jokers() > 0) continue;
    TileBag naturals = meld.bag();
    naturals.remove(Tile::joker(), naturals.jokers());
    walk.now.problem.add_must(naturals);
  }
  decide(walk);
  if (cases.size() > kMany) drop_repeats(cases);
}

// Different fates may ask for the same.
void JokerCases::drop_repeats(std::vector<JokerCase>& cases) {
  const auto digest = [](const JokerCase& fate) {
    std::size_t sum = 0;
    const auto mix = [&](std::size_t value) { sum = sum * 0x9e3779b97f4a7c15ULL + value + 1; };
    for (std::size_t face = 0; face < kFaces; ++face)
      mix(fate.problem.must[face] * 8U + fate.problem.may[face]);
    fate.forced.for_each([&](Tile tile, int copies) { mix(index(tile.face() * 8 + copies)); });
    return sum;
  };
  std::unordered_multimap<std::size_t, std::size_t> seen;
  std::vector<JokerCase> distinct;
  for (JokerCase& fate : cases) {
    const std::size_t key = digest(fate);
    const auto [first, last] = seen.equal_range(key);
    if (std::any_of(first, last, [&](const auto& other) { return distinct[other.second] == fate; }))
      continue;
    seen.emplace(key, distinct.size());
    distinct.push_back(fate);
  }
  cases = std::move(distinct);
}

void JokerCases::read(std::span<const Meld> table) {
  table_ = table;
  table_bag_ = bag_of(table);
  jokers_.clear();
  stand_ins_.clear();
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Meld& meld = table[i];
    if (meld.jokers() == 0) continue;
    readings(meld, rules_, readings_);
    for (int place = 0; place < meld.size(); ++place) {
      if (!meld[place].is_joker()) continue;
      TableJoker joker;
      joker.meld = i;
      joker.place = place;
      for (const Reading& reading : readings_) {
        const Tile tile = reading.stands[static_cast<std::size_t>(place)];
        if (reading.kind == MeldKind::run) {
          joker.in_run = true;
          joker.stands.push_back(tile);
          continue;
        }
        joker.in_group = true;
        for (int colour = 0; colour < rules_.tiles().colours; ++colour) {
          if ((reading.missing >> colour) & 1U) joker.stands.push_back(Tile(colour, tile.number()));
        }
      }
      if (meld.jokers() > 1) joker.readings = readings_;
      std::sort(joker.stands.begin(), joker.stands.end());
      joker.stands.erase(std::unique(joker.stands.begin(), joker.stands.end()), joker.stands.end());
      stand_ins_.insert(stand_ins_.end(), joker.stands.begin(), joker.stands.end());
      jokers_.push_back(std::move(joker));
    }
  }
}

std::size_t JokerCases::end_of_meld(std::size_t joker) const {
  std::size_t end = joker;
  while (end < jokers_.size() && jokers_[end].meld == jokers_[joker].meld) ++end;
  return end;
}

// A locked meld may give a tile to the place of a joker once its own jokers are freed: all are
// decided now.
void JokerCases::add_case(const Walk& walk) {
  JokerCase fate = walk.now;
  bool possible = true;
  walk.holes.for_each([&](Tile tile, int copies) {
    std::uint8_t& must = fate.problem.must[Problem::face_index(tile)];
    possible = possible && must >= copies;
    if (possible) must = static_cast<std::uint8_t>(must - copies);
  });
  if (possible) cases_->push_back(fate);
}

void JokerCases::decide(const Walk& walk) {
  if (walk.joker == jokers_.size()) {
    add_case(walk);
    return;
  }
  const TableJoker& joker = jokers_[walk.joker];
  const bool first_of_meld = walk.joker == 0 || jokers_[walk.joker - 1].meld != joker.meld;
  if (rules_.rules().joker.lock != Lock::full) {
    keep_place(walk, joker);
    free_joker(walk, joker, false);
  } else if (first_of_meld && !walk.whole_meld) {
    decide_locked_meld(walk);
  } else {
    // A joker that stays in its locked meld asks for nothing.
    const std::size_t end = end_of_meld(walk.joker);
    Walk next = walk;
    if (walk.joker + 1 == end) next.whole_meld = false;
    if (((walk.freed >> walk.joker) & 1U) == 0) {
      ++next.joker;
      decide(next);
    } else {
      const bool all = static_cast<int>(table_[joker.meld].jokers()) == std::popcount(walk.freed);
      free_joker(next, joker, !all);
    }
  }
}

// lock = full: which of the jokers of this meld are freed. With all of them gone its tiles are
// ordinary (D7).
void JokerCases::decide_locked_meld(const Walk& walk) {
  const std::size_t end = end_of_meld(walk.joker);
  const auto count = static_cast<unsigned>(end - walk.joker);
  for (unsigned subset = 0; subset < (1U << count); ++subset) {
    Walk next = walk;
    next.whole_meld = true;
    next.freed = subset << walk.joker;
    if (subset == (1U << count) - 1U) {
      TileBag naturals = table_[jokers_[walk.joker].meld].bag();
      naturals.remove(Tile::joker(), naturals.jokers());
      next.now.problem.add_must(naturals);
    }
    decide(next);
  }
}

// The joker counts as a tile that it stands for. What else it needs (a tile of its old meld beside
// it) is left to exchange_legal(), but for what is plain once all jokers of the meld stay.
void JokerCases::keep_place(const Walk& walk, const TableJoker& joker) {
  for (const Tile tile : joker.stands) {
    if (!agrees(walk, joker, tile)) continue;
    Walk next = walk;
    ++next.now.problem.must[Problem::face_index(tile)];
    next.kept_jokers[index(next.kept_count)] = walk.joker;
    next.kept[index(next.kept_count++)] = tile;
    ++next.joker;
    if (next.joker == end_of_meld(walk.joker)) {
      if (next.kept_count == table_[joker.meld].jokers() && joker.in_run != joker.in_group)
        bind_kept(next, joker);
      next.kept_count = 0;
    }
    decide(next);
  }
}

// Is there a reading of the meld in which the joker and those that stay stand for these tiles?
// Jokers of a group are alike, so they are kept in the order of what they stand for.
bool JokerCases::agrees(const Walk& walk, const TableJoker& joker, Tile tile) const {
  const auto all_kept = [&](auto&& so) {
    for (int i = 0; i < walk.kept_count; ++i) {
      if (!so(jokers_[walk.kept_jokers[index(i)]], walk.kept[index(i)])) return false;
    }
    return so(joker, tile);
  };
  if (walk.kept_count == 0) return true;
  return std::any_of(joker.readings.begin(), joker.readings.end(), [&](const Reading& reading) {
    if (reading.kind == MeldKind::run) {
      return all_kept(
          [&](const TableJoker& one, Tile as) { return reading.stands[index(one.place)] == as; });
    }
    return walk.kept[index(walk.kept_count - 1)] < tile &&
           all_kept([&](const TableJoker&, Tile as) {
             return reading.stands[0].number() == as.number() &&
                    (reading.missing >> as.colour() & 1U) != 0;
           });
  });
}

void JokerCases::bind_kept(Walk& walk, const TableJoker& joker) const {
  Problem& problem = walk.now.problem;
  const std::size_t first = walk.joker - static_cast<std::size_t>(walk.kept_count);
  for (std::size_t i = 0; i < static_cast<std::size_t>(walk.kept_count); ++i) {
    bind_staying_joker(
        walk.kept[i], joker.in_run, jokers_[first + i].place, table_[joker.meld].size(), rules_,
        [&](Tile tile, bool in_run) {
          ++(in_run ? problem.stay_run : problem.stay_group)[Problem::face_index(tile)];
        },
        [&](Tile tile, bool high) {
          ++(high ? problem.stay_high : problem.stay_low)[Problem::face_index(tile)];
        });
  }
}

void JokerCases::free_joker(const Walk& walk, const TableJoker& joker, bool leaves_hole) {
  const JokerRules& rules = rules_.rules().joker;
  if (rules.retrieval == Retrieval::never) return;
  if (rules.retrieval == Retrieval::any_legal && !leaves_hole) {
    release(walk);
    return;
  }
  const bool both = rules.retrieval == Retrieval::exact_tile &&
                    rules.group_of_three == GroupOfThree::both && table_[joker.meld].size() == 3 &&
                    joker.in_group && !joker.in_run;
  if (!both) {
    for (const Tile paid : joker.stands) {
      pay_with(walk, joker, paid, leaves_hole, [this](const Walk& next) { release(next); });
    }
    return;
  }
  // Every tile that it stands for has to come, and any of them may fill the hole.
  for (std::size_t hole = 0; hole < (leaves_hole ? joker.stands.size() : 1); ++hole) {
    pay_all(walk, joker, 0, leaves_hole ? hole : kNoHole);
  }
}

void JokerCases::pay_all(const Walk& walk, const TableJoker& joker, std::size_t first,
                         std::size_t hole) {
  if (first == joker.stands.size()) {
    release(walk);
    return;
  }
  pay_with(walk, joker, joker.stands[first], first == hole,
           [&](const Walk& next) { pay_all(next, joker, first + 1, hole); });
}

// A tile that the joker stood for comes in its stead: laid from the rack, or there on another meld
// (D4).
template <typename Next>
void JokerCases::pay_with(const Walk& walk, const TableJoker& joker, Tile paid, bool fills_hole,
                          Next&& next) {
  const std::size_t face = Problem::face_index(paid);
  if (walk.owed.contains(paid)) {
    Walk then = walk;
    then.owed.remove(paid);
    if (fills_hole) --then.now.problem.must[face];
    next(then);
  }
  if (walk.now.problem.may[face] > 0) {
    Walk then = walk;
    --then.now.problem.may[face];
    if (!fills_hole) ++then.now.problem.must[face];
    then.now.forced.add(paid);
    next(then);
  }
  const JokerRules& rules = rules_.rules().joker;
  if (rules.retrieval == Retrieval::exact_tile && rules.tile_from == TileFrom::rack) return;
  const int elsewhere =
      table_bag_.count(paid) - table_[joker.meld].bag().count(paid) - walk.claimed.count(paid);
  if (elsewhere > 0) {
    Walk then = walk;
    then.claimed.add(paid);
    if (fills_hole) then.holes.add(paid);
    next(then);
  }
}

void JokerCases::release(Walk walk) {
  const bool last_of_meld = walk.joker + 1 == end_of_meld(walk.joker);
  ++walk.joker;
  if (last_of_meld) walk.kept_count = 0;
  if (rules_.rules().joker.to_new_meld()) ++walk.now.specials;
  ++walk.now.problem.wild_must;
  decide(walk);
  if (rules_.rules().joker.reuse != Reuse::keep) return;
  --walk.now.problem.wild_must;
  walk.now.to_rack.add(Tile::joker());
  decide(walk);
}

}  // namespace rummy
