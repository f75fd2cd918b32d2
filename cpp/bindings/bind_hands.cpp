#include <pybind11/numpy.h>
#include <pybind11/operators.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/typing.h>

#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "batches.hpp"
#include "hand_texts.hpp"
#include "rummy/base/error.hpp"
#include "rummy/draw_game/card_text.hpp"
#include "rummy/tiles/notation.hpp"

namespace py = pybind11;
using namespace rummy;

namespace {

// A plan as it is copied and pickled: melds, leftover, value, deadwood, points, melded.
using PlanState = std::tuple<std::vector<std::string>, std::string, int, int, int, int>;

// A solver of hands for rules given one by one; reads and writes tiles (R5 B12 J).
class PlainHandSolver {
 public:
  explicit PlainHandSolver(const HandRules& rules)
      : solver_(rules),
        tiles_{.colours = rules.suits,
               .numbers = rules.ranks,
               .copies = rules.copies,
               .jokers = rules.jokers},
        texts_{[tiles = tiles_](const std::string& text) { return parse_tiles(text, tiles); },
               [](Tile tile) { return to_text(tile); }} {}

  [[nodiscard]] Hand read(const std::string& text) const {
    return Hand(parse_bag(text, tiles_, "hand"));
  }
  [[nodiscard]] int value(const std::string& hand, const std::string& objective) const {
    return solver_.value(read(hand), from_name<HandGoal>(objective));
  }
  [[nodiscard]] TextPlan best(const std::string& hand, const std::string& objective) const {
    return text_plan(solver_.best(read(hand), from_name<HandGoal>(objective)), texts_);
  }
  [[nodiscard]] std::pair<std::string, int> best_discard(const std::string& hand,
                                                         const std::string& objective) const {
    const BestDiscard best = solver_.best_discard(read(hand), from_name<HandGoal>(objective));
    return {to_text(best.card), best.value};
  }
  [[nodiscard]] int pairs(const std::string& hand) const { return solver_.pairs(read(hand)); }
  [[nodiscard]] HandMeldRuling meld(const std::string& cards, bool ordered) const {
    return rule_on_meld(solver_.rules(), texts_.read(cards), ordered, texts_.spell);
  }

 private:
  HandSolver solver_;
  TileSet tiles_;
  HandTexts texts_;
};

// The hands of a draw game, in its own notation; shared by all that it returns.
class DrawHandSolver {
 public:
  DrawHandSolver(const DrawRules& rules, int players)
      : rules_(std::make_shared<const CompiledDraw>(rules, players)) {}

  [[nodiscard]] CardNames names(const std::string& indicator) const {
    const bool wanted = rules_->rules().wild.indicator;
    const CardNames plain = card_names(*rules_, Tile::joker());
    if (indicator.empty()) {
      if (!wanted) return plain;
      throw InputError("the indicator is missing; give the tile that was turned up, such as R9");
    }
    if (!wanted) {
      throw InputError("indicator is " + quoted(indicator) +
                       ", but this game has none; leave it out");
    }
    const std::vector<Tile> tiles = read_cards(*rules_, plain, indicator);
    if (tiles.size() != 1 || tiles[0].is_joker())
      throw InputError("indicator is " + quoted(indicator) + "; give one tile with a number");
    return card_names(*rules_, tiles[0]);
  }
  [[nodiscard]] const CompiledDraw& rules() const { return *rules_; }
  [[nodiscard]] const HandSolver& solver() const { return rules_->solver(); }

  [[nodiscard]] TextPlan text(const HandPlan& plan, const CardNames& names) const {
    TextPlan text = text_plan(plan, {{}, [&](Tile tile) { return card_text(names, tile); }});
    text.leftover = hand_text(names, plan.leftover);
    return text;
  }
  [[nodiscard]] TextPlan best(const std::string& hand, const std::string& objective,
                              const std::string& indicator) const {
    const auto goal = from_name<HandGoal>(objective);
    const CardNames own = names(indicator);
    return text(solver().best(read_hand(*rules_, own, hand, "hand"), goal), own);
  }

 private:
  std::shared_ptr<const CompiledDraw> rules_;
};

// What best_hands returns: the values, and the plans when asked for.
struct SolvedHands {
  using Texts = py::typing::List<py::str>;  // read one by one: there may be millions
  // Rules, players, objective, indicator, hands, values.
  using State = std::tuple<DrawRules, int, std::string, std::string, Texts, std::vector<int>>;

