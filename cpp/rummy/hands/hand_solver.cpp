#include "rummy/hands/hand_solver.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

#include "rummy/hands/arrange.hpp"
#include "rummy/hands/discard_search.hpp"

namespace rummy {

namespace {

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
        groups(rules, max_wilds(rules)),
        costs(rules),
        meldable(rules) {
    for (std::size_t goal = 0; goal < kGoals; ++goal) {
      // Goals that weigh alike share a table.
      const auto same =
          std::find(weights.begin(), weights.begin() + static_cast<int>(goal), weights[goal]);
      table_of[goal] = static_cast<std::size_t>(same - weights.begin());
      if (table_of[goal] == goal) tables[goal].emplace(rules, weights[goal], max_wilds(rules));
      at_goal[goal].emplace(
          HandTables{rules, weights[goal], *tables[table_of[goal]], groups, costs});
      if (rules.copies == 1)
        plain[goal].emplace(at(static_cast<HandGoal>(goal)), static_cast<HandGoal>(goal));
    }
  }

  [[nodiscard]] const HandTables& at(HandGoal goal) const {
    return *at_goal[static_cast<std::size_t>(goal)];
  }

  [[nodiscard]] DiscardSearch discards(const Hand& hand, HandGoal goal) const {
    return {at(goal), meldable, goal, hand};
  }

  const HandRules rules;
  const std::array<Weights, kGoals> weights;
  const GroupTable groups;
  std::array<std::size_t, kGoals> table_of{};
  std::array<std::optional<RunTable>, kGoals> tables;
  std::array<std::optional<HandTables>, kGoals> at_goal;
  std::array<std::optional<PlainHands>, kGoals> plain;
  const CardCosts costs;
  const Meldable meldable;
};

HandSolver::HandSolver(const HandRules& rules) : parts_(std::make_unique<const Parts>(rules)) {
  for (std::size_t goal = 0; goal < kGoals; ++goal) {
    if (parts_->plain[goal]) plain_[goal] = &*parts_->plain[goal];
  }
}
HandSolver::~HandSolver() = default;
HandSolver::HandSolver(HandSolver&&) noexcept = default;
HandSolver& HandSolver::operator=(HandSolver&&) noexcept = default;

const HandRules& HandSolver::rules() const { return parts_->rules; }

int HandSolver::searched_value(const Hand& hand, HandGoal goal) const {
  const HandTables& tables = parts_->at(goal);
  HandSearch search(tables);
  const std::int32_t weight = search.run(hand);
  return (goal == HandGoal::deadwood ? search.total() - weight : weight) / Weights::kScale;
}

bool HandSolver::exceeds(const Hand& hand, HandGoal goal, int bound) const {
  if (goal == HandGoal::deadwood) return value(hand, goal) > bound;
  if (const PlainHands* plain = plain_of(hand, goal)) return plain->value(hand) > bound;
  const std::int32_t enough = (bound + 1) * Weights::kScale;
  return HandSearch(parts_->at(goal)).run(hand, enough - 1, enough) >= enough;
}

CardSet HandSolver::meldable(const Hand& hand) const { return parts_->meldable.of(hand); }

void HandSolver::best(const Hand& hand, HandGoal goal, HandPlan& plan) const {
  const HandTables& tables = parts_->at(goal);
  if (const PlainHands* plain = plain_of(hand, goal)) {
    PlainHands::Choice choice;
    plain->choose_groups(hand, choice);
    arrange(tables, {choice.groups.data(), choice.count}, hand.once(choice.rest), plan);
  } else {
    HandSearch search(tables);
    search.run(hand);
    arrange(tables, search, hand, plan);
  }
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

BestDiscard HandSolver::best_discard(const Hand& hand, HandGoal goal, KeptHand& kept) const {
  if (hand.empty()) throw InputError("the hand is empty; there is no card to discard");
  if (const PlainHands* plain = plain_of(hand, goal)) {
    BestDiscard best;
    best.card = plain->best_discard(hand, best.value);
    kept = {hand, goal, best, false};
    kept.hand.remove(best.card);
  } else {
    parts_->discards(hand, goal).best(kept, kept);
  }
  return kept.discard;
}

bool HandSolver::improves(const Hand& hand, const KeptHand& kept, KeptHand& next) const {
  const HandGoal goal = kept.goal;
  const std::optional<Tile> drawn = kept.drawn(hand);
  if (drawn && goal != HandGoal::deadwood && plain_of(hand, goal) == nullptr)
    return could_meld(hand, *drawn) && parts_->discards(hand, goal).better(kept, next);
  if (!exceeds(hand, goal, kept.discard.value)) return false;
  next = {};
  static_cast<void>(best_discard(hand, goal, next));
  return true;
}

void HandSolver::values(std::span<const Hand> hands, HandGoal goal, std::span<int> out) const {
  for (std::size_t i = 0; i < hands.size(); ++i) out[i] = value(hands[i], goal);
}

const CardCosts& HandSolver::costs() const { return parts_->costs; }
int HandSolver::cost(Tile card) const { return parts_->costs.cost(card); }
int HandSolver::cost(const Hand& hand) const { return parts_->costs.cost(hand); }

int HandSolver::pairs(const Hand& hand) const {
  int pairs = bit_count(hand.twice_suits());
  int singles = bit_count(hand.suits()) - pairs;
  int wilds = hand.jokers();
  if ((parts_->rules.wild_ranks & hand.ranks()) != 0) {
    pairs = singles = wilds = 0;
    hand.for_each([&](Tile card, int copies) {
      if (card.is_joker() || parts_->rules.is_wild_rank(card.number())) {
        wilds += copies;
      } else {
        pairs += copies / 2;
        singles += copies % 2;
      }
    });
  }
  const int helped = std::min(singles, wilds);
  return pairs + helped + (wilds - helped) / 2;
}

}  // namespace rummy
