#pragma once

#include <array>
#include <span>
#include <vector>

#include "rummy/melds/meld.hpp"
#include "rummy/melds/reading.hpp"
#include "rummy/rules/compiled_rules.hpp"
#include "rummy/solver/problem.hpp"

namespace rummy {

// One fate for every joker on the table: it keeps its place and counts as a tile, or it is freed
// and is wild.
struct JokerCase {
  Problem problem;
  TileBag forced;  // rack tiles that this case lays for certain; they are no longer optional in the
                   // problem
  TileBag to_rack;   // jokers that go to the rack (joker.reuse = keep)
  int specials = 0;  // freed jokers (wild_must) whose meld has to be new

  friend bool operator==(const JokerCase&, const JokerCase&) = default;
};

// Lists the fates that joker.retrieval, tile_from, lock and group_of_three allow. Each case is a
// relaxation of the rules (a legal play solves at least one, not every solution is legal):
// exchange_legal() has the last word.
class JokerCases {
 public:
  explicit JokerCases(const CompiledRules& rules) : rules_(rules) {}

  // `base` has the rack as its optional tiles. Jokers stay in the first case; later cases free more
  // of them.
  void list(std::span<const Meld> table, const JokerCase& base, std::vector<JokerCase>& cases);
  // After list(), or read() alone: what the jokers of the table may stand for.
  void read(std::span<const Meld> table);
  [[nodiscard]] std::span<const Tile> stand_ins() const { return stand_ins_; }

 private:
  struct TableJoker {
    std::size_t meld = 0;
    int place = 0;
    std::vector<Tile> stands;       // every tile that it may stand for
    std::vector<Reading> readings;  // of a meld with several jokers
    bool in_run = false;            // some reading is a run
    bool in_group = false;          // some reading is a group
  };
  // Where the walk over the jokers stands.
  struct Walk {
    JokerCase now;
    TileBag claimed;        // table tiles that already free a joker
    TileBag owed;           // tiles that are laid for certain and free no joker yet
    TileBag holes;          // table tiles that go to the places of freed jokers
    std::size_t joker = 0;  // the next to decide
    // What jokers of its meld count as, and which they are.
    std::array<Tile, kMaxJokers> kept{};
    std::array<std::size_t, kMaxJokers> kept_jokers{};
    int kept_count = 0;
    unsigned freed =
        0;  // lock = full: jokers of this meld that are freed, by their place in jokers_
    bool whole_meld = false;  // lock = full: the rest of this meld is decided by `freed`
  };

  void add_case(const Walk& walk);
  void decide(const Walk& walk);
  void decide_locked_meld(const Walk& walk);
  void keep_place(const Walk& walk, const TableJoker& joker);
  [[nodiscard]] bool agrees(const Walk& walk, const TableJoker& joker, Tile tile) const;
  void bind_kept(Walk& walk, const TableJoker& joker) const;
  static void drop_repeats(std::vector<JokerCase>& cases);
  void free_joker(const Walk& walk, const TableJoker& joker, bool leaves_hole);
  static constexpr std::size_t kNoHole = ~std::size_t{0};
  void pay_all(const Walk& walk, const TableJoker& joker, std::size_t first, std::size_t hole);
  template <typename Next>
  void pay_with(const Walk& walk, const TableJoker& joker, Tile paid, bool fills_hole, Next&& next);
  void release(Walk walk);
  [[nodiscard]] std::size_t end_of_meld(std::size_t joker) const;

  const CompiledRules& rules_;
  std::span<const Meld> table_;
  TileBag table_bag_;
  std::vector<Tile> stand_ins_;
  std::vector<TableJoker> jokers_;  // in the order of the table
  std::vector<JokerCase>* cases_ = nullptr;
  std::vector<Reading> readings_;
};

}  // namespace rummy
