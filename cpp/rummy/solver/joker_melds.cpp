#include "rummy/solver/joker_melds.hpp"

#include <algorithm>

namespace rummy {

void JokerMelds::begin(const TileBag& pool, const JokerPlaces& places, const TileBag& laid,
                       std::span<const Meld> before, bool with_laid) {
  pool_ = pool;
  places_ = places;
  laid_ = laid;
  before_ = before;
  melds_.clear();
  next_size_ = moves_.min_size();
  if (with_laid && laid_.jokers() == 0) return;
  next_size_ = moves_.max_size() + 1;
  moves_.with_joker(pool, [&](const Meld& meld) {
    if (places_.allows(meld, rules_) && has_excuse(meld) && worth_trying(meld))
      melds_.push_back(meld);
    return false;
  });
  std::stable_sort(melds_.begin(), melds_.end(),
                   [](const Meld& a, const Meld& b) { return a.size() < b.size(); });
}

// Lists the joker melds with a laid tile size by size, since a short one mostly does.
bool JokerMelds::has(std::size_t i) {
  const auto laid_tile = [&](Tile tile) { return !tile.is_joker() && laid_.contains(tile); };
  for (; i >= melds_.size() && next_size_ <= moves_.max_size(); ++next_size_) {
    laid_.for_each([&](Tile tile, int) {
      moves_.containing(pool_, tile, next_size_, [&](const Meld& meld) {
        if (meld.jokers() == 0 || !places_.allows(meld, rules_)) return false;
        // Each meld once: by the first of its laid tiles.
        const auto tiles = meld.tiles();
        if (*std::find_if(tiles.begin(), tiles.end(), laid_tile) == tile && worth_trying(meld))
          melds_.push_back(meld);
        return false;
      });
    });
  }
  return i < melds_.size();
}

// A run of six or more may drop a tail without jokers and laid tiles, so it need not be tried: the
// tail is a meld of its own, and every tile that a rule could ask for is still beside the jokers.
// But a lock may ask for the whole meld, and going nearly round a run meets the old tiles again.
bool JokerMelds::worth_trying(const Meld& meld) const {
  const int least = rules_.min_length();
  if (meld.size() < 2 * least || rules_.rules().joker.lock != Lock::none ||
      rules_.rules().melds.run_wrap == RunWrap::round)
    return true;
  int first = meld.size();
  int last = -1;
  for (int i = 0; i < meld.size(); ++i) {
    const bool joker = meld[i].is_joker();
    if (!joker && !laid_.contains(meld[i])) continue;
    first = std::min(first, joker ? i - 1 : i);
    last = std::max(last, joker ? i + 1 : i);
  }
  const bool cut_low = first >= least && meld.size() - first >= least;
  const bool cut_high = meld.size() - 1 - last >= least && last + 1 >= least;
  return !cut_low && !cut_high;
}

// A quick no where a freed joker asks for a rack tile beside it: without one a joker must have
// stayed, and then lies with a tile of its old meld.
bool JokerMelds::has_excuse(const Meld& meld) const {
  if (laid_.jokers() > 0 || meld.jokers() > 1 || !rules_.rules().joker.to_new_meld()) return true;
  const auto tiles = meld.tiles();
  if (std::any_of(tiles.begin(), tiles.end(), [this](Tile tile) { return laid_.contains(tile); }))
    return true;
  return std::any_of(before_.begin(), before_.end(), [&](const Meld& old) {
    const auto others = old.tiles();
    return old.jokers() > 0 && std::any_of(tiles.begin(), tiles.end(), [&](Tile tile) {
             return !tile.is_joker() &&
                    std::find(others.begin(), others.end(), tile) != others.end();
           });
  });
}

}  // namespace rummy
