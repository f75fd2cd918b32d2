#pragma once

#include <memory>
#include <span>
#include <string>

#include "rummy/table_game/pool.hpp"
#include "rummy/table_game/view.hpp"

namespace rummy {

// What a seat did in its turn. A turn that draws and then lays (turn.draw_then_play) is a play with
// drawn tiles.
enum class TurnKind { play, draw, pass, failure };
template <>
struct EnumNames<TurnKind> {
  static constexpr std::string_view kWhat = "action";
  static constexpr std::array<std::string_view, 4> kNames = {"play", "draw", "pass", "failure"};
};

struct TurnRecord {
  TurnKind kind = TurnKind::play;
  int turn = 0;  // from 1
  int seat = 0;
  TileBag laid;
  TileBag drawn;
  TileBag to_rack;  // jokers taken from the table (joker.reuse = keep)
  int table_tiles_moved = 0;
  bool opening = false;  // the first tiles that this seat lays
  bool no_play_existed = false;
  int rack_tiles = 0;  // after the turn, as all below
  int rack_points = 0;
  int pool_left = 0;
};

// What a game comes to; counts are exact and everything else follows from them.
struct GameResult {
  int turns = 0;
  int plays = 0;         // turns that laid tiles
  int draws = 0;         // turns that drew, without failing
  int forced_draws = 0;  // turns on which no legal play existed when they began
  int passes = 0;
  int failures = 0;
  int tiles_laid = 0;
  int jokers_laid = 0;
  int table_tiles_moved = 0;
  int rearranging_turns = 0;  // turns that moved at least one table tile
  PerSeat<int> own_turns{};
  PerSeat<int>
      opening_turn{};     // own turns until the first tiles were laid, that turn counted; 0: never
  PerSeat<int> drawn{};   // tiles drawn after the deal
  PerSeat<int> jokers{};  // jokers dealt or drawn
  // At the end:
  Ending ending = Ending::cap;
  int winner = -1;  // the seat that went out
  bool one_turn_close = false;
  int pool_left = 0;
  PerSeat<int> rack_tiles{};
  PerSeat<int> rack_points{};
  DealScores scores;
};

// One deal of a table game. It deals, applies what the seats decide, and knows when it is over; it
// never decides.
//
// Why every game ends. A turn draws, lays, or does neither (a pass; also a failure that changed
// nothing). Tiles are drawn from a pool that nothing refills, so the draws are bounded by its size.
// A turn that lays puts tiles on a table that nothing leaves, so these are bounded by the tiles of
// the set: only a joker can come back to a rack (joker.reuse = keep), which still asks for a laid
// tile, and naturals never do; under `keep` turns that lay jokers alone count as idle below. Idle
// turns do not change the game, and it ends when everybody in turn has passed once round, or under
// `keep` after kIdleRounds rounds without a draw or a natural laid. A pass needs a pool that has
// nothing for the seat, so it is never early. What is left: under turn.failure_draw = 0 a failure
// changes nothing and is no pass while the pool has tiles; a strategy that failed for ever would go
// on for ever, and meets the turn cap, which is counted on its own.
class TableGame {
 public:
  static constexpr int kIdleRounds = 4;

  explicit TableGame(const CompiledRules& rules, int turn_cap = 1000);

  // Every step is held to the rules and the state to its invariants; a breach throws InputError (a
  // step) or std::logic_error (the game itself). For tests, for hand play and for strategies that
  // are not trusted.
  void set_checked(bool checked) { checked_ = checked; }

  void start(const GameKey& game);
  // A position by hand: seat 0 is to move. `drawn_next` lists the pool, the first drawn first.
  struct Setup {
    Table table;
    std::vector<TileBag> racks;
    std::vector<bool> has_laid;
    std::vector<Tile> drawn_next;
    TileBag discards = {};
    bool drawn = false;     // the seat has drawn already (turn.draw_then_play)
    int turns_to_end = -1;  // turns left in the last lap (end.pool_empty = one_more_lap)
  };
  void start_at(const Setup& setup);

  // With deal.starter_discards the starter first chooses the dead tile; that is part of the set-up
  // and no turn (SIG-08).
  [[nodiscard]] bool must_discard() const { return must_discard_; }
  void discard(Tile tile);

  [[nodiscard]] View view() const;
  void play(const Play& play);
  // Lays nothing: draws, passes when there is nothing to draw, or ends the second half of a
  // draw_then_play turn. `no_play_existed` says that nothing could have been laid (for the counts).
  void draw(bool no_play_existed);
  // A turn that was left unfinished or wrong; `attempt` as finished_part() takes it
  // (turn.failure_revert, failure_draw).
  void fail(const Play& attempt);
  // Why the seat may not leave out laying now, in a sentence; empty when it may (turn.must_play).
  [[nodiscard]] std::string why_not_draw();

  [[nodiscard]] bool over() const { return over_; }
  [[nodiscard]] int seat() const { return seat_; }
  [[nodiscard]] int turn() const { return result_.turns + 1; }
  [[nodiscard]] int players() const { return rules_.players(); }
  [[nodiscard]] const CompiledRules& rules() const { return rules_; }
  [[nodiscard]] const Table& table() const { return position_.table; }
  [[nodiscard]] const Position& position() const { return position_; }
  [[nodiscard]] const TileBag& rack(int seat) const { return racks_[index(seat)]; }
  [[nodiscard]] bool opened(int seat) const;  // may use the table
  [[nodiscard]] const Pool& pool() const { return pool_; }
  [[nodiscard]] const TileBag& discards() const { return discards_; }
  [[nodiscard]] const TurnRecord& last_turn() const { return last_turn_; }
  [[nodiscard]] const GameResult& result() const { return result_; }

  // Throws std::logic_error where tiles are not conserved, a meld is not legal, the view and the
  // hidden tiles are not the state, or the scores do not sum as the rules say.
  void check_invariants() const;

 private:
  [[nodiscard]] static std::size_t index(int seat) { return static_cast<std::size_t>(seat); }
  void begin();
  void begin_turn();
  int draw_tiles(int count);
  void lay(const Play& play);
  void end_turn(TurnKind kind);
  void end_game(Ending ending, int winner);
  [[nodiscard]] Solver& solver();

  CompiledRules rules_;
  Pool pool_;
  Position position_;  // of the seat to move: the table, its rack, whether it may use the table
  PerSeat<TileBag> racks_{};
  PerSeat<bool> has_laid_{};
  PerSeat<int> rack_sizes_{};
  TileBag discards_;
  TileBag all_;           // the tiles of this game, for the check that they are conserved
  TurnRecord record_;     // of the turn under way
  TurnRecord last_turn_;  // of the last turn that ended
  GameResult result_;
  int turn_cap_;
  int seat_ = 0;
  int passes_ = 0;  // passes in a row
  int idle_ = 0;    // turns in a row that drew nothing and laid no natural tile
  int turns_to_end_ = -1;
  int pool_before_ = 0;  // at the start of the turn
  bool drawn_ = false;
  bool must_discard_ = false;
  bool over_ = true;
  bool checked_ = false;
  std::unique_ptr<Solver> solver_;  // made when a rule or a check asks for it
};

}  // namespace rummy
