#include <algorithm>
#include <array>
#include <vector>

#include "rummy/strategies/entries.hpp"
#include "rummy/strategies/novice.hpp"
#include "rummy/table_game/turn_check.hpp"

namespace rummy {

namespace {

constexpr std::array<Parameter, 5> kParameters = {{
    {"depth", 3, 0, 10, "how many melds of the table it takes apart at once"},
    {"miss", 8, 0, 100, "in so many of 100 turns it overlooks that it can play"},
    {"slip", 1, 0, 100, "so many of 100 plays it leaves unfinished"},
    {"pace", 6, 1, 600,
     "seconds for one look around a tile; turn.seconds / pace looks fit in a turn"},
    {"looks", 15, 0, 1000, "looks in a turn without a clock (turn.seconds = 0)"},
}};

// Sees at once what a novice sees, then looks around one tile of its rack after the other: each
// time it takes up to `depth` melds near that tile apart in its mind and lays the most that they
// allow together with the rack. It plays the best that it saw, adds what can then still be added,
// overlooks some plays, and sometimes leaves a turn unfinished, one of its tiles lying alone on the
// table.
class Human : public Strategy {
 public:
  Human(const CompiledRules& rules, Values values)
      : rules_(rules),
        easy_(novice_rules(rules)),
        all_(rules),
        depth_(static_cast<std::size_t>(values[0])),
        miss_(values[1]),
        slip_(values[2]),
        looks_(rules.rules().turn.seconds > 0 ? std::max(1, rules.rules().turn.seconds / values[3])
                                              : values[4]) {}

  [[nodiscard]] Decision decide(const View& view, Play& play) override {
    const Position& position = *view.position;
    const bool must_play = rules_.rules().turn.must_play;
    const bool looks = !stream().chance(miss_);
    const bool found = looks && best_seen(position, play);
    if (!found && must_play) {
      // Who must play is shown a play that it did not see.
      if (!all_.best_play(position, Objective::tiles, play)) return {Action::draw, PlayExists::no};
      return {Action::play, PlayExists::yes};
    }
    if (!found) return {Action::draw, looks ? missed(position) : PlayExists::unknown};
    if (stream().chance(slip_) && play.to_rack.empty()) {
      leave_unfinished(play);
      return {Action::fail, PlayExists::yes};
    }
    return {Action::play, PlayExists::yes};
  }

 private:
  bool best_seen(const Position& position, Play& best) {
    bool found = easy_.best_play(position, Objective::tiles, best);
    if (!position.opened || rules_.rules().access != Access::rearrange || position.table.empty())
      return found;
    bool rearranged = false;
    looked_at_.clear();
    for (int look = 0; look < looks_; ++look) {
      look_around(position);
      if (part_.table.empty()) continue;
      // It lays no more than it did the last time.
      if (std::find(looked_at_.begin(), looked_at_.end(), part_.table) != looked_at_.end())
        continue;
      looked_at_.push_back(part_.table);
      if (all_.best_play(part_, Objective::tiles, seen_) && (!found || seen_.count > best.count)) {
        std::swap(best, seen_);
        best.table.insert(best.table.end(), rest_.begin(), rest_.end());
        found = rearranged = true;
      }
    }
    if (rearranged) add_to(position, best);
    return found;
  }

  // Chooses the melds to take apart: near a tile of the rack, at random.
  void look_around(const Position& position) {
    auto left = static_cast<int>(stream().below(static_cast<std::uint64_t>(position.rack.size())));
    Tile centre;
    position.rack.for_each([&](Tile tile, int copies) {
      if (left >= 0 && left < copies) centre = tile;
      left -= copies;
    });
    part_.rack = position.rack;
    part_.table.clear();
    rest_.clear();
    for (const Meld& meld : position.table)
      (near(meld, centre) ? part_.table : rest_).push_back(meld);
    while (part_.table.size() > depth_) {
      const auto out = static_cast<std::size_t>(stream().below(part_.table.size()));
      rest_.push_back(part_.table[out]);
      part_.table.erase(part_.table.begin() + static_cast<std::ptrdiff_t>(out));
    }
  }

  [[nodiscard]] static bool near(const Meld& meld, Tile centre) {
    return std::any_of(meld.tiles().begin(), meld.tiles().end(), [centre](Tile tile) {
      if (tile.is_joker() || centre.is_joker()) return true;
      const int step = tile.number() - centre.number();
      return step == 0 || (tile.colour() == centre.colour() && step >= -2 && step <= 2);
    });
  }

  // Adds what a novice would still add, where the turn as a whole stays legal.
  void add_to(const Position& position, Play& best) {
    part_.table = best.table;
    part_.rack = position.rack - best.placed + best.to_rack;
    if (!easy_.best_play(part_, Objective::tiles, seen_)) return;
    seen_.placed += best.placed;
    seen_.to_rack += best.to_rack;
    // A joker that was taken and laid again in one turn was never on the rack.
    const int back = std::min(seen_.placed.jokers(), seen_.to_rack.jokers());
    seen_.placed.remove(Tile::joker(), back);
    seen_.to_rack.remove(Tile::joker(), back);
    seen_.count = seen_.placed.size();
    seen_.points = rules_.points(seen_.placed);
    if (why_illegal(rules_, position, seen_, all_).empty()) std::swap(best, seen_);
  }

  void leave_unfinished(Play& play) {
    auto left = static_cast<int>(stream().below(static_cast<std::uint64_t>(play.count)));
    Tile loose;
    play.placed.for_each([&](Tile tile, int copies) {
      if (left >= 0 && left < copies) loose = tile;
      left -= copies;
    });
    for (Meld& meld : play.table) {
      const auto tiles = meld.tiles();
      if (std::find(tiles.begin(), tiles.end(), loose) == tiles.end()) continue;
      Meld shorter;
      bool skipped = false;
      for (const Tile tile : tiles) {
        if (tile == loose && !skipped) {
          skipped = true;
        } else {
          shorter.push_back(tile);
        }
      }
      meld = shorter;
      break;
    }
    Meld alone;
    alone.push_back(loose);
    play.table.push_back(alone);
  }

  CompiledRules rules_;
  Solver easy_;
  Solver all_;
  std::size_t depth_;
  int miss_;
  int slip_;
  int looks_;
  // Kept between turns for their memory.
  Position part_;
  std::vector<Table> looked_at_;
  Table rest_;
  Play seen_;
};

}  // namespace

constinit const StrategyEntry kHumanStrategy = {
    "human", "takes only a few melds apart, overlooks some plays and leaves some turns unfinished",
    kParameters, [](const CompiledRules& rules, Values values) {
      return std::unique_ptr<Strategy>(std::make_unique<Human>(rules, values));
    }};

}  // namespace rummy
