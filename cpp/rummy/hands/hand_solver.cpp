#include "rummy/hands/hand_solver.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

#include "rummy/hands/arrange.hpp"
#include "rummy/hands/hand_search.hpp"
#include "rummy/hands/plain_hands.hpp"

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
        groups(rules, max_wilds(rules)) {
    for (std::size_t goal = 0; goal < kGoals; ++goal) {
      // Goals that weigh alike share a table.
      const auto same =
          std::find(weights.begin(), weights.begin() + static_cast<int>(goal), weights[goal]);
      table_of[goal] = static_cast<std::size_t>(same - weights.begin());
      if (table_of[goal] == goal) tables[goal].emplace(rules, weights[goal], max_wilds(rules));
      if (rules.copies == 1)
        plain[goal].emplace(at(static_cast<HandGoal>(goal)), static_cast<HandGoal>(goal));
    }
    for (int rank = 1; rank <= rules.ranks; ++rank)
      by_cost.push_back(static_cast<std::uint8_t>(rank));
    by_cost.push_back(0);
    std::stable_sort(by_cost.begin(), by_cost.end(), [&](std::uint8_t a, std::uint8_t b) {
      const auto cost = [&](std::uint8_t rank) {
        return rank == 0 ? rules.joker_deadwood : rules.deadwood[rank];
      };
      return cost(a) > cost(b);
    });
    for (std::size_t i = 0; i < by_cost.size(); ++i)
      place_of_rank[by_cost[i]] = static_cast<int>(i);
    const auto sum = [&](std::size_t ranks, std::size_t first) {
      int cost = 0;
      for (; ranks != 0; ranks &= ranks - 1)
        cost += rules.deadwood[first + static_cast<std::size_t>(std::countr_zero(ranks))];
      return static_cast<std::int16_t>(cost);
    };
    for (std::size_t ranks = 0; ranks < low_cost.size(); ++ranks) low_cost[ranks] = sum(ranks, 1);
    for (std::size_t ranks = 0; ranks < high_cost.size(); ++ranks) high_cost[ranks] = sum(ranks, 9);
  }

  [[nodiscard]] HandTables at(HandGoal goal) const {
    const auto index = static_cast<std::size_t>(goal);
    return {rules, weights[index], *tables[table_of[index]], groups};
  }

  // The cards of each suit that could lie in a meld of the hand, as far as is seen at once: all
  // others lie in none.
  [[nodiscard]] std::array<unsigned, kHandSuits> meldable(const Hand& hand) const {
    std::array<unsigned, kHandSuits> cards;
    int wilds = hand.jokers();
    for (unsigned ranks = rules.wild_ranks & hand.ranks(); ranks != 0; ranks &= ranks - 1) {
      for (int suit = 0; suit < kHandSuits; ++suit)
        wilds += hand.count(Tile(suit, std::countr_zero(ranks) + 1));
    }
    cards.fill(~0U);
    if (wilds >= 2) return cards;
    // Ranks of which there are enough for a group of three.
    unsigned one = 0;
    unsigned two = 0;
    unsigned three = 0;
    const auto count = [&](unsigned mask) {
      three |= two & mask;
      two |= one & mask;
      one |= mask;
    };
    for (int suit = 0; suit < kHandSuits; ++suit) {
      count(hand.held(suit));
      if (rules.group_repeats) count(hand.twice(suit));
    }
    const unsigned groups = wilds == 0 ? three : two;
    for (int suit = 0; suit < kHandSuits; ++suit) {
      // Any three places of a run through a card hold two others, or one and a wild card.
      const std::uint64_t held = hand.held(suit);
      const std::uint64_t row = rules.run_wrap == RunWrap::none ? held : held | held << rules.ranks;
      const std::uint64_t next = row & row >> 1;
      const std::uint64_t gap = row & row >> 2;
      std::uint64_t runs = next & gap;
      runs |= runs << 1 | runs << 2;
      if (wilds == 1) runs = next | next << 1 | gap | gap << 2;
      cards[static_cast<std::size_t>(suit)] =
          groups | static_cast<unsigned>(runs | runs >> rules.ranks) | rules.wild_ranks;
    }
    return cards;
  }

  // The place of a card, dear ones before cheap ones.
  [[nodiscard]] int place(Tile card) const {
    if (card.is_joker()) return place_of_rank[0] * kHandSuits;
    return place_of_rank[static_cast<std::size_t>(card.number())] * kHandSuits + card.colour();
  }

  // Calls visit(card) for each card of a hand, dear ones before cheap ones, until it returns false.
  template <typename Visit>
  void for_each_by_cost(const Hand& hand, Visit&& visit) const {
    const std::uint64_t suits = hand.suits();
    for (const std::uint8_t rank : by_cost) {
      if (rank == 0) {
        if (hand.jokers() > 0 && !visit(Tile::joker())) return;
        continue;
      }
      for (std::uint64_t held = suits >> (rank - 1) & Hand::kEverySuit; held != 0;
           held &= held - 1) {
        if (!visit(Tile(std::countr_zero(held) / 16, rank))) return;
      }
    }
  }

  // The first card, dear ones before cheap ones, without which the hand is worth as much as with
  // it; false where there is none. What `kept` tells is used.
  [[nodiscard]] bool discard_spare(const Hand& hand, HandGoal goal, const KeptHand& kept,
                                   BestDiscard& best) const;
  // The best discard by the values of what each leaves.
  [[nodiscard]] BestDiscard discard_by_value(const Hand& hand, HandGoal goal,
                                             const HandSolver& solver) const;

  const HandRules rules;
  const std::array<Weights, kGoals> weights;
  const GroupTable groups;
  std::array<std::size_t, kGoals> table_of{};
  std::array<std::optional<RunTable>, kGoals> tables;
  std::array<std::optional<PlainHands>, kGoals> plain;
  // Ranks from the dearest, equal ones from the lowest; 0: jokers.
  std::vector<std::uint8_t> by_cost;
  std::array<int, kMaxNumbers + 1> place_of_rank{};
  // What the cards of a suit cost, by the lower eight ranks and the others.
  std::array<std::int16_t, 256> low_cost{};
  std::array<std::int16_t, 128> high_cost{};
};

