#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <string>
#include <vector>

#include "rummy/table_game/transcript.hpp"

// Positions and games of the table family as Python values: texts, lists and dicts.
namespace rummy {

[[nodiscard]] Table read_table(const CompiledRules& rules, const std::vector<std::string>& melds);
[[nodiscard]] std::vector<std::string> write_table(const Table& table);
// What turns the table of a position into `result`; throws InputError where that loses table tiles.
[[nodiscard]] Play play_of(const CompiledRules& rules, const Position& before, const Table& result);
[[nodiscard]] pybind11::dict view_dict(const View& view);
[[nodiscard]] pybind11::dict turn_dict(const TurnRecord& turn);
[[nodiscard]] pybind11::dict log_dict(const GameLog& log);

}  // namespace rummy
