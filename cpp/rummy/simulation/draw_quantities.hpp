#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "rummy/simulation/draw_driver.hpp"
#include "rummy/simulation/quantities.hpp"
#include "rummy/simulation/seat_quantities.hpp"
#include "rummy/stats/cluster_batch.hpp"

namespace rummy {

// The quantities that a simulation of a draw game counts. Names that table games have too mean the
// same. Which of them a game has follows from how it ends, see draw_quantities().
enum class DrawQuantity {
  games,
  turns,
  stock_draws,
  pile_takes,
  pile_cards,
  cards_laid,
  lay_offs,
  openers,
  opening_turn_sum,
  stock_left,
  end_knock,
  end_gin,
  end_big_gin,
  end_undercut,
  end_out,
  end_hand,
  end_pairs,
  end_stock_empty,
  end_cap,
  wild_discards,
  long_runs,
  winners,
  winner_score,
  losers,
  loser_score,
  hand_points_left,
  dealt_deadwood,
  knocks,
  knock_deadwood,
  deal_points,
  match_turns,
};
template <>
struct EnumNames<DrawQuantity> {
  static constexpr std::string_view kWhat = "quantity";
  static constexpr std::array<std::string_view, 31> kNames = {"games",
                                                              "turns",
                                                              "stock_draws",
                                                              "pile_takes",
                                                              "pile_cards",
                                                              "cards_laid",
                                                              "lay_offs",
                                                              "openers",
                                                              "opening_turn_sum",
                                                              "stock_left",
                                                              "end_knock",
                                                              "end_gin",
                                                              "end_big_gin",
                                                              "end_undercut",
                                                              "end_out",
                                                              "end_hand",
                                                              "end_pairs",
                                                              "end_stock_empty",
                                                              "end_cap",
                                                              "wild_discards",
                                                              "long_runs",
                                                              "winners",
                                                              "winner_score",
                                                              "losers",
                                                              "loser_score",
                                                              "hand_points_left",
                                                              "dealt_deadwood",
                                                              "knocks",
                                                              "knock_deadwood",
                                                              "deal_points",
                                                              "match_turns"};
};

// Those that a game has, in order: only what it can count.
[[nodiscard]] std::vector<DrawQuantity> draw_quantities(const DrawRules& rules);
[[nodiscard]] std::vector<std::string> draw_quantity_names(const DrawRules& rules, int players);

enum class DrawHistogram { turns, winner_score, loser_loss, stock_left, opening_turn, hand_points };
inline constexpr std::array<HistogramSpec, 6> kDrawHistograms = {{
    {"turns", 1000},
    {"winner_score", 500},
    {"loser_loss", 300},
    {"stock_left", 128},
    {"opening_turn", 100},
    {"hand_points", 300},
}};

// Adds deals up to a cluster and clusters to a tally.
class DrawCounter {
 public:
  // With `units` the quantities of every cluster are kept.
  DrawCounter(const DrawRules& rules, int players, bool units = false);

  // `first_player` is the player in seat 0; the others follow in order.
  void add_deal(const DrawResult& deal, int first_player);
  void add_match(const DrawMatchResult& match, std::span<const int> win_shares_by_player);
  void end_cluster();
  // Of the clusters that have ended.
  [[nodiscard]] Tally take_tally() {
    batch_.flush(tally_);
    return std::move(tally_);
  }
  // Cluster by cluster the quantities; empty unless they are kept.
  [[nodiscard]] std::vector<std::int64_t> take_units() { return std::move(units_); }

 private:
  void add(DrawQuantity quantity, std::int64_t value) {
    values_[place_[static_cast<std::size_t>(quantity)]] += value;
  }
  void count(DrawHistogram histogram, std::int64_t value) {
    tally_.add_value(static_cast<std::size_t>(histogram), value);
  }

  int players_;
  std::array<std::uint16_t, EnumNames<DrawQuantity>::kNames.size()> place_{};
  SeatQuantities seats_;
  std::vector<std::int64_t>
      values_;  // of the cluster under way; the last takes what is not counted
  Tally tally_;
  ClusterBatch batch_;
  bool keep_units_;
  std::vector<std::int64_t> units_;
};

}  // namespace rummy
