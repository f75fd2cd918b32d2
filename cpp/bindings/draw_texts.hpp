#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "rummy/draw_game/referee.hpp"
#include "rummy/draw_game/transcript.hpp"

// Cards, melds and deals of draw games as Python values: texts, lists and dicts.
namespace rummy {

// A meld as written, in its reading that counts most; two tiles are a pair.
[[nodiscard]] HandMeld read_meld(const CompiledDraw& rules, const CardNames& names,
                                 const std::string& text);
[[nodiscard]] std::vector<HandMeld> read_melds(const CompiledDraw& rules, const CardNames& names,
                                               const std::vector<std::string>& texts);
[[nodiscard]] Tile read_one(const CompiledDraw& rules, const CardNames& names,
                            const std::string& text);
// The tile that was turned up, as it is printed; none for an empty text.
[[nodiscard]] Tile read_indicator(const CompiledDraw& rules, const std::string& text);
// Values by seat, of so many players at most; `what` names them in an error.
[[nodiscard]] PerSeat<int> seat_values(const std::vector<int>& values, int players,
                                       const char* what);
// Everything that happened in a deal, seats from 1.
[[nodiscard]] pybind11::dict draw_log_dict(const DrawLog& log);

}  // namespace rummy
