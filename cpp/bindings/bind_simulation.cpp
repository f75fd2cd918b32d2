#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <optional>

#include "game_texts.hpp"
#include "interrupts.hpp"
#include "rummy/simulation/runner.hpp"
#include "rummy/strategies/draw_strategy.hpp"
#include "rummy/strategies/registry.hpp"
#include "rummy/table_game/transcript.hpp"
#include "rummy/tiles/notation.hpp"
#include "simulation_data.hpp"

namespace py = pybind11;
using namespace rummy;

void bind_table_game(py::module_& module);
void bind_draw_game(py::module_& module);
void bind_draw_referee(py::module_& module);
void bind_draw_simulation(py::module_& module);

namespace {

// A strategy written in Python: `player` has begin(seed, deal, game, seat), decide(view) and
// discard(view), see rummylab/strategy.py. It is called with the interpreter lock held.
class PythonStrategy : public Strategy {
 public:
  PythonStrategy(const CompiledRules& rules, py::object player)
      : rules_(rules), player_(std::move(player)) {}

  void begin_game(const GameKey& game, int seat) override {
    player_.attr("begin")(game.seed, game.deal, game.game, seat);
  }
  [[nodiscard]] Decision decide(const View& view, Play& play) override {
    const py::object answer = player_.attr("decide")(view_dict(view));
    if (answer.is_none()) return {Action::draw, PlayExists::unknown};
    play = play_of(rules_, *view.position,
                   read_table(rules_, answer.cast<std::vector<std::string>>()));
    return {Action::play, PlayExists::yes};
  }
  [[nodiscard]] Tile discard(const View& view) override {
    const py::object answer = player_.attr("discard")(view_dict(view));
    if (answer.is_none()) return Strategy::discard(view);
    const auto tiles = parse_tiles(answer.cast<std::string>(), rules_.tiles());
    if (tiles.size() != 1)
      throw InputError("a strategy discards one tile, not " + std::to_string(tiles.size()));
    return tiles[0];
  }

