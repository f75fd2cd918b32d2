#pragma once

#include "rummy/strategies/strategy.hpp"

namespace rummy {

// Lays the best play by one objective whenever there is one; the opening may have an objective of
// its own.
class BestPlayStrategy : public Strategy {
 public:
  BestPlayStrategy(const CompiledRules& rules, Objective objective, Objective opening)
      : solver_(rules), objective_(objective), opening_(opening) {}

  [[nodiscard]] Decision decide(const View& view, Play& play) override {
    const Objective objective = view.position->opened ? objective_ : opening_;
    if (solver_.best_play(*view.position, objective, play)) return {Action::play, PlayExists::yes};
    return {Action::draw, PlayExists::no};
  }

 private:
  Solver solver_;
  Objective objective_;
  Objective opening_;
};

}  // namespace rummy
