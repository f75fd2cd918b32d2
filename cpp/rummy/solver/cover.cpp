#include "rummy/solver/cover.hpp"

#include <algorithm>

#include "rummy/base/index.hpp"

namespace rummy {

namespace {

Problem to_meld(const TileBag& pool, const JokerPlaces& places) {
  Problem problem;
  problem.add_must(pool);
  problem.wild_places = places;
  return problem;
}

}  // namespace

LaneSearch& Cover::search(int wilds) {
  // No meld can hold too many of so few jokers.
  if (usual_ && wilds <= rules_.max_jokers()) return *usual_;
  return general();
}

LaneSearch& Cover::search(int wilds, const PlayOrder& order) {
  const bool usual = order.most_worth() <= LaneSearch::kMostUsual && !order.has_negative();
  return usual ? search(wilds) : general();
}

LaneSearch& Cover::general() {
  if (!general_) general_ = LaneSearch::make_general(rules_);
  return *general_;
}

bool Cover::set(LaneSearch& search, const Problem& problem, LaneSearch::Mode mode) {
  laned_.must_jokers = problem.wild_must;
  laned_.may_jokers = problem.wild_may;
  laned_.group_jokers = problem.wild_places.groups;
  for (int colour = 0; colour < rules_.tiles().colours; ++colour) {
    Cells& cells = laned_.cells[index(colour)];
    const int beyond = rules_.tiles().numbers + 1;  // of use under ace_high alone
    cells[index(beyond)].joker = problem.wild_places.in_run(colour, beyond) ? 1 : 0;
    for (int number = 1; number <= rules_.tiles().numbers; ++number) {
      const std::size_t face = Problem::face_index(Tile(colour, number));
      Cell& cell = cells[index(number)];
      cell.must = problem.must[face];
      cell.may = problem.may[face];
      cell.least_run = problem.stay_run[face];
      cell.least_linked = std::max(problem.stay_high[face], problem.stay_low[face]);
      cell.least_group = problem.stay_group[face];
      cell.joker = problem.wild_places.in_run(colour, number) ? 1 : 0;
      cell.weight = cell.may > 0 ? static_cast<float>(problem.weight[face]) : 0.0F;
    }
  }
  for (int position = 1; position <= rules_.tiles().numbers + 1; ++position)
    laned_.joker_weight[index(position)] =
        static_cast<float>(problem.joker_weight[index(position)]);
  return search.set(laned_, mode);
}

bool Cover::first(const Problem& problem, const PlayOrder& order, const TileBag& forced,
                  const std::optional<TileBag>& beaten, TileBag& laid) {
  Problem weighed = problem;
  order.weigh(weighed);
  LaneSearch& lanes = search(problem.wilds(), order);
  if (!set(lanes, weighed, LaneSearch::Mode::best)) return false;
  // An equal may come first, where there can be one.
  const bool first = beaten && beaten->includes(forced) && lanes.is_first(*beaten - forced);
  const Weight least = (beaten ? order.worth(*beaten) + (first ? 1 : 0) : 1) - order.worth(forced);
  const double worth = lanes.best(static_cast<double>(least));
  if (worth <= kHopeless) return false;
  laid = lanes.first_choice(worth);
  return !beaten || order.before(laid + forced, *beaten);
}

bool Cover::any(const Problem& problem, const PlayOrder& order, Weight least) {
  Problem weighed = problem;
  order.weigh(weighed);
  LaneSearch& lanes = search(problem.wilds(), order);
  return set(lanes, weighed, LaneSearch::Mode::best) && lanes.any(static_cast<double>(least));
}

bool Cover::most(const Problem& problem, Weight least, Choice& choice) {
  LaneSearch& lanes = search(problem.wilds());
  if (!set(lanes, problem, LaneSearch::Mode::exact)) return false;
  const double worth = lanes.best(static_cast<double>(least));
  if (worth <= kHopeless) return false;
  choice.value = static_cast<Weight>(worth);
  choice.laid = lanes.laid();
  return true;
}

bool Cover::feasible(const Problem& problem) {
  LaneSearch& lanes = search(problem.wilds());
  return set(lanes, problem, LaneSearch::Mode::exact) && lanes.any(kHopeless / 2);
}

JokerPlaces Cover::joker_places(const Problem& problem) {
  LaneSearch& lanes = search(problem.wilds());
  return set(lanes, problem, LaneSearch::Mode::exact) ? lanes.joker_places() : JokerPlaces{};
}

JokerPlaces Cover::joker_places(const TileBag& pool, const JokerPlaces& places) {
  return joker_places(to_meld(pool, places));
}

bool Cover::can_meld(const TileBag& pool, const JokerPlaces& places) {
  return feasible(to_meld(pool, places));
}

std::optional<Weight> Cover::all(const Problem& problem, const PlayOrder& order,
                                 const TileBag& forced, std::optional<Weight> least,
                                 std::vector<TileBag>& choices) {
  Problem weighed = problem;
  order.weigh(weighed);
  LaneSearch& lanes = search(problem.wilds(), order);
  if (!set(lanes, weighed, LaneSearch::Mode::every)) return {};
  const Weight known = order.worth(forced);
  const double left_out =
      lanes.all(least ? static_cast<double>(*least - known) : kHopeless / 2, choices);
  if (!least || left_out <= kHopeless) return {};
  return static_cast<Weight>(left_out) + known;
}

}  // namespace rummy
