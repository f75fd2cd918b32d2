#include "rummy/strategies/novice.hpp"

#include "rummy/strategies/entries.hpp"

namespace rummy {

namespace {

class Novice : public Strategy {
 public:
  explicit Novice(const CompiledRules& rules)
      : rules_(rules), easy_(novice_rules(rules)), all_(rules) {}

  [[nodiscard]] Decision decide(const View& view, Play& play) override {
    if (easy_.best_play(*view.position, Objective::tiles, play))
      return {Action::play, PlayExists::yes};
    // Who must play is shown a play that a novice does not see.
    if (rules_.rules().turn.must_play) {
      if (all_.best_play(*view.position, Objective::tiles, play))
        return {Action::play, PlayExists::yes};
      return {Action::draw, PlayExists::no};
    }
    return {Action::draw, missed(*view.position)};
  }

 private:
  CompiledRules rules_;
  Solver easy_;
  Solver all_;
};

}  // namespace

CompiledRules novice_rules(const CompiledRules& rules) {
  Rules easy = rules.rules();
  if (easy.access == Access::rearrange) easy.access = Access::add_only;
  easy.joker.retrieval = Retrieval::never;
  return CompiledRules(easy, rules.players());
}

constinit const StrategyEntry kNoviceStrategy = {
    "novice",
    "lays melds from the rack and adds to melds; never rearranges and never takes a joker",
    {},
    [](const CompiledRules& rules, Values) {
      return std::unique_ptr<Strategy>(std::make_unique<Novice>(rules));
    }};

}  // namespace rummy
