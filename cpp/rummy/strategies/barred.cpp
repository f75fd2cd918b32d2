#include <array>

#include "rummy/strategies/entries.hpp"
#include "rummy/strategies/novice.hpp"

namespace rummy {

namespace {

constexpr std::array<Parameter, 1> kParameters = {{
    {"from", 1, 1, 4,
     "1 rearranging the table, 2 freeing jokers, 3 both, 4 touching the table at all"},
}};

// The rules as somebody plays who never uses one of the freedoms that they give. Every play under
// these is a play under the rules themselves.
CompiledRules barred_rules(const CompiledRules& rules, int from) {
  Rules barred = rules.rules();
  if ((from == 1 || from == 3) && barred.access == Access::rearrange)
    barred.access = Access::add_only;
  if (from == 2 || from == 3) barred.joker.retrieval = Retrieval::never;
  if (from == 4) barred.access = Access::closed;
  return CompiledRules(barred, rules.players());
}

// Plays like max_tiles but for what it is barred from: the difference in wins is what the freedom
// is worth.
class Barred : public Strategy {
 public:
  Barred(const CompiledRules& rules, int from)
      : rules_(rules), own_(barred_rules(rules, from)), all_(rules) {}

  [[nodiscard]] Decision decide(const View& view, Play& play) override {
    if (own_.best_play(*view.position, Objective::tiles, play))
      return {Action::play, PlayExists::yes};
    // Who must play has no choice.
    if (!rules_.rules().turn.must_play) return {Action::draw, missed(*view.position)};
    if (all_.best_play(*view.position, Objective::tiles, play))
      return {Action::play, PlayExists::yes};
    return {Action::draw, PlayExists::no};
  }

 private:
  CompiledRules rules_;
  Solver own_;
  Solver all_;
};

}  // namespace

constinit const StrategyEntry kBarredStrategy = {
    "barred", "plays like max_tiles but never does one thing: what that thing is worth",
    kParameters, [](const CompiledRules& rules, Values values) {
      return std::unique_ptr<Strategy>(std::make_unique<Barred>(rules, values[0]));
    }};

}  // namespace rummy
