#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/typing.h>

#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

#include "batches.hpp"
#include "rummy/melds/reading.hpp"
#include "rummy/solver/position.hpp"
#include "rummy/solver/solver.hpp"
#include "rummy/tiles/notation.hpp"

namespace py = pybind11;
using namespace rummy;

namespace {

std::vector<std::string> table_texts(const Table& table) {
  std::vector<std::string> texts;
  texts.reserve(table.size());
  for (const Meld& meld : table) texts.push_back(to_text(meld));
  return texts;
}

template <typename Work>
auto without_lock(Work&& work) {
  const py::gil_scoped_release release;
  return work();
}

// A solver answers one call at a time: each of the threads of Python that ask at once gets its own.
class Solvers {
 public:
  explicit Solvers(const CompiledRules& rules) : rules_(rules) {}

  // Without the interpreter lock.
  template <typename Question>
  auto ask(Question&& question) {
    Solver solver = take();
    auto answer = question(solver);
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(solver));
    return answer;
  }

 private:
  Solver take() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return Solver(rules_);
    Solver solver = std::move(idle_.back());
    idle_.pop_back();
    return solver;
  }

  const CompiledRules& rules_;
  std::mutex mutex_;
  std::vector<Solver> idle_;
};

class TextSolver;

// A play; the table of one that was listed is laid when it is asked for.
struct TextPlay {
  Play play;
  std::shared_ptr<const Position> position{};
  std::shared_ptr<TextSolver> solver{};

  [[nodiscard]] const Table& table();
};

// A solver for one set of rules; reads and writes texts.
class TextSolver : public std::enable_shared_from_this<TextSolver> {
 public:
  TextSolver(const Rules& rules, int players) : rules_(rules, players), solvers_(rules_) {}

  std::optional<TextPlay> best_play(const std::vector<std::string>& table, const std::string& rack,
                                    bool opened, const std::string& objective) {
    const auto goal = from_name<Objective>(objective);
    const Position position = read_position(rules_, table, rack, opened);
    TextPlay best;
    const auto find = [&](Solver& solver) { return solver.best_play(position, goal, best.play); };
    const bool found = without_lock([&] { return solvers_.ask(find); });
    return found ? std::optional(std::move(best)) : std::nullopt;
  }
  bool can_play(const std::vector<std::string>& table, const std::string& rack, bool opened) {
    const Position position = read_position(rules_, table, rack, opened);
    return without_lock(
        [&] { return solvers_.ask([&](Solver& solver) { return solver.can_play(position); }); });
  }
  // A large rack has millions of plays; a small one is not worth a thread.
  py::typing::List<TextPlay> plays(const std::vector<std::string>& table, const std::string& rack,
                                   bool opened, std::optional<std::size_t> limit) {
    constexpr int kSmall = 16;  // tiles: some tenths of a second at the very most
    const auto position =
        std::make_shared<const Position>(read_position(rules_, table, rack, opened));
    const auto find = [own = shared_from_this(), position, limit] {
      return own->solvers_.ask([&](Solver& solver) { return solver.plays(*position, limit); });
    };
    std::vector<Play> found =
        position->rack.size() > kSmall ? done_while_heard(find) : without_lock(find);
    py::typing::List<TextPlay> plays;
    for (Play& play : found) {
      Interrupts::hear_now();
      plays.append(TextPlay{std::move(play), position, shared_from_this()});
    }
    return plays;
  }
  Play laid(const Position& position, Play play) {
    return without_lock([&] {
      return solvers_.ask([&](Solver& solver) {
        solver.lay(position, play);
        return play;
      });
    });
  }

 private:
  CompiledRules rules_;
  Solvers solvers_;
};

const Table& TextPlay::table() {
  if (play.table.empty()) play = solver->laid(*position, play);
  return play.table;
}

// A play as it is copied and pickled: placed, table, to_rack, count, points.
using PlayState = std::tuple<std::string, std::vector<std::string>, std::string, int, int>;

