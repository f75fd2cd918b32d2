#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "rummy/solver/lane_search.hpp"
#include "rummy/solver/play_order.hpp"
#include "rummy/solver/problem.hpp"

namespace rummy {

// The covering problem under any rules, by the kind of LaneSearch that knows them.
class Cover {
 public:
  explicit Cover(const CompiledRules& rules)
      : rules_(rules), usual_(LaneSearch::make_usual(rules)) {}

  // For problems with so many wild jokers: whose worths are small, or those of an order.
  [[nodiscard]] LaneSearch& search(int wilds);
  [[nodiscard]] LaneSearch& search(int wilds, const PlayOrder& order);

  // The first choice in the order, of those that come before `beaten` when `forced` is laid with
  // them; without `beaten`, of those that lay anything worth having, `forced` counted.
  [[nodiscard]] bool first(const Problem& problem, const PlayOrder& order, const TileBag& forced,
                           const std::optional<TileBag>& beaten, TileBag& laid);
  // Is there a choice that is worth `least`?
  [[nodiscard]] bool any(const Problem& problem, const PlayOrder& order, Weight least);
  // The greatest worth by the problem's own weights, at least `least`.
  [[nodiscard]] bool most(const Problem& problem, Weight least, Choice& choice);
  // Can all that must be placed be placed?
  [[nodiscard]] bool feasible(const Problem& problem);
  // Where its jokers stand when all that must be placed is placed.
  [[nodiscard]] JokerPlaces joker_places(const Problem& problem);
  // The same for a whole pool, its jokers at none but these places; and can it be melded so?
  [[nodiscard]] JokerPlaces joker_places(const TileBag& pool, const JokerPlaces& places);
  [[nodiscard]] bool can_meld(const TileBag& pool, const JokerPlaces& places);
  // Every distinct choice (the empty one too, where it solves the problem) that with `forced` is
  // worth `least` or more, or all, in no particular order. Returns a bound of what was left out;
  // nothing was when there is none.
  std::optional<Weight> all(const Problem& problem, const PlayOrder& order, const TileBag& forced,
                            std::optional<Weight> least, std::vector<TileBag>& choices);

 private:
  [[nodiscard]] LaneSearch& general();
  [[nodiscard]] bool set(LaneSearch& search, const Problem& problem, LaneSearch::Mode mode);

  const CompiledRules& rules_;
  std::unique_ptr<LaneSearch> usual_;
  std::unique_ptr<LaneSearch> general_;  // made when it is first needed
  LanedProblem laned_;
};

}  // namespace rummy
