#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "draw_texts.hpp"
#include "rummy/draw_game/referee.hpp"
#include "rummy/hands/meld_ruling.hpp"

namespace py = pybind11;
using namespace rummy;

// Rulings and scores of draw games; hands, melds and cards are texts.

namespace {

using Texts = std::vector<std::string>;

py::dict rule_on_hand(const DrawRules& rules, const std::string& text, const std::string& upcard,
                      const std::string& indicator) {
  const CompiledDraw compiled(rules, 0);
  const CardNames names = card_names(compiled, read_indicator(compiled, indicator));
  const Hand hand = read_hand(compiled, names, text, "hand");
  HandPlan plan;
  compiled.solver().best(hand, HandGoal::deadwood, plan);
  Texts melds;
  for (const HandMeld& meld : plan.melds()) melds.push_back(meld_text(names, meld));
  const Tile first = upcard.empty() ? Tile::joker() : read_one(compiled, names, upcard);
  const int limit = compiled.knock_limit(first);
  const bool whole = plan.leftover.empty();
  const bool pairs = rules.melds.pairs > 0 && compiled.solver().pairs(hand) >= rules.melds.pairs;
  const bool may = rules.end_by == EndBy::knock  ? plan.deadwood <= limit
                   : rules.end_by == EndBy::hand ? whole || pairs
                                                 : whole;
  return py::dict(py::arg("deadwood") = plan.deadwood, py::arg("melds") = melds,
                  py::arg("leftover") = hand_text(names, plan.leftover),
                  py::arg("points") = plan.points, py::arg("can_knock") = may,
                  py::arg("gin") = whole, py::arg("size") = hand.size());
}

// Cards as one meld: what it is, what it counts, and what each card of it stands for.
py::dict rule_on_cards(const DrawRules& rules, const std::string& text, bool ordered,
                       const std::string& indicator, int players) {
  const CompiledDraw compiled(rules, players);
  const CardNames names = card_names(compiled, read_indicator(compiled, indicator));
  static_cast<void>(read_hand(compiled, names, text, "meld"));  // no more copies than there are
  const auto spell = [&](Tile tile) { return card_text(names, tile); };
  const HandMeldRuling ruling =
      rule_on_meld(compiled.hand_rules(), read_cards(compiled, names, text), ordered, spell);
  // What a card stands for is a face, whatever the wild tile looks like.
  CardNames faces = names;
  faces.okey.reset();
  Texts stands;
  Texts wild;
  for (std::size_t i = 0; ruling.legal && i < ruling.meld.length; ++i) {
    stands.push_back(card_text(faces, ruling.meld.stands_for[i]));
    if (is_wild_as(compiled.hand_rules(), ruling.meld.cards[i], ruling.meld.stands_for[i])) {
      wild.push_back(stands.back());
    }
  }
  const bool run = ruling.meld.kind == HandMeldKind::run;
  return py::dict(py::arg("legal") = ruling.legal, py::arg("kind") = run ? "run" : "group",
                  py::arg("points") = static_cast<int>(ruling.meld.points),
                  py::arg("stands") = stands, py::arg("wild") = wild,
                  py::arg("reason") = ruling.reason);
}

py::dict rule_on_turn(const DrawRules& rules, const Texts& table, const std::vector<int>& owners,
                      const Texts& result, const std::string& hand, bool opened, int total_before,
                      int lap, const std::optional<std::string>& hand_after,
                      const std::string& indicator) {
  const CompiledDraw compiled(rules, 0);
  const CardNames names = card_names(compiled, read_indicator(compiled, indicator));
  LayingTurn turn;
  turn.table = read_melds(compiled, names, table);
  turn.owners = owners;
  turn.owners.resize(turn.table.size(), 0);
  const auto refused = [](const std::string& reason, int points) {
    return py::dict(py::arg("legal") = false, py::arg("reason") = reason,
                    py::arg("points") = points, py::arg("ends") = false);
  };
  for (const std::string& text : result) {
    try {
      turn.result.push_back(read_meld(compiled, names, text));
    } catch (const InputError& error) {
      static_cast<void>(read_cards(compiled, names, text));  // cards that do not exist: an error
      return refused(error.what(), 0);
    }
  }
  turn.hand = read_hand(compiled, names, hand, "rack");
  turn.opened = opened;
  turn.total_before = total_before;
  turn.own_turn = lap;
  if (hand_after) turn.hand_after = read_hand(compiled, names, *hand_after, "rack_after");
  const LayingRuling ruling = rule_on_laying(compiled, turn);
  return py::dict(py::arg("legal") = ruling.legal, py::arg("reason") = ruling.reason,
                  py::arg("points") = ruling.points, py::arg("ends") = ruling.ends);
}

// What the hands of a deal come to: deadwood after lay-offs for who did not knock, else by the
// rules.
std::vector<int> hand_points(const DrawRules& rules, const Texts& hands, int closer, bool gin,
                             const std::string& indicator) {
  const CompiledDraw compiled(rules, static_cast<int>(hands.size()));
  const CardNames names = card_names(compiled, read_indicator(compiled, indicator));
  std::vector<Hand> cards;
  for (const std::string& text : hands) cards.push_back(read_hand(compiled, names, text, "rack"));
  std::vector<int> points;
  for (const Hand& hand : cards) {
    points.push_back(rules.laying.when == LayingWhen::show ? compiled.solver().deadwood(hand)
                                                           : compiled.cost(hand));
  }
  if (rules.end_by == EndBy::knock && closer >= 0 && !gin && rules.laying.lay_off != LayOff::none) {
    HandPlan plan;
    const auto knocker = static_cast<std::size_t>(closer);
    compiled.solver().best(cards[knocker], HandGoal::deadwood, plan);
    Defence defence;
    if (plan.deadwood > 0) {
      defend(compiled.solver(), plan.melds(), cards[1 - knocker], defence);
      points[1 - knocker] = defence.deadwood;
    }
  }
  return points;
}

std::pair<int, int> laid_points(const DrawRules& rules, const Texts& melds, int players) {
  const CompiledDraw compiled(rules, players);
  int points = 0;
  int long_runs = 0;
  for (const HandMeld& meld : read_melds(compiled, card_names(compiled, Tile::joker()), melds)) {
    points += meld.points;
    const bool run = rules.scoring.long_run > 0 && meld.kind == HandMeldKind::run;
    if (run && meld.length >= rules.scoring.long_run) ++long_runs;
  }
  return {points, long_runs};
}

std::vector<int> score_draw(const DrawRules& rules, const std::string& ending, int closer,
                            const std::vector<int>& points, const std::vector<int>& laid,
                            const std::vector<int>& long_runs, const std::vector<bool>& opened,
                            const std::vector<bool>& by_pairs, bool wild_discard, bool doubled,
                            int cutter) {
  if (opened.size() > points.size() || by_pairs.size() > points.size()) {
    throw InputError("a score needs the hand of each player");
  }
  DrawDealEnd end;
  end.players = static_cast<int>(points.size());
  end.ending = from_name<DrawEnding>(ending);
  end.closer = closer;
  end.hand_points = seat_values(points, kMaxPlayers, "rack_points");
  end.laid_points = seat_values(laid, kMaxPlayers, "laid");
  end.long_runs = seat_values(long_runs, kMaxPlayers, "laid");
  for (std::size_t i = 0; i < opened.size(); ++i) end.opened[i] = opened[i];
  for (std::size_t i = 0; i < by_pairs.size(); ++i) end.by_pairs[i] = by_pairs[i];
  end.wild_discard = wild_discard;
  end.factor = doubled ? 2 : 1;
  end.cutter = cutter;
  const DrawScores scores = score_draw_deal(rules, end);
  return {scores.scores.begin(), scores.scores.begin() + end.players};
}

std::vector<int> winners_of(const DrawRules& rules, const std::vector<int>& totals,
                            const std::vector<int>& won) {
  const int players = static_cast<int>(totals.size());
  const std::uint8_t winners =
      draw_match_winners(rules, players, seat_values(totals, kMaxPlayers, "totals"),
                         seat_values(won, kMaxPlayers, "games_won"));
  std::vector<int> seats;
  for (int seat = 0; seat < players; ++seat) {
    if ((winners >> seat & 1) != 0) seats.push_back(seat);
  }
  return seats;
}

std::vector<int> match_points(const DrawRules& rules, const std::vector<int>& totals,
                              const std::vector<int>& won) {
  const int players = static_cast<int>(totals.size());
  PerSeat<int> shares = seat_values(won, kMaxPlayers, "games_won");
  for (int& share : shares) share *= kWinShares;
  const PerSeat<int> points =
      draw_match_points(rules, players, seat_values(totals, kMaxPlayers, "totals"), shares);
  return {points.begin(), points.begin() + players};
}

py::dict draw_counts(const DrawRules& rules, int players) {
  if (players == 0) throw InputError("players is 0; a game has some");
  const CompiledDraw compiled(rules, players);
  std::vector<int> hands(static_cast<std::size_t>(players), rules.deal.rack);
  hands[0] += rules.deal.starter_extra;
  const int total = compiled.tiles().size();
  const int up = rules.deal.upcard ? 1 : 0;
  const int turned = rules.wild.indicator ? 1 : 0;
  const int dealt = players * rules.deal.rack + rules.deal.starter_extra;
  return py::dict(py::arg("total") = total, py::arg("hands") = hands, py::arg("discard") = up,
                  py::arg("pool") = total - dealt - up - turned);
}

std::string okey(const DrawRules& rules, const std::string& indicator) {
  const CompiledDraw compiled(rules, 0);
  if (!rules.wild.indicator) throw InputError("wild.indicator is false; no tile is turned");
  CardNames names = card_names(compiled, read_indicator(compiled, indicator));
  if (!names.okey)
    throw InputError("the indicator is " + quoted(indicator) + "; turn a numbered tile");
  return card_text(names, Tile::joker());
}

}  // namespace

