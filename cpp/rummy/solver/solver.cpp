#include "rummy/solver/solver.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "rummy/solver/add_only.hpp"
#include "rummy/solver/arranger.hpp"
#include "rummy/solver/opening.hpp"
#include "rummy/solver/turn_search.hpp"
#include "rummy/solver/vain_rack.hpp"

namespace rummy {

struct Solver::Impl {
  explicit Impl(const CompiledRules& compiled)
      : rules(compiled),
        cover(rules),
        turn(rules, cover),
        arranger(rules, cover),
        add_only(rules),
        opening(rules, cover) {}

  // What a position lets a player do.
  struct Reach {
    bool table_too = false;  // the table may be used, as table.access says
    bool must_open = false;  // what is laid has to hold an opening
    bool all_opens = false;  // ... and nothing but an opening
  };
  [[nodiscard]] Reach reach(const Position& position) const {
    const OpeningRules& opens = rules.rules().opening;
    const bool usable = rules.rules().access != Access::closed;
    if (position.opened) return {usable, false, false};
    return {usable && opens.continues_turn, true, !opens.continues_turn};
  }
  [[nodiscard]] bool by_adding(const Reach& reach) const {
    return reach.table_too && rules.rules().access == Access::add_only;
  }
  // An unopened player whose turn goes on lays the rest of the rack; jokers may be among it even
  // where they may not open.
  [[nodiscard]] TileBag usable_rack(const Position& position, const Reach& reach) const {
    TileBag rack = position.rack;
    if (reach.all_opens && rules.rules().opening.joker_value == JokerValue::forbidden) {
      rack.remove(Tile::joker(), rack.jokers());
    }
    return rack;
  }
  [[nodiscard]] static std::span<const Meld> usable_table(const Position& position,
                                                          const Reach& reach) {
    return reach.table_too ? std::span<const Meld>(position.table) : std::span<const Meld>();
  }
  [[nodiscard]] bool can_open(const TileBag& rack) {
    const std::optional<TileBag> needed = unopened.needed(rack, {});
    if (needed && needed->empty()) return false;
    const int least = rules.rules().opening.min_points;
    if (opening.most(rack, false, std::max(0, least), needed.value_or(TileBag{})) >= least)
      return true;
    unopened.note(rack, {});
    return false;
  }
  [[nodiscard]] bool opens(const TileBag& laid, const Reach& reach) {
    return !reach.must_open ||
           opening.most(laid, reach.all_opens) >= std::max(0, rules.rules().opening.min_points);
  }

  [[nodiscard]] bool confirm(const Position& position, const Candidate& candidate,
                             const Reach& reach, bool thorough, Play& play) {
    if (!opens(candidate.laid, reach)) return false;
    if (!arranger.arrange(position.table, candidate.laid, candidate.to_rack, reach.table_too,
                          thorough, play.table)) {
      return false;
    }
    take(candidate, play);
    return true;
  }
  // The same for what turn.next() listed, but where there is surely a table it is not laid.
  [[nodiscard]] bool confirm_listed(const Position& position, const Candidate& candidate,
                                    const Reach& reach, Play& play) {
    if (!opens(candidate.laid, reach)) return false;
    if (turn.surely_legal(candidate)) {
      take(candidate, play);
      play.table.clear();
      return true;
    }
    return confirm(position, candidate, reach, false, play) ||
           (turn.may_be_legal(candidate) && confirm(position, candidate, reach, true, play));
  }
  void take(const Candidate& candidate, Play& play) const {
    play.placed = candidate.laid;
    play.to_rack = candidate.to_rack;
    count(play);
  }
  void count(Play& play) const {
    play.count = play.placed.size();
    play.points = rules.points(play.placed);
  }
  void lay(const Position& position, Play& play) {
    if (!play.table.empty()) return;
    if (!arranger.arrange(position.table, play.placed, play.to_rack, reach(position).table_too,
                          true, play.table))
      throw std::logic_error("a choice that was listed has no table");
  }

  [[nodiscard]] bool best_play(const Position& position, Objective objective, Play& play);
  [[nodiscard]] bool best_at(const Position& position, std::span<const Meld> table,
                             const TileBag& rack, const TileBag& needed, const Reach& can,
                             const PlayOrder& order, Play& play);
  [[nodiscard]] bool can_play(const Position& position);
  [[nodiscard]] TurnSearch::Outcome best_opening(std::span<const Meld> table, const TileBag& rack,
                                                 const PlayOrder& order,
                                                 const TurnSearch::Confirm& confirmed, Play& play);
  [[nodiscard]] bool best_by_adding(const Position& position, const Reach& reach,
                                    const PlayOrder& order, Play& play);
  [[nodiscard]] std::vector<Play> plays(const Position& position, std::optional<std::size_t> limit);

