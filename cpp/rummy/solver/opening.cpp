#include "rummy/solver/opening.hpp"

#include <algorithm>

#include "rummy/solver/loner.hpp"

namespace rummy {

namespace {

int joker_points(const OpeningRules& opening, int number) {
  return opening.joker_value == JokerValue::face     ? number
         : opening.joker_value == JokerValue::number ? opening.joker_points
                                                     : 0;
}

}  // namespace

OpeningPoints::OpeningPoints(const CompiledRules& rules, Cover& cover)
    : rules_(rules), cover_(cover), moves_(rules) {}

int OpeningPoints::most(const TileBag& tiles, bool all, int least, const TileBag& needed) {
  TileBag usable = tiles;
  if (rules_.rules().opening.joker_value == JokerValue::forbidden && tiles.jokers() > 0) {
    if (all) return -1;
    usable.remove(Tile::joker(), tiles.jokers());
  }
  if (usable.empty()) return -1;
  return rules_.rules().opening.melds == OpeningMelds::single
             ? most_single(usable, all)
             : most_together(usable, all, least, needed);
}

// No opening is worth more.
int OpeningPoints::bound(const TileBag& tiles) const {
  const int joker = joker_points(rules_.rules().opening, rules_.tiles().numbers);
  int sum = 0;
  without_loners(tiles, rules_).for_each([&](Tile tile, int copies) {
    sum += (tile.is_joker() ? joker : tile.number()) * copies;
  });
  return sum;
}

int OpeningPoints::most_together(const TileBag& tiles, bool all, int least, const TileBag& needed) {
  if (!all && bound(tiles) < least) return -1;
  // A joker that has to be used is worth far more than any points, so that all are used where that
  // is possible.
  const Weight must_use = all ? 1'000'000 : 0;
  const OpeningRules& opening = rules_.rules().opening;
  Problem problem;
  int sum = 0;
  tiles.for_each([&](Tile tile, int copies) {
    if (tile.is_joker()) {
      problem.wild_may = copies;
      return;
    }
    const std::size_t face = Problem::face_index(tile);
    (all ? problem.must : problem.may)[face] = static_cast<std::uint8_t>(copies);
    problem.weight[face] = tile.number();
    if (all) sum += tile.number() * copies;
  });
  needed.for_each([&](Tile tile, int) {
    if (problem.force(tile)) sum += tile.number();
  });
  for (int position = 1; position <= kMaxNumbers + 1; ++position) {
    const int number =
        position > rules_.tiles().numbers ? 1 : position;  // ace_high: the 1 counts 1
    problem.joker_weight[static_cast<std::size_t>(position)] =
        joker_points(opening, number) + must_use;
  }
  Choice choice;
  if (!cover_.most(problem, all ? 0 : least - sum, choice)) return -1;
  if (!all && choice.laid.empty() && needed.empty()) {
    // Jokers that count nothing may still make a meld, of jokers only (D11).
    const int least = rules_.min_length();
    return tiles.jokers() >= least && rules_.max_jokers() >= least ? 0 : -1;
  }
  if (!all) return sum + static_cast<int>(choice.value);
  if (choice.value < must_use * tiles.jokers()) return -1;
  return sum + static_cast<int>(choice.value - must_use * tiles.jokers());
}

int OpeningPoints::worth(const Meld& meld) {
  readings(meld, rules_, readings_);
  int best = -1;
  for (const Reading& reading : readings_) {
    best = std::max(best, opening_value(meld, reading, rules_.rules().opening));
  }
  return best;
}

bool OpeningPoints::can_meld(const TileBag& tiles) {
  Problem problem;
  problem.add_must(tiles);
  return cover_.feasible(problem);
}

const std::vector<TileBag>& OpeningPoints::smallest(const TileBag& rack) {
  TileBag usable = rack;
  if (rules_.rules().opening.joker_value == JokerValue::forbidden)
    usable.remove(Tile::joker(), rack.jokers());
  melds_.clear();
  sets_.clear();
  const auto note = [&](const Meld& meld) {
    melds_.push_back({meld.bag(), worth(meld)});
    return false;
  };
  usable.for_each([&](Tile tile, int) {
    if (tile.is_joker()) return;
    moves_.containing(usable, tile, [&](const Meld& meld) {
      return meld[meld.first_natural()] == tile && note(meld);  // each meld once
    });
  });
  moves_.with_joker(usable,
                    [&](const Meld& meld) { return meld.jokers() == meld.size() && note(meld); });
  add_melds(0, usable, {}, 0);
  // Only sets of which no other is a part.
  std::stable_sort(sets_.begin(), sets_.end(),
                   [](const TileBag& a, const TileBag& b) { return a.size() < b.size(); });
  std::vector<TileBag> smallest;
  for (const TileBag& set : sets_) {
    const bool has_less = std::any_of(smallest.begin(), smallest.end(),
                                      [&](const TileBag& less) { return set.includes(less); });
    if (!has_less) smallest.push_back(set);
  }
  sets_ = std::move(smallest);
  return sets_;
}

void OpeningPoints::add_melds(std::size_t first, const TileBag& rest, const TileBag& laid,
                              int points) {
  const OpeningRules& opening = rules_.rules().opening;
  for (std::size_t i = first; i < melds_.size(); ++i) {
    const Counted& meld = melds_[i];
    if (!rest.includes(meld.tiles)) continue;
    const int sum = points + meld.points;
    if (sum >= opening.min_points) {
      sets_.push_back(laid + meld.tiles);
    } else if (opening.melds == OpeningMelds::any) {
      add_melds(i, rest - meld.tiles, laid + meld.tiles, sum);
    }
  }
}

int OpeningPoints::most_single(const TileBag& tiles, bool all) {
  int best = -1;
  const auto consider = [&](const Meld& meld) {
    const int points = worth(meld);
    if (points > best && (!all || can_meld(tiles - meld.bag()))) best = points;
    return false;
  };
  tiles.for_each([&](Tile tile, int) {
    if (!tile.is_joker()) moves_.containing(tiles, tile, consider);
  });
  moves_.with_joker(tiles, consider);
  return best;
}

}  // namespace rummy
