#pragma once

#include <span>
#include <vector>

#include "rummy/melds/exchange.hpp"
#include "rummy/solver/change_sets.hpp"
#include "rummy/solver/meld_moves.hpp"
#include "rummy/solver/problem.hpp"
#include "rummy/solver/stand_ins.hpp"
#include "rummy/solver/sweep.hpp"

namespace rummy {

// The canonical table for a choice of rack tiles; decides too whether the rules of exchange allow
// any.
//
//  1. Table jokers keep standing for what they stand for as far as that goes: the first way of
//  StandIns that leads to a
//     table decides which do, and for what, and which are wild.
//  2. The fewest old melds are changed, at most kMostChanged; of equally many the first in the
//  order of the table.
//     Failing that, old melds are kept one by one, from first to last, whenever the rest can still
//     be melded.
//  3. What is not kept is laid lowest tile first, each time the first meld in the order of
//  MeldMoves that leads to an end.
//
// Where the rules of exchange have a say (jokers are not just wild) a table counts only if
// exchange_legal() accepts it. When table jokers are wild under such rules, the melds that hold
// jokers are laid first, the shortest first: what the rules ask depends on these melds alone, so
// one arrangement of the rest settles each set of them, and going through all sets misses no table.
class Arranger {
 public:
  Arranger(const CompiledRules& rules, Sweep& sweep);

  // `changeable`: may old melds change at all? `to_rack`: table jokers that go to the rack. False:
  // no legal table, or, unless `thorough`, none that changes few melds.
  [[nodiscard]] bool arrange(std::span<const Meld> table, const TileBag& laid,
                             const TileBag& to_rack, bool changeable, bool thorough, Table& result);

 private:
  static constexpr int kMostChanged = ChangeSets::kMost;
  static constexpr int kSmallPool = 24;
  static constexpr int kSmallWildPool = 6;

  void build();
  [[nodiscard]] bool can_meld(const TileBag& pool);
  [[nodiscard]] bool may_meld(const TileBag& pool);
  [[nodiscard]] bool change_some(int changed);
  [[nodiscard]] bool lay_out(bool thorough);
  [[nodiscard]] bool count_copies();
  [[nodiscard]] bool restore_jokers();
  [[nodiscard]] bool restore_from(std::size_t joker);
  [[nodiscard]] bool is_group(const Meld& meld) const;
  [[nodiscard]] TileBag everything() const;
  [[nodiscard]] bool keep_first();
  [[nodiscard]] bool place_jokers(const TileBag& pool);
  [[nodiscard]] bool place_jokers_from(std::size_t first, const TileBag& pool);
  [[nodiscard]] bool worth_trying(const Meld& meld) const;
  [[nodiscard]] bool has_excuse(const Meld& meld) const;
  [[nodiscard]] bool partition(const TileBag& pool);
  [[nodiscard]] bool has_loner(const TileBag& pool) const;

  const CompiledRules& rules_;
  Sweep& sweep_;
  MeldMoves moves_;
  ChangeSets change_sets_;
  std::span<const Meld> before_;
  TileBag laid_;
  TileBag to_rack_;
  bool changeable_ = false;
  bool exchange_ = false;  // exchange_legal() has a say
  bool joker_moved_ = false;
  StandIns stand_ins_;
  std::vector<Tile> to_restore_;
  std::vector<TileBag> bags_;
  std::vector<bool> kept_;
  Table fresh_;        // melds laid anew
  Table joker_melds_;  // candidates of place_jokers
  Table after_;        // kept melds, then fresh ones
  Problem problem_;
};

}  // namespace rummy
