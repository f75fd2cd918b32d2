#pragma once

#include <array>
#include <bitset>
#include <span>
#include <vector>

#include "rummy/melds/reading.hpp"

namespace rummy {

// The switches that say what an opened player may do to the table.
struct ExchangeSwitches {
  Access access = Access::rearrange;
  JokerRules joker;
};

// Exact search for a story (see exchange.hpp) under access `rearrange` and `add_only`. It goes
// through the identities of the table jokers, the readings of the melds that hold jokers, and which
// jokers were freed; for each it asks which old meld each doubtful copy of a tile came from. There
// are four jokers at most, so this is small. Keep one per thread: it holds its memory.
class ExchangeSearch {
 public:
  // The bags and spans must outlive the call. `laid` and `to_rack` as in exchange_legal.
  [[nodiscard]] bool run(const CompiledRules& rules, const ExchangeSwitches& switches,
                         std::span<const Meld> before, std::span<const Meld> after,
                         const TileBag& laid, const TileBag& to_rack);

 private:
  using Faces = std::bitset<kFaces + 1>;

  // One reading of a meld with every joker told apart: the face that each of its jokers stands for,
  // in order.
  struct Standing {
    std::array<std::uint8_t, kMaxJokers> faces{};
    MeldKind kind = MeldKind::run;
    std::uint8_t missing = 0;  // group: the colours that no natural has
    friend bool operator==(const Standing&, const Standing&) = default;
    friend auto operator<=>(const Standing&, const Standing&) = default;
  };
  struct Group {  // a meld that holds jokers
    int meld = 0;
    int first = 0;  // its jokers are first .. first + count - 1 of jokers_ or slots_
    int count = 0;
    std::vector<Standing> standings;
  };
  struct TableJoker {
    int group = 0;
    Faces could;  // what it could stand for before, over all readings
    int slot = kNone;
    std::uint8_t stood = kFaces;   // the face that it stood for in the reading at hand
    std::uint8_t stands = kFaces;  // the face that it stands for now; kFaces: none that matters
    bool freed = false;
  };
  struct Slot {  // where a joker lies in the result
    int group = 0;
    int place = 0;
    int joker = kNone;  // the table joker that lies there; kNone: one from the rack
  };
  // Demands on the copies of tiles.
  enum class Demand : std::uint8_t { share, not_from, rack, broken };
  struct Need {
    Demand demand = Demand::share;
    int meld = 0;   // of the result
    int old = 0;    // share, not_from, broken: the old meld
    int face = 0;   // not_from
    int count = 0;  // rack: how many rack tiles
  };
  struct Copy {  // the copy of `face` in result meld `meld` came from old meld `source` or from the
                 // rack
    int face = 0;
    int meld = 0;
    int source = 0;
  };

  static constexpr int kNone = -1;
  static constexpr int kRack = -1;

  void pair_jokers_only();
  void collect_jokers();
  void stand(const Meld& meld, std::vector<Standing>& out);
  static void permute(Standing& standing, int ordinal, int count, int number, unsigned colours,
                      std::vector<Standing>& out);

  [[nodiscard]] bool map_joker(int joker, int to_rack);
  [[nodiscard]] bool read_result(int group);
  [[nodiscard]] bool choose_freed();
  [[nodiscard]] bool tell_old(int group);
  [[nodiscard]] bool host(int group, const Standing& standing);
  [[nodiscard]] bool host_in(int group, const Standing& standing, int meld);
  [[nodiscard]] bool fits(const Group& old, const Standing& standing, int meld, int offset) const;
  [[nodiscard]] int last_offset(int old, int meld) const;
  [[nodiscard]] bool claim(const Group& old, const Standing& standing);
  [[nodiscard]] bool finish();
  [[nodiscard]] bool finish_add_only();
  [[nodiscard]] bool place_plain_melds();
  [[nodiscard]] bool augment(int old);

  [[nodiscard]] bool list_needs();
  [[nodiscard]] bool satisfy(std::size_t need, int place, int found);
  [[nodiscard]] bool satisfy_elsewhere(int face, int meld, int old, std::size_t next);
  [[nodiscard]] int source_of(int face, int meld) const;
  [[nodiscard]] bool give(int face, int meld, int source);

  [[nodiscard]] const Meld& result(int meld) const {
    return after_[static_cast<std::size_t>(meld)];
  }
  [[nodiscard]] const Meld& old_meld(int meld) const {
    return before_[static_cast<std::size_t>(meld)];
  }
  [[nodiscard]] TableJoker& joker(int i) { return jokers_[static_cast<std::size_t>(i)]; }
  [[nodiscard]] const TableJoker& joker(int i) const {
    return jokers_[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] int result_of(
      const TableJoker& joker) const;  // its result meld, kNone: on the rack
  [[nodiscard]] bool contains_old(int meld,
                                  int old) const;  // going by faces and by the jokers' places
  [[nodiscard]] int rack_jokers(int meld) const;
  [[nodiscard]] bool partner_in(int joker, int meld) const;
  [[nodiscard]] int rack_tiles_needed() const;

  const CompiledRules* rules_ = nullptr;
  ExchangeSwitches switches_;
  std::span<const Meld> before_;
  std::span<const Meld> after_;
  TileBag laid_;
  TileBag supply_;  // tiles that may take a joker's place, less those already claimed

  std::array<Group, kMaxJokers> old_groups_;
  std::array<Group, kMaxJokers> new_groups_;
  std::array<TableJoker, kMaxJokers> jokers_;
  std::array<Slot, kMaxJokers> slots_;
  int old_count_ = 0;
  int new_count_ = 0;
  int joker_count_ = 0;
  int slot_count_ = 0;

  std::vector<char> paired_;  // old melds of jokers only that are unchanged
  std::vector<Reading> readings_;
  std::vector<TileBag> before_bags_;
  std::vector<Need> needs_;
  std::vector<Copy> copies_;
  std::vector<int> hosted_;  // add_only, by result meld: the old meld that it grew from, or kNone
  std::vector<int> plain_hosts_;  // the same while plain melds are matched
  std::vector<char> seen_;
};

}  // namespace rummy