PlayState state_of(const Play& play) {
  return {to_text(play.placed), table_texts(play.table), to_text(play.to_rack), play.count,
          play.points};
}

Play play_of_state(const PlayState& state) {
  constexpr TileSet kAnySet{.colours = 6, .numbers = kMaxNumbers, .copies = 3, .jokers = 4};
  const auto& [placed, table, to_rack, count, points] = state;
  Play play;
  play.placed = parse_bag(placed, kAnySet, "placed");
  play.to_rack = parse_bag(to_rack, kAnySet, "to_rack");
  play.count = count;
  play.points = points;
  for (const std::string& text : table) {
    Meld meld;
    for (const Tile tile : parse_tiles(text, kAnySet)) meld.push_back(tile);
    play.table.push_back(meld);
  }
  return play;
}

// Positions read once, to be solved many at a time.
struct PackedPositions {
  using Text = std::tuple<std::vector<std::string>, std::string, bool>;
  using Texts = py::typing::List<Text>;  // read one by one: there may be millions
  using State = std::tuple<Rules, Texts, int>;

  PackedPositions(const Rules& from, const Texts& texts, int players) : rules(from, players) {
    Interrupts interrupts;
    positions.reserve(texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
      interrupts.hear();
      const auto [table, rack, opened] = texts[i].cast<Text>();
      try {
        positions.push_back(read_position(rules, table, rack, opened));
      } catch (const InputError& error) {
        throw InputError("position " + std::to_string(i) + ": " + error.what());
      }
    }
  }

  [[nodiscard]] State state() const {
    Texts texts;
    for (const auto& [table, rack, opened] : positions) {
      Interrupts::hear_now();
      texts.append(Text(table_texts(table), to_text(rack), opened));
    }
    return {rules.rules(), std::move(texts), rules.players()};
  }

  CompiledRules rules;
  std::vector<Position> positions;
};

// What best_plays returns: Play objects are made when asked for.
struct SolvedPositions {
  using State = py::typing::List<PlayState>;

  std::vector<Play> plays;  // count 0: nothing can be laid

  [[nodiscard]] State state() const {
    State state;
    for (const Play& play : plays) {
      Interrupts::hear_now();
      state.append(play.count > 0 ? state_of(play) : PlayState());
    }
    return state;
  }

  [[nodiscard]] std::optional<TextPlay> at(py::ssize_t index) const {
    const auto size = static_cast<py::ssize_t>(plays.size());
    if (index < 0) index += size;
    if (index < 0 || index >= size)
      throw py::index_error("position " + std::to_string(index) + " of " + std::to_string(size));
    const Play& play = plays[static_cast<std::size_t>(index)];
    return play.count > 0 ? std::optional(TextPlay{play}) : std::nullopt;
  }
};

std::unique_ptr<SolvedPositions> best_plays(const PackedPositions& packed,
                                            const std::string& objective, int threads) {
  const auto goal = from_name<Objective>(objective);
  if (threads < 1)
    throw InputError("threads is " + std::to_string(threads) + "; at least 1 is needed");
  auto solved = std::make_unique<SolvedPositions>();
  solved->plays.resize(packed.positions.size());
  do_batch(packed.positions.size(), 1, threads, [&] {
    return [&, solver = Solver(packed.rules)](std::size_t i, std::size_t) mutable {
      Play& play = solved->plays[i];
      if (!solver.best_play(packed.positions[i], goal, play)) play.count = 0;
    };
  });
  return solved;
}

}  // namespace