bool HandSolver::Parts::discard_spare(const Hand& hand, HandGoal goal, const KeptHand& kept,
                                      BestDiscard& best) const {
  const auto loose = [&, cards = meldable(hand)](Tile card) {
    if (card.is_joker()) return false;
    return (cards[static_cast<std::size_t>(card.colour())] >> (card.number() - 1) & 1U) == 0;
  };
  const HandTables tables = at(goal);
  const std::optional<Tile> drawn = kept.goal == goal ? kept.drawn(hand) : std::nullopt;
  const Tile unneeded = drawn.value_or(Tile::joker());
  bool gained = true;  // the drawn card made the hand better
  int from = 0;
  if (drawn) {
    best.value = kept.discard.value;
    gained = !loose(unneeded);
    // A card that melds with nothing leaves it as it was: what came before the last discard is
    // needed still.
    if (!gained && kept.first) from = place(kept.discard.card);
    if (gained) {
      const std::int32_t above = (best.value + 1) * Weights::kScale - 1;
      const std::int32_t weight = HandSearch(tables).run(hand, above);
      gained = weight > above;
      if (gained) best.value = weight / Weights::kScale;
    }
  } else {
    best.value = HandSearch(tables).run(hand) / Weights::kScale;
  }
  std::array<Tile, kMaxHand> cards;  // the natural ones
  std::array<Tile, kMaxHand> wilds;
  std::size_t natural_count = 0;
  std::size_t wild_count = 0;
  std::optional<Tile> last;  // it is not needed, as is seen at once
  for_each_by_cost(hand, [&](Tile card) {
    const bool spare = loose(card) || (!gained && card == unneeded);
    if (place(card) < from && !spare) return true;
    if (spare) {
      last = card;
    } else if (card.is_joker() || rules.is_wild_rank(card.number())) {
      wilds[wild_count++] = card;
    } else {
      cards[natural_count++] = card;
    }
    return !spare;
  });
  const std::int32_t weight = best.value * Weights::kScale;
  if (natural_count > 0) {
    const std::size_t found =
        HandSearch(tables).first_spare(hand, {cards.data(), natural_count}, weight);
    if (found < natural_count) last = cards[found];
  }
  for (std::size_t i = 0; i < wild_count; ++i) {
    if (last && place(*last) < place(wilds[i])) break;
    Hand rest = hand;
    rest.remove(wilds[i]);
    if (HandSearch(tables).run(rest, weight - 1, weight) >= weight) last = wilds[i];
  }
  if (last) best.card = *last;
  return last.has_value();
}

