#pragma once

#include <array>
#include <optional>
#include <vector>

#include "rummy/base/enums.hpp"
#include "rummy/tiles/tile_set.hpp"

namespace rummy {

inline constexpr int kMaxPlayers = 6;
inline constexpr int kNoLimit = -1;

// Each enum is spelled once, here; the order of the names is the order of the enumerators.
enum class TileSetName {
  standard,
  t106,
  t160_4x3,
  t160_6x2,
  t54,
  t108
};  // standard: the set of the `tiles` section
enum class Starter { highest_tile, lowest_tile, random, last_loser };
enum class DrawFrom { pool, own_share };
enum class RunWrap { none, ace_high, round };
enum class JokerValue { face, zero, forbidden, number };
enum class OpeningMelds { any, single };
enum class OpeningBy { each, anyone };
enum class Access { rearrange, add_only, closed };
enum class Retrieval { any_legal, exact_tile, never };
enum class TileFrom { rack, rack_or_table };
enum class Reuse { any_meld, new_meld, new_meld_two_rack, keep };
enum class Lock { none, no_remove, full };
enum class GroupOfThree { either, both };
enum class FailureRevert { all, unfinished };
enum class PoolEmpty { play_on, one_more_lap, stop };
enum class WinnerScore { sum_of_losers, zero };
enum class ExhaustedScore { difference, own_rack };
enum class DecidedBy { points, games_won };

struct DealRules {
  int rack = 14;
  int starter_extra = 0;  // SIG-06
  Starter starter = Starter::highest_tile;
  bool starter_discards = false;  // SIG-08: the extra tile goes, dead, before the first turn
  DrawFrom draw_from = DrawFrom::pool;
  friend bool operator==(const DealRules&, const DealRules&) = default;
};

struct MeldRules {
  int min_length = 3;
  int group_max = 4;
  int run_max = kNoLimit;  // no limit: the count of numbers
  RunWrap run_wrap = RunWrap::none;
  int max_jokers = kNoLimit;  // in one meld
  friend bool operator==(const MeldRules&, const MeldRules&) = default;
};

struct OpeningRules {
  int min_points = 30;  // 0 still asks for one own meld
  JokerValue joker_value = JokerValue::face;
  int joker_points = 0;  // used when joker_value is `number`
  OpeningMelds melds = OpeningMelds::any;
  OpeningBy by = OpeningBy::each;
  bool continues_turn = false;
  friend bool operator==(const OpeningRules&, const OpeningRules&) = default;
};

struct JokerRules {
  Retrieval retrieval = Retrieval::any_legal;
  TileFrom tile_from = TileFrom::rack_or_table;
  Reuse reuse = Reuse::new_meld;
  Lock lock = Lock::none;
  GroupOfThree group_of_three = GroupOfThree::either;
  friend bool operator==(const JokerRules&, const JokerRules&) = default;