 private:
  CompiledRules rules_;
  py::object player_;
};

KnownPosition known_position(const CompiledRules& rules, const py::dict& given) {
  KnownPosition position;
  position.table = read_table(rules, given["table"].cast<std::vector<std::string>>());
  for (const auto& text : given["racks"].cast<std::vector<std::string>>()) {
    position.racks.push_back(parse_bag(text, rules.tiles(), "a rack"));
  }
  position.rack_sizes = {position.racks.at(0).size()};  // the own rack is all known
  for (const int size : given["others"].cast<std::vector<int>>()) {
    position.rack_sizes.push_back(size);
  }
  position.has_laid = given["has_laid"].cast<std::vector<bool>>();
  position.discards =
      parse_bag(given["discards"].cast<std::string>(), rules.tiles(), "the dead tiles");
  position.to_move = given["to_move"].cast<int>();
  return position;
}

// Fills the strategies of a task; returns whether one of them is written in Python.
bool set_strategies(Task& task, const py::list& strategies) {
  bool python = false;
  for (const auto& item : strategies) python = python || !py::isinstance<py::str>(item);
  if (!python) {
    task.strategies = strategies.cast<std::vector<std::string>>();
    return false;
  }
  if (std::ssize(strategies) != task.players) {
    throw InputError(std::to_string(strategies.size()) + " strategies for " +
                     std::to_string(task.players) + " players; give one for all or one for each");
  }
  task.checked = true;
  task.make_players = [strategies](const CompiledRules& rules) {
    Players players;
    for (const auto& item : strategies) {
      if (py::isinstance<py::str>(item)) {
        players.push_back(make_strategy(item.cast<std::string>(), rules));
      } else {
        players.push_back(
            std::make_unique<PythonStrategy>(rules, py::reinterpret_borrow<py::object>(item)));
      }
    }
    return players;
  };
  return true;
}

// The log of a game that Control-C may end; the interpreter lock is held.
struct InterruptedLog : GameLog {
  void on_turn(const TableGame& game) override {
    Interrupts::hear_now();
    GameLog::on_turn(game);
  }
};

template <typename T>
py::array_t<T> view_of(const std::vector<T>& values, std::vector<py::ssize_t> shape,
                       const py::object& owner) {
  return py::array_t<T>(std::move(shape), values.data(), owner);
}

std::unique_ptr<SimulationData> simulate(const Rules& rules, int players,
                                         const py::list& strategies, std::uint64_t seed,
                                         std::int64_t first, std::int64_t count, int threads,
                                         const std::string& rotate, bool matches, bool units,
                                         const std::string& record, int turn_cap, bool checked,
                                         int choices, const std::optional<py::dict>& position,
                                         const std::optional<py::function>& progress) {
  Task task;
  task.rules = rules;
  task.players = players;
  task.seed = seed;
  task.rotate = from_name<Rotate>(rotate);
  if (position) task.position = known_position(CompiledRules(rules, players), *position);
  task.matches = matches;
  task.units = units;
  task.record = from_name<Record>(record);
  task.turn_cap = turn_cap;
  task.checked = checked;
  task.choices = choices;
  const bool python = set_strategies(task, strategies);
  if (threads < 1)
    throw InputError("threads is " + std::to_string(threads) + "; allowed: 1 or more");
  const Tick tick = listening(progress);
  auto data = std::make_unique<SimulationData>();
  data->quantities = quantity_names(players);
  data->histograms = histogram_names(kHistograms);
  if (python) {
    data->simulation = run(task, first, count, 0, tick);
  } else {
    const py::gil_scoped_release unlocked;
    data->simulation = run(task, first, count, threads, tick);
  }
  return data;
}

py::dict replay(const Rules& rules, int players, const py::list& strategies, std::uint64_t seed,
                std::uint64_t deal, int rotation, const std::string& rotate,
                std::optional<int> match_game, int turn_cap,
                const std::vector<std::string>& names) {
  Task task;
  task.rules = rules;
  task.players = players;
  task.seed = seed;
  task.turn_cap = turn_cap;
  const bool python = set_strategies(task, strategies);
  validate(task);
  if (rotation < 0 || rotation >= players) {
    throw InputError("rotation is " + std::to_string(rotation) + "; allowed: 0 to " +
                     std::to_string(players - 1));
  }
  const CompiledRules compiled(rules, players);
  Players made;
  if (python) {
    made = task.make_players(compiled);
  } else {
    for (const std::string& spec : task.strategies) made.push_back(make_strategy(spec, compiled));
  }
  const bool racks = from_name<Rotate>(rotate) == Rotate::racks && !match_game;
  std::vector<Strategy*> chairs;
  for (int seat = 0; seat < players; ++seat) {
    chairs.push_back(
        made[static_cast<std::size_t>((seat + (racks ? 0 : rotation)) % players)].get());
  }
  Driver driver(compiled, turn_cap);
  driver.game().set_checked(task.checked);
  InterruptedLog log;
  int first_player = rotation;
  if (match_game) {
    // Earlier games may decide who starts this one, so the match is played up to it.
    InterruptedLog latest;
    bool found = false;
    int starter_now = 0;
    MatchHooks hooks;
    hooks.observer = &latest;
    hooks.before_game = [&](int, int starter) { starter_now = starter; };
    hooks.after_game = [&](const MatchGame& played) {
      if (played.game != *match_game) return;
      log = latest;
      found = true;
      first_player = (starter_now + rotation) % players;
    };
    const MatchResult result = play_match(driver, seed, deal, chairs, hooks);
    if (!found) {
      throw InputError("match_game is " + std::to_string(*match_game) + ", but the match has " +
                       std::to_string(result.games) + " games, numbered from 0");
    }
  } else {
    driver.play({seed, deal, 0, racks ? rotation : 0}, chairs, &log);
  }
  std::vector<std::string> seated;
  for (int seat = 0; seat < players; ++seat) {
    seated.push_back(names[static_cast<std::size_t>((seat + first_player) % players)]);
  }
  py::dict found = log_dict(log);
  found["strategies"] = seated;
  found["first_player"] = first_player + 1;
  return py::dict(py::arg("game") = found, py::arg("text") = transcript(log, seated));
}

py::list strategies(const std::string& family) {
  return family == "draw" ? strategy_list(all_draw_strategies()) : strategy_list(all_strategies());
}

std::string canonical(const std::string& spec, const std::string& family) {
  return family == "draw" ? canonical_draw_strategy(spec) : canonical_strategy(spec);
}

void bind_simulation_data(py::module_& module) {
  const auto sums = [](const SimulationData& data) {
    const auto values = data.simulation.tally.sums();
    return std::vector<std::int64_t>(values.begin(), values.end());
  };
  py::class_<SimulationData>(module, "SimulationData",
                             "What a simulation counted; whole numbers only.")
      .def_readonly("quantities", &SimulationData::quantities, "The K names of what is summed.")
      .def_property_readonly(
          "clusters", [](const SimulationData& data) { return data.simulation.tally.clusters(); },
          "Deals, or matches, played.")
      .def_property_readonly(
          "sums",
          [sums](const SimulationData& data) {
            return py::array_t<std::int64_t>(py::cast(sums(data)));
          },
          "Sums over the clusters, shape (K,).")
      .def_property_readonly(
          "cross",
          [](const SimulationData& data) {
            const auto k = static_cast<py::ssize_t>(data.quantities.size());
            return py::array_t<std::int64_t>({k, k}, data.simulation.tally.cross().data());
          },
          "Sums of products by pairs, shape (K, K).")
      .def_property_readonly(
          "block_sums",
          [](const py::object& self) {
            const auto& data = self.cast<const SimulationData&>();
            const auto k = static_cast<py::ssize_t>(data.quantities.size());
            const auto& values = data.simulation.block_sums;
            return view_of(values, {std::ssize(values) / k, k}, self);
          },
          "The sums block by block, shape (B, K).")
      .def_property_readonly(
          "units",
          [](const py::object& self) {
            const auto& data = self.cast<const SimulationData&>();
            const auto k = static_cast<py::ssize_t>(data.quantities.size());
            const auto& values = data.simulation.units;
            return view_of(values, {std::ssize(values) / k, k}, self);
          },
          "The quantities cluster by cluster, shape (clusters, K); no rows unless kept.")
      .def_property_readonly(
          "histograms",
          [](const SimulationData& data) {
            py::dict histograms;
            const auto all = data.simulation.tally.histograms();
            for (std::size_t i = 0; i < all.size(); ++i) {
              const auto bins = all[i].bins();
              if (data.histograms[i].empty()) continue;
              histograms[py::str(data.histograms[i])] =
                  py::array_t<std::int64_t>(std::ssize(bins), bins.data());
            }
            return histograms;
          },
          "Counts by value; the last bin counts everything above it.")
      .def_property_readonly(
          "columns",
          [](const py::object& self) {
            const Columns& columns = self.cast<const SimulationData&>().simulation.columns;
            py::dict arrays;
            for (std::size_t i = 0; i < columns.names.size(); ++i) {
              arrays[py::str(columns.names[i])] =
                  view_of(columns.values[i], {std::ssize(columns.values[i])}, self);
            }
            return arrays;
          },
          "The recorded rows, column by column, not copied.")
      .def_property_readonly(
          "seconds", [](const SimulationData& data) { return data.simulation.seconds; },
          "How long it took.");
}

}  // namespace

