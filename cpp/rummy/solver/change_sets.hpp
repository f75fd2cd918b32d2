#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "rummy/melds/meld.hpp"
#include "rummy/rules/compiled_rules.hpp"

namespace rummy {

// Which old melds might have to change, so that the laid tiles find a place? A walk from tile to
// tile: the lowest tile without a place goes into a meld, with tiles that lie loose already or with
// tiles of old melds, which change thereby and set the rest of their tiles loose. Every set of
// `size` melds that a solution changes is met, unless a part of it could as well stay; not every
// set that is met has a solution.
class ChangeSets {
 public:
  static constexpr int kMost = 3;
  using Set = std::array<std::uint8_t, kMost>;  // increasing; only the first `size` count

  explicit ChangeSets(const CompiledRules& rules);

  // In the order of the table, each set once. `bags` are the tiles of the melds, `to_rack` jokers
  // that leave the table. `any_length`: try runs of every length, not only up to where a run can be
  // cut in two.
  const std::vector<Set>& list(std::span<const TileBag> bags, const TileBag& laid,
                               const TileBag& to_rack, int size, bool any_length);

 private:
  // The tiles without a place, and the melds that changed.
  struct Walk {
    TileBag loose;
    Set changed{};
    int count = 0;
  };

  void place_next(const Walk& walk);
  void place_jokers(const Walk& walk);
  void try_runs(const Walk& walk, Tile tile);
  void try_groups(const Walk& walk, Tile tile);
  template <typename Next>
  void take(const Walk& walk, Tile tile, Next&& next);
  void fill_run(const Walk& walk, int colour, int start, int length, int place, int jokers,
                int fixed);
  void fill_group(const Walk& walk, int number, int colour, int jokers, int size, int fixed);
  [[nodiscard]] bool has_changed(const Walk& walk, std::size_t meld) const;
  [[nodiscard]] Walk change(const Walk& walk, std::size_t meld) const;

  const CompiledRules& rules_;
  std::span<const TileBag> bags_;
  TileBag to_rack_;
  int size_ = 0;
  int longest_ = 0;
  std::vector<std::uint32_t> met_;  // sets as numbers, eight bits a meld
  std::vector<Set> sets_;
};

}  // namespace rummy
