#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "draw_texts.hpp"
#include "rummy/draw_game/game.hpp"

namespace py = pybind11;
using namespace rummy;

namespace {

using Texts = std::vector<std::string>;

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
}