  // Does a freed joker have to lie in a new meld?
  [[nodiscard]] constexpr bool to_new_meld() const {
    return reuse == Reuse::new_meld || reuse == Reuse::new_meld_two_rack;
  }
  // With so many rack tiles at least.
  [[nodiscard]] constexpr int rack_tiles_beside() const {
    return reuse == Reuse::new_meld_two_rack ? 2 : 1;
  }
};

struct TurnRules {
  bool must_play = false;
  int draw = 1;  // tiles drawn by who lays nothing
  bool draw_then_play = false;
  int seconds = 60;  // 0: no clock
  int failure_draw = 3;
  FailureRevert failure_revert = FailureRevert::all;
  friend bool operator==(const TurnRules&, const TurnRules&) = default;
};

struct ScoringRules {
  WinnerScore winner = WinnerScore::sum_of_losers;
  ExhaustedScore exhausted = ExhaustedScore::difference;
  int joker_penalty = 30;
  int one_turn_close = 1;        // APP-23: factor
  int unopened_penalty = 0;      // positive: replaces the rack of who never opened
  std::vector<int> tile_values;  // by number; empty: face values
  friend bool operator==(const ScoringRules&, const ScoringRules&) = default;
};

struct MatchRules {
  int games = kNoLimit;  // no limit stands for "players": one game per player
  std::optional<int> target;
  DecidedBy decided_by = DecidedBy::games_won;
  friend bool operator==(const MatchRules&, const MatchRules&) = default;
};

// The rules of a table game as plain data; the defaults are the official Rummikub sheet (RKB).
struct Rules {
  TileSet tiles;
  int players_min = 2;
  int players_max = 4;
  std::array<TileSetName, kMaxPlayers + 1> players_tiles{};  // by number of players (APP-04)
  DealRules deal;
  MeldRules melds;
  OpeningRules opening;
  Access access = Access::rearrange;
  JokerRules joker;
  TurnRules turn;
  PoolEmpty pool_empty = PoolEmpty::play_on;
  ScoringRules scoring;
  MatchRules match;
  friend bool operator==(const Rules&, const Rules&) = default;
};

[[nodiscard]] TileSet tile_set_for(const Rules& rules, int players);  // players 0: the standard set
[[nodiscard]] TileSet tile_set_for(const TileSet& standard,
                                   const std::array<TileSetName, kMaxPlayers + 1>& by_players,
                                   int players);
void validate(const Rules& rules);  // throws InputError at the first contradiction

// clang-format off
template <> struct EnumNames<TileSetName> {
  static constexpr std::string_view kWhat = "players.tiles";
  static constexpr std::array<std::string_view, 6> kNames = {"standard", "106", "160_4x3", "160_6x2", "54", "108"};
};
template <> struct EnumNames<Starter> {
  static constexpr std::string_view kWhat = "deal.starter";
  static constexpr std::array<std::string_view, 4> kNames = {"highest_tile", "lowest_tile", "random", "last_loser"};
};
template <> struct EnumNames<DrawFrom> {
  static constexpr std::string_view kWhat = "deal.draw_from";
  static constexpr std::array<std::string_view, 2> kNames = {"pool", "own_share"};
};
template <> struct EnumNames<RunWrap> {
  static constexpr std::string_view kWhat = "melds.run_wrap";
  static constexpr std::array<std::string_view, 3> kNames = {"none", "ace_high", "round"};
};
template <> struct EnumNames<JokerValue> {
  static constexpr std::string_view kWhat = "opening.joker_value";
  static constexpr std::array<std::string_view, 4> kNames = {"face", "zero", "forbidden", "number"};
};
template <> struct EnumNames<OpeningMelds> {
  static constexpr std::string_view kWhat = "opening.melds";
  static constexpr std::array<std::string_view, 2> kNames = {"any", "single"};
};
template <> struct EnumNames<OpeningBy> {
  static constexpr std::string_view kWhat = "opening.by";
  static constexpr std::array<std::string_view, 2> kNames = {"each", "anyone"};
};
template <> struct EnumNames<Access> {
  static constexpr std::string_view kWhat = "table.access";
  static constexpr std::array<std::string_view, 3> kNames = {"rearrange", "add_only", "closed"};
};
template <> struct EnumNames<Retrieval> {
  static constexpr std::string_view kWhat = "joker.retrieval";
  static constexpr std::array<std::string_view, 3> kNames = {"any_legal", "exact_tile", "never"};
};
template <> struct EnumNames<TileFrom> {
  static constexpr std::string_view kWhat = "joker.tile_from";
  static constexpr std::array<std::string_view, 2> kNames = {"rack", "rack_or_table"};
};
template <> struct EnumNames<Reuse> {
  static constexpr std::string_view kWhat = "joker.reuse";
  static constexpr std::array<std::string_view, 4> kNames = {"any_meld", "new_meld", "new_meld_two_rack", "keep"};
};
template <> struct EnumNames<Lock> {
  static constexpr std::string_view kWhat = "joker.lock";
  static constexpr std::array<std::string_view, 3> kNames = {"none", "no_remove", "full"};
};
template <> struct EnumNames<GroupOfThree> {
  static constexpr std::string_view kWhat = "joker.group_of_three";
  static constexpr std::array<std::string_view, 2> kNames = {"either", "both"};
};
template <> struct EnumNames<FailureRevert> {
  static constexpr std::string_view kWhat = "turn.failure_revert";
  static constexpr std::array<std::string_view, 2> kNames = {"all", "unfinished"};
};
template <> struct EnumNames<PoolEmpty> {
  static constexpr std::string_view kWhat = "end.pool_empty";
  static constexpr std::array<std::string_view, 3> kNames = {"play_on", "one_more_lap", "stop"};
};
template <> struct EnumNames<WinnerScore> {
  static constexpr std::string_view kWhat = "scoring.winner";
  static constexpr std::array<std::string_view, 2> kNames = {"sum_of_losers", "zero"};
};
template <> struct EnumNames<ExhaustedScore> {
  static constexpr std::string_view kWhat = "scoring.exhausted";
  static constexpr std::array<std::string_view, 2> kNames = {"difference", "own_rack"};
};
template <> struct EnumNames<DecidedBy> {
  static constexpr std::string_view kWhat = "match.decided_by";
  static constexpr std::array<std::string_view, 2> kNames = {"points", "games_won"};
};
// clang-format on

}  // namespace rummy
