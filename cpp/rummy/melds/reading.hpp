#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "rummy/melds/meld.hpp"
#include "rummy/rules/compiled_rules.hpp"

namespace rummy {

enum class MeldKind { run, group };
template <>
struct EnumNames<MeldKind> {
  static constexpr std::string_view kWhat = "kind of meld";
  static constexpr std::array<std::string_view, 2> kNames = {"run", "group"};
};

// One way to read a meld as it lies.
struct Reading {
  MeldKind kind = MeldKind::run;
  int value = 0;  // printed numbers; a joker counts what it stands for
  // What each place stands for. In a group the jokers take the first missing colours: only the
  // numbers are certain.
  std::array<Tile, Meld::kCapacity> stands{};
  std::uint8_t missing =
      0;  // group: the colours that no natural tile has, which its jokers may stand for
};

// All legal readings of the meld as written, the best value first (a run before a group of the same
// value). A meld with two different naturals has one at most; `J J R7` is the run R5 R6 R7 and a
// group of 7s.
void readings(const Meld& meld, const CompiledRules& rules, std::vector<Reading>& out);
// True when there is a legal reading. Allocates nothing.
[[nodiscard]] bool is_legal(const Meld& meld, const CompiledRules& rules);
// Why the meld has no legal reading, in a sentence; empty when it has one.
[[nodiscard]] std::string why_illegal(const Meld& meld, const CompiledRules& rules);

// A legal order of some tiles with its reading.
struct Arrangement {
  Meld meld;
  Reading reading;
};
// All legal readings over all orders of the tiles, the best value first.
void arrangements(const Meld& unordered, const CompiledRules& rules, std::vector<Arrangement>& out);
[[nodiscard]] std::string why_illegal_unordered(const Meld& unordered, const CompiledRules& rules);

// A run of all numbers where runs go round: it has no ends, so that it is the same wherever one
// begins to write it.
[[nodiscard]] bool is_ring(const Meld& meld, const CompiledRules& rules);
// True when they are the same meld: the same tiles, in the same order unless both are a group.
[[nodiscard]] bool same_meld(const Meld& a, const Meld& b, const CompiledRules& rules);
// What the meld counts in an opening under opening.joker_value (`forbidden` counts as zero; the ban
// is not checked here).
[[nodiscard]] int opening_value(const Meld& meld, const Reading& reading,
                                const OpeningRules& opening);

[[nodiscard]] std::string to_text(const Meld& meld);
// The reading as a player declares it: `run R8 R9 R10` or `group 10-10-10`.
[[nodiscard]] std::string declaration(const Meld& meld, const Reading& reading);
// What the joker at a place stands for: `Y5`, or `K5|Y5` where several fit.
[[nodiscard]] std::string stands_text(const Meld& meld, const Reading& reading, int place);

}  // namespace rummy
