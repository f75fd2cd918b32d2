#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "rummy/simulation/driver.hpp"
#include "rummy/simulation/task.hpp"

namespace rummy {

// Rows of whole numbers, column by column.
struct Columns {
  std::vector<std::string> names;
  std::vector<std::vector<std::int32_t>> values;

  void append(Columns&& other);
  friend bool operator==(const Columns&, const Columns&) = default;
};

// Which game a row belongs to.
struct RowKey {
  std::int64_t cluster = 0;
  int rotation = 0;
  int match_game = 0;
  int first_player = 0;  // the player in seat 1, from 0
};

// Writes the rows that a task asks for: a row for each game or for each turn. The first columns say
// which game it is, whatever the family.
class RowWriter {
 public:
  [[nodiscard]] bool wants_turns() const { return record_ == Record::turns; }
  [[nodiscard]] bool wants_games() const { return record_ == Record::games; }
  void set_key(const RowKey& key) { key_ = key; }
  [[nodiscard]] Columns take();

 protected:
  explicit RowWriter(const TaskOptions& options);

  // The names of the columns after the first ones; of a game also one by seat for each of these.
  void name_columns(std::span<const char* const> names,
                    std::span<const char* const> names_by_seat = {});
  void begin_row();
  void put(std::int64_t value) {
    columns_.values[column_++].push_back(static_cast<std::int32_t>(value));
  }
  template <typename Values>
  void put_each(const Values& values) {
    for (int i = 0; i < players_; ++i) put(values[static_cast<std::size_t>(i)]);
  }

 private:
  Record record_;
  int players_;
  bool rotate_;
  bool matches_;
  RowKey key_;
  Columns columns_;
  std::size_t column_ = 0;
};

// The rows of table games.
class Recorder : public RowWriter, public GameObserver {
 public:
  explicit Recorder(const Task& task);

  void add_game(const GameResult& game);
  void on_start(const TableGame&) override {}
  void on_turn(const TableGame& game) override;
};

}  // namespace rummy
