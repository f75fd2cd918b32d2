#include <pybind11/functional.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "draw_texts.hpp"
#include "interrupts.hpp"
#include "rummy/simulation/draw_block.hpp"
#include "simulation_data.hpp"

namespace py = pybind11;
using namespace rummy;

namespace {

std::unique_ptr<SimulationData> simulate(const DrawRules& rules, int players,
                                         const std::vector<std::string>& strategies,
                                         std::uint64_t seed, std::int64_t first, std::int64_t count,
                                         int threads, const std::string& rotate, bool matches,
                                         bool units, const std::string& record, int turn_cap,
                                         bool checked, int choices,
                                         const std::optional<py::dict>& position,
                                         const std::optional<py::function>& progress) {
  DrawTask task;
  task.rules = rules;
  task.players = players;
  task.strategies = strategies;
  task.seed = seed;
  task.rotate = from_name<Rotate>(rotate);
  task.units = units;
  task.matches = matches;
  task.record = from_name<Record>(record);
  task.turn_cap = turn_cap;
  task.checked = checked;
  if (position) throw InputError("a position is played on in table games alone");
  if (choices != 0) {
    throw InputError("choices is " + std::to_string(choices) +
                     "; the legal plays of a turn are counted in table games; leave it 0");
  }
  if (threads < 1)
    throw InputError("threads is " + std::to_string(threads) + "; allowed: 1 or more");
  const Tick tick = listening(progress);
  auto data = std::make_unique<SimulationData>();
  data->quantities = draw_quantity_names(rules, players);
  data->histograms = histogram_names(kDrawHistograms);
  if (rules.laying.when == LayingWhen::show) {
    data->histograms[static_cast<std::size_t>(DrawHistogram::opening_turn)].clear();  // nothing is
  }
  const py::gil_scoped_release unlocked;
  data->simulation = run(task, first, count, threads, tick);
  return data;
}

py::dict replay(const DrawRules& rules, int players, const std::vector<std::string>& strategies,
                std::uint64_t seed, std::uint64_t deal, int rotation, const std::string& rotate,
                std::optional<int> match_game, int turn_cap,
                const std::vector<std::string>& names) {
  DrawTask task;
  task.rules = rules;
  task.players = players;
  task.strategies = strategies;
  task.turn_cap = turn_cap;
  validate(task);
  if (rotation < 0 || rotation >= players) {
    throw InputError("rotation is " + std::to_string(rotation) + "; allowed: 0 to " +
                     std::to_string(players - 1));
  }
  const CompiledDraw compiled(rules, players);
  const DrawPlayers made = make_draw_players(task, compiled);
  const bool racks = from_name<Rotate>(rotate) == Rotate::racks && !match_game;
  std::vector<DrawStrategy*> chairs;
  for (int seat = 0; seat < players; ++seat) {
    const int player = (seat + (racks ? 0 : rotation)) % players;
    chairs.push_back(made[static_cast<std::size_t>(player)].get());
  }
  DrawDriver driver(compiled, turn_cap);
  DrawLog log;
  int first_player = rotation;
  if (match_game) {
    // Earlier deals decide the totals and who starts, so the match is played up to this one.
    DrawLog latest;
    bool found = false;
    DrawMatchHooks hooks;
    hooks.observer = &latest;
    hooks.after_deal = [&](const DrawMatchGame& played) {
      Interrupts::hear_now();
      if (played.deal != *match_game) return;
      log = latest;
      found = true;
      first_player = (played.starter + rotation) % players;
    };
    const DrawMatchResult result = play_draw_match(driver, seed, deal, chairs, hooks);
    if (!found) {
      throw InputError("match_game is " + std::to_string(*match_game) + ", but the match has " +
                       std::to_string(result.deals) + " games, numbered from 0");
    }
  } else {
    driver.play({seed, deal, 0, racks ? rotation : 0}, chairs, {}, &log);
  }
  std::vector<std::string> seated;
  for (int seat = 0; seat < players; ++seat) {
    seated.push_back(names[static_cast<std::size_t>((seat + first_player) % players)]);
  }
  py::dict found = draw_log_dict(log);
  found["strategies"] = seated;
  found["first_player"] = first_player + 1;
  return py::dict(py::arg("game") = found, py::arg("text") = transcript(log, seated));
}

}  // namespace

void bind_draw_simulation(py::module_& module) {
  module.def("simulate", &simulate, py::arg("rules"), py::kw_only(), py::arg("players"),
             py::arg("strategies"), py::arg("seed"), py::arg("first"), py::arg("count"),
             py::arg("threads"), py::arg("rotate"), py::arg("matches"), py::arg("units"),
             py::arg("record"), py::arg("turn_cap"), py::arg("checked"), py::arg("choices"),
             py::arg("position"), py::arg("progress"), "The same for a draw game.");
  module.def("replay", &replay, py::arg("rules"), py::kw_only(), py::arg("players"),
             py::arg("strategies"), py::arg("seed"), py::arg("deal"), py::arg("rotation"),
             py::arg("rotate"), py::arg("match_game"), py::arg("turn_cap"), py::arg("names"),
             "The same for a draw game.");
}
