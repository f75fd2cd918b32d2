#include "rummy/solver/use_table.hpp"

#include <algorithm>

namespace rummy {

namespace {

std::vector<Use> list_uses(const Cell& cell, int shares, int most_open, bool every_choice) {
  std::vector<Use> uses;
  const int total = cell.tiles();
  const int jokers = cell.joker != 0 ? shares / kShares : 0;
  const auto byte = [](int value) { return static_cast<std::uint8_t>(value); };
  for (int wild = 0; wild <= jokers; ++wild) {
    for (int run = std::min(cell.runs_most(), most_open - wild); run >= cell.runs_least(); --run) {
      const int most = std::min<int>(total - run, cell.most_group);
      int least = std::max<int>(cell.least_group, cell.must - run);
      // A joker where an optional tile could be is never best.
      if (wild > 0 && !every_choice) least = std::max(least, total - run);
      for (int group = most; group >= least; --group) {
        const int cost = kShares * wild + cell.group_cost(group);
        if (cost > shares) continue;
        uses.push_back({byte(run + wild), byte(wild), byte(group), byte(cost),
                        byte(run + group - cell.must),
                        group == most || cell.group_cost(group) < cell.group_cost(group + 1)});
      }
    }
  }
  return uses;
}

}  // namespace

const std::vector<Use>& UseTable::uses(const Cell& cell, int shares, int most_open,
                                       bool every_choice) {
  Key key = 1;  // never 0
  for (const int part :
       {int{cell.must}, int{cell.may}, int{cell.least_run}, int{cell.least_group},
        int{cell.most_group}, int{cell.charge}, int{cell.charge_more}, shares, most_open})
    key = key << 4 | static_cast<Key>(part);
  key = key << 2 | static_cast<Key>(cell.joker != 0 ? 2 : 0) | static_cast<Key>(every_choice);
  Slot& known = slot(key);
  if (known.uses != nullptr) return *known.uses;
  lists_.push_back(list_uses(cell, shares, most_open, every_choice));
  known = {key, &lists_.back()};
  if (lists_.size() * 2 > slots_.size()) grow();
  return lists_.back();
}

UseTable::Slot& UseTable::slot(Key key) {
  std::size_t place = key * 0x9e3779b97f4a7c15ULL >> 40;
  while (true) {
    Slot& slot = slots_[place & (slots_.size() - 1)];
    if (slot.key == key || slot.uses == nullptr) return slot;
    ++place;
  }
}

void UseTable::grow() {
  std::vector<Slot> old(slots_.size() * 2);
  old.swap(slots_);
  for (const Slot& known : old) {
    if (known.uses != nullptr) slot(known.key) = known;
  }
}

}  // namespace rummy
