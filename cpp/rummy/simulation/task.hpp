#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rummy/strategies/strategy.hpp"
#include "rummy/table_game/known_position.hpp"

namespace rummy {

enum class Record { none, games, turns };
template <>
struct EnumNames<Record> {
  static constexpr std::string_view kWhat = "record";
  static constexpr std::array<std::string_view, 3> kNames = {"none", "games", "turns"};
};

// What the games of one cluster are. Where strategies differ, every deal is played with the players
// in every rotation, each time with the racks of the seats. Where all play alike that would be the
// same game again; then the racks go round instead, so that every rack starts once.
enum class Rotate { none, players, racks };
template <>
struct EnumNames<Rotate> {
  static constexpr std::string_view kWhat = "rotate";
  static constexpr std::array<std::string_view, 3> kNames = {"none", "players", "racks"};
};

using Players = std::vector<std::unique_ptr<Strategy>>;

// What is simulated, whatever the family of the game.
struct TaskOptions {
  int players = 4;
  std::vector<std::string> strategies;  // a spec per player
  std::uint64_t seed = 0;
  Rotate rotate = Rotate::none;
  // Every game goes on from this position, each time with what is hidden in another order.
  std::optional<KnownPosition> position;
  bool matches = false;  // a cluster is a match, not a deal
  bool units = false;    // keep the quantities of every cluster, not their sums alone
  Record record = Record::none;
  int turn_cap = 1000;
  bool checked = false;  // hold every step to the rules and the state to its invariants
};

// A table game. Together with a range of clusters a task says every number of the result.
struct Task : TaskOptions {
  Rules rules;
  int choices = 0;  // count the legal plays of every turn up to this many; 0: do not count them
  // Makes the players of one thread; empty: from the specs. For strategies that are not in the
  // registry.
  std::function<Players(const CompiledRules&)> make_players;
};

// Throws InputError unless the task can be run.
void validate(const Task& task);
// What every family asks of a task.
void validate_options(const TaskOptions& options, int players_min, int players_max);
void check_strategy_count(const TaskOptions& options);

inline constexpr std::int64_t kBlockClusters = 1000;

}  // namespace rummy
