#pragma once

#include "rummy/melds/reading.hpp"
#include "rummy/solver/cover.hpp"
#include "rummy/solver/meld_moves.hpp"

namespace rummy {

// What tiles are worth as an opening (D10): the most over all ways to meld them and over what their
// jokers stand for.
class OpeningPoints {
 public:
  OpeningPoints(const CompiledRules& rules, Cover& cover);

  // `all`: every tile has to be melded; otherwise any part of them. -1 when there is no way.
  // With opening.melds = single the points are those of the best single meld.
  // Less than `least` may be taken for no way, and so may ways that leave out what is `needed`, a
  // tile.
  [[nodiscard]] int most(const TileBag& tiles, bool all, int least = 0, const TileBag& needed = {});

  // The sets of tiles that open and of which no part opens: every opening holds one of them.
  const std::vector<TileBag>& smallest(const TileBag& rack);

 private:
  struct Counted {
    TileBag tiles;
    int points;
  };
  void add_melds(std::size_t first, const TileBag& rest, const TileBag& laid, int points);
  [[nodiscard]] int bound(const TileBag& tiles) const;
  [[nodiscard]] int most_together(const TileBag& tiles, bool all, int least, const TileBag& needed);
  [[nodiscard]] int most_single(const TileBag& tiles, bool all);
  [[nodiscard]] bool can_meld(const TileBag& tiles);
  [[nodiscard]] int worth(const Meld& meld);

  const CompiledRules& rules_;
  Cover& cover_;
  MeldMoves moves_;
  std::vector<Reading> readings_;
  std::vector<Counted> melds_;
  std::vector<TileBag> sets_;
};

}  // namespace rummy
