#include "rummy/draw_game/transcript.hpp"

#include <bit>

#include "rummy/base/words.hpp"

namespace rummy {

namespace {

std::string counted(int count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}
std::string seat_text(int seat) { return "Seat " + std::to_string(seat + 1); }
std::size_t at(int seat) { return static_cast<std::size_t>(seat); }

std::string melds_text(const CardNames& names, const std::vector<HandMeld>& melds) {
  std::string text;
  for (const HandMeld& meld : melds) add_word(text, meld_text(names, meld), " | ");
  return text;
}

std::string drawn_text(const DrawLog& log, const DrawTurnRecord& record) {
  if (!record.drew) return "begins with a card more";
  const std::string card = card_text(log.names, record.drawn);
  if (record.source == Source::stock) return "draws " + card;
  if (record.offered) return "takes the upcard " + card;
  if (record.cards_taken == 1) return "takes " + card + " from the pile";
  return "takes the pile of " + std::to_string(record.cards_taken) + ", " + card + " on top";
}

std::string turn_text(const DrawLog& log, const DrawLog::Turn& turn) {
  const DrawTurnRecord& record = turn.record;
  std::string text = drawn_text(log, record);
  const char* lays = record.opening ? ", opens with " : ", lays ";
  if (!turn.play.melds.empty()) text += lays + melds_text(log.names, turn.play.melds);
  if (!turn.play.pairs.empty()) text += lays + melds_text(log.names, turn.play.pairs);
  for (std::size_t i = 0; i < turn.play.lay_offs.size(); ++i) {
    const LayOffMove& move = turn.play.lay_offs[i];
    text += (i == 0 ? ", lays off " : ", ") + card_text(log.names, move.card) + " on \"" +
            meld_text(log.names, turn.table[at(move.meld)].meld) + "\"";
  }
  if (record.discard) {
    text += ", discards " + card_text(log.names, *record.discard);
    if (record.hand_cards == 0) text += " face down";  // ARG-17
  }
  return text;
}

std::string ending_text(const DrawLog& log) {
  const DrawResult& result = log.result;
  const std::string who = seat_text(result.end.closer);
  const std::string turns = " after " + counted(result.turns, "turn") + ".";
  switch (result.end.ending) {
    case DrawEnding::knock:
    case DrawEnding::undercut:
      return who + " knocks with " + std::to_string(result.knock_deadwood) + turns;
    case DrawEnding::gin:
      return who + " is gin" + turns;
    case DrawEnding::big_gin:
      return who + " is big gin" + turns;
    case DrawEnding::out:
      return who + " closes" + turns;
    case DrawEnding::hand:
      return who + " shows a whole hand" + turns;
    case DrawEnding::pairs:
      return who + " shows pairs" + turns;
    case DrawEnding::stock_empty:
      return "The stock is used up" + turns;
    case DrawEnding::cap:
      return "The deal is stopped" + turns + " It has no scores.";
  }
  return {};
}

void add_show(const DrawLog& log, std::string& out) {
  if (log.shown.empty() && log.shown_rest.empty()) return;
  out += "  shows " + melds_text(log.names, log.shown);
  if (!log.shown_rest.empty()) out += "; deadwood " + hand_text(log.names, log.shown_rest);
  out += "\n";
  const int other = 1 - log.result.end.closer;
  if (!log.laid_off.empty()) {
    out += "  " + seat_text(other) + " lays off";
    for (const Tile tile : log.laid_off) out += " " + card_text(log.names, tile);
    out += "\n";
  }
  out += "  " + seat_text(other) + " has " + std::to_string(log.result.end.hand_points[at(other)]) +
         " left";
  out += log.result.end.ending == DrawEnding::undercut ? ": an undercut\n" : "\n";
}

}  // namespace

void DrawLog::on_start(const DrawGame& game) {
  players = game.players();
  names = card_names(game.rules(), game.indicator());
  totals = game.view().totals;
  dealt.clear();
  for (int seat = 0; seat < players; ++seat) dealt.push_back(game.hand(seat));
  indicator = game.indicator();
  upcard = game.upcard();
  has_upcard = game.rules().rules().deal.upcard;
  stock = game.stock_left();
  turns.clear();
  shown.clear();
  shown_rest = {};
  laid_off.clear();
}

void DrawLog::on_turn(const DrawGame& game) {
  const DrawTurnRecord& record = game.last_turn();
  turns.push_back({record, game.last_play(), game.hand(record.seat), game.table(),
                   static_cast<int>(game.pile().size())});
  if (!game.over()) return;
  result = game.result();
  left.clear();
  for (int seat = 0; seat < players; ++seat) left.push_back(game.hand(seat));
  if (record.shows && game.rules().rules().end_by == EndBy::knock) {
    shown.assign(game.shown().melds().begin(), game.shown().melds().end());
    shown_rest = game.shown().leftover;
    if (result.knock_deadwood > 0) {
      for (const LayOffMove& move : game.defence().moves) laid_off.push_back(move.card);
    }
  }
}

std::string transcript(const DrawLog& log, const std::vector<std::string>& players) {
  std::string out;
  for (int seat = 0; seat < log.players; ++seat) {
    out += seat_text(seat) + " (" + players[at(seat)] +
           "): " + hand_text(log.names, log.dealt[at(seat)]);
    if (log.totals[at(seat)] != 0) {
      out += "  (" + std::to_string(log.totals[at(seat)]) + " in the match)";
    }
    out += "\n";
  }
  if (!log.indicator.is_joker()) {
    CardNames printed = log.names;
    printed.okey.reset();
    out += "Indicator: " + card_text(printed, log.indicator) + ", so the okey is " +
           card_text(printed, *log.names.okey) + "\n";
  }
  if (log.has_upcard) out += "Upcard: " + card_text(log.names, log.upcard) + "\n";
  out += "Stock: " + counted(log.stock, "card") + "\n\n";
  for (const DrawLog::Turn& turn : log.turns) {
    std::string number = std::to_string(turn.record.turn);
    number.insert(0, number.size() < 4 ? 4 - number.size() : 0, ' ');
    out += number + "  " + seat_text(turn.record.seat) + " " + turn_text(log, turn) + ". ";
    out += counted(turn.record.hand_cards, "card") + " in hand, stock " +
           std::to_string(turn.record.stock_left) + "." +
           (turn.record.warning ? " Knocks as a warning." : "") + "\n";  // ARG-16
  }
  out += "\n" + ending_text(log) + "\n";
  if (log.result.end.ending == DrawEnding::cap) return out;
  add_show(log, out);
  const DrawScores& scores = log.result.scores;
  for (int seat = 0; seat < log.players; ++seat) {
    const int score = scores.scores[at(seat)];
    out += seat_text(seat) + " (" + players[at(seat)] + "): " + (score > 0 ? "+" : "") +
           std::to_string(score);
    if ((scores.winners >> seat & 1) != 0) {
      out += std::popcount(scores.winners) == 1 ? ", wins" : ", shares the win";
    }
    if (!log.left[at(seat)].empty()) out += ", holds " + hand_text(log.names, log.left[at(seat)]);
    out += "\n";
  }
  return out;
}

}  // namespace rummy
