#pragma once

#include <string>
#include <vector>

#include "rummy/solver/solver.hpp"

namespace rummy {

// Reads a position from texts. Throws InputError when a tile is unknown, a meld of the table is not
// legal, or table and rack together hold more copies of a tile than the set has.
[[nodiscard]] Position read_position(const CompiledRules& rules,
                                     const std::vector<std::string>& table, const std::string& rack,
                                     bool opened);

}  // namespace rummy
