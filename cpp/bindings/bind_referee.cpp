#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <bit>

#include "rummy/table_game/referee.hpp"

namespace py = pybind11;

namespace {

using namespace rummy;

std::string kind_of(const ReadingRuling& reading) { return std::string(to_name(reading.kind)); }

PerSeat<int> per_seat(const std::vector<int>& values) {
  PerSeat<int> seats{};
  for (std::size_t i = 0; i < values.size(); ++i) seats.at(i) = values[i];
  return seats;
}

// The winning seats of a mask.
std::vector<int> seats_of(std::uint8_t mask) {
  std::vector<int> seats;
  for (unsigned rest = mask; rest != 0; rest &= rest - 1) seats.push_back(std::countr_zero(rest));
  return seats;
}

std::vector<int> score(const Rules& rules, const std::string& ending, int winner,
                       const std::vector<int>& rack_points, const std::vector<bool>& opened,
                       bool one_turn_close) {
  const int players = static_cast<int>(rack_points.size());
  if (players == 0 || opened.size() != rack_points.size() || winner >= players) {
    throw InputError("a score needs the rack of each player");
  }
  const CompiledRules compiled(rules, players);
  DealEnd end;
  end.players = players;
  end.ending = from_name<Ending>(ending);
  end.winner = winner;
  end.rack_points = per_seat(rack_points);
  for (std::size_t i = 0; i < opened.size(); ++i) end.opened.at(i) = opened[i];
  end.one_turn_close = one_turn_close;
  const DealScores scores = score_deal(compiled, end);
  return {scores.scores.begin(), scores.scores.begin() + players};
}

std::vector<int> winners(const Rules& rules, const std::vector<int>& totals,
                         const std::vector<int>& games_won) {
  if (totals.size() > kMaxPlayers || games_won.size() != totals.size()) {
    throw InputError("a match has at most " + std::to_string(kMaxPlayers) +
                     " players, each with a total");
  }
  return seats_of(
      match_winners(rules, static_cast<int>(totals.size()), per_seat(totals), per_seat(games_won)));
}

}  // namespace

void bind_referee(py::module_& module) {
  py::class_<ReadingRuling>(module, "ReadingRuling", "One way to read a meld.")
      .def_readonly("text", &ReadingRuling::text)
      .def_property_readonly("kind", &kind_of)
      .def_readonly("value", &ReadingRuling::value)
      .def_readonly("jokers", &ReadingRuling::jokers);
  py::class_<MeldRuling>(module, "MeldRuling", "What a text is as a meld.")
      .def_readonly("legal", &MeldRuling::legal)
      .def_readonly("readings", &MeldRuling::readings)
      .def_readonly("reason", &MeldRuling::reason);
  py::class_<TurnRuling>(module, "TurnRuling", "Whether a turn is legal.")
      .def_readonly("legal", &TurnRuling::legal)
      .def_readonly("reason", &TurnRuling::reason)
      .def_readonly("opening_points", &TurnRuling::opening_points)
      .def_readonly("ends_game", &TurnRuling::ends_game);
  py::class_<DealRuling>(module, "DealRuling",
                         "Counts of tiles when the first regular turn begins.")
      .def_readonly("total", &DealRuling::total)
      .def_readonly("hands", &DealRuling::hands)
      .def_readonly("discard", &DealRuling::discard)
      .def_readonly("pool", &DealRuling::pool)
      .def_readonly("own_piles", &DealRuling::own_piles)
      .def_readonly("remainder", &DealRuling::remainder);

  py::class_<Referee>(module, "Referee", "Judges texts by one rule set.")
      .def(py::init<const Rules&, int>(), py::arg("rules"), py::arg("players") = 0)
      .def("meld", &Referee::meld, py::arg("text"), py::arg("ordered"))
      .def(
          "table",
          [](const Referee& referee, const std::vector<std::string>& melds) {
            const Ruling ruling = referee.table(melds);
            return std::pair(ruling.legal, ruling.reason);
          },
          py::arg("melds"))
      .def(
          "turn",
          [](Referee& referee, std::vector<std::string> table, std::string rack,
             std::vector<std::string> result, bool opened, std::optional<std::string> rack_after,
             std::vector<std::string> declared) {
            return referee.turn({std::move(table), std::move(rack), std::move(result), opened,
                                 std::move(rack_after), std::move(declared)});
          },
          py::kw_only(), py::arg("table"), py::arg("rack"), py::arg("result"), py::arg("opened"),
          py::arg("rack_after"), py::arg("declared"))
      .def("rack_points", &Referee::rack_points, py::arg("racks"));

  module.def("deal_counts", &deal_counts, py::arg("rules"), py::arg("players"));
  module.def("score_deal", &score, py::arg("rules"), py::kw_only(), py::arg("ending"),
             py::arg("winner"), py::arg("rack_points"), py::arg("opened"),
             py::arg("one_turn_close"));
  module.def("match_winners", &winners, py::arg("rules"), py::kw_only(), py::arg("totals"),
             py::arg("games_won"));
}
