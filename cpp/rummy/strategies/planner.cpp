#include <algorithm>
#include <array>

#include "rummy/strategies/entries.hpp"
#include "rummy/table_game/known_position.hpp"

namespace rummy {

namespace {

constexpr std::array<Parameter, 3> kParameters = {{
    {"samples", 12, 1, 10000, "ways of dealing the hidden tiles that it imagines each turn"},
    {"candidates", 6, 2, 1000, "how many plays it thinks about, laying nothing among them"},
    {"turns", 6, 1, 1000, "how many turns of all seats it plays each of them forward"},
}};

// A lead of so many tiles counts as a won game where the playing forward stops.
constexpr int kWonLead = 10;

// The other racks and the pool are dealt anew in several ways that agree with all that the seat
// sees. From each the game is played forward after every candidate, by max_tiles in all seats, and
// the candidate with the largest share of the win is chosen: the share at the end of the game or,
// where it is not over by then, what the numbers of tiles promise. All candidates meet the same
// deals. After half of the samples only the better half of them goes on.
class Planner : public Strategy {
 public:
  Planner(const CompiledRules& rules, Values values)
      : rules_(rules),
        solver_(rules),
        game_(rules),
        samples_(values[0]),
        most_(static_cast<std::size_t>(values[1])),
        turns_(values[2]) {}

  void begin_game(const GameKey& game, int seat) override {
    Strategy::begin_game(game, seat);
    key_ = game;
  }

  [[nodiscard]] Decision decide(const View& view, Play& play) override {
    if (!solver_.best_play(*view.position, Objective::tiles, play))
      return {Action::draw, PlayExists::no};
    if (play.count == view.rack().size()) return {Action::play, PlayExists::yes};  // it goes out
    find_candidates(view, play);
    if (candidates_.size() > 1) think(view);
    if (candidates_.front().holds()) return {Action::draw, PlayExists::yes};
    play = candidates_.front().play;
    return {Action::play, PlayExists::yes};
  }

 private:
  // What the seat could do, and what that has come to over the samples so far.
  struct Candidate {
    Play play;  // of no tiles: to hold back
    int value = 0;
    [[nodiscard]] bool holds() const { return play.placed.empty(); }
  };

  // What max_tiles would lay, nothing, the most points, then the most tiles without jokers and
  // without each tile of the first. (Listing every play would take seconds where there are many.)
  void find_candidates(const View& view, const Play& best) {
    candidates_.clear();
    add(best);
    // Where a seat that lays nothing cannot draw, its pass might end the game.
    if (view.can_draw && !rules_.rules().turn.must_play) add(Play{});
    kept_ = *view.position;
    add_best(Objective::points);
    if (best.placed.jokers() > 0) {
      kept_.rack.remove(Tile::joker(), kept_.rack.jokers());
      add_best(Objective::tiles);
    }
    best.placed.for_each([&](Tile tile, int) {
      if (candidates_.size() >= most_) return;
      kept_.rack = view.rack();
      kept_.rack.remove(tile);
      add_best(Objective::tiles);
    });
  }
  void add_best(Objective objective) {
    if (solver_.best_play(kept_, objective, next_)) add(next_);
  }
  void add(const Play& play) {
    const bool known = std::any_of(candidates_.begin(), candidates_.end(), [&](const Candidate& c) {
      return c.play.placed == play.placed;
    });
    if (!known && candidates_.size() < most_) candidates_.push_back({play, 0});
  }

  // Leaves the best candidate in front.
  void think(const View& view) {
    const KnownPosition known = known_to(view);
    const int half = (samples_ + 1) / 2;
    for (int sample = 0; sample < samples_ && candidates_.size() > 1; ++sample) {
      if (sample == half) keep_better_half();
      TableGame::Setup setup = deal_hidden(known, rules_, stream_of(view, sample));
      setup.drawn = view.drawn;
      setup.turns_to_end = view.turns_to_end;
      for (Candidate& candidate : candidates_) candidate.value += play_forward(setup, candidate);
    }
    sort_best_first();
  }

  [[nodiscard]] Stream stream_of(const View& view, int sample) const {
    return {key_, foresight_purpose(view.seat),
            static_cast<std::uint64_t>(view.turn) << 32 | static_cast<std::uint64_t>(sample)};
  }

  // Of candidates worth the same, those that were found first stay.
  void sort_best_first() {
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Candidate& a, const Candidate& b) { return a.value > b.value; });
  }
  void keep_better_half() {
    sort_best_first();
    candidates_.resize(std::max<std::size_t>(2, (candidates_.size() + 1) / 2));
  }

  // The share of the win in sixtieths of the seat that thinks, which is seat 0 of the setup.
  int play_forward(const TableGame::Setup& setup, const Candidate& candidate) {
    game_.start_at(setup);
    if (candidate.holds()) {
      game_.draw(false);
    } else {
      game_.play(candidate.play);
    }
    for (int turn = 0; turn < turns_ && !game_.over(); ++turn) {
      if (solver_.best_play(game_.position(), Objective::tiles, next_)) {
        game_.play(next_);
      } else {
        game_.draw(true);
      }
    }
    return game_.over() ? game_.result().scores.win_shares[0] : promise();
  }

  // An equal share where all have as few tiles, all of it with the lead that counts as won, none of
  // it with the opposite.
  [[nodiscard]] int promise() const {
    int fewest = kMaxTiles;
    for (int seat = 1; seat < game_.players(); ++seat)
      fewest = std::min(fewest, game_.rack(seat).size());
    const int lead = std::clamp(fewest - game_.rack(0).size(), -kWonLead, kWonLead);
    const int equal = kWinShares / game_.players();
    return equal + (lead < 0 ? equal : kWinShares - equal) * lead / kWonLead;
  }

  CompiledRules rules_;
  Solver solver_;
  TableGame game_;  // the imagined one
  int samples_;
  std::size_t most_;
  int turns_;
  GameKey key_;
  std::vector<Candidate> candidates_;
  // Kept between turns for their memory.
  Position kept_;
  Play next_;
};

}  // namespace

constinit const StrategyEntry kPlannerStrategy = {
    "planner", "imagines the hidden tiles, plays several plays forward and chooses the best; slow",
    kParameters, [](const CompiledRules& rules, Values values) {
      return std::unique_ptr<Strategy>(std::make_unique<Planner>(rules, values));
    }};

}  // namespace rummy
