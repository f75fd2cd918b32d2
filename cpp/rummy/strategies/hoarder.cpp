#include <array>

#include "rummy/strategies/entries.hpp"

namespace rummy {

namespace {

constexpr std::array<Parameter, 3> kParameters = {{
    {"tiles", 4, 1, 60, "lays as soon as it can lay so many tiles in one turn"},
    {"alarm", 5, 0, 60, "lays whatever it can once another rack has so few tiles"},
    {"pool", 8, 0, 300, "lays whatever it can once the pool has so few tiles"},
}};

// Keeps its tiles back until one of its conditions holds, then plays like max_tiles. A play that
// goes out is always made.
class Hoarder : public Strategy {
 public:
  Hoarder(const CompiledRules& rules, Values values)
      : solver_(rules), tiles_(values[0]), alarm_(values[1]), pool_(values[2]) {}

  [[nodiscard]] Decision decide(const View& view, Play& play) override {
    if (!solver_.best_play(*view.position, Objective::tiles, play))
      return {Action::draw, PlayExists::no};
    const bool lays = play.count >= tiles_ || play.count == view.rack().size() ||
                      view.fewest_tiles_of_others() <= alarm_ || view.pool_left <= pool_ ||
                      !view.can_draw || view.rules->rules().turn.must_play;
    return {lays ? Action::play : Action::draw, PlayExists::yes};
  }

 private:
  Solver solver_;
  int tiles_;
  int alarm_;
  int pool_;
};

}  // namespace

constinit const StrategyEntry kHoarderStrategy = {
    "hoarder", "keeps its tiles back until it can lay many at once or the end is near", kParameters,
    [](const CompiledRules& rules, Values values) {
      return std::unique_ptr<Strategy>(std::make_unique<Hoarder>(rules, values));
    }};

}  // namespace rummy