void bind_simulation(py::module_& module) {
  bind_table_game(module);
  bind_simulation_data(module);
  module.def("simulate", &simulate, py::arg("rules"), py::kw_only(), py::arg("players"),
             py::arg("strategies"), py::arg("seed"), py::arg("first"), py::arg("count"),
             py::arg("threads"), py::arg("rotate"), py::arg("matches"), py::arg("units"),
             py::arg("record"), py::arg("turn_cap"), py::arg("checked"), py::arg("choices"),
             py::arg("position"), py::arg("progress"),
             "Play the clusters first .. first + count - 1.");
  module.def("replay", &replay, py::arg("rules"), py::kw_only(), py::arg("players"),
             py::arg("strategies"), py::arg("seed"), py::arg("deal"), py::arg("rotation"),
             py::arg("rotate"), py::arg("match_game"), py::arg("turn_cap"), py::arg("names"),
             "Play one game again: {\"game\": everything that happened, \"text\": a transcript}.");
  bind_draw_game(module);
  bind_draw_referee(module);
  bind_draw_simulation(module);
  module.attr("BLOCK_CLUSTERS") = kBlockClusters;
  module.def("strategies", &strategies, py::arg("family") = "table",
             "Every strategy with its parameters, the weak before the strong.");
  module.def("canonical_strategy", &canonical, py::arg("spec"), py::arg("family") = "table",
             "The spec without parameters at their standard values; an error lists what exists.");
}
