#include <array>
#include <utility>

#include "rummy/strategies/entries.hpp"
#include "rummy/strategies/novice.hpp"

namespace rummy {

namespace {

constexpr std::array<Parameter, 2> kParameters = {{
    {"rearrange", 0, 0, 1,
     "0: chooses among the plays that a novice sees, 1: among all legal plays (much stronger)"},
    {"limit", 200, 1, 100000, "chooses among so many plays at most, those that lay the most tiles"},
}};

// Every choice of tiles that can be laid is equally likely, and laying nothing is one more choice
// where it is allowed.
class Random : public Strategy {
 public:
  Random(const CompiledRules& rules, Values values)
      : easy_(novice_rules(rules)),
        all_(rules),
        rearranges_(values[0] == 1),
        limit_(static_cast<std::size_t>(values[1])) {}

  [[nodiscard]] Decision decide(const View& view, Play& play) override {
    const bool must_play = view.rules->rules().turn.must_play;
    const Position& position = *view.position;
    Solver* solver = rearranges_ ? &all_ : &easy_;
    std::vector<Play> plays = solver->plays(position, limit_);
    // Who must play is shown the plays that a novice does not see.
    if (plays.empty() && must_play && !rearranges_) {
      solver = &all_;
      plays = solver->plays(position, limit_);
    }
    if (plays.empty()) {
      return {Action::draw, rearranges_ || must_play ? PlayExists::no : missed(position)};
    }
    const std::size_t choices = plays.size() + (must_play ? 0 : 1);
    const auto chosen = static_cast<std::size_t>(stream().below(choices));
    if (chosen == plays.size()) return {Action::draw, PlayExists::yes};
    play = std::move(plays[chosen]);
    solver->lay(position, play);
    return {Action::play, PlayExists::yes};
  }

  // Any tile of the rack, each equally likely.
  [[nodiscard]] Tile discard(const View& view) override {
    auto left = static_cast<int>(stream().below(static_cast<std::uint64_t>(view.rack().size())));
    Tile chosen;
    view.rack().for_each([&](Tile tile, int copies) {
      if (left >= 0 && left < copies) chosen = tile;
      left -= copies;
    });
    return chosen;
  }

 private:
  Solver easy_;
  Solver all_;
  bool rearranges_;
  std::size_t limit_;
};

}  // namespace

constinit const StrategyEntry kRandomStrategy = {
    "random", "lays tiles that go without rearranging, or none: every choice is equally likely",
    kParameters, [](const CompiledRules& rules, Values values) {
      return std::unique_ptr<Strategy>(std::make_unique<Random>(rules, values));
    }};

}  // namespace rummy
