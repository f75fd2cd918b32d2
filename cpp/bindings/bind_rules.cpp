#include "rules_from_python.hpp"
#include "rummy/rules/bounds.hpp"

namespace py = pybind11;

namespace {

using namespace rummy;
using namespace rules_from_python;

template <typename Enum>
void add_spellings(std::map<std::string, std::vector<std::string>>& all) {
  for (const auto name : EnumNames<Enum>::kNames) {
    // "number" stands for any integer and is no spelling.
    if (std::is_same_v<Enum, JokerValue> && name == to_name(JokerValue::number)) continue;
    all[std::string(EnumNames<Enum>::kWhat)].emplace_back(name);
  }
}

template <typename... Enums>
std::map<std::string, std::vector<std::string>> spellings_of() {
  std::map<std::string, std::vector<std::string>> all;
  (add_spellings<Enums>(all), ...);
  return all;
}

std::map<std::string, std::vector<std::string>> enum_spellings() {
  return spellings_of<TileSetName, Starter, DrawFrom, RunWrap, JokerValue, OpeningMelds, OpeningBy,
                      Access, Retrieval, TileFrom, Reuse, Lock, GroupOfThree, FailureRevert,
                      PoolEmpty, WinnerScore, ExhaustedScore, DecidedBy, Print, NextStarter,
                      WildKinds, PileDraw, LayingWhen, LayOff, EndBy, LastDiscard, ScoreCount>();
}

std::map<std::string, std::pair<int, int>> key_bounds() {
  std::map<std::string, std::pair<int, int>> bounds;
  for (const Bound& bound : kBounds) bounds[std::string(bound.key)] = {bound.low, bound.high};
  return bounds;
}

template <typename Rules>
void bind_family(py::module_& module, const char* name, const char* doc) {
  const auto from = [](const py::dict& sections) { return from_dict<Rules>(sections); };
  const auto to = [](const Rules& rules) { return to_dict(rules); };
  const std::string named(name);
  py::class_<Rules>(module, name, doc)
      .def(py::init<>(), "The rules with every key at its default.")
      .def_static("from_dict", from, py::arg("sections"),
                  "Rules from nested dicts; keys left out are defaults.")
      .def("to_dict", to, "Nested dicts by section with every key.")
      .def(
          "tile_count",
          [](const Rules& rules, int players) { return tile_set_for(rules, players).size(); },
          py::kw_only(), py::arg("players"), "Tiles in a game of so many players.")
      .def(
          "__eq__", [](const Rules& a, const Rules& b) { return a == b; }, py::is_operator())
      .def("__repr__",
           [to, named](const Rules& rules) {
             return "_core." + named + ".from_dict(" + std::string(py::repr(to(rules))) + ")";
           })
      .def(py::pickle(to, from));
}

}  // namespace

void bind_rules(py::module_& module) {
  bind_family<Rules>(module, "Rules", "The rules of a table game as plain data, checked.");
  bind_family<DrawRules>(module, "DrawRules", "The rules of a draw game as plain data, checked.");
  module.def("enum_spellings", &enum_spellings,
             "The spellings of every key that takes a word, in order.");
  module.def("key_bounds", &key_bounds,
             "The least and the greatest number of every key that takes an integer.");
}
