#include <array>

#include "rummy/strategies/draw_strategy.hpp"
#include "rummy/strategies/laying.hpp"

namespace rummy {

namespace {

constexpr std::array<Parameter, 3> kParameters = {{
    {"take", 30, 0, 90, "takes the pile so many times in a hundred where it may"},
    {"lay", 50, 1, 100, "lays what it can so many times in a hundred turns"},
    {"show", 50, 1, 100, "ends the deal so many times in a hundred where it may"},
}};

// Draws, lays and ends by chance, and discards any card; it always moves legally.
class DrawRandom : public DrawStrategy {
 public:
  explicit DrawRandom(Values values) : take_(values[0]), lay_(values[1]), show_(values[2]) {}

  [[nodiscard]] bool takes(const DrawView& view) override {
    if (!stream().chance(take_)) return false;
    // A taken card that must be laid is taken only where it can be.
    return !view.rules->rules().draw.must_use || lays_with(view);
  }

  void play(const DrawView& view, TurnPlay& play) override {
    const DrawRules& rules = view.rules->rules();
    Hand rest = *view.hand;
    const bool must_lay = rules.draw.must_use && view.taken.has_value();
    if (rules.laying.when == LayingWhen::turn && (must_lay || stream().chance(lay_))) {
      rest = laying_.lay_all(view, *view.hand, play);
    }
    if (rest.empty()) return;
    play.discard = any_card(view, rest);
    if (rules.laying.when == LayingWhen::turn) return;
    play.show = true;
    if (!why_illegal(view, play).empty() || !stream().chance(show_)) play.show = false;
  }

 private:
  [[nodiscard]] bool lays_with(const DrawView& view) {
    Hand more = *view.hand;
    const Tile top = view.pile.back();
    more.add(top);
    TurnPlay thought;
    return laying_.lay_all(view, more, thought).count(top) < more.count(top);
  }

  [[nodiscard]] Tile any_card(const DrawView& view, const Hand& hand) {
    const bool bound = view.taken && !view.rules->rules().draw.return_taken &&
                       view.hand->count(*view.taken) == 1 && hand.contains(*view.taken) &&
                       hand.size() > 1;
    const int choices = hand.size() - (bound ? 1 : 0);
    auto left = static_cast<int>(stream().below(static_cast<std::uint64_t>(choices)));
    Tile chosen = Tile::joker();
    hand.for_each([&](Tile tile, int copies) {
      if (bound && tile == *view.taken) return;
      if (left >= 0 && left < copies) chosen = tile;
      left -= copies;
    });
    return chosen;
  }

  Laying laying_;
  int take_;
  int lay_;
  int show_;
};

}  // namespace

constinit const DrawStrategyEntry kDrawRandom = {
    "random", "draws, lays and discards by chance", kParameters,
    [](const CompiledDraw&, Values values) {
      return std::unique_ptr<DrawStrategy>(std::make_unique<DrawRandom>(values));
    }};

}  // namespace rummy
