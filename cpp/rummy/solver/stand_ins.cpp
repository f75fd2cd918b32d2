#include "rummy/solver/stand_ins.hpp"

namespace rummy {

void StandIns::read(std::span<const Meld> table) {
  table_ = table;
  if (versions_.size() < table.size()) versions_.resize(table.size());
  for (std::size_t i = 0; i < table.size(); ++i) list_versions(table[i], versions_[i]);
  at_.assign(table.size(), 0);
  melds_.assign(table.begin(), table.end());
  stands_.resize(table.size());
  fresh_ = true;
}

bool StandIns::next() {
  if (!fresh_) {
    std::size_t i = 0;
    while (i < at_.size() && ++at_[i] == versions_[i].size()) at_[i++] = 0;
    if (i == at_.size()) return false;
  }
  fresh_ = false;
  for (std::size_t i = 0; i < at_.size(); ++i) {
    melds_[i] = versions_[i][at_[i]];
    stands_[i].clear();
    for (int place = 0; place < melds_[i].size(); ++place) {
      if (table_[i][place].is_joker()) stands_[i].push_back(melds_[i][place]);
    }
  }
  return true;
}

void StandIns::list_versions(const Meld& meld, std::vector<Meld>& versions) {
  versions.clear();
  if (meld.jokers() == 0) {
    versions.push_back(meld);
    return;
  }
  readings(meld, rules_, readings_);
  for (const Reading& reading : readings_) {
    Meld version = meld;
    if (reading.kind == MeldKind::run) {
      for (int place = 0; place < meld.size(); ++place)
        version.set(place, reading.stands[static_cast<std::size_t>(place)]);
      versions.push_back(version);
      continue;
    }
    // A group: its jokers take different missing colours; which joker takes which makes no
    // difference.
    const auto fill = [&](const auto& self, int place, int colour) -> void {
      while (place < meld.size() && !meld[place].is_joker()) ++place;
      if (place == meld.size()) {
        versions.push_back(version);
        return;
      }
      for (int each = colour; each < rules_.tiles().colours; ++each) {
        if (((reading.missing >> each) & 1U) == 0) continue;
        version.set(place, Tile(each, reading.stands[static_cast<std::size_t>(place)].number()));
        self(self, place + 1, each + 1);
      }
    };
    fill(fill, 0, 0);
  }
}

}  // namespace rummy
