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
        uses.push_back({{byte(run + wild), byte(wild), byte(group), byte(run + group - cell.must)},
                        byte(cost),
                        group == most || cell.group_cost(group) < cell.group_cost(group + 1)});
      }
    }
  }
  return uses;
}

}  // namespace

const std::vector<Use>& UseTable::uses(const Cell& cell, int shares, int most_open,
                                       bool every_choice) {
  const auto byte = [](std::uint64_t value, int place) { return value << (8 * place); };
  const Key key{byte(cell.must, 0) | byte(cell.may, 1) | byte(cell.least_run, 2) |
                    byte(cell.least_group, 3) | byte(cell.most_group, 4) | byte(cell.charge, 5) |
                    byte(cell.charge_more, 6) | byte(cell.joker, 7),
                static_cast<std::uint32_t>(shares << 4 | most_open << 1 | (every_choice ? 1 : 0))};
  Recent& recent = recent_[(key.cell ^ key.others) * 0x9e3779b97f4a7c15ULL >> 54];
  if (recent.key == key) return *recent.uses;
  const auto [found, fresh] = lists_.try_emplace(key);
  if (fresh) found->second = list_uses(cell, shares, most_open, every_choice);
  recent = {key, &found->second};
  return found->second;
}

}  // namespace rummy
