#include "rummy/solver/cover.hpp"

namespace rummy {

namespace {

// Floats hold whole numbers up to here exactly.
constexpr Weight kMostExact = Weight{1} << 24;

}  // namespace

Cover::Cover(const CompiledRules& rules)
    : rules_(rules), usual_(LaneSearch::fits(rules)), lanes_(rules), sweep_(rules) {}

// The problem without its weights, in lanes.
bool Cover::set_lanes(const Problem& problem, LaneSearch::Mode mode) {
  laned_.must_jokers = problem.wild_must;
  laned_.may_jokers = problem.wild_may;
  laned_.group_jokers = problem.wild_places.groups;
  for (int colour = 0; colour < rules_.tiles().colours; ++colour) {
    Lane::Cells& cells = laned_.cells[static_cast<std::size_t>(colour)];
    for (int number = 1; number <= rules_.tiles().numbers; ++number) {
      const std::size_t face = Problem::face_index(Tile(colour, number));
      Cell& cell = cells[static_cast<std::size_t>(number)];
      cell.must = problem.must[face];
      cell.may = problem.may[face];
      cell.least_run = problem.stay_run[face];
      cell.least_linked = problem.stay_linked[face];
      cell.least_group = problem.stay_group[face];
      cell.joker = problem.wild_places.in_run(colour, number) ? 1 : 0;
      cell.weight = cell.may > 0 ? static_cast<float>(problem.weight[face]) : 0.0F;
    }
  }
  for (int number = 1; number <= rules_.tiles().numbers; ++number) {
    laned_.joker_weight[static_cast<std::size_t>(number)] =
        static_cast<float>(problem.joker_weight[static_cast<std::size_t>(number)]);
  }
  return lanes_.set(laned_, mode);
}

bool Cover::first(const Problem& problem, const PlayOrder& order, const TileBag& forced,
                  const std::optional<TileBag>& beaten, TileBag& laid) {
  if (!usual_ || order.most_worth() >= kMostExact)
    return first_by_sweep(problem, order, forced, beaten, laid);
  Problem weighed = problem;
  order.weigh_plainly(weighed);
  if (!set_lanes(weighed, LaneSearch::Mode::best)) return false;
  // An equal may come first, where there can be one.
  const bool unique = beaten && beaten->includes(forced) && lanes_.is_only(*beaten - forced);
  const Weight least = (beaten ? order.worth(*beaten) + (unique ? 1 : 0) : 1) - order.worth(forced);
  const float worth = lanes_.best(static_cast<float>(least), static_cast<float>(order.unit()));
  if (worth <= kHopeless) return false;
  laid = lanes_.first_choice(worth);
  return !beaten || order.before(laid + forced, *beaten);
}

bool Cover::any(const Problem& problem, const PlayOrder& order, TileBag& laid) {
  if (!usual_ || order.most_worth() >= kMostExact)
    return first_by_sweep(problem, order, {}, {}, laid);
  Problem weighed = problem;
  order.weigh_plainly(weighed);
  if (!set_lanes(weighed, LaneSearch::Mode::best) || !lanes_.any(1)) return false;
  laid = lanes_.laid();
  return true;
}

bool Cover::first_by_sweep(const Problem& problem, const PlayOrder& order, const TileBag& forced,
                           const std::optional<TileBag>& beaten, TileBag& laid) {
  Problem weighed = problem;
  order.weigh(weighed, 0);
  Weight floor = -order.weight(weighed, forced);
  if (beaten) {
    // Where the order takes several portions, the first cannot tell equals apart.
    floor += order.weight(weighed, *beaten) - (order.portions() > 1 ? 1 : 0);
  }
  Choice choice;
  if (!sweep_.best(weighed, floor, choice)) return false;
  laid = {};
  for (int portion = 1; portion < order.portions(); ++portion) {
    laid += order.pin(weighed, portion - 1, choice.laid);
    order.weigh(weighed, portion);
    if (!sweep_.best(weighed, Sweep::kNever, choice)) return false;
  }
  laid += choice.laid;
  return !beaten || order.before(laid + forced, *beaten);
}

bool Cover::most(const Problem& problem, Weight least, Choice& choice) {
  if (!usual_) return sweep_.best(problem, least - 1, choice);
  if (!set_lanes(problem, LaneSearch::Mode::exact)) return false;
  const float worth = lanes_.best(static_cast<float>(least), 1);
  if (worth <= kHopeless) return false;
  choice.value = static_cast<Weight>(worth);
  choice.laid = lanes_.laid();
  return true;
}

bool Cover::feasible(const Problem& problem) {
  if (!usual_) return sweep_.feasible(problem);
  return set_lanes(problem, LaneSearch::Mode::exact) && lanes_.best(kHopeless / 2, 1) > kHopeless;
}

bool Cover::can_meld(const TileBag& pool, const JokerPlaces& places) {
  Problem problem;
  problem.add_must(pool);
  problem.wild_places = places;
  return feasible(problem);
}

std::optional<Weight> Cover::all(const Problem& problem, const PlayOrder& order,
                                 const TileBag& forced, std::optional<Weight> least,
                                 std::vector<TileBag>& choices) {
  if (!usual_) {
    sweep_.all(problem, choices);
    return {};
  }
  Problem weighed = problem;
  const bool exact = order.most_worth() < kMostExact;
  if (exact) order.weigh_plainly(weighed);
  if (!set_lanes(weighed, LaneSearch::Mode::every)) return {};
  const Weight known = order.worth(forced);
  const bool part = least && exact;
  const float left_out =
      lanes_.all(part ? static_cast<float>(*least - known) : kHopeless / 2, choices);
  if (!part || left_out <= kHopeless) return {};
  return static_cast<Weight>(left_out) + known;
}

}  // namespace rummy
