#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "rummy/draw_game/referee.hpp"
#include "rummy/hands/meld_ruling.hpp"
#include "rummy/random/stream.hpp"

namespace py = pybind11;
using namespace rummy;

namespace {

using Texts = std::vector<std::string>;

// A meld as written, in its reading that counts most; two tiles are a pair.
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
                                 const Texts& texts) {
  std::vector<HandMeld> melds;
  for (const std::string& text : texts) melds.push_back(read_meld(rules, names, text));
  return melds;
}

Tile read_one(const CompiledDraw& rules, const CardNames& names, const std::string& text) {
  const std::vector<Tile> cards = read_cards(rules, names, text);
  if (cards.size() != 1) throw InputError(quoted(text) + " is not one card");
  return cards[0];
}

// The tile that was turned up, as it is printed; none for an empty text.
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

// A deal played by hand, every step held to the rules.
class HandDraw {
 public:
  explicit HandDraw(const CompiledDraw& rules) : game_(rules) {
    game_.set_checked(true);
    game_.set_followed(true);
  }

  static std::unique_ptr<HandDraw> deal(const DrawRules& rules, int players, std::uint64_t seed,
                                        std::uint64_t deal, std::uint64_t game,
                                        const std::vector<int>& totals) {
    auto hand = std::make_unique<HandDraw>(CompiledDraw(rules, players));
    hand->game_.start({seed, deal, game}, seat_values(totals, players, "totals"));
    return hand;
  }

  static std::unique_ptr<HandDraw> at(const DrawRules& rules, const Texts& hands,
                                      const std::string& pile, const std::string& stock,
                                      const std::vector<std::pair<int, std::string>>& table,
                                      const std::vector<int>& totals, int lap,
                                      const std::string& upcard, const std::string& indicator) {
    const int players = static_cast<int>(hands.size());
    const CompiledDraw compiled(rules, players);
    auto hand = std::make_unique<HandDraw>(compiled);
    DrawGame::Setup setup;
    setup.indicator = read_indicator(compiled, indicator);
    const CardNames names = card_names(compiled, setup.indicator);
    // The set-up takes the cards as they are printed.
    const auto printed = [&](Tile tile) {
      return names.okey ? CompiledDraw::exchange(tile, *names.okey) : tile;
    };
    for (const std::string& text : hands) {
      Hand cards;
      for (const Tile tile : read_cards(compiled, names, text)) cards.add(printed(tile));
      setup.hands.push_back(cards);
    }
    for (const Tile tile : read_cards(compiled, names, pile)) setup.pile.push_back(printed(tile));
    for (const Tile tile : read_cards(compiled, names, stock)) setup.stock.push_back(printed(tile));
    for (const auto& [owner, text] : table) {
      const HandMeld meld = read_meld(compiled, names, text);
      setup.table.push_back({owner, meld.length == 2, meld});
    }
    setup.totals = seat_values(totals, players, "totals");
    setup.own_turn = lap;
    if (!upcard.empty()) setup.upcard = read_one(compiled, names, upcard);
    hand->game_.start_at(setup);
    return hand;
  }

  [[nodiscard]] DrawGame& game() { return game_; }
  [[nodiscard]] const DrawGame& game() const { return game_; }
  [[nodiscard]] CardNames names() const { return card_names(game_.rules(), game_.indicator()); }

  void play(const Texts& melds, const Texts& pairs,
            const std::vector<std::tuple<int, std::string, bool>>& lay_offs,
            const std::string& discard, bool show) {
    const CompiledDraw& rules = game_.rules();
    TurnPlay play;
    play.melds = read_melds(rules, names(), melds);
    play.pairs = read_melds(rules, names(), pairs);
    for (const auto& [place, card, front] : lay_offs) {
      play.lay_offs.push_back({place, read_one(rules, names(), card), front});
    }
    if (!discard.empty()) play.discard = read_one(rules, names(), discard);
    play.show = show;
    game_.play(play);
  }

 private:
  DrawGame game_;
};

template <typename Value>
py::list by_seat(const HandDraw& hand, Value&& value) {
  py::list list;
  for (int seat = 0; seat < hand.game().players(); ++seat) list.append(value(seat));
  return list;
}

