#include "rummy/solver/turn_search.hpp"

#include <algorithm>
#include <bit>

namespace rummy {

TurnSearch::TurnSearch(const CompiledRules& rules, Sweep& sweep)
    : rules_(rules), sweep_(sweep), moves_(rules), joker_cases_(rules) {}

bool TurnSearch::exchange_matters(std::span<const Meld> table) const {
  if (rules_.free_jokers()) return false;
  return std::any_of(table.begin(), table.end(), [](const Meld& meld) { return meld.jokers() > 0; });
}

bool TurnSearch::best(std::span<const Meld> table, const TileBag& rack, const PlayOrder& order,
                      Candidate& candidate) {
  table_ = table;
  Best best;
  JokerCase base;
  base.problem.add_may(rack);
  JokerCase wild = base;  // every table joker wild: no rule allows more, unless jokers may leave the table
  wild.problem.add_must(bag_of(table));
  if (!exchange_matters(table)) {
    search_case(wild, order, best);
  } else {
    TileBag most;
    const bool bounded = rules_.rules().joker.reuse != Reuse::keep;
    if (bounded && !best_choice(wild.problem, order, 0, most) && !order.has_losses()) return false;
    joker_cases_.list(table, base, cases_);
    for (JokerCase& fate : cases_) {
      // Laying a joker and taking one back comes to laying neither.
      if (!fate.to_rack.empty()) fate.problem.wild_may = 0;
      search_case(fate, order, best);
      if (bounded && best.found && best.candidate.laid == most) break;
    }
  }
  if (!best.found && order.has_losses()) {
    std::vector<Candidate> candidates;
    all(table, rack, order, candidates);
    if (!candidates.empty()) best = {candidates.front(), true};
  }
  candidate = best.candidate;
  return best.found;
}

// The best choice of one covering problem worth more than `floor`, portion by portion of the order.
bool TurnSearch::best_choice(const Problem& problem, const PlayOrder& order, Weight floor, TileBag& laid) {
  Problem weighed = problem;
  Choice choice;
  order.weigh(weighed, 0);
  if (!sweep_.best(weighed, floor, choice)) return false;
  laid = {};
  for (int portion = 1; portion < order.portions(); ++portion) {
    laid += order.pin(weighed, portion - 1, choice.laid);
    order.weigh(weighed, portion);
    if (!sweep_.best(weighed, Sweep::kNever, choice)) return false;
  }
  laid += choice.laid;
  return true;
}

// The best choice of one case, if it may come before the best so far.
bool TurnSearch::better_choice(const JokerCase& fate, const PlayOrder& order, const Best& best, TileBag& laid) {
  Problem weighed;
  order.weigh(weighed, 0);
  Weight floor = -order.weight(weighed, fate.forced);
  if (best.found) {
    // Where the order takes several portions, the first cannot tell equals apart.
    floor += order.weight(weighed, best.candidate.laid) - (order.portions() > 1 ? 1 : 0);
  }
  if (!best_choice(fate.problem, order, floor, laid)) return false;
  laid += fate.forced;
  return !best.found || order.before(laid, best.candidate.laid);
}

void TurnSearch::search_case(const JokerCase& fate, const PlayOrder& order, Best& best) {
  TileBag laid;
  if (!better_choice(fate, order, best, laid)) return;
  if (fate.specials == 0) {
    best = {{laid, fate.to_rack}, true};
    return;
  }
  // A freed joker has to lie in a new meld with a rack tile: go through these melds.
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
  const auto place = [&](const Meld& meld) {
    if (meld.jokers() > 0 && !surely_old(meld, fate)) place_special(fate, meld, order, best);
    return false;
  };
  rack.for_each([&](Tile tile, int) {
    if (!tile.is_joker() && pool.contains(tile)) moves_.containing(pool, tile, place);
  });
  // The rack tile may be a joker too.
  if (problem.wild_may > 0) {
    moves_.with_joker(pool, [&](const Meld& meld) { return meld.jokers() > 1 && place(meld); });
  }
}

// Holds all of an old meld, of which there are no other copies: an old meld with tiles added.
bool TurnSearch::surely_old(const Meld& meld, const JokerCase& fate) const {
  const TileBag tiles = meld.bag();
  const TileBag on_table = bag_of(table_);
  return std::any_of(table_.begin(), table_.end(), [&](const Meld& old) {
    if (old.jokers() > 0) return false;
    return std::all_of(old.tiles().begin(), old.tiles().end(), [&](Tile tile) {
      const std::size_t face = Problem::face_index(tile);
      return tiles.contains(tile) &&
             on_table.count(tile) + fate.problem.may[face] + fate.forced.count(tile) == 1;
    });
  });
}

// Chooses which jokers of the meld are freed ones and which of its tiles come from the rack.
void TurnSearch::place_special(const JokerCase& fate, const Meld& meld, const PlayOrder& order, Best& best) {
  const int jokers = meld.jokers();
  const int asked = rules_.rules().joker.reuse == Reuse::new_meld_two_rack ? 2 : 1;
  unsigned from_rack = 0;  // places whose tile the rack has
  for (int place = 0; place < meld.size(); ++place) {
    if (meld[place].is_joker()) continue;
    const std::size_t face = Problem::face_index(meld[place]);
    if (fate.problem.may[face] > 0 || fate.forced.contains(meld[place])) from_rack |= 1U << place;
  }
  for (int specials = 1; specials <= std::min(jokers, fate.specials); ++specials) {
    if (jokers - specials > fate.problem.wild_may) continue;
    const int naturals = std::max(0, asked - (jokers - specials));
    for (unsigned places = from_rack;; places = (places - 1) & from_rack) {
      if (std::popcount(places) == naturals) take_meld(fate, meld, places, specials, order, best);
      if (places == 0) break;
    }
  }
}

// Takes the meld out of the problem and searches what is left.
void TurnSearch::take_meld(const JokerCase& fate, const Meld& meld, unsigned rack_places, int specials,
                           const PlayOrder& order, Best& best) {
  JokerCase rest = fate;
  Problem& problem = rest.problem;
  for (int place = 0; place < meld.size(); ++place) {
    if (meld[place].is_joker()) continue;
    const std::size_t face = Problem::face_index(meld[place]);
    const bool rack_tile = ((rack_places >> place) & 1U) != 0;
    if (problem.may[face] > 0 && (rack_tile || problem.must[face] == 0)) {
      --problem.may[face];
      rest.forced.add(meld[place]);
    } else {
      --problem.must[face];  // a tile of the table, or one from the rack that had to be laid anyway
    }
    problem.stay_run[face] = std::min(problem.stay_run[face], problem.must[face]);
    problem.stay_group[face] = std::min<std::uint8_t>(
        problem.stay_group[face], static_cast<std::uint8_t>(problem.must[face] - problem.stay_run[face]));
  }
  const int rack_jokers = meld.jokers() - specials;
  rest.specials -= specials;
  problem.wild_must -= specials;
  problem.wild_may -= rack_jokers;
  rest.forced.add(Tile::joker(), rack_jokers);
  search_case(rest, order, best);
}

void TurnSearch::all(std::span<const Meld> table, const TileBag& rack, const PlayOrder& order,
                     std::vector<Candidate>& candidates) {
  candidates.clear();
  JokerCase base;
  base.problem.add_may(rack);
  if (exchange_matters(table)) {
    joker_cases_.list(table, base, cases_);
  } else {
    base.problem.add_must(bag_of(table));
    cases_.assign(1, base);
  }
  for (JokerCase& fate : cases_) {
    if (!fate.to_rack.empty()) fate.problem.wild_may = 0;
    choices_.clear();
    sweep_.all(fate.problem, choices_);
    for (const TileBag& choice : choices_) {
      const TileBag laid = choice + fate.forced;
      if (!laid.empty()) candidates.push_back({laid, fate.to_rack});
    }
  }
  std::sort(candidates.begin(), candidates.end(), [&](const Candidate& a, const Candidate& b) {
    if (!(a.laid == b.laid)) return order.before(a.laid, b.laid);
    return a.to_rack.jokers() < b.to_rack.jokers();
  });
  const auto same = [](const Candidate& a, const Candidate& b) {
    return a.laid == b.laid && a.to_rack == b.to_rack;
  };
  candidates.erase(std::unique(candidates.begin(), candidates.end(), same), candidates.end());
}

}  // namespace rummy
