#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "game_texts.hpp"
#include "rummy/table_game/starter.hpp"
#include "rummy/tiles/notation.hpp"

namespace py = pybind11;
using namespace rummy;

namespace {

// A game played by hand, every step held to the rules. Seats count from 0.
class HandGame {
 public:
  explicit HandGame(const CompiledRules& rules) : game_(rules) { game_.set_checked(true); }

  static std::unique_ptr<HandGame> deal(const Rules& rules, int players, std::uint64_t seed,
                                        std::uint64_t deal, std::uint64_t game) {
    auto made = std::make_unique<HandGame>(CompiledRules(rules, players));
    made->game_.start({seed, deal, game});
    return made;
  }

  static std::unique_ptr<HandGame> at(const Rules& rules, const std::vector<std::string>& racks,
                                      const std::vector<std::string>& table,
                                      const std::vector<bool>& opened, const std::string& pool) {
    const auto players = static_cast<int>(racks.size());
    if (players < 2 || players > kMaxPlayers || opened.size() != racks.size()) {
      throw InputError("give 2 to 6 racks, and for each whether the seat has opened");
    }
    const CompiledRules compiled(rules, players);
    TableGame::Setup setup;
    std::string every = pool;
    for (const std::string& text : racks) {
      setup.racks.push_back(parse_bag(text, compiled.tiles(), "a rack"));
      every += " " + text;
    }
    for (const std::string& text : table) every += " " + text;
    static_cast<void>(parse_bag(every, compiled.tiles(), "the position"));
    setup.table = read_table(compiled, table);
    setup.has_laid = opened;
    setup.drawn_next = parse_tiles(pool, compiled.tiles());
    auto made = std::make_unique<HandGame>(compiled);
    made->game_.start_at(setup);
    return made;
  }

  [[nodiscard]] TableGame& game() { return game_; }
  [[nodiscard]] const TableGame& game() const { return game_; }

  void discard(const std::string& text) {
    if (!game_.must_discard()) throw InputError("there is nothing to discard now");
    const auto tiles = parse_tiles(text, game_.rules().tiles());
    if (tiles.size() != 1)
      throw InputError("the starter discards one tile, not " + std::to_string(tiles.size()));
    game_.discard(tiles[0]);
  }
  py::dict play(const std::vector<std::string>& result) {
    game_before_step();
    game_.play(play_of(game_.rules(), game_.position(), read_table(game_.rules(), result)));
    return turn_dict(game_.last_turn());
  }
  py::dict fail(const std::vector<std::string>& result) {
    game_before_step();
    game_.fail(play_of(game_.rules(), game_.position(), read_table(game_.rules(), result)));
    return turn_dict(game_.last_turn());
  }
  py::dict draw() {
    game_before_step();
    Solver solver(game_.rules());
    game_.draw(!solver.can_play(game_.position()));
    return turn_dict(game_.last_turn());
  }

 private:
  void game_before_step() const {
    if (game_.over()) throw InputError("the game is over");
    if (game_.must_discard()) throw InputError("the starter has to discard first");
  }

  TableGame game_;
};

std::vector<int> seats_of(unsigned mask) {
  std::vector<int> seats;
  for (int seat = 0; seat < kMaxPlayers; ++seat) {
    if ((mask >> seat & 1) != 0) seats.push_back(seat);
  }
  return seats;
}

std::vector<int> starters(const std::vector<std::vector<std::string>>& draws, bool lowest) {
  const TileSet widest{
      .colours = kMaxColours, .numbers = kMaxNumbers, .copies = kMaxCopies, .jokers = kMaxJokers};
  std::vector<std::vector<Tile>> tiles;
  for (const auto& texts : draws) {
    tiles.emplace_back();
    for (const std::string& text : texts) {
      for (const Tile tile : parse_tiles(text, widest)) tiles.back().push_back(tile);
    }
  }
  return seats_of(best_draws(tiles, lowest));
}

template <typename Value>
py::list by_seat(const HandGame& hand, Value&& value) {
  py::list list;
  for (int seat = 0; seat < hand.game().players(); ++seat) list.append(value(seat));
  return list;
}

}  // namespace

