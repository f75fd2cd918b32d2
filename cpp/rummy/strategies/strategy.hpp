#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rummy/random/stream.hpp"
#include "rummy/table_game/view.hpp"

namespace rummy {

// What a seat does: lay the play, lay nothing (which draws, or passes where there is nothing to
// draw), or leave the turn unfinished (the play then holds the table as it was left).
enum class Action { play, draw, fail };

// Whether a legal play existed, as far as the strategy came to know it on the way. Where it is
// unknown and the seat lays nothing, the game asks the solver, since turns without a play are
// counted.
enum class PlayExists { unknown, no, yes };

struct Decision {
  Action action = Action::draw;
  PlayExists play_exists = PlayExists::unknown;
};

// Decides one turn at a time from what its seat may know. It has no clock and no source of chance
// but its own stream, so that its game can be played again alone. One object serves one thread, and
// many games one after the other.
class Strategy {
 public:
  virtual ~Strategy() = default;
  Strategy() = default;
  Strategy(const Strategy&) = delete;
  Strategy& operator=(const Strategy&) = delete;

  // A new game begins and this strategy sits in `seat`.
  virtual void begin_game(const GameKey& game, int seat) {
    stream_ = Stream(game, strategy_purpose(seat));
  }
  // With Action::play and Action::fail it has filled `play`. Under turn.must_play it may not draw
  // where a play exists.
  [[nodiscard]] virtual Decision decide(const View& view, Play& play) = 0;
  // The tile that the starter discards before the first turn (SIG-08): the one with the fewest
  // partners on the rack.
  [[nodiscard]] virtual Tile discard(const View& view);

 protected:
  [[nodiscard]] Stream& stream() { return stream_; }

 private:
  Stream stream_;
};

// The tile of a rack that is the least use to it: with the fewest other tiles that it could form a
// meld with, among these the one that costs the most at the end, and then the last in the fixed
// order. Never a joker while there is another.
[[nodiscard]] Tile least_useful(const CompiledRules& rules, const TileBag& rack);

}  // namespace rummy
