#include "rummy/strategies/draw_greedy.hpp"

#include <algorithm>
#include <array>

namespace rummy {

namespace {

constexpr std::array<Parameter, 3> kParameters = {{
    {"gain", 1000, 1, 1000, "gin: takes also a card that lowers the deadwood by so much unmelded"},
    {"knock", 100, 0, 100, "gin: knocks only with so much deadwood or less; 0: waits for gin"},
    {"pile", 0, -500, 500, "laying games: takes the pile when it gains more points than this"},
}};

}  // namespace

bool may_discard(const DrawView& view, Tile card) {
  return !view.taken || *view.taken != card || view.rules->rules().draw.return_taken ||
         view.hand->count(card) > 1;
}

Tile costliest(const DrawView& view, const Hand& rest) {
  const unsigned wild_ranks = view.rules->hand_rules().wild_ranks;
  Tile worst = Tile::joker();
  view.rules->solver().costs().for_each(rest.suits() & ~(kEachSuit * wild_ranks), [&](Tile tile) {
    if (may_discard(view, tile)) worst = tile;
    return worst.is_joker();
  });
  if (!worst.is_joker()) return worst;
  rest.only(wild_ranks).for_each([&](Tile tile, int) {
    if (worst.is_joker() && may_discard(view, tile)) worst = tile;
  });
  return worst;
}

bool GreedyKnock::takes(const DrawView& view) {
  const Tile card = view.pile.back();
  Hand more = *view.hand;
  more.add(card);
  const bool melds = rules_.solver().could_meld(more, card);
  if (!melds && options_.gain > kMaxCardValue) return false;
  return gains(*view.hand, more, card, melds);
}

bool GreedyKnock::gains(const Hand& hand, const Hand& more, Tile card, bool melds) const {
  const HandSolver& solver = rules_.solver();
  const int before = solver.deadwood(hand);
  if (melds && solver.deadwood(more) < before + rules_.cost(card)) return true;
  return options_.gain <= kMaxCardValue &&
         solver.best_discard(more, HandGoal::deadwood).value + options_.gain <= before;
}

void GreedyKnock::play(const DrawView& view, TurnPlay& play) {
  const HandSolver& solver = rules_.solver();
  BestDiscard best = solver.best_discard(*view.hand, HandGoal::deadwood);
  if (!may_discard(view, best.card)) best = best_other(view);
  if (best.value == 0 && rules_.rules().scoring.big_gin_bonus > 0 &&
      solver.deadwood(*view.hand) == 0) {
    play.show = true;  // big gin
    return;
  }
  play.discard = best.card;
  play.show = best.value <= view.knock_limit && best.value <= options_.knock;
}

BestDiscard GreedyKnock::best_other(const DrawView& view) const {
  BestDiscard best{Tile::joker(), -1};
  view.hand->for_each([&](Tile tile, int) {
    if (!may_discard(view, tile)) return;
    Hand rest = *view.hand;
    rest.remove(tile);
    const int value = rules_.solver().deadwood(rest);
    if (best.value < 0 || value < best.value) best = {tile, value};
  });
  return best;
}

bool GreedyHand::takes(const DrawView& view) {
  const HandSolver& solver = rules_.solver();
  Hand more = *view.hand;
  more.add(view.pile.back());
  if (kept_.hand != *view.hand) {
    const int value = solver.value(*view.hand, HandGoal::tiles);
    kept_ = {*view.hand, HandGoal::tiles, {Tile::joker(), value}, false};
  }
  return solver.improves(more, kept_, taken_);
}

void GreedyHand::play(const DrawView& view, TurnPlay& play) {
  const HandSolver& solver = rules_.solver();
  if (taken_.before() == *view.hand) {
    kept_ = taken_;
  } else {
    static_cast<void>(solver.best_discard(*view.hand, HandGoal::tiles, kept_));
  }
  const BestDiscard best = kept_.discard;
  play.discard = best.card;
  play.show = best.value == kept_.hand.size();
  if (play.show || rules_.rules().melds.pairs == 0) return;
  if (solver.pairs(*view.hand) < rules_.rules().melds.pairs) return;
  view.hand->for_each([&](Tile tile, int) {
    Hand without = *view.hand;
    without.remove(tile);
    if (play.show || solver.pairs(without) < rules_.rules().melds.pairs) return;
    play.discard = tile;
    play.show = true;
  });
}

bool GreedyLaying::takes(const DrawView& view) {
  const DrawRules& rules = rules_.rules();
  const HandSolver& solver = rules_.solver();
  Hand more = *view.hand;
  if (rules.draw.must_use) {
    more.add(view.pile.back());
    if (!view.may_lay() || !Laying::could_lay(view, more, view.pile.back())) return false;
    if (!view.opened[static_cast<std::size_t>(view.seat)] && view.opening_points() > 0) {
      const bool pairs = rules.opening.pairs > 0 && solver.pairs(more) >= rules.opening.pairs;
      const int short_of = view.opening_points() - 1;
      if (!pairs && !solver.exceeds(more, HandGoal::points, short_of)) return false;
    }
    thought_.clear();
    const Hand rest = laying_.lay_all(view, more, thought_);
    return rest.count(view.pile.back()) < more.count(view.pile.back());
  }
  const std::size_t count = rules.draw.pile == PileDraw::whole ? view.pile.size() : 1;
  int cost = 0;
  for (std::size_t i = view.pile.size() - count; i < view.pile.size(); ++i) {
    more.add(view.pile[i]);
    cost += rules_.cost(view.pile[i]);
  }
  const CardSet meldable = solver.meldable(more);
  const auto may_meld = [&](Tile card) { return Meldable::holds(meldable, card); };
  if (view.own_turn > 1 && std::none_of(view.pile.end() - static_cast<std::ptrdiff_t>(count),
                                        view.pile.end(), may_meld)) {
    return false;
  }
  const int before = laying_.points(view, *view.hand);
  if (view.own_turn > 1 && !solver.exceeds(more, HandGoal::points, before)) return false;
  const int after = solver.value(more, HandGoal::points);
  // After the first turn it takes only what it lays more with at once: a deal in which everybody
  // took the pile and laid nothing would not end.
  const bool lays =
      after > before && view.may_lay() &&
      (view.opened[static_cast<std::size_t>(view.seat)] || after >= view.opening_points());
  if (!lays && view.own_turn > 1) return false;
  return 2 * (after - before) - cost > pile_;
}

void GreedyLaying::play(const DrawView& view, TurnPlay& play) {
  const Hand rest = laying_.lay_all(view, *view.hand, play);
  if (rest.empty()) return;
  const bool laid = !play.melds.empty() || !play.pairs.empty() || !play.lay_offs.empty();
  // What could be melded later is kept where it could not be laid now.
  play.discard = costliest(view, laid || laying_.unmelded().empty() ? rest : laying_.unmelded());
}

constinit const DrawStrategyEntry kDrawGreedy = {
    "greedy", "melds what it can, discards what costs most, ends the deal as soon as it may",
    kParameters, [](const CompiledDraw& rules, Values values) -> std::unique_ptr<DrawStrategy> {
      switch (rules.rules().end_by) {
        case EndBy::knock:
          return std::make_unique<GreedyKnock>(rules, GreedyKnock::Options{values[0], values[1]});
        case EndBy::hand:
          return std::make_unique<GreedyHand>(rules);
        case EndBy::empty:
          break;
      }
      return std::make_unique<GreedyLaying>(rules, values[2]);
    }};

}  // namespace rummy
