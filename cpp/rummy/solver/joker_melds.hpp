#pragma once

#include <span>

#include "rummy/solver/joker_places.hpp"
#include "rummy/solver/meld_moves.hpp"

namespace rummy {

// The melds that the wild jokers of a pool may be put into, shorter ones first; they are listed as
// far as they are asked for. One that cannot help a legal table may be missing.
class JokerMelds {
 public:
  explicit JokerMelds(const CompiledRules& rules) : rules_(rules), moves_(rules) {}

  // Jokers at these places. `before`: the table before the turn. `with_laid`: only melds with a
  // laid tile.
  void begin(const TileBag& pool, const JokerPlaces& places, const TileBag& laid,
             std::span<const Meld> before, bool with_laid);
  [[nodiscard]] bool has(std::size_t i);
  [[nodiscard]] const Meld& operator[](std::size_t i) const { return melds_[i]; }

 private:
  [[nodiscard]] bool worth_trying(const Meld& meld) const;
  [[nodiscard]] bool has_excuse(const Meld& meld) const;

  const CompiledRules& rules_;
  MeldMoves moves_;
  TileBag pool_;
  JokerPlaces places_;
  TileBag laid_;
  std::span<const Meld> before_;
  Table melds_;
  int next_size_ = 0;  // to be listed
};

}  // namespace rummy
