#pragma once

#include <cstdint>
#include <vector>

#include "rummy/table_game/observer.hpp"

namespace rummy {

// How a game went, seen in the values of the racks: the leaders are the seats whose racks hold the
// fewest points. A position is what stands after a turn; position 0 is the deal.
struct CourseCounts {
  int lead_changes = 0;      // turns after which the set of leaders is another one than before
  int longest_waits = 0;     // per player the most own turns in a row without laying, summed
  int holes = 0;             // turns after a whole round of passes on which the game is not over
  bool sole_winner = false;  // one seat won; what follows is then about it
  int leads_quarter = 0;     // 1 where the winner was among the leaders after 1/4 of the turns,
  int leads_half = 0;        // ... a half,
  int leads_three_quarters = 0;  // ... 3/4 of the turns
  int last_half = 0;        // 1 where the winner's rack was the costliest after half of the turns
  int deepest_deficit = 0;  // the most points that the winner was behind the best other rack
  int decisive_share = 0;   // when the winner took the lead for good, in 1/10000 of the turns
  // Catching up: by seat, x is the lead over the mean of all racks after half of the turns (times
  // the number of players), y what it gained on them from there to the end; summed over the seats.
  std::int64_t lead_squares = 0;   // of x * x
  std::int64_t lead_products = 0;  // of x * y
};

// Follows a game and keeps the racks' values, turn by turn.
class Course : public GameObserver {
 public:
  void on_start(const TableGame& game) override;
  void on_turn(const TableGame& game) override;
  [[nodiscard]] CourseCounts counts(const GameResult& game) const;

  // The same from a trace by hand, for tests: every turn says who moved, whether it laid tiles,
  // whether it passed, and the points on its rack after it.
  void start(const std::vector<int>& rack_points);
  void turn(int seat, bool laid, bool passed, int rack_points, bool over);

 private:
  using Points = PerSeat<int>;
  [[nodiscard]] unsigned leaders(const Points& points) const;
  [[nodiscard]] std::int64_t lead(const Points& points, int seat) const;
  void count_winner(int winner, CourseCounts& counts) const;

  int players_ = 0;
  int passes_ = 0;  // in a row
  int holes_ = 0;
  PerSeat<int> wait_{};
  PerSeat<int> longest_{};
  std::vector<Points> positions_;
};

}  // namespace rummy
