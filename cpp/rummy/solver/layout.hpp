#pragma once

#include <array>
#include <span>
#include <vector>

#include "rummy/base/index.hpp"
#include "rummy/melds/meld.hpp"
#include "rummy/rules/compiled_rules.hpp"
#include "rummy/solver/cover.hpp"
#include "rummy/solver/keep_first.hpp"

namespace rummy {

// Lays a pool of tiles out whole so that it changes an old table little: as many pairs of
// neighbours of old runs stay neighbours in a run, as many tiles of old groups stay in groups, and
// as many runs begin and end where old ones did, as can be. Of such layouts the first is taken:
// number by number and colour by colour the one with fewer jokers in runs, of these with more tiles
// there; where runs wrap, before that by what comes over the end.
// Long runs are cut where an old meld ends or begins. Where a run cannot be cut and grown at will,
// what goes to the runs of a colour is parted so that old ones stay (keep_first.hpp).
class Layout {
 public:
  Layout(const CompiledRules& rules, Cover& cover);

  // The table that the following layouts should keep; its jokers are taken for tiles. Jokers of the
  // pool are wild.
  void keep(std::span<const Meld> old);
  // From now on this tile has to be in a run, or in a group.
  void bind(Tile tile, bool to_run);
  // ... and in its run has to follow on the tile before. One run may serve a joker that was the
  // last of its run (`high`) and one that was the first.
  void link(Tile tile, bool high) {
    ++(high ? linked_high_ : linked_low_)[index(tile.colour())][index(tile.number())];
  }
  void forget_links() { linked_high_ = linked_low_ = {}; }
  // From now on jokers of the pool may only stand there.
  void allow_jokers(const JokerPlaces& places) { joker_places_ = places; }
  // False when the pool cannot be laid out. `melds` gets the result, in the order of their tiles.
  [[nodiscard]] bool lay_out(const TileBag& pool, Table& melds);

 private:
  static constexpr int kNobody = -1;
  struct Group {  // an old one
    int number = 0;
    unsigned colours = 0;
  };
  struct Run {  // one that is being laid
    Meld meld;
    std::array<std::int8_t, Meld::kCapacity> owners{};  // the old run that each of its tiles was in
  };
  static constexpr int kMostOwners = kMaxCopies + kMaxJokers;
  struct Owners {  // old runs that hold a tile, by the table's order
    std::array<std::int8_t, kMostOwners> runs{};
    int count = 0;
  };

  using Counts = std::array<ByPosition<std::uint8_t>, kMaxColours>;

  [[nodiscard]] bool cut_at_will(int jokers) const;
  [[nodiscard]] int position(const Meld& run, int place) const;
  void read_runs(int colour, Table& melds);
  [[nodiscard]] bool part_runs(int colour, Table& melds);
  void go_on(int colour, int number, const Step& step, Table& melds);
  void finish(const Run& run, Table& melds) const;
  void read_groups(int number, const Crossing& crossing, Table& melds);
  [[nodiscard]] bool goes_on(const Run& run, const Owners& owners) const;
  [[nodiscard]] const Owners& owners(int colour, int number) const {
    return owners_[static_cast<std::size_t>(colour)][static_cast<std::size_t>(number)];
  }

  const CompiledRules& rules_;
  GroupLimits limits_;
  Cover& cover_;
  KeepFirst keep_first_;
  std::array<std::array<Owners, kMaxNumbers + 2>, kMaxColours> owners_{};
  Counts linked_{};
  Counts grouped_{};
  Counts begun_{};
  Counts ended_{};
  Counts least_run_{};
  Counts least_group_{};
  Counts linked_high_{};
  Counts linked_low_{};
  std::array<Table, kMaxColours> old_runs_;
  std::vector<Group> groups_;
  std::vector<char> group_taken_;
  std::vector<Run> open_;
  JokerPlaces joker_places_;
  LanedProblem problem_;
  ByPosition<Crossing> path_;
};

}  // namespace rummy
