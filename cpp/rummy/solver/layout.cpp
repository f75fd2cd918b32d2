#include "rummy/solver/layout.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "rummy/base/index.hpp"

namespace rummy {

Layout::Layout(const CompiledRules& rules, Cover& cover)
    : rules_(rules), limits_(rules), cover_(cover), keep_first_(rules, cover) {}

// Can runs be cut and grown at will?
bool Layout::cut_at_will(int jokers) const {
  return rules_.run_max() == rules_.tiles().numbers &&
         rules_.run_max() >= 2 * rules_.min_length() - 1 && jokers <= rules_.max_jokers() &&
         rules_.rules().melds.run_wrap == RunWrap::none;
}

// Where the search has a place of a run; it may be beyond the last number.
int Layout::position(const Meld& run, int place) const {
  const bool ace_high = rules_.rules().melds.run_wrap == RunWrap::ace_high;
  const int number = run[place].number();
  return ace_high && place > 0 && number == 1 ? rules_.tiles().numbers + 1 : number;
}

void Layout::keep(std::span<const Meld> old) {
  owners_ = {};
  linked_ = {};
  grouped_ = {};
  begun_ = {};
  ended_ = {};
  least_run_ = {};
  least_group_ = {};
  forget_links();
  groups_.clear();
  for (Table& runs : old_runs_) runs.clear();
  allow_jokers(JokerPlaces::anywhere());
  for (std::size_t i = 0; i < old.size(); ++i) {
    const Meld& meld = old[i];
    if (is_group(meld)) {
      Group group{meld[0].number(), 0};
      for (const Tile tile : meld.tiles()) {
        group.colours |= 1U << tile.colour();
        ++grouped_[index(tile.colour())][index(tile.number())];
      }
      groups_.push_back(group);
      continue;
    }
    const std::size_t colour = index(meld[0].colour());
    old_runs_[colour].push_back(meld);
    ++begun_[colour][index(position(meld, 0))];
    const int last = position(meld, meld.size() - 1);
    if (last < kMaxPositions) ++ended_[colour][index(last + 1)];
    for (int place = 0; place < meld.size(); ++place) {
      const Tile tile = meld[place];
      Owners& owners = owners_[index(tile.colour())][index(tile.number())];
      if (owners.count < kMostOwners)
        owners.runs[index(owners.count++)] = static_cast<std::int8_t>(i);
      if (place > 0) ++linked_[colour][index(position(meld, place))];
    }
  }
}

void Layout::bind(Tile tile, bool to_run) {
  ++(to_run ? least_run_ : least_group_)[index(tile.colour())][index(tile.number())];
}

bool Layout::lay_out(const TileBag& pool, Table& melds) {
  const int colours = rules_.tiles().colours;
  const int numbers = rules_.tiles().numbers;
  problem_.must_jokers = pool.jokers();
  problem_.group_jokers = joker_places_.groups;
  for (int colour = 0; colour < colours; ++colour) {
    Cell& beyond = problem_.cells[index(colour)][index(numbers + 1)];
    beyond.joker = joker_places_.in_run(colour, numbers + 1) ? 1 : 0;
    beyond.linked = linked_[index(colour)][index(numbers + 1)];
    beyond.ended = ended_[index(colour)][index(numbers + 1)];
    for (int number = 1; number <= numbers; ++number) {
      Cell& cell = problem_.cells[index(colour)][index(number)];
      cell.must = static_cast<std::uint8_t>(pool.count(colour, number));
      // What was bound may have been laid elsewhere.
      cell.least_run = std::min(cell.must, least_run_[index(colour)][index(number)]);
      cell.least_group = std::min(static_cast<std::uint8_t>(cell.must - cell.least_run),
                                  least_group_[index(colour)][index(number)]);
      cell.least_linked = std::max(linked_high_[index(colour)][index(number)],
                                   linked_low_[index(colour)][index(number)]);
      cell.joker = joker_places_.in_run(colour, number) ? 1 : 0;
      cell.linked = linked_[index(colour)][index(number)];
      cell.begun = begun_[index(colour)][index(number)];
      cell.ended = ended_[index(colour)][index(number)];
      cell.grouped = grouped_[index(colour)][index(number)];
    }
  }
  LaneSearch& search = cover_.search(pool.jokers());
  if (!search.set(problem_, LaneSearch::Mode::exact) || search.best(0) <= kHopeless) return false;
  melds.clear();
  group_taken_.assign(groups_.size(), 0);
  path_ = search.path();
  for (int colour = 0; colour < colours; ++colour) {
    if (cut_at_will(pool.jokers())) {
      read_runs(colour, melds);
    } else if (!part_runs(colour, melds)) {
      return false;
    }
  }
  for (int number = 1; number <= numbers; ++number)
    read_groups(number, path_[index(number)], melds);
  std::sort(melds.begin(), melds.end());
  return true;
}

void Layout::read_runs(int colour, Table& melds) {
  open_.clear();
  for (int number = 1; number <= rules_.tiles().numbers; ++number) {
    go_on(colour, number, path_[index(number)].steps[index(colour)], melds);
  }
  for (const Run& run : open_) finish(run, melds);
}

// What goes to the runs of a colour, parted so that old ones are kept. False: never, since the
// search found a way.
bool Layout::part_runs(int colour, Table& melds) {
  TileBag pool;
  const int numbers = rules_.tiles().numbers;
  for (int position = 1; position <= numbers + 1; ++position) {
    const Step& step = path_[index(position)].steps[index(colour)];
    const Tile tile(colour, position > numbers ? 1 : position);
    if (step.tiles > step.jokers) pool.add(tile, step.tiles - step.jokers);
    pool.add(Tile::joker(), step.jokers);
  }
  return pool.empty() || keep_first_.lay_out(old_runs_[index(colour)], pool, joker_places_, melds);
}

bool Layout::goes_on(const Run& run, const Owners& owners) const {
  const std::int8_t owner = run.owners[index(run.meld.size() - 1)];
  const auto end = owners.runs.begin() + owners.count;
  return owner != kNobody && std::find(owners.runs.begin(), end, owner) != end;
}

// Open runs get a tile each, short ones first, then those whose old run goes on; what is left of
// the tiles starts runs, and runs without a tile end.
void Layout::go_on(int colour, int number, const Step& step, Table& melds) {
  const Owners& here = owners(colour, number);
  const auto rank = [&](const Run& run) {
    return run.meld.size() < rules_.min_length() ? 0 : goes_on(run, here) ? 1 : 2;
  };
  for (std::size_t i = 1; i < open_.size(); ++i) {  // few are open
    for (std::size_t k = i; k > 0 && rank(open_[k]) < rank(open_[k - 1]); --k)
      std::swap(open_[k], open_[k - 1]);
  }
  while (std::ssize(open_) > step.tiles) {
    finish(open_.back(), melds);
    open_.pop_back();
  }
  const std::size_t before = open_.size();
  open_.resize(step.tiles);
  std::array<std::int8_t, kMostOwners> free = here.runs;
  int free_count = here.count;
  const auto take = [&](int i) {
    const std::int8_t owner = free[index(i)];
    std::copy(free.begin() + i + 1, free.begin() + free_count, free.begin() + i);
    --free_count;
    return owner;
  };
  std::array<std::int8_t, kMostOwners> owner{};
  owner.fill(kNobody);
  for (std::size_t i = 0; i < before; ++i) {
    const std::int8_t last = open_[i].owners[index(open_[i].meld.size() - 1)];
    for (int k = 0; k < free_count; ++k) {
      if (last != kNobody && free[index(k)] == last) {
        owner[i] = take(k);
        break;
      }
    }
  }
  for (std::size_t i = open_.size(); i-- > 0;) {
    if (owner[i] == kNobody && free_count > 0) owner[i] = take(free_count - 1);
  }
  // Tiles stay with their old runs as far as that goes.
  std::array<bool, kMostOwners> joker{};
  int jokers = step.jokers;
  for (const bool owned : {false, true}) {
    for (std::size_t i = open_.size(); i-- > 0 && jokers > 0;) {
      if (joker[i] || (owner[i] != kNobody) != owned) continue;
      joker[i] = true;
      --jokers;
    }
  }
  for (std::size_t i = 0; i < open_.size(); ++i) {
    Run& run = open_[i];
    run.owners[index(run.meld.size())] = owner[i];
    run.meld.push_back(joker[i] ? Tile::joker() : Tile(colour, number));
  }
}

// Cuts the run where an old one ends or begins and both parts are long enough.
void Layout::finish(const Run& run, Table& melds) const {
  const int least = rules_.min_length();
  Meld part;
  for (int i = 0; i < run.meld.size(); ++i) {
    const bool border = i > 0 && run.owners[index(i)] != run.owners[index(i - 1)];
    if (border && part.size() >= least && run.meld.size() - i >= least) {
      melds.push_back(part);
      part = {};
    }
    part.push_back(run.meld[i]);
  }
  melds.push_back(part);
}

// Splits the tiles of a number into groups: old groups as they were come first, then what shares
// most with one, larger before smaller.
void Layout::read_groups(int number, const Crossing& crossing, Table& melds) {
  std::array<int, kMaxColours> left{};
  int total = 0;
  int jokers = crossing.group_jokers;
  const int colours = rules_.tiles().colours;
  for (int colour = 0; colour < colours; ++colour) {
    left[index(colour)] = crossing.steps[index(colour)].group;
    total += left[index(colour)];
  }
  while (total + jokers > 0) {
    unsigned present = 0;
    for (int colour = 0; colour < colours; ++colour)
      present |= (left[index(colour)] > 0 ? 1U : 0U) << colour;
    unsigned best = 0;
    int best_jokers = 0;
    int best_score = -1;
    std::size_t best_old = groups_.size();
    for (unsigned mask = present;; mask = (mask - 1) & present) {
      const int natural = std::popcount(mask);
      const int most_wild = std::min({jokers, rules_.group_max() - natural, rules_.max_jokers()});
      for (int wild = std::max(0, rules_.min_length() - natural); wild <= most_wild; ++wild) {
        int most = 0;
        for (int colour = 0; colour < colours; ++colour) {
          most = std::max(most, left[index(colour)] - static_cast<int>(mask >> colour & 1U));
        }
        if (!limits_.fit(most, total - natural, jokers - wild)) continue;
        int score = natural + wild;
        std::size_t old = groups_.size();
        for (std::size_t i = 0; i < groups_.size(); ++i) {
          if (group_taken_[i] != 0 || groups_[i].number != number) continue;
          const int shared = std::popcount(groups_[i].colours & mask);
          const bool same = groups_[i].colours == mask && wild == 0;
          const int with_old = (same ? 1000 : 0) + 10 * shared + natural + wild;
          if (with_old > score) {
            score = with_old;
            old = i;
          }
        }
        if (score > best_score) {
          best_score = score;
          best = mask;
          best_jokers = wild;
          best_old = old;
        }
      }
      if (mask == 0) break;
    }
    if (best_old < groups_.size()) group_taken_[best_old] = 1;
    Meld meld;
    for (int colour = 0; colour < colours; ++colour) {
      if ((best >> colour & 1U) == 0) continue;
      meld.push_back(Tile(colour, number));
      --left[index(colour)];
      --total;
    }
    for (int i = 0; i < best_jokers; ++i) meld.push_back(Tile::joker());
    jokers -= best_jokers;
    melds.push_back(meld);
  }
}

}  // namespace rummy
