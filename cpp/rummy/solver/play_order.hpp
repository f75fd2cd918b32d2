#pragma once

#include <array>
#include <span>

#include "rummy/rules/compiled_rules.hpp"
#include "rummy/solver/problem.hpp"
#include "rummy/solver/solver.hpp"

namespace rummy {

// The complete order of plays: the objective, then fewer jokers, then the other objective, then the
// choice that lays more of the first tile (in the fixed order) of which two choices lay different
// counts.
//
// But for the last criterion the order is a sum of what single tiles are worth.
class PlayOrder {
 public:
  PlayOrder(const CompiledRules& rules, Objective objective, const TileBag& rack);

  // A choice may be worth less than laying nothing (jokers that cost nothing on the rack).
  [[nodiscard]] bool has_losses() const { return joker_ <= 0 || smallest_ <= 0; }

  [[nodiscard]] bool has_negative() const { return joker_ < 0 || smallest_ < 0; }

  // Without the last criterion: what a tile and a choice are worth, and the most that can be.
  [[nodiscard]] Weight worth(Tile tile) const;
  [[nodiscard]] Weight worth(const TileBag& laid) const;
  [[nodiscard]] Weight most_worth() const { return most_worth_; }
  [[nodiscard]] Objective objective() const { return objective_; }
  [[nodiscard]] Weight unit() const { return objective_unit_; }  // of the objective
  void weigh(Problem& problem) const;

  [[nodiscard]] bool before(const TileBag& a, const TileBag& b) const;
  // The last criterion alone.
  [[nodiscard]] bool lays_more_first(const TileBag& a, const TileBag& b) const;

 private:
  [[nodiscard]] std::span<const Tile> tiles() const { return {tiles_.data(), count_}; }

  const CompiledRules& rules_;
  Objective objective_;
  // The different tiles on the rack, without jokers: the first count_.
  std::array<Tile, kFaces> tiles_;
  std::size_t count_ = 0;
  Weight objective_unit_ = 0;
  Weight joker_unit_ = 0;
  Weight most_worth_ = 0;
  Weight joker_ = 0;     // worth of a joker
  Weight smallest_ = 0;  // least worth of another tile
};

}  // namespace rummy
