// The new melds that freed jokers need: a joker beside a rack tile.

#include <algorithm>
#include <bit>

#include "rummy/solver/turn_search.hpp"

namespace rummy {

// Those of a freed joker and a rack tile, with jokers at these places. `last`: the new meld that
// was taken before; of two melds for freed jokers the shorter is taken first.
std::vector<Meld> TurnSearch::new_melds(const JokerCase& fate, const JokerPlaces& places,
                                        const Meld* last) const {
  TileBag pool;
  TileBag rack = fate.forced;
  const Problem& problem = fate.problem;
  for (int face = 0; face < kFaces; ++face) {
    const auto index = static_cast<std::size_t>(face);
    const int copies = std::min<int>(problem.must[index] + problem.may[index], kMaxCopies);
    if (copies > 0) pool.add(Tile::from_face(face), copies);
    if (problem.may[index] > 0) rack.add(Tile::from_face(face), problem.may[index]);
  }
  pool.add(Tile::joker(), problem.wilds());
  std::vector<Meld> melds;
  const auto in_order = [&](const Meld& meld) {
    return last == nullptr ||
           (last->size() != meld.size() ? last->size() < meld.size() : *last <= meld);
  };
  const auto note = [&](const Meld& meld) {
    if (meld.jokers() > 0 && in_order(meld) && places.allows(meld, rules_) &&
        !can_be_cut(meld, rack) && !surely_old(meld, fate) && !leaves_loner(meld, pool, problem)) {
      melds.push_back(meld);
    }
    return false;
  };
  const auto of_rack = [&](Tile tile) { return !tile.is_joker() && rack.contains(tile); };
  rack.for_each([&](Tile tile, int) {
    if (tile.is_joker() || !pool.contains(tile)) return;
    moves_.containing(pool, tile, [&](const Meld& meld) {
      // Each meld once: by the first of its tiles that the rack has.
      const auto tiles = meld.tiles();
      return *std::find_if(tiles.begin(), tiles.end(), of_rack) == tile && note(meld);
    });
  });
  // The rack tile may be a joker too.
  if (problem.wilds() > fate.specials) {
    moves_.with_joker(pool, [&](const Meld& meld) {
      const auto tiles = meld.tiles();
      return meld.jokers() > 1 && std::none_of(tiles.begin(), tiles.end(), of_rack) && note(meld);
    });
  }
  // Short melds leave the most to the others, so a good choice is met early and cuts the rest
  // short.
  std::stable_sort(melds.begin(), melds.end(),
                   [](const Meld& a, const Meld& b) { return a.size() < b.size(); });
  return melds;
}

// A run of six or more need not be tried where a tail without jokers and rack tiles can be a meld
// of its own.
bool TurnSearch::can_be_cut(const Meld& meld, const TileBag& rack) const {
  const int least = rules_.min_length();
  if (meld.size() < 2 * least || rules_.rules().joker.lock != Lock::none) return false;
  const auto plain = [&](int place) {
    return !meld[place].is_joker() && !rack.contains(meld[place]);
  };
  bool low = true;
  bool high = true;
  for (int i = 0; i < least; ++i) {
    low = low && plain(i);
    high = high && plain(meld.size() - 1 - i);
  }
  return low || high;
}

// A quick no: without the meld, a tile that has to lie somewhere has nothing left to go with.
bool TurnSearch::leaves_loner(const Meld& meld, const TileBag& pool, const Problem& problem) const {
  const TileBag rest = pool - meld.bag();
  if (rest.jokers() > 0 || rules_.min_length() != 3 ||
      rules_.rules().melds.run_wrap != RunWrap::none)
    return false;
  for (const Tile tile : meld.tiles()) {
    if (tile.is_joker()) continue;
    for (int number = std::max(1, tile.number() - 2);
         number <= std::min(rules_.tiles().numbers, tile.number() + 2); ++number) {
      const unsigned row = rest.row(number);
      if (TileBag::colours_in(row) >= 3) continue;
      for (int colour = 0; colour < rules_.tiles().colours; ++colour) {
        const Tile other(colour, number);
        const auto taken = std::find(meld.tiles().begin(), meld.tiles().end(), other);
        const int left =
            problem.must[Problem::face_index(other)] - (taken != meld.tiles().end() ? 1 : 0);
        if (left <= 0 || rest.count(colour, number) == 0) continue;
        const auto at = [&](int other) {
          return other >= 1 && other <= rules_.tiles().numbers && rest.count(colour, other) > 0;
        };
        if (!(at(number - 1) && at(number + 1)) && !(at(number - 2) && at(number - 1)) &&
            !(at(number + 1) && at(number + 2))) {
          return true;
        }
      }
    }
  }
  return false;
}

// Holds all of an old meld, of which there are no other copies: an old meld with tiles added.
bool TurnSearch::surely_old(const Meld& meld, const JokerCase& fate) const {
  const TileBag tiles = meld.bag();
  return std::any_of(table_.begin(), table_.end(), [&](const Meld& old) {
    if (old.jokers() > 0) return false;
    return std::all_of(old.tiles().begin(), old.tiles().end(), [&](Tile tile) {
      const std::size_t face = Problem::face_index(tile);
      return tiles.contains(tile) &&
             on_table_.count(tile) + fate.problem.may[face] + fate.forced.count(tile) == 1;
    });
  });
}

// Chooses which jokers of the meld are freed ones and which of its tiles come from the rack.
void TurnSearch::place_special(const JokerCase& fate, const Meld& meld, const PlayOrder& order,
                               Best& best) {
  const int jokers = meld.jokers();
  const int asked = rules_.rules().joker.rack_tiles_beside();
  unsigned from_rack = 0;  // places whose tile the rack has, and those that ask it for nothing more
  unsigned at_hand = 0;
  for (int place = 0; place < meld.size(); ++place) {
    if (meld[place].is_joker()) continue;
    const std::size_t face = Problem::face_index(meld[place]);
    const bool optional = fate.problem.may[face] > 0;
    const bool forced = fate.forced.contains(meld[place]);
    if (optional || forced) from_rack |= 1U << place;
    if (forced || (optional && fate.problem.must[face] == 0)) at_hand |= 1U << place;
  }
  // The other freed jokers take a rack tile of another meld.
  const int fewest = most_tiles_ > 1 ? 1 : fate.specials;
  for (int specials = fewest; specials <= std::min(jokers, fate.specials); ++specials) {
    if (jokers - specials > fate.problem.wilds() - fate.specials) continue;
    const int naturals = std::max(0, asked - (jokers - specials));
    if (std::popcount(at_hand) >= naturals) {
      take_meld(fate, meld, at_hand, specials, order, best);
      continue;
    }
    for (unsigned places = from_rack;; places = (places - 1) & from_rack) {
      if (std::popcount(places) == naturals && (places & at_hand) == at_hand)
        take_meld(fate, meld, places, specials, order, best);
      if (places == 0) break;
    }
  }
}

// Takes the meld out of the problem and searches what is left.
void TurnSearch::take_meld(const JokerCase& fate, const Meld& meld, unsigned rack_places,
                           int specials, const PlayOrder& order, Best& best) {
  JokerCase rest = fate;
  Problem& problem = rest.problem;
  const bool may_be_group = is_group(meld) || meld.size() - meld.jokers() == 1;
  const bool may_be_run = !is_group(meld);
  for (int place = 0; place < meld.size(); ++place) {
    if (meld[place].is_joker()) continue;
    const std::size_t face = Problem::face_index(meld[place]);
    // One that is laid for certain serves too.
    const bool rack_tile = ((rack_places >> place) & 1U) != 0 && !fate.forced.contains(meld[place]);
    if (problem.may[face] > 0 && (rack_tile || problem.must[face] == 0)) {
      --problem.may[face];
      rest.forced.add(meld[place]);
    } else {
      --problem.must[face];  // a tile of the table, or one from the rack that had to be laid anyway
    }
    // A joker that keeps its place may be this tile, and linked in this meld.
    if (may_be_run && problem.stay_run[face] > 0) --problem.stay_run[face];
    if (may_be_group && problem.stay_group[face] > 0) --problem.stay_group[face];
    problem.stay_run[face] = std::min(problem.stay_run[face], problem.must[face]);
    problem.stay_high[face] = problem.stay_low[face] = 0;
    const int after = meld[place].number() + 1;
    if (after <= rules_.tiles().numbers) {
      const std::size_t next = Problem::face_index(Tile(meld[place].colour(), after));
      problem.stay_high[next] = problem.stay_low[next] = 0;
    }
    problem.stay_group[face] = std::min<std::uint8_t>(
        problem.stay_group[face],
        static_cast<std::uint8_t>(problem.must[face] - problem.stay_run[face]));
  }
  const int rack_jokers = meld.jokers() - specials;
  const int forced_jokers = std::min(rack_jokers, problem.wild_must - rest.specials);
  rest.specials -= specials;
  problem.wild_must -= specials + forced_jokers;
  problem.wild_may -= rack_jokers - forced_jokers;
  rest.forced.add(Tile::joker(), rack_jokers - forced_jokers);
  // Each further meld for a freed joker holds a rack tile: one that is laid for certain and lies in
  // no meld yet, or one more.
  bool at_hand = false;
  rest.forced.for_each([&](Tile tile, int) {
    at_hand = at_hand || (!tile.is_joker() && problem.must[Problem::face_index(tile)] > 0);
  });
  const int laid = rest.forced.size() + (rest.specials > 0 && !at_hand ? 1 : 0);
  if (laid > most_tiles_) return;
  if (laid == most_tiles_ && rest.specials == 0) {
    if (best.beaten && !order.before(rest.forced, *best.beaten)) return;
    problem.may = {};
    problem.wild_may = 0;
  }
  search_case(rest, order, best, &meld);
}

}  // namespace rummy
