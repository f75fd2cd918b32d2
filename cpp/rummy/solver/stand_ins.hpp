#pragma once

#include <span>
#include <vector>

#include "rummy/melds/meld.hpp"
#include "rummy/melds/reading.hpp"
#include "rummy/rules/compiled_rules.hpp"

namespace rummy {

// The table with every joker taken for a tile that it stands for, in every way: tables without
// jokers, which are far easier to rearrange. Most jokers keep standing for what they stood for.
class StandIns {
 public:
  explicit StandIns(const CompiledRules& rules) : rules_(rules) {}

  void read(std::span<const Meld> table);
  // Goes to the next way, the first after read(); false after the last.
  [[nodiscard]] bool next();
  // The melds of the current way; a joker that is wild is a joker still.
  [[nodiscard]] std::span<const Meld> melds() const { return melds_; }
  [[nodiscard]] bool any_wild() const { return wild_melds_ > 0; }
  // The melds with every joker as a tile: as in the current way, a wild one as the first that it
  // can be.
  [[nodiscard]] std::span<const Meld> plain() const { return plain_; }
  // Does `wanted` hold for some tile that a joker of the meld may stand for?
  template <typename Wanted>
  [[nodiscard]] bool any_version(std::size_t meld, Wanted&& wanted) const {
    for (const Meld& version : versions_[meld]) {
      for (int place = 0; place < version.size(); ++place) {
        if (version[place] != table_[meld][place] && wanted(version[place])) return true;
      }
    }
    return false;
  }
  // Are the jokers of this meld wild?
  [[nodiscard]] bool wild(std::size_t meld) const {
    return table_[meld].jokers() > 0 && wild_at(meld);
  }

 private:
  void list_versions(const Meld& meld, std::vector<Meld>& versions);
  [[nodiscard]] bool advance();
  [[nodiscard]] bool wild_at(std::size_t meld) const {
    return at_[meld] + 1 == versions_[meld].size();
  }

  const CompiledRules& rules_;
  std::span<const Meld> table_;
  std::vector<std::vector<Meld>> versions_;  // by meld; of one with jokers the last has them wild
  std::vector<std::size_t> at_;
  Table melds_;
  Table plain_;
  std::vector<Reading> readings_;
  bool fresh_ = true;
  int wild_melds_ = 0;
  int joker_melds_ = 0;
};

}  // namespace rummy
