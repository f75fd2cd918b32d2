#include <array>

#include "rummy/strategies/entries.hpp"

namespace rummy {

namespace {

constexpr std::array<Parameter, 1> kParameters = {{
    {"limit", 200, 1, 100000, "chooses among so many plays at most, those that lay the most tiles"},
}};

// Every choice of tiles that can be laid is equally likely, and laying nothing is one more choice
// where it is allowed.
class Random : public Strategy {
 public:
  Random(const CompiledRules& rules, Values values)
      : solver_(rules), limit_(static_cast<std::size_t>(values[0])) {}

  [[nodiscard]] Decision decide(const View& view, Play& play) override {
    const std::vector<Play> plays = solver_.plays(*view.position, limit_);
    if (plays.empty()) return {Action::draw, PlayExists::no};
    const std::size_t choices = plays.size() + (view.rules->rules().turn.must_play ? 0 : 1);
    const auto chosen = static_cast<std::size_t>(stream().below(choices));
    if (chosen == plays.size()) return {Action::draw, PlayExists::yes};
    play = plays[chosen];
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
  Solver solver_;
  std::size_t limit_;
};

}  // namespace

constinit const StrategyEntry kRandomStrategy = {
    "random", "any legal choice of tiles, or none, each equally likely", kParameters,
    [](const CompiledRules& rules, Values values) {
      return std::unique_ptr<Strategy>(std::make_unique<Random>(rules, values));
    }};

}  // namespace rummy
