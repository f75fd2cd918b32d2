#pragma once

#include <vector>

#include "rummy/rules/compiled_rules.hpp"
#include "rummy/solver/problem.hpp"
#include "rummy/solver/solver.hpp"

namespace rummy {

// The complete order of plays: the objective, then fewer jokers, then the other objective, then the
// choice that lays more of the first tile (in the fixed order) of which two choices lay different
// counts.
//
// As weights of single tiles the order is a sum, so that a search for the greatest sum finds the
// first play. The last criterion takes two bits for each different tile on the rack; where they do
// not all fit into a weight, they are taken in portions: the best of one portion is pinned before
// the next portion decides.
class PlayOrder {
 public:
  PlayOrder(const CompiledRules& rules, Objective objective, const TileBag& rack);

  [[nodiscard]] int portions() const { return portions_; }
  void weigh(Problem& problem, int portion) const;
  // The tiles that `portion` decides become as `laid` has them, for good; returns those laid.
  TileBag pin(Problem& problem, int portion, const TileBag& laid) const;
  [[nodiscard]] Weight weight(const Problem& problem, const TileBag& laid) const;
  // A choice may be worth less than laying nothing (jokers that cost nothing on the rack).
  [[nodiscard]] bool has_losses() const { return joker_ <= 0 || smallest_ <= 0; }

  // Without the last criterion: what a choice is worth, the most that can be, and single tiles.
  [[nodiscard]] Weight worth(const TileBag& laid) const;
  [[nodiscard]] Weight most_worth() const { return most_worth_; }
  [[nodiscard]] Objective objective() const { return objective_; }
  [[nodiscard]] Weight unit() const { return objective_unit_; }  // of the objective
  void weigh_plainly(Problem& problem) const;

  [[nodiscard]] bool before(const TileBag& a, const TileBag& b) const;

 private:
  [[nodiscard]] Weight main_weight(Tile tile) const;

  const CompiledRules& rules_;
  Objective objective_;
  std::vector<Tile> tiles_;  // the different tiles on the rack, without jokers
  int per_portion_ = 0;
  int portions_ = 1;
  Weight objective_unit_ = 0;
  Weight joker_unit_ = 0;
  Weight other_unit_ = 1;
  Weight most_worth_ = 0;
  Weight joker_ = 0;     // main weight of a joker
  Weight smallest_ = 0;  // least main weight of another tile
};

}  // namespace rummy