  SolvedHands(const DrawHandSolver& own, const std::string& objective, std::string turned,
              const Texts& texts)
      : solver(own),
        indicator(std::move(turned)),
        names(solver.names(indicator)),
        goal(from_name<HandGoal>(objective)) {
    Interrupts interrupts;
    hands.reserve(texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
      interrupts.hear();
      const std::string what = "hand " + std::to_string(i);
      hands.push_back(read_hand(solver.rules(), names, texts[i].cast<std::string>(), what));
    }
  }
  explicit SolvedHands(const State& state)
      : SolvedHands(DrawHandSolver(std::get<0>(state), std::get<1>(state)), std::get<2>(state),
                    std::get<3>(state), std::get<4>(state)) {
    values = std::get<5>(state);
  }

  DrawHandSolver solver;
  std::string indicator;
  CardNames names;
  HandGoal goal;
  std::vector<Hand> hands;
  std::vector<int> values;

  [[nodiscard]] State state() const {
    Texts texts;
    for (const Hand& hand : hands) {
      Interrupts::hear_now();
      texts.append(hand_text(names, hand));
    }
    const CompiledDraw& rules = solver.rules();
    return {rules.rules(), rules.players(),  std::string(to_name(goal)),
            indicator,     std::move(texts), values};
  }
  [[nodiscard]] TextPlan at(py::ssize_t index) const {
    const auto size = static_cast<py::ssize_t>(hands.size());
    if (index < 0) index += size;
    if (index < 0 || index >= size)
      throw py::index_error("hand " + std::to_string(index) + " of " + std::to_string(size));
    return solver.text(solver.solver().best(hands[static_cast<std::size_t>(index)], goal), names);
  }
};

std::unique_ptr<SolvedHands> best_hands(const DrawHandSolver& solver,
                                        const SolvedHands::Texts& hands,
                                        const std::string& objective, const std::string& indicator,
                                        int threads) {
  if (threads < 1)
    throw InputError("threads is " + std::to_string(threads) + "; at least 1 is needed");
  auto solved = std::make_unique<SolvedHands>(solver, objective, indicator, hands);
  solved->values.resize(hands.size());
  constexpr std::size_t kAtOnce = 256;  // a hand takes about a microsecond
  do_batch(hands.size(), kAtOnce, threads, [&] {
    return [&](std::size_t first, std::size_t last) {
      solver.solver().values(std::span(solved->hands).subspan(first, last - first), solved->goal,
                             std::span(solved->values).subspan(first, last - first));
    };
  });
  return solved;
}

// Values by rank, the first of rank 1.
template <auto kMember>
std::vector<int> rank_values(const HandRules& rules) {
  const auto& values = rules.*kMember;
  return {values.begin() + 1, values.begin() + 1 + rules.ranks};
}

template <auto kMember>
void set_rank_values(HandRules& rules, const std::vector<int>& values) {
  auto& places = rules.*kMember;
  if (values.size() >= places.size())
    throw InputError("there are " + std::to_string(values.size()) + " values; allowed: up to " +
                     std::to_string(places.size() - 1) + ", one for each rank");
  places.fill(0);
  for (std::size_t i = 0; i < values.size(); ++i)
    places[i + 1] = static_cast<std::int16_t>(values[i]);
}

}  // namespace

