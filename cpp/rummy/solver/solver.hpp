#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "rummy/melds/meld.hpp"
#include "rummy/rules/compiled_rules.hpp"

namespace rummy {

enum class Objective { tiles, points };
template <>
struct EnumNames<Objective> {
  static constexpr std::string_view kWhat = "objective";
  static constexpr std::array<std::string_view, 2> kNames = {"tiles", "points"};
};

struct Position {
  Table table;
  TileBag rack;
  bool opened = true;
};

// What a turn lays: the rack tiles and the table that results.
struct Play {
  TileBag placed;   // rack tiles laid
  Table table;      // the canonical table for this choice; none: not laid yet, see Solver::lay()
  TileBag to_rack;  // jokers taken to the rack (joker.reuse = keep only)
  int count = 0;    // rack tiles laid
  int points = 0;   // what they would cost at the final count
};

// Finds plays for one set of rules. Keeps its workspace between calls, so one solver serves one
// thread.
class Solver {
 public:
  explicit Solver(const CompiledRules& rules);
  ~Solver();
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;

  // The first play in the complete order (objective, fewer jokers, other objective, fixed order of
  // tiles); false when nothing can be laid.
  [[nodiscard]] bool best_play(const Position& position, Objective objective, Play& play);
  // Is there any play? Much cheaper than the best one where there are many.
  [[nodiscard]] bool can_play(const Position& position);
  // Every distinct choice of rack tiles that can be laid, each once, best first for `tiles`; at
  // most `limit` of them. Most come without their tables, which take longer to find.
  [[nodiscard]] std::vector<Play> plays(const Position& position,
                                        std::optional<std::size_t> limit = std::nullopt);
  // Finds the table of one of these.
  void lay(const Position& position, Play& play);

  // The points of these tiles as an opening: the most over all ways to meld all of them, or any
  // part of them; -1 when there is no way (opening.melds = single: the points of the best single
  // meld).
  [[nodiscard]] int opening_points(const TileBag& laid, bool all);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rummy
