#include "rummy/hands/hand_solver.hpp"

#include <algorithm>
#include <optional>

#include "rummy/hands/arrange.hpp"
#include "rummy/hands/hand_search.hpp"

namespace rummy {

namespace {

constexpr std::size_t kGoals = EnumNames<HandGoal>::kNames.size();

const HandRules& checked(const HandRules& rules) {
  validate(rules);
  return rules;
}

}  // namespace

struct HandSolver::Parts {
  explicit Parts(const HandRules& from)
      : rules(checked(from)),
        weights{Weights(rules, HandGoal::deadwood), Weights(rules, HandGoal::points),
                Weights(rules, HandGoal::tiles)},
        groups(rules, max_wilds(rules)) {
    for (std::size_t goal = 0; goal < kGoals; ++goal) {
      // Goals that weigh alike share a table.
      const auto same =
          std::find(weights.begin(), weights.begin() + static_cast<int>(goal), weights[goal]);
      table_of[goal] = static_cast<std::size_t>(same - weights.begin());
      if (table_of[goal] == goal) tables[goal].emplace(rules, weights[goal], max_wilds(rules));
    }
  }

  [[nodiscard]] HandTables at(HandGoal goal) const {
    const auto index = static_cast<std::size_t>(goal);
    return {rules, weights[index], *tables[table_of[index]], groups};
  }

  const HandRules rules;
  const std::array<Weights, kGoals> weights;
  const GroupTable groups;
  std::array<std::size_t, kGoals> table_of{};
  std::array<std::optional<RunTable>, kGoals> tables;
};

HandSolver::HandSolver(const HandRules& rules) : parts_(std::make_unique<const Parts>(rules)) {}
HandSolver::~HandSolver() = default;
HandSolver::HandSolver(HandSolver&&) noexcept = default;
HandSolver& HandSolver::operator=(HandSolver&&) noexcept = default;

const HandRules& HandSolver::rules() const { return parts_->rules; }

int HandSolver::value(const Hand& hand, HandGoal goal) const {
  const HandTables tables = parts_->at(goal);
  HandSearch search(tables);
  const std::int32_t weight = search.run(hand);
  return (goal == HandGoal::deadwood ? search.total() - weight : weight) / Weights::kScale;
}

void HandSolver::best(const Hand& hand, HandGoal goal, HandPlan& plan) const {
  const HandTables tables = parts_->at(goal);
  HandSearch search(tables);
  search.run(hand);
  arrange(tables, search, hand, plan);
  plan.deadwood = cost(plan.leftover);
  plan.value = goal == HandGoal::deadwood ? plan.deadwood
               : goal == HandGoal::points ? plan.points
                                          : plan.melded;
}

HandPlan HandSolver::best(const Hand& hand, HandGoal goal) const {
  HandPlan plan;
  best(hand, goal, plan);
  return plan;
}

BestDiscard HandSolver::best_discard(const Hand& hand, HandGoal goal) const {
  std::optional<BestDiscard> best;
  int best_cost = 0;
  hand.for_each([&](Tile card, int) {
    Hand rest = hand;
    rest.remove(card);
    const int after = value(rest, goal);
    const int cost = card.is_joker()
                         ? parts_->rules.joker_deadwood
                         : parts_->rules.deadwood[static_cast<std::size_t>(card.number())];
    const int better = !best                        ? 1
                       : goal == HandGoal::deadwood ? best->value - after
                                                    : after - best->value;
    if (better < 0 || (better == 0 && cost <= best_cost)) return;
    best = BestDiscard{card, after};
    best_cost = cost;
  });
  if (!best) throw InputError("the hand is empty; there is no card to discard");
  return *best;
}

void HandSolver::values(std::span<const Hand> hands, HandGoal goal, std::span<int> out) const {
  for (std::size_t i = 0; i < hands.size(); ++i) out[i] = value(hands[i], goal);
}

int HandSolver::cost(const Hand& hand) const {
  int sum = 0;
  hand.for_each([&](Tile card, int copies) {
    sum += copies * (card.is_joker()
                         ? parts_->rules.joker_deadwood
                         : parts_->rules.deadwood[static_cast<std::size_t>(card.number())]);
  });
  return sum;
}

int HandSolver::pairs(const Hand& hand) const {
  int pairs = 0;
  int singles = 0;
  int wilds = 0;
  hand.for_each([&](Tile card, int copies) {
    if (card.is_joker() || parts_->rules.is_wild_rank(card.number())) {
      wilds += copies;
    } else {
      pairs += copies / 2;
      singles += copies % 2;
    }
  });
  const int helped = std::min(singles, wilds);
  return pairs + helped + (wilds - helped) / 2;
}

}  // namespace rummy
