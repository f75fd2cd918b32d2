#include "rummy/solver/turn_search.hpp"

#include <algorithm>

namespace rummy {

namespace {

constexpr std::size_t kFewCases = 4;

void add_melds_without_jokers(std::span<const Meld> table, Problem& problem) {
  for (const Meld& meld : table) {
    if (meld.jokers() == 0) problem.add_must(meld.bag());
  }
}

// The rack alone.
JokerCase base_case(const TileBag& rack, const TileBag& forced) {
  JokerCase base;
  base.problem.add_may(rack - forced);
  base.problem.add_must(forced);
  base.forced = forced;
  return base;
}

}  // namespace

TurnSearch::TurnSearch(const CompiledRules& rules, Cover& cover)
    : rules_(rules), cover_(cover), moves_(rules), joker_cases_(rules) {}

bool TurnSearch::exchange_matters(std::span<const Meld> table) const {
  if (rules_.free_jokers()) return false;
  return std::any_of(table.begin(), table.end(),
                     [](const Meld& meld) { return meld.jokers() > 0; });
}

TurnSearch::Outcome TurnSearch::best(std::span<const Meld> table, const TileBag& rack,
                                     const TileBag& forced, const std::optional<TileBag>& beaten,
                                     const PlayOrder& order, const Confirm& confirm, bool go_on) {
  table_ = table;
  on_table_ = bag_of(table);
  JokerCase base = base_case(rack, forced);
  JokerCase wild = base;
  wild.problem.add_must(on_table_);
  const bool losses = order.has_losses();  // then a search for a gain may miss a play
  const Outcome none = losses && !beaten ? Outcome::unconfirmed : Outcome::nothing;
  Best best;
  best.beaten = beaten;
  promised_ = order.most_worth();
  const auto settle = [&] {
    if (!best.found) return none;
    promised_ = order.worth(best.candidate.laid);
    return confirm(best.candidate, true) ? Outcome::confirmed : Outcome::unconfirmed;
  };
  if (!exchange_matters(table)) {
    search_case(wild, order, best);
    return settle();
  }
  TileBag most;
  // Where a freed joker needs a new meld the search of the cases is dear, and the wild choice
  // mostly legal, or one soon after it.
  if (freed_lie_anew()) {
    joker_cases_.read(table);
    bind_wilds(wild, true);
    if (!cover_.first(wild.problem, order, forced, beaten, most)) return none;
    most += forced;
    if (confirm({most, {}}, false)) return Outcome::confirmed;
    if (!go_on) return Outcome::unconfirmed;
    return go_down(table, rack, forced, order.worth(most), most, beaten, order, confirm)
               ? Outcome::confirmed
               : none;
  }
  joker_cases_.list(table, base, cases_);
  search_case(cases_.front(), order, best);
  // Where many cases are left, or dear ones: does freeing jokers promise more at all, be they as
  // free as they like?
  most_tiles_ = rack.size();
  const JokerRules& joker = rules_.rules().joker;
  const bool bounded = joker.reuse != Reuse::keep;  // else jokers may leave the table
  const bool freed = std::any_of(cases_.begin(), cases_.end(),
                                 [](const JokerCase& fate) { return fate.problem.wild_must > 0; });
  if (bounded && freed && (joker.to_new_meld() || cases_.size() > kFewCases)) {
    if (joker.to_new_meld()) bind_wilds(wild, true);
    if (!cover_.first(wild.problem, order, forced, best.beaten, most)) return settle();
    most += forced;
    if (order.objective() == Objective::tiles) most_tiles_ = most.size();
  }
  for (std::size_t i = 1; i < cases_.size(); ++i) {
    // Laying a joker and taking one back comes to laying neither.
    if (!cases_[i].to_rack.empty()) {
      if (forced.jokers() > 0) continue;
      cases_[i].problem.wild_may = 0;
    }
    search_case(cases_[i], order, best);
    if (best.found && best.candidate.laid == most) break;
  }
  return settle();
}

bool TurnSearch::go_down(std::span<const Meld> table, const TileBag& rack, const TileBag& forced,
                         Weight most, const TileBag& tried, const std::optional<TileBag>& beaten,
                         const PlayOrder& order, const Confirm& confirm) {
  begin(table, rack, forced, order, most);
  while (next(order, candidates_)) {
    for (const Candidate& candidate : candidates_) {
      if (beaten && !order.before(candidate.laid, *beaten)) return false;
      const bool quickly = !(candidate.laid == tried) && confirm(candidate, false);
      if (quickly || (may_be_legal(candidate) && confirm(candidate, true))) return true;
    }
  }
  return false;
}

// May any joker be freed, and does it then need a new meld? Then taking all as wild says the most.
bool TurnSearch::freed_lie_anew() const {
  const JokerRules& joker = rules_.rules().joker;
  return joker.retrieval == Retrieval::any_legal && joker.to_new_meld();
}

// A freed joker that needs a new meld lies in one with a rack tile. `may_stay`: or it stays where
// it was.
void TurnSearch::bind_wilds(JokerCase& fate, bool may_stay) const {
  Problem& problem = fate.problem;
  if (problem.wild_may > 0 || fate.forced.jokers() > 0 || problem.wild_must == 0) return;
  TileBag rack = fate.forced;
  JokerPlaces::Numbers there{};
  for (int number = 1; number <= rules_.tiles().numbers; ++number) {
    for (int colour = 0; colour < rules_.tiles().colours; ++colour) {
      const Tile tile(colour, number);
      const std::size_t face = Problem::face_index(tile);
      if (problem.may[face] > 0) rack.add(tile);
      if (problem.must[face] + problem.may[face] > 0)
        there[static_cast<std::size_t>(colour)] |= 1U << number;
    }
  }
  problem.wild_places = {};
  problem.wild_places.allow_beside(rack, there, problem.wild_must - 1, rules_);
  if (!may_stay) return;
  for (const Tile tile : joker_cases_.stand_ins()) problem.wild_places.allow(tile, rules_);
}

void TurnSearch::bind_specials(JokerCase& fate) const {
  if (fate.specials > 0 && fate.specials == fate.problem.wild_must) bind_wilds(fate, false);
}

void TurnSearch::search_case(const JokerCase& fate, const PlayOrder& order, Best& best,
                             const Meld* last) {
  TileBag laid;
  JokerCase bound = fate;
  bind_specials(bound);
  if (!cover_.first(bound.problem, order, fate.forced, best.beaten, laid)) return;
  laid += fate.forced;
  if (fate.specials == 0) {
    best = {{laid, fate.to_rack}, true, laid};
    return;
  }
  // A freed joker has to lie in a new meld with a rack tile: go through these melds.
  const Problem& problem = bound.problem;
  const bool exact = problem.may == Problem::Counts{} && problem.wild_may == 0;
  const JokerPlaces places = exact ? cover_.joker_places(problem) : JokerPlaces::anywhere();
  for (const Meld& meld : new_melds(fate, places, last)) {
    // No new meld can do better than the joker without one.
    if (best.beaten && !order.before(laid, *best.beaten)) return;
    place_special(fate, meld, order, best);
  }
}

bool TurnSearch::any_beside_jokers(std::span<const Meld> table, const TileBag& rack,
                                   const TileBag& forced, const PlayOrder& order) {
  Problem problem = base_case(rack, forced).problem;
  add_melds_without_jokers(table, problem);
  return cover_.any(problem, order, 1 - order.worth(forced));
}

// Where no joker can be exchanged there is one case.
void TurnSearch::list_cases(std::span<const Meld> table, const JokerCase& base) {
  if (exchange_matters(table)) {
    joker_cases_.list(table, base, cases_);
  } else {
    cases_.assign(1, base);
    cases_.front().problem.add_must(bag_of(table));
  }
}

void TurnSearch::begin(std::span<const Meld> table, const TileBag& rack, const TileBag& forced,
                       const PlayOrder& order, std::optional<Weight> most) {
  table_ = table;
  on_table_ = bag_of(table);
  JokerCase base = base_case(rack, forced);
  list_cases(table, base);
  for (JokerCase& fate : cases_) {
    if (!fate.to_rack.empty()) fate.problem.wild_may = 0;
    bind_specials(fate);
  }
  listed_cases_ = cases_;
  if (freed_lie_anew() && std::any_of(cases_.begin(), cases_.end(),
                                      [](const JokerCase& fate) { return fate.specials > 0; })) {
    base.problem.add_must(on_table_);
    bind_wilds(base, true);
    listed_cases_.assign(1, base);
  }
  above_.reset();
  least_.reset();
  if (most) start_portion(*most, order);
  listed_ = false;
}

bool TurnSearch::next(const PlayOrder& order, std::vector<Candidate>& candidates) {
  candidates.clear();
  if (listed_) return false;
  std::optional<Weight> left_out;
  for (const JokerCase& fate : listed_cases_) {
    choices_.clear();
    left_out = std::max(left_out, cover_.all(fate.problem, order, fate.forced, least_, choices_));
    for (const TileBag& choice : choices_) {
      const TileBag laid = choice + fate.forced;
      if (laid.empty() || (above_ && order.worth(laid) >= *above_)) continue;
      candidates.push_back({laid, fate.to_rack});
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
  // The next portion holds the best of what was left out, and what is worth as many whole units.
  listed_ = !left_out;
  above_ = least_;
  if (left_out) start_portion(*left_out, order);
  return true;
}

bool TurnSearch::surely_legal(const Candidate& candidate) {
  if (!exchange_matters(table_)) return true;
  if (!candidate.to_rack.empty()) return false;
  Problem beside;
  beside.add_must(candidate.laid);
  add_melds_without_jokers(table_, beside);
  return cover_.feasible(beside);
}

bool TurnSearch::may_be_legal(const Candidate& candidate) {
  const TileBag& laid = candidate.laid;
  const PlayOrder order(rules_, Objective::tiles, laid);  // in which nothing is worth less than 0
  most_tiles_ = laid.size();
  return std::any_of(cases_.begin(), cases_.end(), [&](const JokerCase& fate) {
    if (!(fate.to_rack == candidate.to_rack) || !laid.includes(fate.forced)) return false;
    JokerCase exactly = fate;
    exactly.problem.may = {};
    exactly.problem.wild_may = 0;
    exactly.problem.add_must(laid - fate.forced);
    exactly.forced = laid;
    Best best;
    search_case(exactly, order, best);
    return best.found;
  });
}

void TurnSearch::start_portion(Weight most, const PlayOrder& order) {
  least_.reset();
  if (most >= order.unit()) least_ = most / order.unit() * order.unit();
}

}  // namespace rummy