void bind_draw_referee(py::module_& module) {
  module.def("rule_on_hand", &rule_on_hand, py::arg("rules"), py::arg("hand"), py::kw_only(),
             py::arg("upcard") = "", py::arg("indicator") = "",
             "Deadwood, melds, and whether it ends.");
  module.def("rule_on_cards", &rule_on_cards, py::arg("rules"), py::arg("cards"), py::kw_only(),
             py::arg("ordered") = true, py::arg("indicator") = "", py::arg("players") = 0,
             "Whether cards are a meld, and which.");
  module.def("rule_on_turn", &rule_on_turn, py::arg("rules"), py::kw_only(), py::arg("table"),
             py::arg("owners"), py::arg("result"), py::arg("hand"), py::arg("opened"),
             py::arg("total_before"), py::arg("lap"), py::arg("hand_after"), py::arg("indicator"),
             "Whether what was laid is legal.");
  module.def("draw_hand_points", &hand_points, py::arg("rules"), py::kw_only(), py::arg("hands"),
             py::arg("closer"), py::arg("gin"), py::arg("indicator"),
             "What the hands come to at the end.");
  module.def("draw_laid_points", &laid_points, py::arg("rules"), py::kw_only(), py::arg("melds"),
             py::arg("players"), "The points of melds, and how many long runs they hold.");
  module.def("score_draw_deal", &score_draw, py::arg("rules"), py::kw_only(), py::arg("ending"),
             py::arg("closer"), py::arg("points"), py::arg("laid"), py::arg("long_runs"),
             py::arg("opened"), py::arg("by_pairs"), py::arg("wild_discard"), py::arg("doubled"),
             py::arg("cutter"), "The scores of a deal.");
  module.def("draw_match_winners", &winners_of, py::arg("rules"), py::kw_only(), py::arg("totals"),
             py::arg("games_won"), "Who won a match, seats from 0.");
  module.def("draw_match_points", &match_points, py::arg("rules"), py::kw_only(), py::arg("totals"),
             py::arg("games_won"), "The points with the bonuses of the match.");
  module.def(
      "draw_match_over",
      [](const DrawRules& rules, const std::vector<int>& totals, int deals) {
        return draw_match_over(rules, static_cast<int>(totals.size()), deals,
                               seat_values(totals, kMaxPlayers, "totals"));
      },
      py::arg("rules"), py::kw_only(), py::arg("totals"), py::arg("deals"),
      "Whether a match has ended.");
  module.def("draw_deal_counts", &draw_counts, py::arg("rules"), py::kw_only(), py::arg("players"),
             "How many cards lie where.");
  module.def(
      "exact_cut",
      [](const DrawRules& rules, int players, int packet) {
        return exact_cut(rules, players, packet);
      },
      py::arg("rules"), py::kw_only(), py::arg("players"), py::arg("packet"),
      "Whether a packet has just the cards that are dealt.");
  module.def("okey", &okey, py::arg("rules"), py::kw_only(), py::arg("indicator"),
             "The wild tile, whose face the false okeys are.");
}
