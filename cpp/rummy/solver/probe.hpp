#pragma once

#include <array>
#include <cstdint>

#include "rummy/solver/cell.hpp"
#include "rummy/solver/state_sets.hpp"

namespace rummy {

// A quick look at a covering problem without jokers and with two copies of a tile at most, before
// lanes are laid out: most problems that have no solution end here.
//
// With two runs open at most a colour has ten states, so a set of states is a word, and a table
// gives the states before and after a number. From both ends this tells how many tiles a colour can
// give to groups of a number; the colours limit each other until nothing changes.
class Probe {
 public:
  [[nodiscard]] static bool fits(const std::array<Cells, kMaxColours>& cells, int colours,
                                 int numbers);
  // Narrows least_group and most_group of the cells. False when there is no solution.
  [[nodiscard]] bool narrow(std::array<Cells, kMaxColours>& cells, int colours, int numbers);

 private:
  using States = state_sets::FewStates;
  struct Way {                                       // of one colour
    std::array<States, kMaxNumbers + 1> from_low{};  // after each number, coming from below
    std::array<States, kMaxNumbers + 1> to_high{};   // and such that lead to an end
  };

  [[nodiscard]] bool walk(int colour, Cells& cells);
  [[nodiscard]] bool balance(int number, std::array<Cells, kMaxColours>& cells);

  int colours_ = 0;
  int numbers_ = 0;
  std::array<Way, kMaxColours> ways_;
  std::array<bool, kMaxColours> stale_{};  // what its cells allow changed since the walk
  std::uint32_t touched_ = 0;              // numbers whose balance has to be seen to
};

}  // namespace rummy
