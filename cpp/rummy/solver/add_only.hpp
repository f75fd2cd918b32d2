#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "rummy/melds/exchange.hpp"
#include "rummy/melds/reading.hpp"
#include "rummy/solver/meld_moves.hpp"
#include "rummy/solver/play_order.hpp"

namespace rummy {

// Plays where old melds may only grow (table.access = add_only): a walk over the rack, lowest tile
// first. Each tile goes to a new meld, to an end of a run or into a group, or stays on the rack;
// before that table jokers may be exchanged for their tile. exchange_legal() confirms every table,
// so that the rules are decided in one place.
class AddOnly {
 public:
  struct Result {
    TileBag laid;
    TileBag to_rack;
    Table table;
  };

  explicit AddOnly(const CompiledRules& rules) : rules_(rules), moves_(rules) {}

  // The first result in the order, of equal choices the first met.
  [[nodiscard]] std::optional<Result> best(std::span<const Meld> table, const TileBag& rack,
                                           const PlayOrder& order);
  // One result for every choice of tiles.
  [[nodiscard]] std::vector<Result> all(std::span<const Meld> table, const TileBag& rack,
                                        const PlayOrder& order);

 private:
  struct Less {
    bool operator()(const TileBag& a, const TileBag& b) const;
  };
  // An old meld as it is now, and which of its ends may still grow.
  struct Grown {
    Meld meld;
    bool low_open = true;
    bool high_open = true;
  };
  struct Walk {
    TileBag rack;  // not decided yet, without jokers
    TileBag laid;
    int freed = 0;  // table jokers to be placed
    int rack_jokers = 0;
    Weight worth = 0;  // of what is laid
    Weight open = 0;   // of what is not decided yet
  };

  void search(std::span<const Meld> table, const TileBag& rack, const PlayOrder& order,
              bool only_best);
  void set_aside(TileBag& rack, int wilds);
  [[nodiscard]] bool may_take(const Meld& meld, Tile tile, const TileBag& rack, int wilds) const;
  void exchange(std::size_t meld, int place, Walk walk);
  void place_tiles(const Walk& walk);
  void place_jokers(const Walk& walk);
  void grow(const Walk& walk, Tile tile);
  void grow_end(const Walk& walk, std::size_t index, bool high, Tile tile);
  void grow_group(const Walk& walk, std::size_t index, Tile tile);
  template <typename Next>
  void use_jokers(const Walk& walk, int jokers, Next&& next);
  void finish(const Walk& walk);
  void record(const Walk& walk, int to_rack);
  [[nodiscard]] bool hopeless(const Walk& walk) const;

  const CompiledRules& rules_;
  MeldMoves moves_;
  const PlayOrder* order_ = nullptr;
  bool only_best_ = false;
  std::span<const Meld> before_;
  std::vector<Grown> old_;
  Table fresh_;
  Table after_;
  std::vector<Reading> readings_;
  std::optional<Result> best_;
  std::map<TileBag, Result, Less> found_;
};

}  // namespace rummy
