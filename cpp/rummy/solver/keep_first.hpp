#pragma once

#include <span>

#include "rummy/solver/cover.hpp"
#include "rummy/solver/meld_moves.hpp"

namespace rummy {

// Parts a pool into melds: old ones are kept from first to last whenever the rest can still be
// melded, then those that cannot stay as they are grow by as few tiles as can be, and the rest is
// laid lowest tile first.
class KeepFirst {
 public:
  KeepFirst(const CompiledRules& rules, Cover& cover)
      : rules_(rules), cover_(cover), moves_(rules) {}

  // Adds melds of the whole pool to `melds`. False when there are none.
  [[nodiscard]] bool lay_out(std::span<const Meld> old, const TileBag& pool,
                             const JokerPlaces& places, Table& melds);

 private:
  [[nodiscard]] bool keep(const Meld& meld, TileBag& rest);
  void grow(const Meld& old, TileBag& rest);
  [[nodiscard]] bool partition(const TileBag& pool);

  const CompiledRules& rules_;
  Cover& cover_;
  MeldMoves moves_;
  JokerPlaces places_;
  Table* melds_ = nullptr;
};

}  // namespace rummy