std::string phase_name(const HandDraw& hand) {
  switch (hand.game().phase()) {
    case DrawGame::Phase::offer:
      return "offer";
    case DrawGame::Phase::draw:
      return "draw";
    case DrawGame::Phase::play:
      return "play";
    case DrawGame::Phase::over:
      break;
  }
  return "over";
}

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

void bind_draw_game(py::module_& module) {
  py::class_<HandDraw>(module, "DrawGame",
                       "A deal of a draw game played by hand, held to the rules; seats from 0.")
      .def(py::init(&HandDraw::deal), py::arg("rules"), py::kw_only(), py::arg("players"),
           py::arg("seed") = 0, py::arg("deal") = 0, py::arg("game") = 0,
           py::arg("totals") = std::vector<int>(), "A deal.")
      .def_static("at", &HandDraw::at, py::arg("rules"), py::kw_only(), py::arg("hands"),
                  py::arg("pile") = "", py::arg("stock") = "",
                  py::arg("table") = std::vector<std::pair<int, std::string>>(),
                  py::arg("totals") = std::vector<int>(), py::arg("lap") = 2,
                  py::arg("upcard") = "", py::arg("indicator") = "",
                  "Any position, seat 0 to draw; the top of the pile last, the next of the stock "
                  "first.")
      .def_property_readonly("phase", &phase_name, "offer, draw, play or over.")
      .def_property_readonly(
          "seat", [](const HandDraw& hand) { return hand.game().seat(); }, "Who is to move.")
      .def_property_readonly("hands",
                             [](const HandDraw& hand) {
                               return by_seat(hand, [&](int seat) {
                                 return hand_text(hand.names(), hand.game().hand(seat));
                               });
                             })
      .def_property_readonly("pile",
                             [](const HandDraw& hand) {
                               Texts pile;
                               for (const Tile tile : hand.game().pile()) {
                                 pile.push_back(card_text(hand.names(), tile));
                               }
                               return pile;
                             })
      .def_property_readonly("table",
                             [](const HandDraw& hand) {
                               Texts table;
                               for (const LaidMeld& laid : hand.game().table()) {
                                 table.push_back(meld_text(hand.names(), laid.meld));
                               }
                               return table;
                             })
      .def_property_readonly("stock_left",
                             [](const HandDraw& hand) { return hand.game().stock_left(); })
      .def_property_readonly("knock_limit",
                             [](const HandDraw& hand) { return hand.game().view().knock_limit; })
      .def_property_readonly(
          "warning", [](const HandDraw& hand) { return hand.game().last_turn().warning; },
          "Whether who moved last could close with one more card.")
      .def_property_readonly("can_take",
                             [](const HandDraw& hand) { return hand.game().view().can_take; })
      .def_property_readonly("ending",
                             [](const HandDraw& hand) {
                               return hand.game().over()
                                          ? std::string(to_name(hand.game().result().end.ending))
                                          : std::string();
                             })
      .def_property_readonly(
          "scores",
          [](const HandDraw& hand) {
            return by_seat(hand, [&](int seat) {
              return hand.game().result().scores.scores[static_cast<std::size_t>(seat)];
            });
          })
      .def_property_readonly(
          "hand_points",
          [](const HandDraw& hand) {
            return by_seat(hand, [&](int seat) {
              return hand.game().result().end.hand_points[static_cast<std::size_t>(seat)];
            });
          })
      .def(
          "draw_stock", [](HandDraw& hand) { hand.game().draw(Source::stock); },
          "Draw the next card of the stock.")
      .def(
          "draw_pile", [](HandDraw& hand) { hand.game().draw(Source::pile); },
          "Take the pile, its top, or the upcard that is offered.")
      .def(
          "refuse", [](HandDraw& hand) { hand.game().refuse(); }, "Refuse the upcard.")
      .def("play", &HandDraw::play, py::arg("melds") = Texts(), py::arg("pairs") = Texts(),
           py::arg("lay_offs") = std::vector<std::tuple<int, std::string, bool>>(),
           py::arg("discard") = "", py::arg("show") = false,
           "Lay melds and pairs, lay off (meld, card, at its front), discard, end the deal.");

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
