// The second half of ExchangeSearch: once the jokers are told, is there an assignment of the copies
// of tiles to where they came from? Copies that no demand names can always be completed, for each
// face has as many origins as places.
#include <algorithm>

#include "rummy/melds/exchange_search.hpp"

namespace rummy {

namespace {

constexpr int kUnknown = -2;

}  // namespace

int ExchangeSearch::source_of(int face, int meld) const {
  for (const Copy& copy : copies_) {
    if (copy.face == face && copy.meld == meld) return copy.source;
  }
  return kUnknown;
}

// Says where the copy in a result meld came from, when that origin still has one.
bool ExchangeSearch::give(int face, int meld, int source) {
  const Tile tile = Tile::from_face(face);
  int left = source == kRack ? laid_.count(tile)
                             : before_bags_[static_cast<std::size_t>(source)].count(tile);
  for (const Copy& copy : copies_) {
    if (copy.face != face) continue;
    if (copy.meld == meld) return false;
    left -= copy.source == source ? 1 : 0;
  }
  if (left <= 0) return false;
  copies_.push_back({face, meld, source});
  return true;
}

bool ExchangeSearch::finish() {
  const std::size_t mark = copies_.size();
  if (list_needs() && satisfy(0, 0, 0)) return true;
  copies_.resize(mark);
  return false;
}

bool ExchangeSearch::list_needs() {
  needs_.clear();
  for (int i = 0; i < joker_count_; ++i) {
    const TableJoker& found = joker(i);
    const int meld = result_of(found);
    if (meld == kNone) continue;
    const int old = old_groups_[static_cast<std::size_t>(found.group)].meld;
    const bool partner = partner_in(i, meld);
    if (!found.freed) {
      if (!partner) needs_.push_back({Demand::share, meld, old, 0, 0});
      continue;
    }
    // Only a lock makes it better to be freed than to stay.
    if (switches_.joker.lock != Lock::none && found.stands == found.stood) {
      if (partner) return false;
      for (const Tile tile : result(meld).tiles()) {
        if (tile.is_joker() || !before_bags_[static_cast<std::size_t>(old)].contains(tile))
          continue;
        needs_.push_back({Demand::not_from, meld, old, tile.face(), 0});
      }
    }
    if (rack_tiles_needed() == 0) continue;
    const int count = rack_tiles_needed() - rack_jokers(meld);
    if (count > 0) needs_.push_back({Demand::rack, meld, 0, 0, count});
    for (int other = 0; other < static_cast<int>(before_.size()); ++other) {
      if (!contains_old(meld, other)) continue;
      if (old_meld(other).jokers() == old_meld(other).size()) return false;
      needs_.push_back({Demand::broken, meld, other, 0, 0});
    }
  }
  return true;
}

bool ExchangeSearch::satisfy(std::size_t index, int place, int found) {
  if (index == needs_.size()) return true;
  const Need need = needs_[index];
  const Meld& meld = result(need.meld);
  const auto next = [&] { return satisfy(index + 1, 0, 0); };
  switch (need.demand) {
    case Demand::share: {
      const TileBag& old = before_bags_[static_cast<std::size_t>(need.old)];
      for (const Tile tile : meld.tiles()) {
        if (!tile.is_joker() && source_of(tile.face(), need.meld) == need.old) return next();
      }
      for (const Tile tile : meld.tiles()) {
        if (tile.is_joker() || !old.contains(tile) || !give(tile.face(), need.meld, need.old))
          continue;
        if (next()) return true;
        copies_.pop_back();
      }
      return false;
    }
    case Demand::not_from: {
      const int source = source_of(need.face, need.meld);
      if (source != kUnknown) return source != need.old && next();
      return satisfy_elsewhere(need.face, need.meld, need.old, index + 1);
    }
    case Demand::rack: {
      if (found == need.count) return next();
      for (; place < meld.size(); ++place) {
        const Tile tile = meld[place];
        if (tile.is_joker()) continue;
        if (source_of(tile.face(), need.meld) == kRack) return satisfy(index, place + 1, found + 1);
        if (!give(tile.face(), need.meld, kRack)) continue;
        if (satisfy(index, place + 1, found + 1)) return true;
        copies_.pop_back();
      }
      return false;
    }
    case Demand::broken: {
      const Meld& old = old_meld(need.old);
      for (const Tile tile : old.tiles()) {
        if (tile.is_joker()) continue;
        const int source = source_of(tile.face(), need.meld);
        if (source != kUnknown && source != need.old) return next();
      }
      for (const Tile tile : old.tiles()) {
        if (tile.is_joker() || source_of(tile.face(), need.meld) != kUnknown) continue;
        if (satisfy_elsewhere(tile.face(), need.meld, need.old, index + 1)) return true;
      }
      return false;
    }
  }
  return false;
}

// The copy of `face` in the result meld comes from anywhere but `old`.
bool ExchangeSearch::satisfy_elsewhere(int face, int meld, int old, std::size_t next) {
  for (int source = kRack; source < static_cast<int>(before_.size()); ++source) {
    if (source == old || !give(face, meld, source)) continue;
    if (satisfy(next, 0, 0)) return true;
    copies_.pop_back();
  }
  return false;
}

// add_only: the melds that held jokers have found where they went on; every other one must too, and
// then all that was added came from the rack, or is a joker.
bool ExchangeSearch::finish_add_only() {
  plain_hosts_ = hosted_;
  for (int i = 0; i < joker_count_ && rack_tiles_needed() > 0; ++i) {
    const int meld = result_of(joker(i));
    if (meld == kNone || !joker(i).freed) continue;
    const int guest = hosted_[static_cast<std::size_t>(meld)];
    int rack_tiles = result(meld).size() - result(meld).jokers() + rack_jokers(meld);
    if (guest != kNone) rack_tiles -= old_meld(guest).size() - old_meld(guest).jokers();
    if (rack_tiles < rack_tiles_needed()) return false;
    for (int g = 0; g < old_count_; ++g) {
      const int old = old_groups_[static_cast<std::size_t>(g)].meld;
      const bool here = guest == old || old_meld(old).jokers() == old_meld(old).size();
      if (here && contains_old(meld, old)) return false;
    }
    // No old meld may grow into a new one.
    if (guest == kNone) plain_hosts_[static_cast<std::size_t>(meld)] = kUnknown;
  }
  return place_plain_melds();
}

bool ExchangeSearch::place_plain_melds() {
  for (int old = 0; old < static_cast<int>(before_.size()); ++old) {
    if (old_meld(old).jokers() > 0) continue;
    seen_.assign(after_.size(), 0);
    if (!augment(old)) return false;
  }
  return true;
}

// Kuhn's matching: finds a result meld for an old one, moving earlier ones when they have another.
bool ExchangeSearch::augment(int old) {
  const Meld& whole = old_meld(old);
  Standing standing;
  standing.kind = whole[0].number() == whole[1].number() ? MeldKind::group : MeldKind::run;
  Group group;
  group.meld = old;
  for (int meld = 0; meld < static_cast<int>(after_.size()); ++meld) {
    const int guest = plain_hosts_[static_cast<std::size_t>(meld)];
    const bool taken = guest == kUnknown || (guest != kNone && old_meld(guest).jokers() > 0);
    if (taken || seen_[static_cast<std::size_t>(meld)] != 0) continue;
    bool found = false;
    const int last = standing.kind == MeldKind::run ? last_offset(old, meld) : 0;
    for (int offset = 0; offset <= last; ++offset)
      found = found || fits(group, standing, meld, offset);
    if (!found) continue;
    seen_[static_cast<std::size_t>(meld)] = 1;
    if (guest != kNone && !augment(guest)) continue;
    plain_hosts_[static_cast<std::size_t>(meld)] = old;
    return true;
  }
  return false;
}

}  // namespace rummy
