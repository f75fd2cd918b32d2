#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "rummy/simulation/course.hpp"
#include "rummy/simulation/driver.hpp"
#include "rummy/simulation/seat_quantities.hpp"
#include "rummy/stats/cluster_batch.hpp"

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
  ties,
  loser_rack_points,
  loser_rack_tiles,
  seconds,
  lead_changes,
  longest_waits,
  holes,
  sole_wins,
  leads_quarter,
  leads_half,
  leads_three_quarters,
  last_half,
  deepest_deficits,
  decisive_shares,
  lead_squares,
  lead_products,
  jokers_0_players,
  jokers_0_share,
  jokers_1_players,
  jokers_1_share,
  jokers_2_players,
  jokers_2_share,
  choice_turns,
  choices,
  several_choices,
  most_choices,
};
template <>
struct EnumNames<Quantity> {
  static constexpr std::string_view kWhat = "quantity";
  static constexpr std::array<std::string_view, 50> kNames = {"games",
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
                                                              "one_turn_closes",
                                                              "ties",
                                                              "loser_rack_points",
                                                              "loser_rack_tiles",
                                                              "seconds",
                                                              "lead_changes",
                                                              "longest_waits",
                                                              "holes",
                                                              "sole_wins",
                                                              "leads_quarter",
                                                              "leads_half",
                                                              "leads_three_quarters",
                                                              "last_half",
                                                              "deepest_deficits",
                                                              "decisive_shares",
                                                              "lead_squares",
                                                              "lead_products",
                                                              "jokers_0_players",
                                                              "jokers_0_share",
                                                              "jokers_1_players",
                                                              "jokers_1_share",
                                                              "jokers_2_players",
                                                              "jokers_2_share",
                                                              "choice_turns",
                                                              "choices",
                                                              "several_choices",
                                                              "most_choices"};
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
  rack_tiles_left,
  actions,
  minutes,
  most_choices
};
inline constexpr std::array<HistogramSpec, 9> kHistograms = {{
    {"turns", 1000},
    {"winner_score", 500},
    {"loser_loss", 300},
    {"pool_left", 256},
    {"opening_turn", 100},
    {"rack_tiles_left", 100},
    {"actions", 1000},
    {"minutes", 300},
    {"most_choices", 200},
}};

// How long a game takes people, in seconds: a turn, a tile laid, and a table tile moved to another
// meld. Python states the same in the definition of the metric.
inline constexpr int kSecondsOfTurn = 15;
inline constexpr int kSecondsOfTileLaid = 3;
inline constexpr int kSecondsOfTileMoved = 5;

// Adds games up to a cluster and clusters to a tally.
class Counter {
 public:
  // With `units` the quantities of every cluster are kept.
  explicit Counter(int players, bool units = false);

  // `first_player` is the player in seat 0; the others follow in order.
  void add_game(const GameResult& game, int first_player, const CourseCounts& course,
                const ChoiceCounts& choices);
  void add_match(std::span<const int> win_shares_by_player);
  void end_cluster();
  // Of the clusters that have ended.
  [[nodiscard]] Tally take_tally() {
    batch_.flush(tally_);
    return std::move(tally_);
  }
  // Cluster by cluster the quantities; empty unless they are kept.
  [[nodiscard]] std::vector<std::int64_t> take_units() { return std::move(units_); }

 private:
  void add(Quantity quantity, std::int64_t value) {
    values_[static_cast<std::size_t>(quantity)] += value;
  }
  void count(HistogramId histogram, std::int64_t value) {
    tally_.add_value(static_cast<std::size_t>(histogram), value);
  }
  void add_course(const CourseCounts& course);
  void add_choices(const ChoiceCounts& choices);
  void add_scores(const GameResult& game, int first_player);

  int players_;
  SeatQuantities seats_;
  std::vector<std::int64_t> values_;  // of the cluster under way
  Tally tally_;
  ClusterBatch batch_;
  bool keep_units_;
  std::vector<std::int64_t> units_;
};

}  // namespace rummy