void bind_table_game(py::module_& module) {
  module.def(
      "philox", [](PhiloxKey key, PhiloxBlock counter) { return philox(key, counter); },
      py::kw_only(), py::arg("key"), py::arg("counter"), "One block of Philox4x64-10: four words.");
  module.def("starters", &starters, py::kw_only(), py::arg("draws"), py::arg("lowest"),
             "The seats, from 0, whose draws tie for the start; a joker is drawn again.");
  module.def(
      "draw_starter",
      [](const Rules& rules, int players, std::uint64_t seed, std::uint64_t deal,
         std::uint64_t game) {
        return choose_starter(CompiledRules(rules, players), {seed, deal, game}, {}, 0);
      },
      py::arg("rules"), py::kw_only(), py::arg("players"), py::arg("seed"), py::arg("deal"),
      py::arg("game") = 0, "Who starts the first game of a match by deal.starter, from 0.");
  module.def(
      "match_games", [](const Rules& rules, int players) { return match_games(rules, players); },
      py::arg("rules"), py::kw_only(), py::arg("players"), "How many games a match has.");

  py::class_<HandGame>(module, "TableGame",
                       "A game played by hand, every step held to the rules; seats from 0.")
      .def(py::init(&HandGame::deal), py::arg("rules"), py::kw_only(), py::arg("players"),
           py::arg("seed") = 0, py::arg("deal") = 0, py::arg("game") = 0, "A dealt game.")
      .def_static("at", &HandGame::at, py::arg("rules"), py::kw_only(), py::arg("racks"),
                  py::arg("table"), py::arg("opened"), py::arg("pool"),
                  "Any position, seat 0 to move; the pool in the order of drawing.")
      .def_property_readonly("players", [](const HandGame& hand) { return hand.game().players(); })
      .def_property_readonly(
          "seat", [](const HandGame& hand) { return hand.game().seat(); }, "Who is to move.")
      .def_property_readonly(
          "turn", [](const HandGame& hand) { return hand.game().turn(); }, "From 1.")
      .def_property_readonly("table",
                             [](const HandGame& hand) { return write_table(hand.game().table()); })
      .def_property_readonly("racks",
                             [](const HandGame& hand) {
                               return by_seat(hand,
                                              [&](int s) { return to_text(hand.game().rack(s)); });
                             })
      .def_property_readonly(
          "opened",
          [](const HandGame& hand) {
            return by_seat(hand, [&](int s) { return hand.game().opened(s); });
          },
          "Whether each seat may use the table.")
      .def_property_readonly("pool", [](const HandGame& hand) { return hand.game().pool().left(); })
      .def_property_readonly("discards",
                             [](const HandGame& hand) { return to_text(hand.game().discards()); })
      .def_property_readonly("must_discard",
                             [](const HandGame& hand) { return hand.game().must_discard(); })
      .def_property_readonly(
          "drawn", [](const HandGame& hand) { return hand.game().view().drawn; },
          "In the second half of a draw_then_play turn.")
      .def_property_readonly(
          "view", [](const HandGame& hand) { return view_dict(hand.game().view()); },
          "What the seat to move may know.")
      .def_property_readonly("over", [](const HandGame& hand) { return hand.game().over(); })
      .def_property_readonly("ending",
                             [](const HandGame& hand) {
                               return hand.game().over()
                                          ? std::string(to_name(hand.game().result().ending))
                                          : std::string();
                             })
      .def_property_readonly(
          "scores",
          [](const HandGame& hand) {
            return by_seat(hand, [&](int s) {
              return hand.game().result().scores.scores[static_cast<std::size_t>(s)];
            });
          })
      .def_property_readonly(
          "winners",
          [](const HandGame& hand) { return seats_of(hand.game().result().scores.winners); })
      .def(
          "why_not_draw", [](HandGame& hand) { return hand.game().why_not_draw(); },
          "Why the seat may not leave out laying; empty when it may.")
      .def("discard", &HandGame::discard, py::arg("tile"), "The starter's dead tile.")
      .def("play", &HandGame::play, py::arg("result"), "Lay what the result adds to the table.")
      .def("fail", &HandGame::fail, py::arg("result"),
           "Leave the table like this, in any pieces, out of time.")
      .def("draw", &HandGame::draw, "Lay nothing: draw, pass, or end the second half of a turn.");
}
