#include "rummy/simulation/draw_quantities.hpp"

#include <algorithm>

namespace rummy {

namespace {

using Q = DrawQuantity;

std::array<std::size_t, kDrawHistograms.size()> bins() {
  std::array<std::size_t, kDrawHistograms.size()> sizes{};
  std::transform(kDrawHistograms.begin(), kDrawHistograms.end(), sizes.begin(),
                 [](const HistogramSpec& spec) { return spec.bins; });
  return sizes;
}

bool counts(const DrawRules& rules, Q quantity) {
  switch (quantity) {
    case Q::end_knock:
    case Q::end_gin:
    case Q::end_big_gin:
    case Q::end_undercut:
    case Q::dealt_deadwood:
    case Q::knocks:
    case Q::knock_deadwood:
      return rules.end_by == EndBy::knock;
    case Q::end_hand:
    case Q::end_pairs:
      return rules.end_by == EndBy::hand;
    case Q::wild_discards:
      return rules.wild.indicator;
    case Q::cards_laid:
    case Q::openers:
    case Q::opening_turn_sum:
    case Q::end_out:
      return rules.end_by == EndBy::empty;
    case Q::long_runs:
      return rules.scoring.long_run > 0;
    case Q::lay_offs:
      return rules.laying.lay_off != LayOff::none;
    case Q::pile_cards:
      return rules.draw.pile == PileDraw::whole;
    default:
      return true;
  }
}

Q quantity_of(DrawEnding ending) {
  switch (ending) {
    case DrawEnding::knock:
      return Q::end_knock;
    case DrawEnding::gin:
      return Q::end_gin;
    case DrawEnding::big_gin:
      return Q::end_big_gin;
    case DrawEnding::undercut:
      return Q::end_undercut;
    case DrawEnding::out:
      return Q::end_out;
    case DrawEnding::hand:
      return Q::end_hand;
    case DrawEnding::pairs:
      return Q::end_pairs;
    case DrawEnding::stock_empty:
      return Q::end_stock_empty;
    case DrawEnding::cap:
      break;
  }
  return Q::end_cap;
}

}  // namespace

std::vector<DrawQuantity> draw_quantities(const DrawRules& rules) {
  std::vector<DrawQuantity> found;
  for (std::size_t i = 0; i < EnumNames<DrawQuantity>::kNames.size(); ++i) {
    const auto quantity = static_cast<DrawQuantity>(i);
    if (counts(rules, quantity)) found.push_back(quantity);
  }
  return found;
}

std::vector<std::string> draw_quantity_names(const DrawRules& rules, int players) {
  std::vector<std::string> names;
  for (const DrawQuantity quantity : draw_quantities(rules)) names.emplace_back(to_name(quantity));
  SeatQuantities(names.size(), players).add_names(names);
  return names;
}

DrawCounter::DrawCounter(const DrawRules& rules, int players, bool units)
    : players_(players),
      seats_(draw_quantities(rules).size(), players),
      values_(seats_.size() + 1, 0),
      tally_(seats_.size(), bins()),
      batch_(seats_.size()),
      keep_units_(units) {
  place_.fill(static_cast<std::uint16_t>(seats_.size()));
  std::uint16_t next = 0;
  for (const DrawQuantity quantity : draw_quantities(rules)) {
    place_[static_cast<std::size_t>(quantity)] = next++;
  }
}

void DrawCounter::add_deal(const DrawResult& deal, int first_player) {
  add(Q::games, 1);
  add(Q::turns, deal.turns);
  add(Q::stock_draws, deal.stock_draws);
  add(Q::pile_takes, deal.pile_takes);
  add(Q::pile_cards, deal.pile_cards);
  add(Q::cards_laid, deal.cards_laid);
  add(Q::lay_offs, deal.lay_offs);
  add(Q::stock_left, deal.stock_left);
  add(Q::dealt_deadwood, deal.dealt_deadwood);
  add(quantity_of(deal.end.ending), 1);
  count(DrawHistogram::turns, deal.turns);
  count(DrawHistogram::stock_left, deal.stock_left);
  for (int seat = 0; seat < players_; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    add(Q::hand_points_left, deal.end.hand_points[s]);
    add(Q::long_runs, deal.end.long_runs[s]);
    if (deal.opening_turn[s] == 0) continue;
    add(Q::openers, 1);
    add(Q::opening_turn_sum, deal.opening_turn[s]);
    count(DrawHistogram::opening_turn, deal.opening_turn[s]);
  }
  // Nobody has won or lost a deal that the cap stopped.
  if (deal.end.ending == DrawEnding::cap) return;
  if (deal.end.ending != DrawEnding::stock_empty) {
    add(Q::knocks, 1);
    add(Q::knock_deadwood, deal.knock_deadwood);
    add(Q::wild_discards, deal.end.wild_discard ? 1 : 0);
  }
  for (int seat = 0; seat < players_; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    const int score = deal.scores.scores[s];
    add(Q::deal_points, score);
    seats_.add(values_, seat, first_player, deal.scores.win_shares[s], score);
    if (deal.scores.winners == 0) continue;
    if ((deal.scores.winners >> seat & 1) != 0) {
      add(Q::winners, 1);
      add(Q::winner_score, score);
      count(DrawHistogram::winner_score, score);
    } else {
      add(Q::losers, 1);
      add(Q::loser_score, score);
      count(DrawHistogram::loser_loss, -score);
      count(DrawHistogram::hand_points, deal.end.hand_points[s]);
    }
  }
}

void DrawCounter::add_match(const DrawMatchResult& match,
                            std::span<const int> win_shares_by_player) {
  add(Q::match_turns, match.turns);
  seats_.add_match(values_, win_shares_by_player);
}

void DrawCounter::end_cluster() {
  batch_.add(std::span(values_).first(values_.size() - 1), tally_);
  if (keep_units_) units_.insert(units_.end(), values_.begin(), values_.end() - 1);
  std::fill(values_.begin(), values_.end(), 0);
}

}  // namespace rummy
