#include "rummy/simulation/columns.hpp"

#include <bit>
#include <utility>

namespace rummy {

namespace {

std::vector<std::string> column_names(const Task& task) {
  std::vector<std::string> names;
  if (task.record == Record::none) return names;
  names.emplace_back(task.matches ? "match" : "game");
  if (task.rotate != Rotate::none) names.emplace_back("rotation");
  if (task.matches) names.emplace_back("match_game");
  if (task.rotate != Rotate::none || task.matches) names.emplace_back("first_player");
  if (task.record == Record::turns) {
    for (const char* name :
         {"turn", "seat", "action", "tiles_laid", "jokers_laid", "table_tiles_moved", "tiles_drawn",
          "opening", "no_play_existed", "rack_tiles", "rack_points", "pool_left"}) {
      names.emplace_back(name);
    }
    return names;
  }
  for (const char* name : {"winner", "winners", "turns", "ending", "pool_left", "forced_draws",
                           "rearranging_turns", "table_tiles_moved"}) {
    names.emplace_back(name);
  }
  for (const char* name :
       {"score", "opening_turn", "tiles_drawn", "jokers", "rack_tiles", "rack_points"}) {
    for (int seat = 1; seat <= task.players; ++seat) {
      names.push_back(std::string(name) + "_" + std::to_string(seat));
    }
  }
  return names;
}

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

Recorder::Recorder(const Task& task)
    : record_(task.record),
      players_(task.players),
      rotate_(task.rotate != Rotate::none),
      matches_(task.matches) {
  columns_.names = column_names(task);
  columns_.values.resize(columns_.names.size());
}

void Recorder::begin_row() {
  column_ = 0;
  put(key_.cluster);
  if (rotate_) put(key_.rotation);
  if (matches_) put(key_.match_game);
  if (rotate_ || matches_) put(key_.first_player + 1);
}

void Recorder::add_game(const GameResult& game) {
  if (record_ != Record::games) return;
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

Columns Recorder::take() {
  Columns taken{columns_.names, std::move(columns_.values)};
  columns_.values.assign(columns_.names.size(), {});
  return taken;
}

}  // namespace rummy
