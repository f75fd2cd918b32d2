#include "game_texts.hpp"

#include "rummy/melds/reading.hpp"
#include "rummy/tiles/notation.hpp"

namespace py = pybind11;

namespace rummy {

namespace {

template <typename Values>
py::list per_seat(const Values& values, int players) {
  py::list list;
  for (int seat = 0; seat < players; ++seat) list.append(values[static_cast<std::size_t>(seat)]);
  return list;
}

py::list texts(const std::vector<TileBag>& bags) {
  py::list list;
  for (const TileBag& bag : bags) list.append(to_text(bag));
  return list;
}

}  // namespace

Table read_table(const CompiledRules& rules, const std::vector<std::string>& melds) {
  Table table;
  for (const std::string& text : melds) {
    Meld meld;
    for (const Tile tile : parse_tiles(text, rules.tiles())) {
      if (meld.size() == Meld::kCapacity)
        throw InputError(quoted(text) + " is too long for a meld");
      meld.push_back(tile);
    }
    if (meld.size() == 0) throw InputError("a meld of the table is empty");
    table.push_back(meld);
  }
  // A bag counts up to three copies of a tile, so more are refused before anything is counted.
  std::array<int, kFaces + 1> count{};
  for (const Meld& meld : table) {
    for (const Tile tile : meld.tiles()) {
      const int most = tile.is_joker() ? rules.tiles().jokers : rules.tiles().copies;
      if (++count[static_cast<std::size_t>(tile.face())] > most) {
        throw InputError("the table holds more than " + std::to_string(most) + " of " +
                         to_text(tile));
      }
    }
  }
  return table;
}

std::vector<std::string> write_table(const Table& table) {
  std::vector<std::string> texts;
  for (const Meld& meld : table) texts.push_back(to_text(meld));
  return texts;
}

Play play_of(const CompiledRules& rules, const Position& before, const Table& result) {
  Play play;
  play.table = result;
  const TileBag old = bag_of(before.table);
  const TileBag now = bag_of(result);
  for (int face = 0; face <= kFaces; ++face) {
    const Tile tile = Tile::from_face(face);
    const int change = now.count(tile) - old.count(tile);
    if (change > 0) play.placed.add(tile, change);
    if (change < 0 && !tile.is_joker())
      throw InputError("the table tile " + to_text(tile) + " is missing from the result");
    if (change < 0) play.to_rack.add(tile, -change);
  }
  play.count = play.placed.size();
  play.points = rules.points(play.placed);
  return play;
}

py::dict view_dict(const View& view) {
  return py::dict(py::arg("table") = write_table(view.position->table),
                  py::arg("rack") = to_text(view.rack()), py::arg("opened") = view.position->opened,
                  py::arg("seat") = view.seat + 1, py::arg("players") = view.players,
                  py::arg("turn") = view.turn, py::arg("pool_left") = view.pool_left,
                  py::arg("can_draw") = view.can_draw, py::arg("drawn") = view.drawn,
                  py::arg("discards") = to_text(*view.discards),
                  py::arg("unseen") = to_text(view.unseen()),
                  py::arg("rack_sizes") = per_seat(view.rack_sizes, view.players),
                  py::arg("has_laid") = per_seat(view.has_laid, view.players));
}

py::dict turn_dict(const TurnRecord& turn) {
  return py::dict(py::arg("turn") = turn.turn, py::arg("seat") = turn.seat + 1,
                  py::arg("action") = std::string(to_name(turn.kind)),
                  py::arg("laid") = to_text(turn.laid), py::arg("drawn") = to_text(turn.drawn),
                  py::arg("to_rack") = to_text(turn.to_rack), py::arg("opening") = turn.opening,
                  py::arg("no_play_existed") = turn.no_play_existed,
                  py::arg("table_tiles_moved") = turn.table_tiles_moved,
                  py::arg("rack_tiles") = turn.rack_tiles,
                  py::arg("rack_points") = turn.rack_points, py::arg("pool_left") = turn.pool_left);
}

py::dict log_dict(const GameLog& log) {
  py::list turns;
  for (const GameLog::Turn& turn : log.turns) {
    py::dict entry = turn_dict(turn.record);
    entry["table"] = write_table(turn.table);
    entry["rack"] = to_text(turn.rack);
    turns.append(entry);
  }
  const GameResult& result = log.result;
  py::list winners;
  for (int seat = 0; seat < log.players; ++seat) {
    if ((result.scores.winners >> seat & 1) != 0) winners.append(seat + 1);
  }
  return py::dict(py::arg("players") = log.players, py::arg("racks") = texts(log.dealt),
                  py::arg("discards") = to_text(log.discards), py::arg("pool") = log.pool,
                  py::arg("turns") = turns, py::arg("ending") = std::string(to_name(result.ending)),
                  py::arg("winners") = winners,
                  py::arg("scores") = per_seat(result.scores.scores, log.players),
                  py::arg("racks_left") = texts(log.left), py::arg("pool_left") = result.pool_left);
}

}  // namespace rummy
