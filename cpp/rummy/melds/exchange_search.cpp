#include "rummy/melds/exchange_search.hpp"

#include <algorithm>

namespace rummy {

namespace {

// The number that all naturals share; 0: there are none, -1: they differ.
int shared_number(const Meld& meld) {
  int number = 0;
  for (const Tile tile : meld.tiles()) {
    if (tile.is_joker()) continue;
    if (number != 0 && tile.number() != number) return -1;
    number = tile.number();
  }
  return number;
}

bool holds(const Meld& meld, Tile natural) {
  const auto tiles = meld.tiles();
  return std::find(tiles.begin(), tiles.end(), natural) != tiles.end();
}

bool jokers_only(const Meld& meld) { return meld.jokers() == meld.size(); }

}  // namespace

bool ExchangeSearch::run(const CompiledRules& rules, const ExchangeSwitches& switches,
                         std::span<const Meld> before, std::span<const Meld> after,
                         const TileBag& laid, const TileBag& to_rack) {
  rules_ = &rules;
  switches_ = switches;
  before_ = before;
  after_ = after;
  laid_ = laid;
  before_bags_.clear();
  for (const Meld& meld : before) before_bags_.push_back(meld.bag());
  supply_ = laid;
  if (switches.joker.tile_from == TileFrom::rack_or_table) {
    for (const TileBag& bag : before_bags_) supply_ += bag;
  }
  copies_.clear();
  hosted_.assign(after.size(), kNone);
  pair_jokers_only();
  collect_jokers();
  if (joker_count_ - to_rack.jokers() > slot_count_ || to_rack.jokers() > joker_count_)
    return false;
  return map_joker(0, to_rack.jokers());
}

// A meld of jokers alone that is there before and after is the same one: no story gains by trading
// its jokers.
void ExchangeSearch::pair_jokers_only() {
  paired_.assign(before_.size(), 0);
  for (std::size_t i = 0; i < before_.size(); ++i) {
    if (!jokers_only(before_[i])) continue;
    for (std::size_t n = 0; n < after_.size(); ++n) {
      if (hosted_[n] != kNone || after_[n] != before_[i]) continue;
      hosted_[n] = static_cast<int>(i);
      paired_[i] = 1;
      break;
    }
  }
}

void ExchangeSearch::collect_jokers() {
  old_count_ = new_count_ = joker_count_ = slot_count_ = 0;
  Faces any;
  for (int m = 0; m < static_cast<int>(before_.size()); ++m) {
    const Meld& meld = old_meld(m);
    if (meld.jokers() == 0 || paired_[static_cast<std::size_t>(m)] != 0) continue;
    Group& group = old_groups_[static_cast<std::size_t>(old_count_)];
    group.meld = m;
    group.first = joker_count_;
    stand(meld, group.standings);
    for (int place = 0; place < meld.size(); ++place) {
      if (!meld[place].is_joker()) continue;
      TableJoker& found = joker(joker_count_++);
      found = TableJoker{};
      found.group = old_count_;
      for (const Standing& standing : group.standings) {
        found.could.set(standing.faces[static_cast<std::size_t>(joker_count_ - 1 - group.first)]);
      }
      any |= found.could;
    }
    group.count = joker_count_ - group.first;
    ++old_count_;
  }
  for (int m = 0; m < static_cast<int>(after_.size()); ++m) {
    const Meld& meld = result(m);
    if (meld.jokers() == 0 || hosted_[static_cast<std::size_t>(m)] != kNone) continue;
    Group& group = new_groups_[static_cast<std::size_t>(new_count_)];
    group.meld = m;
    group.first = slot_count_;
    for (int place = 0; place < meld.size(); ++place) {
      if (meld[place].is_joker())
        slots_[static_cast<std::size_t>(slot_count_++)] = {new_count_, place, kNone};
    }
    group.count = slot_count_ - group.first;
    stand(meld, group.standings);
    // What no table joker could stand for before is all the same.
    for (Standing& standing : group.standings) {
      standing.kind = MeldKind::run;
      standing.missing = 0;
      for (std::uint8_t& face : standing.faces) {
        if (!any.test(face)) face = kFaces;
      }
    }
    std::sort(group.standings.begin(), group.standings.end());
    group.standings.erase(std::unique(group.standings.begin(), group.standings.end()),
                          group.standings.end());
    ++new_count_;
  }
}

// All readings of a meld with each joker's tile told; two jokers of one group stand for different
// colours.
void ExchangeSearch::stand(const Meld& meld, std::vector<Standing>& out) {
  out.clear();
  readings(meld, *rules_, readings_);
  for (const Reading& reading : readings_) {
    Standing standing;
    standing.kind = reading.kind;
    standing.missing = reading.missing;
    if (reading.kind == MeldKind::run) {
      std::size_t ordinal = 0;
      for (int place = 0; place < meld.size(); ++place) {
        if (!meld[place].is_joker()) continue;
        standing.faces[ordinal++] =
            static_cast<std::uint8_t>(reading.stands[static_cast<std::size_t>(place)].face());
      }
      out.push_back(standing);
    } else {
      permute(standing, 0, meld.jokers(), reading.stands[0].number(), reading.missing, out);
    }
  }
}

void ExchangeSearch::permute(Standing& standing, int ordinal, int count, int number,
                             unsigned colours, std::vector<Standing>& out) {
  if (ordinal == count) {
    out.push_back(standing);
    return;
  }
  for (int colour = 0; colour < kMaxColours; ++colour) {
    if ((colours >> colour & 1U) == 0) continue;
    standing.faces[static_cast<std::size_t>(ordinal)] =
        static_cast<std::uint8_t>(Tile(colour, number).face());
    permute(standing, ordinal + 1, count, number, colours & ~(1U << colour), out);
  }
}

bool ExchangeSearch::map_joker(int i, int to_rack) {
  if (i == joker_count_) return to_rack == 0 && read_result(0);
  for (int s = 0; s < slot_count_; ++s) {
    Slot& slot = slots_[static_cast<std::size_t>(s)];
    if (slot.joker != kNone) continue;
    slot.joker = i;
    joker(i).slot = s;
    if (map_joker(i + 1, to_rack)) return true;
    slot.joker = kNone;
  }
  joker(i).slot = kNone;
  return to_rack > 0 && map_joker(i + 1, to_rack - 1);
}

bool ExchangeSearch::read_result(int g) {
  if (g == new_count_) return choose_freed();
  const Group& group = new_groups_[static_cast<std::size_t>(g)];
  bool any = false;
  for (int s = 0; s < group.count; ++s)
    any = any || slots_[static_cast<std::size_t>(group.first + s)].joker != kNone;
  for (const Standing& standing : group.standings) {
    for (int s = 0; s < group.count; ++s) {
      const int lies = slots_[static_cast<std::size_t>(group.first + s)].joker;
      if (lies != kNone) joker(lies).stands = standing.faces[static_cast<std::size_t>(s)];
    }
    if (read_result(g + 1)) return true;
    if (!any) break;  // only jokers from the rack: their reading says nothing about the table's
  }
  return false;
}

bool ExchangeSearch::choose_freed() {
  for (unsigned mask = 0; mask < (1U << joker_count_); ++mask) {
    if (mask != 0 && switches_.joker.retrieval == Retrieval::never) break;
    bool possible = true;
    for (int i = 0; i < joker_count_; ++i) {
      TableJoker& found = joker(i);
      found.freed = (mask >> i & 1U) != 0;
      possible =
          possible && (found.freed || (found.slot != kNone && found.could.test(found.stands)));
    }
    if (possible && tell_old(0)) return true;
  }
  return false;
}

// Chooses what the jokers of an old meld stood for, claims the tiles that free them, and finds the
// meld that it stayed in where the rules ask for one.
bool ExchangeSearch::tell_old(int g) {
  if (g == old_count_) return switches_.access == Access::add_only ? finish_add_only() : finish();
  const Group& group = old_groups_[static_cast<std::size_t>(g)];
  bool freed = false;
  bool stays = false;
  for (int j = 0; j < group.count; ++j) {
    freed = freed || joker(group.first + j).freed;
    stays = stays || !joker(group.first + j).freed;
  }
  const bool claims = freed && switches_.joker.retrieval == Retrieval::exact_tile;
  const bool hosted =
      switches_.access == Access::add_only || (switches_.joker.lock != Lock::none && stays);
  const TileBag supply = supply_;
  for (const Standing& standing : group.standings) {
    bool agrees = true;
    for (int j = 0; j < group.count; ++j) {
      TableJoker& found = joker(group.first + j);
      found.stood = standing.faces[static_cast<std::size_t>(j)];
      agrees = agrees && (found.freed || found.stands == found.stood);
    }
    if (!agrees) continue;
    if (claims && !claim(group, standing)) {
      supply_ = supply;
      continue;
    }
    if (hosted ? host(g, standing) : tell_old(g + 1)) return true;
    supply_ = supply;
    if (!claims && switches_.joker.lock == Lock::none && !hosted)
      return false;  // readings are alike
  }
  return false;
}

bool ExchangeSearch::claim(const Group& group, const Standing& standing) {
  const Meld& meld = old_meld(group.meld);
  const bool all = switches_.joker.group_of_three == GroupOfThree::both &&
                   standing.kind == MeldKind::group && meld.size() == 3;
  for (int j = 0; j < group.count; ++j) {
    if (!joker(group.first + j).freed) continue;
    const Tile own = Tile::from_face(standing.faces[static_cast<std::size_t>(j)]);
    for (int colour = 0; colour < kMaxColours; ++colour) {
      const bool wanted = all ? (standing.missing >> colour & 1) != 0 : colour == own.colour();
      if (!wanted) continue;
      const Tile tile(colour, own.number());
      if (!supply_.contains(tile)) return false;
      supply_.remove(tile);
    }
  }
  return true;
}

bool ExchangeSearch::host(int g, const Standing& standing) {
  const Group& group = old_groups_[static_cast<std::size_t>(g)];
  int home = kNone;
  for (int j = 0; j < group.count; ++j) {
    const TableJoker& found = joker(group.first + j);
    if (found.freed) continue;
    const int meld = result_of(found);
    if (home != kNone && home != meld) return false;
    home = meld;
  }
  if (home != kNone) return host_in(g, standing, home);
  for (int meld = 0; meld < static_cast<int>(after_.size()); ++meld) {
    if (host_in(g, standing, meld)) return true;
  }
  return false;
}

bool ExchangeSearch::host_in(int g, const Standing& standing, int meld) {
  const Group& group = old_groups_[static_cast<std::size_t>(g)];
  int& guest = hosted_[static_cast<std::size_t>(meld)];
  const int earlier_guest = guest;
  const bool apart = switches_.access == Access::add_only;  // two old melds never merge
  if (apart && guest != kNone) return false;
  const Meld& old = old_meld(group.meld);
  const int slack = result(meld).size() - old.size();
  const int last =
      standing.kind == MeldKind::run ? last_offset(group.meld, meld) : std::min(slack, 0);
  for (int offset = 0; offset <= last; ++offset) {
    if (!fits(group, standing, meld, offset)) continue;
    const std::size_t mark = copies_.size();
    bool given = true;
    for (const Tile tile : old.tiles()) {
      given = given && (tile.is_joker() || give(tile.face(), meld, group.meld));
    }
    if (apart) guest = group.meld;
    if (given && tell_old(g + 1)) return true;
    guest = earlier_guest;
    copies_.resize(mark);
  }
  return false;
}

// Where the old meld may begin in a run; in a ring anywhere.
int ExchangeSearch::last_offset(int old, int meld) const {
  const Meld& now = result(meld);
  const int slack = now.size() - old_meld(old).size();
  return slack >= 0 && is_ring(now, *rules_) ? now.size() - 1 : slack;
}

// The old meld is found whole in the result meld, each freed joker's place taken by the tile that
// it stood for.
bool ExchangeSearch::fits(const Group& group, const Standing& standing, int meld,
                          int offset) const {
  const Meld& old = old_meld(group.meld);
  const Meld& now = result(meld);
  if (now.size() < old.size()) return false;
  bool stays = false;
  for (int j = 0; j < group.count; ++j) stays = stays || !joker(group.first + j).freed;
  if (stays && switches_.joker.lock == Lock::full && now.size() != old.size()) return false;
  const bool run = standing.kind == MeldKind::run;
  int number = shared_number(old);
  if (!run) {
    if (number == 0) number = Tile::from_face(standing.faces[0]).number();
    const int other = shared_number(now);
    if ((other != 0 && other != number) || now.size() > rules_->group_max()) return false;
  }
  int ordinal = 0;
  for (int place = 0; place < old.size(); ++place) {
    Tile tile = old[place];
    if (tile.is_joker()) {
      const TableJoker& found = joker(group.first + ordinal);
      if (!found.freed) {
        const Slot& slot = slots_[static_cast<std::size_t>(found.slot)];
        if (result_of(found) != meld || (run && slot.place != (offset + place) % now.size()))
          return false;
        ++ordinal;
        continue;
      }
      tile = Tile::from_face(standing.faces[static_cast<std::size_t>(ordinal++)]);
    }
    if (run ? now[(offset + place) % now.size()] != tile : !holds(now, tile)) return false;
  }
  return true;
}

int ExchangeSearch::result_of(const TableJoker& found) const {
  if (found.slot == kNone) return kNone;
  const Slot& slot = slots_[static_cast<std::size_t>(found.slot)];
  return new_groups_[static_cast<std::size_t>(slot.group)].meld;
}

bool ExchangeSearch::contains_old(int meld, int old) const {
  const Meld& whole = old_meld(old);
  for (const Tile tile : whole.tiles()) {
    if (!tile.is_joker() && !holds(result(meld), tile)) return false;
  }
  const int jokers = whole.jokers();
  if (jokers == 0) return true;
  int inside = 0;
  for (int i = 0; i < joker_count_; ++i) {
    const bool own = old_groups_[static_cast<std::size_t>(joker(i).group)].meld == old;
    inside += own && result_of(joker(i)) == meld ? 1 : 0;
  }
  return inside == jokers;
}

int ExchangeSearch::rack_jokers(int meld) const {
  int total = 0;
  for (int s = 0; s < slot_count_; ++s) {
    const Slot& slot = slots_[static_cast<std::size_t>(s)];
    const bool here = new_groups_[static_cast<std::size_t>(slot.group)].meld == meld;
    total += here && slot.joker == kNone ? 1 : 0;
  }
  return total;
}

bool ExchangeSearch::partner_in(int i, int meld) const {
  for (int other = 0; other < joker_count_; ++other) {
    if (other != i && joker(other).group == joker(i).group && result_of(joker(other)) == meld)
      return true;
  }
  return false;
}

int ExchangeSearch::rack_tiles_needed() const {
  switch (switches_.joker.reuse) {
    case Reuse::new_meld:
      return 1;
    case Reuse::new_meld_two_rack:
      return 2;
    case Reuse::any_meld:
    case Reuse::keep:
      break;
  }
  return 0;
}

}  // namespace rummy
