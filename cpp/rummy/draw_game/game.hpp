#pragma once

#include <string>
#include <vector>

#include "rummy/draw_game/deck.hpp"
#include "rummy/draw_game/lay_off.hpp"
#include "rummy/draw_game/pile.hpp"
#include "rummy/draw_game/scoring.hpp"
#include "rummy/draw_game/view.hpp"

namespace rummy {

// What a seat does after it has drawn: lays melds and lays off where that is done in the course of
// play, then discards one card, or none when all are melded; `show` ends the deal (a knock, gin, a
// whole hand).
struct TurnPlay {
  std::vector<HandMeld> melds;       // from the hand
  std::vector<HandMeld> pairs;       // from the hand (OK101)
  std::vector<LayOffMove> lay_offs;  // after the melds; places of the table with the new melds,
                                     // then the new pairs, at its end
  std::optional<Tile> discard;
  bool show = false;

  [[nodiscard]] bool lays() const { return !(melds.empty() && pairs.empty() && lay_offs.empty()); }
  void clear() {
    if (lays()) {
      melds.clear();
      pairs.clear();
      lay_offs.clear();
    }
    discard.reset();
    show = false;
  }
};

struct DrawTurnRecord {
  int turn = 0;  // from 1
  int seat = 0;
  bool offered = false;  // took the upcard when it was offered
  bool drew = false;     // false: the starter's first turn (deal.starter_extra)
  Source source = Source::stock;
  Tile drawn = Tile::joker();  // from the stock, or the top of the pile
  int cards_taken = 0;         // from the pile
  int cards_laid = 0;
  int lay_offs = 0;
  bool opening = false;
  bool shows = false;
  bool warning = false;  // with one more card it could close (ARG-16)
  std::optional<Tile> discard;
  int hand_cards = 0;   // after the turn, as all below
  int hand_points = 0;  // deadwood, or what the cards cost
  int stock_left = 0;
};

// What a deal comes to; counts are exact and everything else follows from them.
struct DrawResult {
  int turns = 0;
  int stock_draws = 0;
  int pile_takes = 0;
  int pile_cards = 0;  // cards that came with them
  int cards_laid = 0;
  int lay_offs = 0;             // cards laid off, also against a knock
  int warnings = 0;             // counted when turns are followed
  int dealt_deadwood = 0;       // over all dealt hands; counted under end.by = knock
  PerSeat<int> opening_turn{};  // own turns until the first lay-down, counted; 0: never
  PerSeat<int> takes{};         // pile takes by seat
  // At the end:
  DrawDealEnd end;
  DrawScores scores;
  int knock_deadwood = 0;  // of who knocked
  int stock_left = 0;
  PerSeat<int> hand_cards{};
};

// One deal of a draw game. It deals, applies what the seats decide, and knows when it is over; it
// never decides.
//
// Why every deal ends. A turn draws from the stock or takes from the pile. The stock is refilled by
// nothing, and the deal ends with it, so turns that draw from it are bounded. Taking from the pile
// and discarding again does not change what is in play, and players who did only that for ever
// would go on for ever; such a deal meets the turn cap, which is counted on its own. No shipped
// strategy does it: greedy and strong players take only what they meld or what lowers their
// deadwood, random ones draw from the stock with a chance that is never 0.
class DrawGame {
 public:
  enum class Phase { offer, draw, play, over };

  explicit DrawGame(const CompiledDraw& rules, int turn_cap = 1000);

  // Every step is held to the rules and the state to its invariants; a breach throws InputError (a
  // step) or std::logic_error (the game itself).
  void set_checked(bool checked) { checked_ = checked; }
  // Turn records with warnings (ARG-16), which cost time.
  void set_followed(bool followed) { followed_ = followed; }

  // `totals` are the points of the match so far, by seat.
  void start(const GameKey& game, const PerSeat<int>& totals = {});
  // A position by hand, seat 0 to draw: hands, the pile with its top last, the stock with its next
  // card first. Cards as the players see them (okey tiles and false okeys by their print).
  struct Setup {
    std::vector<Hand> hands;
    std::vector<Tile> pile;
    std::vector<Tile> stock;
    std::vector<LaidMeld> table;
    PerSeat<int> totals{};
    int own_turn = 1;  // laps that all seats have behind them, and one
    Tile upcard = Tile::joker();
    Tile indicator = Tile::joker();
  };
  void start_at(const Setup& setup);

