#pragma once

#include "rummy/strategies/strategy.hpp"

namespace rummy {

// Lays the best play by one objective whenever there is one.
class BestPlayStrategy : public Strategy {
 public:
  BestPlayStrategy(const CompiledRules& rules, Objective objective) : solver_(rules), objective_(objective) {}

  [[nodiscard]] Decision decide(const View& view, Play& play) override {
    if (solver_.best_play(*view.position, objective_, play)) return {Action::play, PlayExists::yes};
    return {Action::draw, PlayExists::no};
  }

 private:
  Solver solver_;
  Objective objective_;
};

}  // namespace rummy