  CompiledRules rules;
  Cover cover;
  TurnSearch turn;
  Arranger arranger;
  AddOnly add_only;
  OpeningPoints opening;
  std::vector<Candidate> candidates;
  VainRack unopened;  // without an opening, whatever the table
  VainRack stuck;     // without a play
};

bool Solver::Impl::best_play(const Position& position, Objective objective, Play& play) {
  const Reach can = reach(position);
  const TileBag rack = usable_rack(position, can);
  // The common answer before an opening: the rack cannot open at all.
  if (can.must_open && !can_open(rack)) return false;
  const PlayOrder order(rules, objective, rack);
  if (by_adding(can)) return best_by_adding(position, can, order, play);
  const std::span<const Meld> table = usable_table(position, can);
  if (can.must_open) return best_at(position, table, rack, {}, can, order, play);
  const std::optional<TileBag> needed = stuck.needed(rack, table);
  if (needed && needed->empty()) return false;
  if (best_at(position, table, rack, needed.value_or(TileBag{}), can, order, play)) return true;
  stuck.note(rack, table);
  return false;
}

// The best play of those that lay what is `needed`.
bool Solver::Impl::best_at(const Position& position, std::span<const Meld> table,
                           const TileBag& rack, const TileBag& needed, const Reach& can,
                           const PlayOrder& order, Play& play) {
  const auto confirm_here = [&](const Candidate& candidate, bool thorough) {
    return confirm(position, candidate, can, thorough, play);
  };
  const TurnSearch::Confirm confirmed = std::ref(confirm_here);  // asks for no memory
  auto outcome = turn.best(table, rack, needed, {}, order, confirmed, !can.must_open);
  // The tiles that are best on the table need not hold an opening: go through the openings then.
  if (can.must_open && outcome == TurnSearch::Outcome::unconfirmed)
    outcome = best_opening(table, rack, order, confirmed, play);
  if (outcome != TurnSearch::Outcome::unconfirmed) return outcome == TurnSearch::Outcome::confirmed;
  // Rare: an exchange of jokers fails only in the end.
  const Weight most = can.must_open ? order.most_worth() : turn.promised();
  return turn.go_down(table, rack, needed, most, {}, {}, order, confirmed);
}

bool Solver::Impl::can_play(const Position& position) {
  const Reach can = reach(position);
  if (can.must_open) return can_open(usable_rack(position, can));
  Play play;
  if (by_adding(can)) return best_play(position, Objective::tiles, play);
  const std::span<const Meld> table = usable_table(position, can);
  const PlayOrder order(rules, Objective::tiles, position.rack);
  const std::optional<TileBag> needed = stuck.needed(position.rack, table);
  if (needed && needed->empty()) return false;
  if (turn.any_beside_jokers(table, position.rack, needed.value_or(TileBag{}), order)) return true;
  if (std::any_of(table.begin(), table.end(), [](const Meld& meld) { return meld.jokers() > 0; }))
    return best_play(position, Objective::tiles, play);
  stuck.note(position.rack, table);
  return false;
}

TurnSearch::Outcome Solver::Impl::best_opening(std::span<const Meld> table, const TileBag& rack,
                                               const PlayOrder& order,
                                               const TurnSearch::Confirm& confirmed, Play& play) {
  std::optional<Play> best;
  bool sure = true;
  for (const TileBag& opens_with : opening.smallest(rack)) {
    const std::optional<TileBag> beaten = best ? std::optional(best->placed) : std::nullopt;
    const auto outcome = turn.best(table, rack, opens_with, beaten, order, confirmed, true);
    sure = sure && outcome != TurnSearch::Outcome::unconfirmed;
    if (outcome == TurnSearch::Outcome::confirmed) best = play;
  }
  if (!sure) return TurnSearch::Outcome::unconfirmed;
  if (!best) return TurnSearch::Outcome::nothing;
  play = *best;
  return TurnSearch::Outcome::confirmed;
}

bool Solver::Impl::best_by_adding(const Position& position, const Reach& can,
                                  const PlayOrder& order, Play& play) {
  const auto take = [&](AddOnly::Result& result) {
    play.placed = result.laid;
    play.to_rack = result.to_rack;
    play.table = std::move(result.table);
    count(play);
    return true;
  };
  auto best = add_only.best(position.table, position.rack, order);
  if (!best) return false;
  if (opens(best->laid, can)) return take(*best);
  for (AddOnly::Result& result : add_only.all(position.table, position.rack, order)) {
    if (opens(result.laid, can)) return take(result);
  }
  return false;
}

std::vector<Play> Solver::Impl::plays(const Position& position, std::optional<std::size_t> limit) {
  const Reach can = reach(position);
  const TileBag rack = usable_rack(position, can);
  std::vector<Play> found;
  if (can.must_open && !can_open(rack)) return found;
  const PlayOrder order(rules, Objective::tiles, rack);
  const auto full = [&] { return limit && found.size() >= *limit; };
  if (by_adding(can)) {
    for (AddOnly::Result& result : add_only.all(position.table, rack, order)) {
      if (full()) break;
      if (!opens(result.laid, can)) continue;
      Play play{result.laid, std::move(result.table), result.to_rack, 0, 0};
      count(play);
      found.push_back(std::move(play));
    }
    return found;
  }
  const std::span<const Meld> table = usable_table(position, can);
  turn.begin(table, rack, {}, order, limit ? std::optional(order.most_worth()) : std::nullopt);
  while (!full() && turn.next(order, candidates)) {
    for (const Candidate& candidate : candidates) {
      if (full()) break;
      if (!found.empty() && found.back().placed == candidate.laid)
        continue;  // with another joker kept
      Play play;
      if (confirm_listed(position, candidate, can, play)) found.push_back(std::move(play));
    }
  }
  return found;
}

Solver::Solver(const CompiledRules& rules) : impl_(std::make_unique<Impl>(rules)) {}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

bool Solver::best_play(const Position& position, Objective objective, Play& play) {
  return impl_->best_play(position, objective, play);
}

bool Solver::can_play(const Position& position) { return impl_->can_play(position); }

std::vector<Play> Solver::plays(const Position& position, std::optional<std::size_t> limit) {
  return impl_->plays(position, limit);
}

void Solver::lay(const Position& position, Play& play) { impl_->lay(position, play); }

int Solver::opening_points(const TileBag& laid, bool all) { return impl_->opening.most(laid, all); }

}  // namespace rummy