void bind_solver(py::module_& module) {
  py::class_<TextPlay>(module, "Play", R"(What a turn lays: rack tiles, and the table that results.

Examples
--------
>>> import rummylab as rl
>>> play = rl.best_play("rummikub", table=["R4 R5 R6 R7"], rack="R6 R8 K1")
>>> play.placed, play.table, play.count, play.points
('R6 R8', ['R4 R5 R6', 'R6 R7 R8'], 2, 14)
)")
      .def_property_readonly(
          "placed", [](const TextPlay& text) { return to_text(text.play.placed); },
          "The rack tiles laid, as text in the fixed order of tiles.")
      .def_property_readonly(
          "table", [](TextPlay& text) { return table_texts(text.table()); },
          "The melds after the play, as texts; a joker is written where it stands. One of plays() "
          "is laid when this is first asked for.")
      .def_property_readonly(
          "to_rack", [](const TextPlay& text) { return to_text(text.play.to_rack); },
          "Jokers taken to the rack (joker.reuse = keep), as text.")
      .def_property_readonly(
          "count", [](const TextPlay& text) { return text.play.count; },
          "How many rack tiles are laid.")
      .def_property_readonly(
          "points", [](const TextPlay& text) { return text.play.points; },
          "What the laid tiles would cost on the rack at the final count.")
      .def(
          "__eq__",
          [](TextPlay& a, TextPlay& b) {
            return a.play.placed == b.play.placed && a.play.to_rack == b.play.to_rack &&
                   a.table() == b.table();
          },
          py::is_operator())
      .def("__hash__",
           [](const TextPlay& text) { return py::hash(py::str(to_text(text.play.placed))); })
      .def("__repr__",
           [](TextPlay& text) {
             return "Play(placed=" +
                    py::repr(py::cast(to_text(text.play.placed))).cast<std::string>() +
                    ", table=" + py::repr(py::cast(table_texts(text.table()))).cast<std::string>() +
                    ", count=" + std::to_string(text.play.count) +
                    ", points=" + std::to_string(text.play.points) + ")";
           })
      .def(py::pickle(
          [](TextPlay& text) {
            static_cast<void>(text.table());  // laid: a copy has no position to lay it from
            return state_of(text.play);
          },
          [](const PlayState& state) { return TextPlay{play_of_state(state)}; }));
  py::class_<TextSolver, std::shared_ptr<TextSolver>>(module, "Solver",
                                                      "Finds plays under one set of rules.")
      .def(py::init<const Rules&, int>(), py::arg("rules"), py::arg("players") = 0)
      .def("best_play", &TextSolver::best_play, py::arg("table"), py::arg("rack"),
           py::arg("opened"), py::arg("objective"))
      .def("can_play", &TextSolver::can_play, py::arg("table"), py::arg("rack"), py::arg("opened"))
      .def("plays", &TextSolver::plays, py::arg("table"), py::arg("rack"), py::arg("opened"),
           py::arg("limit") = py::none());
  py::class_<PackedPositions>(module, "PackedPositions", "Positions read once, for best_plays().")
      .def(py::init<const Rules&, const PackedPositions::Texts&, int>(), py::arg("rules"),
           py::arg("positions"), py::arg("players") = 0)
      .def("__len__", [](const PackedPositions& packed) { return packed.positions.size(); })
      .def(py::pickle([](const PackedPositions& packed) { return packed.state(); },
                      [](const PackedPositions::State& state) {
                        return std::apply(
                            [](const auto&... parts) { return PackedPositions(parts...); }, state);
                      }));
  py::class_<SolvedPositions>(module, "SolvedPositions",
                              "A sequence of Play or None, one for each position.")
      .def("__len__", [](const SolvedPositions& solved) { return solved.plays.size(); })
      .def("__getitem__", &SolvedPositions::at, py::arg("index"))
      .def(py::pickle([](const SolvedPositions& solved) { return solved.state(); },
                      [](const SolvedPositions::State& state) {
                        SolvedPositions solved;
                        for (const py::handle play : state) {
                          Interrupts::hear_now();
                          solved.plays.push_back(play_of_state(play.cast<PlayState>()));
                        }
                        return solved;
                      }));
  module.def("best_plays", &best_plays, py::arg("packed"), py::arg("objective"),
             py::arg("threads"));
}
