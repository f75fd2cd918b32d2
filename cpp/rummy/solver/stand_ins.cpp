#include "rummy/solver/stand_ins.hpp"

namespace rummy {

void StandIns::read(std::span<const Meld> table) {
  table_ = table;
  if (versions_.size() < table.size()) versions_.resize(table.size());
  joker_melds_ = 0;
  for (std::size_t i = 0; i < table.size(); ++i) {
    list_versions(table[i], versions_[i]);
    joker_melds_ += table[i].jokers() > 0 ? 1 : 0;
  }
  at_.assign(table.size(), 0);
  melds_.assign(table.begin(), table.end());
  plain_.resize(table.size());
  for (std::size_t i = 0; i < table.size(); ++i) plain_[i] = versions_[i].front();
  fresh_ = true;
  wild_melds_ = 0;
}

bool StandIns::advance() {
  if (fresh_) {
    fresh_ = false;
    return true;
  }
  std::size_t i = 0;
  while (i < at_.size() && ++at_[i] == versions_[i].size()) at_[i++] = 0;
  return i < at_.size();
}

bool StandIns::next() {
  for (;;) {
    while (advance()) {
      int wild_now = 0;
      for (std::size_t i = 0; i < at_.size(); ++i) wild_now += wild(i) ? 1 : 0;
      if (wild_now != wild_melds_) continue;
      for (std::size_t i = 0; i < at_.size(); ++i) {
        melds_[i] = versions_[i][at_[i]];
        plain_[i] = wild(i) ? versions_[i].front() : melds_[i];
      }
      return true;
    }
    if (wild_melds_ == joker_melds_) return false;
    ++wild_melds_;
    fresh_ = true;
  }
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
  versions.push_back(meld);
}

}  // namespace rummy
