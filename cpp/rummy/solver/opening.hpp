#pragma once

#include "rummy/melds/reading.hpp"
#include "rummy/solver/meld_moves.hpp"
#include "rummy/solver/sweep.hpp"

namespace rummy {

// What tiles are worth as an opening (D10): the most over all ways to meld them and over what their jokers stand for.
class OpeningPoints {
 public:
  OpeningPoints(const CompiledRules& rules, Sweep& sweep);

  // `all`: every tile has to be melded; otherwise any part of them. -1 when there is no way.
  // With opening.melds = single the points are those of the best single meld.
  [[nodiscard]] int most(const TileBag& tiles, bool all);

 private:
  [[nodiscard]] int most_together(const TileBag& tiles, bool all);
  [[nodiscard]] int most_single(const TileBag& tiles, bool all);
  [[nodiscard]] bool can_meld(const TileBag& tiles);
  [[nodiscard]] int worth(const Meld& meld);

  const CompiledRules& rules_;
  Sweep& sweep_;
  MeldMoves moves_;
  std::vector<Reading> readings_;
};

}  // namespace rummy