void bind_hands(py::module_& module) {
  py::class_<HandRules>(module, "HandRules", "All that the melds of a hand depend on.")
      .def(py::init<>())
      .def_readwrite("suits", &HandRules::suits)
      .def_readwrite("ranks", &HandRules::ranks)
      .def_readwrite("copies", &HandRules::copies)
      .def_readwrite("jokers", &HandRules::jokers)
      .def_readwrite("wild_ranks", &HandRules::wild_ranks)
      .def_readwrite("natural_wilds", &HandRules::natural_wilds)
      .def_readwrite("min_length", &HandRules::min_length)
      .def_readwrite("run_max", &HandRules::run_max)
      .def_property(
          "run_wrap", [](const HandRules& rules) { return std::string(to_name(rules.run_wrap)); },
          [](HandRules& rules, const std::string& name) {
            rules.run_wrap = from_name<RunWrap>(name);
          })
      .def_readwrite("group_max", &HandRules::group_max)
      .def_readwrite("group_repeats", &HandRules::group_repeats)
      .def_readwrite("group_wilds", &HandRules::group_wilds)
      .def_readwrite("run_wilds", &HandRules::run_wilds)
      .def_readwrite("different_wilds", &HandRules::different_wilds)
      .def_readwrite("adjacent_wilds", &HandRules::adjacent_wilds)
      .def_readwrite("min_naturals", &HandRules::min_naturals)
      .def_property("points", &rank_values<&HandRules::points>,
                    &set_rank_values<&HandRules::points>)
      .def_property("deadwood", &rank_values<&HandRules::deadwood>,
                    &set_rank_values<&HandRules::deadwood>)
      .def_property("wild_points", &rank_values<&HandRules::wild_points>,
                    &set_rank_values<&HandRules::wild_points>)
      .def_readwrite("low_ace_points", &HandRules::low_ace_points)
      .def_property(
          "wild_stands_for",
          [](const HandRules& rules) { return rules.wild_worth == WildWorth::stands_for; },
          [](HandRules& rules, bool stands_for) {
            rules.wild_worth = stands_for ? WildWorth::stands_for : WildWorth::own;
          })
      .def_readwrite("joker_points", &HandRules::joker_points)
      .def_readwrite("joker_deadwood", &HandRules::joker_deadwood);
  py::class_<TextPlan>(module, "HandPlan", R"(A hand split into melds and the rest.

Examples
--------
>>> import rummylab as rl
>>> plan = rl.best_hand("gin", "AC 2C 3C 4D 5D 6D 7H 8H 9H 10S")
>>> plan.melds, plan.leftover, plan.deadwood
(['7H 8H 9H', '4D 5D 6D', 'AC 2C 3C'], '10S', 10)
)")
      .def_readonly("melds", &TextPlan::melds,
                    "The melds as texts; a wild card is written where it stands.")
      .def_readonly("leftover", &TextPlan::leftover, "The other cards, as text.")
      .def_readonly("value", &TextPlan::value, "In the unit of the objective.")
      .def_readonly("deadwood", &TextPlan::deadwood, "What the other cards cost.")
      .def_readonly("points", &TextPlan::points, "What the melds count.")
      .def_readonly("melded", &TextPlan::melded, "How many cards lie in melds.")
      .def(py::self == py::self)
      .def("__repr__",
           [](const TextPlan& plan) {
             return "HandPlan(melds=" + py::repr(py::cast(plan.melds)).cast<std::string>() +
                    ", leftover=" + py::repr(py::cast(plan.leftover)).cast<std::string>() +
                    ", deadwood=" + std::to_string(plan.deadwood) +
                    ", points=" + std::to_string(plan.points) + ")";
           })
      .def(py::pickle(
          [](const TextPlan& plan) {
            return PlanState{plan.melds,    plan.leftover, plan.value,
                             plan.deadwood, plan.points,   plan.melded};
          },
          [](const PlanState& state) {
            const auto& [melds, leftover, value, deadwood, points, melded] = state;
            return TextPlan{melds, leftover, value, deadwood, points, melded};
          }));
  py::class_<HandMeldRuling>(module, "HandMeldRuling", "A ruling on cards as one meld.")
      .def_readonly("legal", &HandMeldRuling::legal)
      .def_readonly("reason", &HandMeldRuling::reason)
      .def_property_readonly("kind",
                             [](const HandMeldRuling& ruling) {
                               return ruling.meld.kind == HandMeldKind::run ? "run" : "group";
                             })
      .def_property_readonly("points",
                             [](const HandMeldRuling& ruling) { return int{ruling.meld.points}; });
  py::class_<PlainHandSolver>(module, "PlainHandSolver",
                              "Finds the best melds of hands under rules given one by one.")
      .def(py::init<const HandRules&>(), py::arg("rules"))
      .def("value", &PlainHandSolver::value, py::arg("hand"), py::arg("objective"))
      .def("best", &PlainHandSolver::best, py::arg("hand"), py::arg("objective"))
      .def("best_discard", &PlainHandSolver::best_discard, py::arg("hand"), py::arg("objective"))
      .def("pairs", &PlainHandSolver::pairs, py::arg("hand"))
      .def("meld", &PlainHandSolver::meld, py::arg("cards"), py::arg("ordered") = true);
  py::class_<DrawHandSolver>(module, "DrawHandSolver",
                             "Finds the best melds of hands of a draw game.")
      .def(py::init<const DrawRules&, int>(), py::arg("rules"), py::arg("players") = 0)
      .def("best", &DrawHandSolver::best, py::arg("hand"), py::arg("objective"),
           py::arg("indicator") = "");
  py::class_<SolvedHands>(module, "SolvedHands", "A sequence of HandPlan, one for each hand.")
      .def("__len__", [](const SolvedHands& solved) { return solved.hands.size(); })
      .def("__getitem__", &SolvedHands::at, py::arg("index"))
      .def_property_readonly("values",
                             [](const SolvedHands& solved) {
                               return py::array_t<int>(
                                   static_cast<py::ssize_t>(solved.values.size()),
                                   solved.values.data());
                             })
      .def(py::pickle([](const SolvedHands& solved) { return solved.state(); },
                      [](const SolvedHands::State& state) { return SolvedHands(state); }));
  module.def("best_hands", &best_hands, py::arg("solver"), py::arg("hands"), py::arg("objective"),
             py::arg("indicator"), py::arg("threads"));
}