  [[nodiscard]] Phase phase() const { return phase_; }
  [[nodiscard]] bool over() const { return phase_ == Phase::over; }
  [[nodiscard]] const DrawView& view() const { return view_; }

  // Phase::offer and Phase::draw.
  void draw(Source source);
  void refuse();  // Phase::offer: the upcard is not wanted
  // Phase::play.
  void play(const TurnPlay& play);

  [[nodiscard]] int seat() const { return view_.seat; }
  [[nodiscard]] int players() const { return rules_.players(); }
  [[nodiscard]] const CompiledDraw& rules() const { return rules_; }
  [[nodiscard]] const Hand& hand(int seat) const { return hands_[static_cast<std::size_t>(seat)]; }
  [[nodiscard]] std::span<const Tile> pile() const { return pile_.cards(); }
  [[nodiscard]] const std::vector<LaidMeld>& table() const { return table_; }
  [[nodiscard]] int stock_left() const { return deck_.left(); }
  [[nodiscard]] Tile indicator() const { return view_.indicator; }
  [[nodiscard]] Tile upcard() const { return upcard_; }
  [[nodiscard]] const DrawTurnRecord& last_turn() const { return last_turn_; }
  [[nodiscard]] const TurnPlay& last_play() const { return last_play_; }  // when followed
  [[nodiscard]] const DrawResult& result() const { return result_; }
  // The knocker's melds, when the deal is followed, and what the other laid off on them (end.by =
  // knock, after a knock).
  [[nodiscard]] const HandPlan& shown() const { return shown_; }
  [[nodiscard]] const Defence& defence() const { return defence_; }
  // The tile as it is printed, and back (okey: wild tiles and false okeys exchanged).
  [[nodiscard]] Tile printed(Tile tile) const {
    return okey_ ? CompiledDraw::exchange(tile, *okey_) : tile;
  }

  // Throws std::logic_error where cards are not conserved or the scores do not sum as the rules
  // say.
  void check_invariants();

 private:
  [[nodiscard]] static std::size_t at(int seat) { return static_cast<std::size_t>(seat); }
  [[nodiscard]] Tile card(int place) { return printed(deck_.at(place)); }
  // Which hand and stripe of the deal a seat has.
  [[nodiscard]] int rack_of(int seat) const {
    const int rack = seat + racks_;
    return rack < players() ? rack : rack - players();
  }
  void reset(const PerSeat<int>& totals);
  void begin_turn(int seat);
  void take_pile();
  void check_play(const TurnPlay& play) const;
  void note(const TurnPlay& play);
  void lay(const TurnPlay& play);
  void show(const TurnPlay& play);
  void end_turn();
  void end_deal(DrawEnding ending, int closer);
  [[nodiscard]] bool could_close(int seat) const;

  CompiledDraw rules_;
  Deck deck_;
  PerSeat<Hand> hands_{};
  Pile pile_;
  std::vector<LaidMeld> table_;
  DrawView view_;
  DrawTurnRecord record_;     // of the turn under way
  DrawTurnRecord last_turn_;  // of the last turn that ended; when followed
  TurnPlay last_play_;
  DrawResult result_;
  HandPlan shown_;
  Defence defence_;
  PerSeat<int> own_turns_{};
  std::optional<Tile> okey_;
  Tile upcard_ = Tile::joker();
  Phase phase_ = Phase::over;
  int turn_cap_;
  int racks_ = 0;  // seat s has hand and stripe number s + racks, round the table
  int offers_ = 0;
  bool checked_ = false;
  bool followed_ = false;
  bool dealt_ = false;  // not set up by hand: all cards of the set are there
};

// Why a turn's play is against the rules, in a sentence; empty when it is not. The one judge of
// turns: a checked game and the referee ask it.
[[nodiscard]] std::string why_illegal(const DrawView& view, const TurnPlay& play);

}  // namespace rummy