// Dear cards first: then the first of equal ones is kept, and no later card can be better once the
// rest is worth what it could be at most.
BestDiscard HandSolver::Parts::discard_by_value(const Hand& hand, HandGoal goal,
                                                const HandSolver& solver) const {
  BestDiscard best;
  const int now = solver.value(hand, goal);
  const bool least = goal == HandGoal::deadwood;
  bool any = false;
  for_each_by_cost(hand, [&](Tile card) {
    const int limit = least ? now - solver.cost(card) : now;
    if (any && (least ? best.value <= limit : best.value >= limit)) return false;
    Hand rest = hand;
    rest.remove(card);
    // Only a better card counts.
    if (any && !least && !solver.exceeds(rest, goal, best.value)) return true;
    const int after = solver.value(rest, goal);
    if (any && least && after >= best.value) return true;
    best = {card, after};
    any = true;
    return true;
  });
  return best;
}

std::optional<Tile> KeptHand::drawn(const Hand& now) const {
  const std::uint64_t once = now.suits() ^ hand.suits();
  const std::uint64_t twice = now.twice_suits() ^ hand.twice_suits();
  const std::uint64_t more = once | twice;
  if (now.jokers() != hand.jokers() || (once & twice) != 0 || bit_count(more) != 1) return {};
  const int bit = std::countr_zero(more);
  const Tile card(bit / 16, bit % 16 + 1);
  if (now.count(card) != hand.count(card) + 1) return {};
  return card;
}

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
  const HandTables tables = parts_->at(goal);
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

bool HandSolver::could_meld_wilds(const Hand& hand, Tile card) const {
  const auto suit = static_cast<std::size_t>(card.colour());
  return (parts_->meldable(hand)[suit] >> (card.number() - 1) & 1U) != 0;
}

void HandSolver::best(const Hand& hand, HandGoal goal, HandPlan& plan) const {
  const HandTables tables = parts_->at(goal);
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
  BestDiscard best;
  bool first = false;
  if (const PlainHands* plain = plain_of(hand, goal)) {
    best.card = plain->best_discard(hand, best.value);
  } else {
    first = goal != HandGoal::deadwood && parts_->discard_spare(hand, goal, kept, best);
    if (!first) best = parts_->discard_by_value(hand, goal, *this);
  }
  kept = {hand, goal, best, first};
  kept.hand.remove(best.card);
  return best;
}

void HandSolver::values(std::span<const Hand> hands, HandGoal goal, std::span<int> out) const {
  for (std::size_t i = 0; i < hands.size(); ++i) out[i] = value(hands[i], goal);
}

int HandSolver::cost(Tile card) const {
  return card.is_joker() ? parts_->rules.joker_deadwood
                         : parts_->rules.deadwood[static_cast<std::size_t>(card.number())];
}

int HandSolver::cost(const Hand& hand) const {
  int sum = hand.jokers() * parts_->rules.joker_deadwood;
  const auto add = [&](unsigned ranks) {
    sum += parts_->low_cost[ranks & 255U] + parts_->high_cost[ranks >> 8U];
  };
  for (int suit = 0; suit < kHandSuits; ++suit) {
    add(hand.held(suit));
    add(hand.twice(suit));
  }
  return sum;
}

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
