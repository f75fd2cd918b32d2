#pragma once

#include "rummy/rules/rules.hpp"

namespace rummy {

enum class Print { cards, tiles };
enum class NextStarter { rotate, winner, loser, random };
enum class WildKinds { any, different };
enum class PileDraw { top, whole, none };
enum class LayingWhen { show, turn };
enum class LayOff { none, own, any };
enum class EndBy { knock, hand, empty };
enum class LastDiscard { optional, required };
enum class ScoreCount { difference, fixed, laid_less_hand, hand };

struct DrawDealRules {
  int rack = 10;
  int starter_extra = 0;  // the starter begins with a card more and discards first
  bool upcard = true;     // a card is turned up as the first of the discard pile
  bool upcard_offer =
      true;  // gin: it is offered to the starter, then to the others, and nothing else
  NextStarter next_starter = NextStarter::rotate;  // who starts the next deal of a match
  int cut_bonus = 0;                               // ARG-04
  friend bool operator==(const DrawDealRules&, const DrawDealRules&) = default;
};

struct DrawMeldRules {
  int min_length = 3;
  int group_max = 4;
  int run_max = kNoLimit;
  RunWrap run_wrap = RunWrap::none;
  bool group_repeats = false;  // a group may hold the same card twice (two packs)
  int pairs = 0;               // so many pairs of equal tiles are a whole hand (okey)
  friend bool operator==(const DrawMeldRules&, const DrawMeldRules&) = default;
};

struct WildRules {
  std::vector<int> numbers;  // cards of these numbers are wild beside the jokers (ARG-12)
  bool natural = false;      // such a card may also be the card that is printed on it
  bool indicator = false;    // a turned tile names the wild one; jokers are its face (okey)
  int group_limit = kNoLimit;
  int run_limit = kNoLimit;
  bool adjacent = true;  // wilds may lie side by side in a run
  WildKinds kinds = WildKinds::any;
  friend bool operator==(const WildRules&, const WildRules&) = default;
};

struct PileRules {
  PileDraw pile = PileDraw::top;
  bool return_taken = false;  // a card taken from the top may be discarded in the same turn
  bool must_use = false;      // a card taken from the top must be laid in the same turn
  int stock_end = 2;          // the deal ends when so many cards are left in the stock after a turn
  friend bool operator==(const PileRules&, const PileRules&) = default;
};

struct LayingRules {
  LayingWhen when = LayingWhen::show;
  bool first_lap = true;  // ARG-09
  LayOff lay_off = LayOff::any;
  friend bool operator==(const LayingRules&, const LayingRules&) = default;
};

struct DrawOpeningRules {
  int min_points = 0;
  int pairs = 0;                  // so many pairs open instead of points; 0: never
  std::optional<int> late_total;  // ARG-19: who has more points than this ...
  int late_points = 0;            // ... needs so many to lay down
  friend bool operator==(const DrawOpeningRules&, const DrawOpeningRules&) = default;
};

struct KnockRules {
  int limit = 10;
  bool upcard = false;         // Oklahoma: the first upcard is the limit, an ace asks for gin
  bool spades_double = false;  // Oklahoma: a first upcard of spades doubles the deal
  friend bool operator==(const KnockRules&, const KnockRules&) = default;
};

struct DrawScoringRules {
  ScoreCount count = ScoreCount::difference;
  int joker_penalty = 0;
  std::vector<int> tile_values = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10};  // empty: face values
  int unopened_penalty = 0;
  int gin_bonus = 25;
  int big_gin_bonus = 31;  // 0: no big gin; all cards melded is then a gin after the discard
  int undercut_bonus = 25;
  bool undercut_tie = true;
  int closer_bonus = 0;
  int long_run = 0;  // ARG-20: a run of so many cards costs the others; 0: none does
  int long_run_penalty = 0;
  int loss = 0;  // count = fixed: what each loser marks
  int pairs_factor = 1;
  int wild_discard_factor = 1;
  friend bool operator==(const DrawScoringRules&, const DrawScoringRules&) = default;
};

struct DrawMatchRules {
  int games = 1000;  // no limit stands for "players"
  std::optional<int> target = 100;
  DecidedBy decided_by = DecidedBy::points;
  int start = 0;  // positive: totals begin here, and who comes down to 0 ends the match
  int box_bonus = 0;
  int game_bonus = 0;
  int shutout_factor = 1;
  friend bool operator==(const DrawMatchRules&, const DrawMatchRules&) = default;
};

// The rules of a draw game as plain data; the defaults are gin (GIN).
struct DrawRules {
  TileSet tiles{.colours = 4, .numbers = 13, .copies = 1, .jokers = 0};
  Print print = Print::cards;
  int players_min = 2;
  int players_max = 2;
  std::array<TileSetName, kMaxPlayers + 1> players_tiles{};
  DrawDealRules deal;
  DrawMeldRules melds;
  WildRules wild;
  PileRules draw;
  LayingRules laying;
  DrawOpeningRules opening;
  EndBy end_by = EndBy::knock;
  LastDiscard last_discard = LastDiscard::required;
  KnockRules knock;
  DrawScoringRules scoring;
  DrawMatchRules match;
  friend bool operator==(const DrawRules&, const DrawRules&) = default;
};

[[nodiscard]] TileSet tile_set_for(const DrawRules& rules, int players);
void validate(const DrawRules& rules);  // throws InputError at the first contradiction

// clang-format off
template <> struct EnumNames<Print> {
  static constexpr std::string_view kWhat = "tiles.print";
  static constexpr std::array<std::string_view, 2> kNames = {"cards", "tiles"};
};
template <> struct EnumNames<NextStarter> {
  static constexpr std::string_view kWhat = "deal.next_starter";
  static constexpr std::array<std::string_view, 4> kNames = {"rotate", "winner", "loser", "random"};
};
template <> struct EnumNames<WildKinds> {
  static constexpr std::string_view kWhat = "wild.kinds";
  static constexpr std::array<std::string_view, 2> kNames = {"any", "different"};
};
template <> struct EnumNames<PileDraw> {
  static constexpr std::string_view kWhat = "draw.pile";
  static constexpr std::array<std::string_view, 3> kNames = {"top", "whole", "none"};
};
template <> struct EnumNames<LayingWhen> {
  static constexpr std::string_view kWhat = "laying.when";
  static constexpr std::array<std::string_view, 2> kNames = {"show", "turn"};
};
template <> struct EnumNames<LayOff> {
  static constexpr std::string_view kWhat = "laying.lay_off";
  static constexpr std::array<std::string_view, 3> kNames = {"none", "own", "any"};
};
template <> struct EnumNames<EndBy> {
  static constexpr std::string_view kWhat = "end.by";
  static constexpr std::array<std::string_view, 3> kNames = {"knock", "hand", "empty"};
};
template <> struct EnumNames<LastDiscard> {
  static constexpr std::string_view kWhat = "end.last_discard";
  static constexpr std::array<std::string_view, 2> kNames = {"optional", "required"};
};
template <> struct EnumNames<ScoreCount> {
  static constexpr std::string_view kWhat = "scoring.count";
  static constexpr std::array<std::string_view, 4> kNames = {"difference", "fixed", "laid_less_hand", "hand"};
};
// clang-format on

}  // namespace rummy
