#include "rummy/simulation/quantities.hpp"

#include <algorithm>

namespace rummy {

namespace {

constexpr std::size_t kFixed = EnumNames<Quantity>::kNames.size();

std::array<std::size_t, kHistograms.size()> bins() {
  std::array<std::size_t, kHistograms.size()> sizes{};
  std::transform(kHistograms.begin(), kHistograms.end(), sizes.begin(),
                 [](const HistogramSpec& spec) { return spec.bins; });
  return sizes;
}

}  // namespace

std::vector<std::string> quantity_names(int players) {
  std::vector<std::string> names;
  for (const auto name : EnumNames<Quantity>::kNames) names.emplace_back(name);
  SeatQuantities(kFixed, players).add_names(names);
  return names;
}

Counter::Counter(int players, bool units)
    : players_(players),
      seats_(kFixed, players),
      values_(seats_.size(), 0),
      tally_(values_.size(), bins()),
      batch_(seats_.size()),
      keep_units_(units) {}

void Counter::add_course(const CourseCounts& course) {
  add(Quantity::lead_changes, course.lead_changes);
  add(Quantity::longest_waits, course.longest_waits);
  add(Quantity::holes, course.holes);
  add(Quantity::lead_squares, course.lead_squares);
  add(Quantity::lead_products, course.lead_products);
  if (!course.sole_winner) return;
  add(Quantity::sole_wins, 1);
  add(Quantity::leads_quarter, course.leads_quarter);
  add(Quantity::leads_half, course.leads_half);
  add(Quantity::leads_three_quarters, course.leads_three_quarters);
  add(Quantity::last_half, course.last_half);
  add(Quantity::deepest_deficits, course.deepest_deficit);
  add(Quantity::decisive_shares, course.decisive_share);
}

void Counter::add_choices(const ChoiceCounts& choices) {
  if (choices.turns == 0) return;
  add(Quantity::choice_turns, choices.turns);
  add(Quantity::choices, choices.sum);
  add(Quantity::several_choices, choices.several);
  add(Quantity::most_choices, choices.most);
  count(HistogramId::most_choices, choices.most);
}

void Counter::add_game(const GameResult& game, int first_player, const CourseCounts& course,
                       const ChoiceCounts& choices) {
  add(Quantity::games, 1);
  add(Quantity::turns, game.turns);
  add(Quantity::plays, game.plays);
  add(Quantity::draws, game.draws);
  add(Quantity::forced_draws, game.forced_draws);
  add(Quantity::passes, game.passes);
  add(Quantity::failures, game.failures);
  add(Quantity::tiles_laid, game.tiles_laid);
  add(Quantity::jokers_laid, game.jokers_laid);
  add(Quantity::table_tiles_moved, game.table_tiles_moved);
  add(Quantity::rearranging_turns, game.rearranging_turns);
  add(Quantity::pool_left, game.pool_left);
  const int seconds = kSecondsOfTurn * game.turns + kSecondsOfTileLaid * game.tiles_laid +
                      kSecondsOfTileMoved * game.table_tiles_moved;
  add(Quantity::seconds, seconds);
  count(HistogramId::minutes, (seconds + 30) / 60);
  count(HistogramId::actions, game.tiles_laid + game.table_tiles_moved + game.draws);
  add_course(course);
  add_choices(choices);
  count(HistogramId::turns, game.turns);
  count(HistogramId::pool_left, game.pool_left);
  for (int seat = 0; seat < players_; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    add(Quantity::rack_points_left, game.rack_points[s]);
    if (game.opening_turn[s] == 0) continue;
    add(Quantity::openers, 1);
    add(Quantity::opening_turn_sum, game.opening_turn[s]);
    count(HistogramId::opening_turn, game.opening_turn[s]);
  }
  switch (game.ending) {
    case Ending::out:
      add(Quantity::end_out, 1);
      add(Quantity::pool_left_out, game.pool_left);
      add(Quantity::one_turn_closes, game.one_turn_close ? 1 : 0);
      break;
    case Ending::pool_empty:
      add(Quantity::end_pool_empty, 1);
      break;
    // Nobody has won or lost a game that the cap stopped.
    case Ending::cap:
      add(Quantity::end_cap, 1);
      return;
  }
  add_scores(game, first_player);
}

void Counter::add_scores(const GameResult& game, int first_player) {
  if ((game.scores.winners & (game.scores.winners - 1)) != 0) add(Quantity::ties, 1);
  for (int seat = 0; seat < players_; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    const int score = game.scores.scores[s];
    const int share = game.scores.win_shares[s];
    // Two quantities for none, one, and two or more jokers dealt or drawn.
    const int place_of_jokers =
        static_cast<int>(Quantity::jokers_0_players) + 2 * std::min(game.jokers[s], 2);
    add(static_cast<Quantity>(place_of_jokers), 1);
    add(static_cast<Quantity>(place_of_jokers + 1), share);
    if ((game.scores.winners >> seat & 1) != 0) {
      add(Quantity::winners, 1);
      add(Quantity::winner_score, score);
      count(HistogramId::winner_score, score);
    } else {
      add(Quantity::losers, 1);
      add(Quantity::loser_rack_points, game.rack_points[s]);
      add(Quantity::loser_rack_tiles, game.rack_tiles[s]);
      add(Quantity::loser_score, score);
      count(HistogramId::loser_loss, -score);
      count(HistogramId::rack_tiles_left, game.rack_tiles[s]);
    }
    seats_.add(values_, seat, first_player, share, score);
  }
}

void Counter::add_match(std::span<const int> win_shares_by_player) {
  seats_.add_match(values_, win_shares_by_player);
}

void Counter::end_cluster() {
  batch_.add(values_, tally_);
  if (keep_units_) units_.insert(units_.end(), values_.begin(), values_.end());
  std::fill(values_.begin(), values_.end(), 0);
}

}  // namespace rummy
