#include "rummy/table_game/transcript.hpp"

#include <algorithm>
#include <bit>

#include "rummy/melds/reading.hpp"
#include "rummy/tiles/notation.hpp"

namespace rummy {

namespace {

constexpr std::size_t kWidth = 100;

std::string counted(int count, const std::string& one, const std::string& many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}
std::string tiles(int count) { return counted(count, "tile", "tiles"); }
std::string points(int count) { return counted(count, "point", "points"); }
std::string seat_text(int seat) { return "Seat " + std::to_string(seat + 1); }

// The melds with bars between, broken into lines; what was not there before the turn has a star.
void add_table(const Table& before, const Table& after, std::string& out) {
  const std::string indent = "       ";
  std::string line = indent;
  Table old = before;
  for (const Meld& meld : after) {
    std::string text = to_text(meld);
    const auto same = std::find(old.begin(), old.end(), meld);
    if (same == old.end()) {
      text += " *";
    } else {
      old.erase(same);
    }
    const bool first = line.size() == indent.size();
    if (!first && line.size() + 3 + text.size() > kWidth) {
      out += line + "\n";
      line = indent + text;
    } else {
      line += (first ? "" : " | ") + text;
    }
  }
  out += line + "\n";
}

std::string action_text(const GameLog::Turn& turn) {
  const TurnRecord& record = turn.record;
  const std::string drawn = record.drawn.empty() ? "" : to_text(record.drawn);
  switch (record.kind) {
    case TurnKind::play: {
      std::string text = drawn.empty() ? "" : "draws " + drawn + " and ";
      text += (record.opening ? "opens with " : "lays ") + to_text(record.laid);
      if (!record.to_rack.empty()) text += " and takes " + to_text(record.to_rack) + " to the rack";
      if (record.table_tiles_moved > 0)
        text += ", moving " + tiles(record.table_tiles_moved) + " of the table";
      return text;
    }
    case TurnKind::draw:
      return (record.no_play_existed ? "has no play and draws " : "draws ") + drawn;
    case TurnKind::pass:
      return record.no_play_existed ? "has no play and passes" : "passes";
    case TurnKind::failure:
      break;
  }
  std::string text = "does not finish the turn";
  text += record.laid.empty() ? "; all goes back" : "; " + to_text(record.laid) + " may stay";
  return drawn.empty() ? text : text + "; draws " + drawn;
}

void add_end(const GameLog& log, const std::vector<std::string>& names, std::string& out) {
  const GameResult& result = log.result;
  const std::string turns = counted(result.turns, "turn", "turns");
  out += '\n';
  switch (result.ending) {
    case Ending::out:
      out += seat_text(result.winner) + " goes out after " + turns + ".\n";
      break;
    case Ending::pool_empty:
      out += "The pool is empty and play ends after " + turns + ".\n";
      break;
    case Ending::cap:
      out += "The game is stopped after " + turns + ". It has no scores.\n";
      return;
  }
  for (int seat = 0; seat < log.players; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    const bool won = (result.scores.winners >> seat & 1) != 0;
    const int score = result.scores.scores[s];
    out +=
        seat_text(seat) + " (" + names[s] + "): " + (score > 0 ? "+" : "") + std::to_string(score);
    if (won) out += std::popcount(result.scores.winners) == 1 ? ", wins" : ", shares the win";
    if (!log.left[s].empty()) {
      out += ", holds " + to_text(log.left[s]) + " (" + points(result.rack_points[s]) + ")";
    }
    out += "\n";
  }
}

}  // namespace

void GameLog::on_start(const TableGame& game) {
  players = game.players();
  dealt.clear();
  for (int seat = 0; seat < players; ++seat) dealt.push_back(game.rack(seat));
  discards = game.discards();
  pool = game.pool().left();
  turns.clear();
}

void GameLog::on_turn(const TableGame& game) {
  const TurnRecord& record = game.last_turn();
  turns.push_back({record, game.table(), game.rack(record.seat)});
  if (!game.over()) return;
  result = game.result();
  left.clear();
  for (int seat = 0; seat < players; ++seat) left.push_back(game.rack(seat));
}

std::string transcript(const GameLog& log, const std::vector<std::string>& names) {
  std::string out;
  for (int seat = 0; seat < log.players; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    out += seat_text(seat) + " (" + names[s] + "): " + to_text(log.dealt[s]) + "\n";
  }
  if (!log.discards.empty()) out += "Seat 1 has discarded " + to_text(log.discards) + ".\n";
  out += "Pool: " + tiles(log.pool) + "\n\n";
  Table before;
  for (const GameLog::Turn& turn : log.turns) {
    std::string number = std::to_string(turn.record.turn);
    number.insert(0, number.size() < 4 ? 4 - number.size() : 0, ' ');
    out += number + "  " + seat_text(turn.record.seat) + " " + action_text(turn) + ". ";
    out += turn.record.rack_tiles == 0 ? "No tile is left"
                                       : tiles(turn.record.rack_tiles) + " on the rack";
    out += ", pool " + std::to_string(turn.record.pool_left) + ".\n";
    if (turn.table != before) add_table(before, turn.table, out);
    before = turn.table;
  }
  add_end(log, names, out);
  return out;
}

}  // namespace rummy
