#pragma once

#include <pybind11/pybind11.h>

#include "rummy/draw_game/transcript.hpp"

// Everything that happened in a deal of a draw game, as dicts and lists; seats from 1.
[[nodiscard]] pybind11::dict draw_log_dict(const rummy::DrawLog& log);
