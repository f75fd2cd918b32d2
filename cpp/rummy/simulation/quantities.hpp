#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "rummy/simulation/driver.hpp"
#include "rummy/stats/tally.hpp"

namespace rummy {

// The quantities that every simulation counts, in this order; then by seat and by player, see
// quantity_names().
enum class Quantity {
  games,
  turns,
  plays,
  draws,
  forced_draws,
  passes,
  failures,
  tiles_laid,
  jokers_laid,
  table_tiles_moved,
  rearranging_turns,
  openers,
  opening_turn_sum,
  pool_left,
  pool_left_out,
  end_out,
  end_pool_empty,
  end_cap,
  winners,
  winner_score,
  losers,
  loser_score,
  rack_points_left,
  one_turn_closes,
};
template <>
struct EnumNames<Quantity> {
  static constexpr std::string_view kWhat = "quantity";
  static constexpr std::array<std::string_view, 24> kNames = {"games",
                                                              "turns",
                                                              "plays",
                                                              "draws",
                                                              "forced_draws",
                                                              "passes",
                                                              "failures",
                                                              "tiles_laid",
                                                              "jokers_laid",
                                                              "table_tiles_moved",
                                                              "rearranging_turns",
                                                              "openers",
                                                              "opening_turn_sum",
                                                              "pool_left",
                                                              "pool_left_out",
                                                              "end_out",
                                                              "end_pool_empty",
                                                              "end_cap",
                                                              "winners",
                                                              "winner_score",
                                                              "losers",
                                                              "loser_score",
                                                              "rack_points_left",
                                                              "one_turn_closes"};
};

[[nodiscard]] std::vector<std::string> quantity_names(int players);

struct HistogramSpec {
  std::string_view name;
  std::size_t bins;
};
enum class HistogramId {
  turns,
  winner_score,
  loser_loss,
  pool_left,
  opening_turn,
  rack_tiles_left
};
inline constexpr std::array<HistogramSpec, 6> kHistograms = {{
    {"turns", 1000},
    {"winner_score", 500},
    {"loser_loss", 300},
    {"pool_left", 256},
    {"opening_turn", 100},
    {"rack_tiles_left", 100},
}};

// Adds games up to a cluster and clusters to a tally.
class Counter {
 public:
  explicit Counter(int players);

  // `first_player` is the player in seat 0; the others follow in order.
  void add_game(const GameResult& game, int first_player);
  void add_match(std::span<const int> win_shares_by_player);
  void end_cluster();
  [[nodiscard]] const Tally& tally() const { return tally_; }

 private:
  void add(Quantity quantity, std::int64_t value) {
    values_[static_cast<std::size_t>(quantity)] += value;
  }
  void count(HistogramId histogram, std::int64_t value) {
    tally_.add_value(static_cast<std::size_t>(histogram), value);
  }
  void add_scores(const GameResult& game, int first_player);

  int players_;
  std::vector<std::int64_t> values_;  // of the cluster under way
  Tally tally_;
};

}  // namespace rummy
