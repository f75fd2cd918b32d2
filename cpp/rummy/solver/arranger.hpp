#pragma once

#include <span>
#include <vector>

#include "rummy/melds/exchange.hpp"
#include "rummy/solver/cover.hpp"
#include "rummy/solver/joker_melds.hpp"
#include "rummy/solver/layout.hpp"
#include "rummy/solver/stand_ins.hpp"

namespace rummy {

// The canonical table for a choice of rack tiles; decides too whether the rules of exchange allow
// any.
//
// Where jokers are just wild the table is laid out whole (layout.hpp). Where the rules of exchange
// have a say, table jokers keep standing for what they stand for as far as that goes: the ways of
// StandIns are tried in their order, and a table counts only if exchange_legal() accepts it. Where
// the jokers that are wild in such a way need new melds they are kept near laid tiles, and if the
// table is not legal so, they go into a meld first, each with a laid tile, the shortest meld first,
// and the rest is laid out. Then the jokers that stay have their melds chosen first
// (arranger_staying.cpp). What the rules ask of jokers depends on the melds with jokers alone, so
// going through all sets of these at the end misses no table.
class Arranger {
 public:
  Arranger(const CompiledRules& rules, Cover& cover);

  // `changeable`: may old melds change at all? `to_rack`: table jokers that go to the rack. False:
  // no legal table, or, unless `thorough`, none that is found soon.
  [[nodiscard]] bool arrange(std::span<const Meld> table, const TileBag& laid,
                             const TileBag& to_rack, bool changeable, bool thorough, Table& result);

 private:
  [[nodiscard]] bool arrange_freely();
  // Where a way has no table that is found soon, may it have one all the same?
  enum class Found { nothing, near_miss, table };
  [[nodiscard]] Found arrange_way(bool quick);
  [[nodiscard]] bool arrange_beside();
  [[nodiscard]] bool place_staying(std::size_t joker, TileBag pool);
  [[nodiscard]] bool can_free() const;
  void bind_jokers();
  [[nodiscard]] bool lay_out(const TileBag& pool);
  [[nodiscard]] bool count_copies(std::span<const Meld> melds) const;
  [[nodiscard]] TileBag everything(std::span<const Meld> melds) const;
  [[nodiscard]] Found free_jokers(const TileBag& pool, bool quick);
  [[nodiscard]] bool place_jokers(const TileBag& pool, bool with_laid);
  [[nodiscard]] bool place_jokers_from(std::size_t first, const TileBag& pool, int melds);
  [[nodiscard]] bool set_joker(Meld& meld, Tile tile) const;
  [[nodiscard]] bool settle();
  void find_kept();
  [[nodiscard]] bool restore_from(std::size_t joker);

  const CompiledRules& rules_;
  Cover& cover_;
  Layout layout_;
  JokerMelds joker_melds_;
  MeldMoves moves_;
  StandIns stand_ins_;
  std::span<const Meld> before_;
  TileBag laid_;
  TileBag to_rack_;
  std::vector<char> near_misses_;  // by way
  Table way_;                      // the table as the way at hand takes it: some jokers for tiles
  Table fresh_;                    // melds laid anew
  Table laid_out_;
  JokerPlaces joker_places_;
  Table after_;  // old melds that were kept, then new ones
  // Is an old meld there again? With other jokers: those that count as tiles are elsewhere.
  enum class Kept : char { no, other_jokers, whole };
  std::vector<Kept> kept_;
  struct Restored {  // a joker that counted as a tile, and the old meld that it lay in
    Tile tile;
    std::size_t meld;
  };
  std::vector<Restored> to_restore_;
  struct Staying {  // a joker that counts as a tile in the way at hand
    Tile tile;
    Meld old;   // its meld, all of it tiles
    bool late;  // one copy too many for a TileBag before another has found its meld
  };
  std::vector<Staying> staying_;
};

}  // namespace rummy
