#include "rummy/simulation/columns.hpp"

#include <array>
#include <bit>
#include <utility>

namespace rummy {

namespace {

constexpr std::array kTurnColumns = {
    "turn",        "seat",    "action",          "tiles_laid", "jokers_laid", "table_tiles_moved",
    "tiles_drawn", "opening", "no_play_existed", "rack_tiles", "rack_points", "pool_left"};
constexpr std::array kGameColumns = {"winner",
                                     "winners",
                                     "turns",
                                     "ending",
                                     "pool_left",
                                     "forced_draws",
                                     "rearranging_turns",
                                     "table_tiles_moved"};
constexpr std::array kSeatColumns = {"score",  "opening_turn", "tiles_drawn",
                                     "jokers", "rack_tiles",   "rack_points"};

}  // namespace

void Columns::append(Columns&& other) {
  if (names.empty()) {
    *this = std::move(other);
    return;
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i].insert(values[i].end(), other.values[i].begin(), other.values[i].end());
  }
}

RowWriter::RowWriter(const TaskOptions& options)
    : record_(options.record),
      players_(options.players),
      rotate_(options.rotate != Rotate::none),
      matches_(options.matches) {
  if (record_ == Record::none) return;
  columns_.names.emplace_back(matches_ ? "match" : "game");
  if (rotate_) columns_.names.emplace_back("rotation");
  if (matches_) columns_.names.emplace_back("match_game");
  if (rotate_ || matches_) columns_.names.emplace_back("first_player");
}

void RowWriter::name_columns(std::span<const char* const> names,
                             std::span<const char* const> names_by_seat) {
  for (const char* name : names) columns_.names.emplace_back(name);
  for (const char* name : names_by_seat) {
    for (int seat = 1; seat <= players_; ++seat) {
      columns_.names.push_back(std::string(name) + "_" + std::to_string(seat));
    }
  }
  columns_.values.resize(columns_.names.size());
}

void RowWriter::begin_row() {
  column_ = 0;
  put(key_.cluster);
  if (rotate_) put(key_.rotation);
  if (matches_) put(key_.match_game);
  if (rotate_ || matches_) put(key_.first_player + 1);
}

Columns RowWriter::take() {
  Columns taken{columns_.names, std::move(columns_.values)};
  columns_.values.assign(columns_.names.size(), {});
  return taken;
}

Recorder::Recorder(const Task& task) : RowWriter(task) {
  if (wants_turns()) name_columns(kTurnColumns);
  if (wants_games()) name_columns(kGameColumns, kSeatColumns);
}

void Recorder::add_game(const GameResult& game) {
  if (!wants_games()) return;
  begin_row();
  const unsigned winners = game.scores.winners;
  put(winners == 0 ? 0 : std::countr_zero(winners) + 1);
  put(std::popcount(winners));
  put(game.turns);
  put(static_cast<int>(game.ending));
  put(game.pool_left);
  put(game.forced_draws);
  put(game.rearranging_turns);
  put(game.table_tiles_moved);
  put_each(game.scores.scores);
  put_each(game.opening_turn);
  put_each(game.drawn);
  put_each(game.jokers);
  put_each(game.rack_tiles);
  put_each(game.rack_points);
}

void Recorder::on_turn(const TableGame& game) {
  const TurnRecord& turn = game.last_turn();
  begin_row();
  put(turn.turn);
  put(turn.seat + 1);
  put(static_cast<int>(turn.kind));
  put(turn.laid.size());
  put(turn.laid.jokers());
  put(turn.table_tiles_moved);
  put(turn.drawn.size());
  put(turn.opening ? 1 : 0);
  put(turn.no_play_existed ? 1 : 0);
  put(turn.rack_tiles);
  put(turn.rack_points);
  put(turn.pool_left);
}

}  // namespace rummy
