#include "draw_texts.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <string>
#include <vector>

#include "rummy/hands/meld_ruling.hpp"

namespace py = pybind11;

namespace rummy {

namespace {

std::vector<std::string> meld_texts(const CardNames& names, const std::vector<HandMeld>& melds) {
  std::vector<std::string> texts;
  for (const HandMeld& meld : melds) texts.push_back(meld_text(names, meld));
  return texts;
}

py::dict turn_dict(const DrawLog& log, const DrawLog::Turn& turn) {
  const DrawTurnRecord& record = turn.record;
  py::dict found;
  found["turn"] = record.turn;
  found["seat"] = record.seat + 1;
  found["source"] = !record.drew ? "none" : record.source == Source::stock ? "stock" : "pile";
  found["drawn"] = record.drew ? card_text(log.names, record.drawn) : "";
  found["cards_taken"] = record.cards_taken;
  found["melds"] = meld_texts(log.names, turn.play.melds);
  found["pairs"] = meld_texts(log.names, turn.play.pairs);
  py::list lay_offs;
  for (const LayOffMove& move : turn.play.lay_offs) {
    lay_offs.append(
        py::make_tuple(card_text(log.names, move.card),
                       meld_text(log.names, turn.table[static_cast<std::size_t>(move.meld)].meld)));
  }
  found["lay_offs"] = lay_offs;
  found["discard"] = record.discard ? card_text(log.names, *record.discard) : "";
  found["shows"] = record.shows;
  found["warning"] = record.warning;
  found["hand"] = hand_text(log.names, turn.hand);
  found["hand_points"] = record.hand_points;
  found["stock_left"] = record.stock_left;
  std::vector<std::string> table;
  for (const LaidMeld& laid : turn.table) table.push_back(meld_text(log.names, laid.meld));
  found["table"] = table;
  return found;
}

}  // namespace

HandMeld read_meld(const CompiledDraw& rules, const CardNames& names, const std::string& text) {
  const std::vector<Tile> cards = read_cards(rules, names, text);
  if (cards.size() == 2) {
    HandMeld pair;
    pair.kind = HandMeldKind::group;
    const Tile face = cards[0].is_joker() ? cards[1] : cards[0];
    for (const Tile card : cards) pair.push_back(card, face);
    pair.points = static_cast<std::int16_t>(2 * rules.cost(face));
    return pair;
  }
  const auto spell = [&](Tile tile) { return card_text(names, tile); };
  const HandMeldRuling ruling = rule_on_meld(rules.hand_rules(), cards, true, spell);
  if (!ruling.legal) throw InputError(quoted(text) + " is no meld: " + ruling.reason);
  return ruling.meld;
}

std::vector<HandMeld> read_melds(const CompiledDraw& rules, const CardNames& names,
                                 const std::vector<std::string>& texts) {
  std::vector<HandMeld> melds;
  for (const std::string& text : texts) melds.push_back(read_meld(rules, names, text));
  return melds;
}

Tile read_one(const CompiledDraw& rules, const CardNames& names, const std::string& text) {
  const std::vector<Tile> cards = read_cards(rules, names, text);
  if (cards.size() != 1) throw InputError(quoted(text) + " is not one card");
  return cards[0];
}

Tile read_indicator(const CompiledDraw& rules, const std::string& text) {
  if (text.empty()) return Tile::joker();
  return read_one(rules, card_names(rules, Tile::joker()), text);
}

PerSeat<int> seat_values(const std::vector<int>& values, int players, const char* what) {
  if (std::ssize(values) > players) {
    throw InputError(std::string(what) + " names " + std::to_string(values.size()) +
                     " players; there are " + std::to_string(players));
  }
  PerSeat<int> seats{};
  std::copy(values.begin(), values.end(), seats.begin());
  return seats;
}

py::dict draw_log_dict(const DrawLog& log) {
  py::dict found;
  std::vector<std::string> dealt;
  for (const Hand& hand : log.dealt) dealt.push_back(hand_text(log.names, hand));
  found["dealt"] = dealt;
  CardNames printed = log.names;
  printed.okey.reset();
  found["indicator"] = log.indicator.is_joker() ? "" : card_text(printed, log.indicator);
  found["upcard"] = log.has_upcard ? card_text(log.names, log.upcard) : "";
  found["stock"] = log.stock;
  py::list turns;
  for (const DrawLog::Turn& turn : log.turns) turns.append(turn_dict(log, turn));
  found["turns"] = turns;
  found["ending"] = std::string(to_name(log.result.end.ending));
  found["closer"] = log.result.end.closer + 1;  // 0: nobody
  std::vector<int> scores;
  std::vector<int> points;
  std::vector<int> winners;
  std::vector<std::string> left;
  for (int seat = 0; seat < log.players; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    scores.push_back(log.result.scores.scores[s]);
    points.push_back(log.result.end.hand_points[s]);
    left.push_back(hand_text(log.names, log.left[s]));
    if ((log.result.scores.winners >> seat & 1) != 0) winners.push_back(seat + 1);
  }
  found["scores"] = scores;
  found["hand_points"] = points;
  found["winners"] = winners;
  found["hands_left"] = left;
  return found;
}

}  // namespace rummy
