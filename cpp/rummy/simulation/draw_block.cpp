#include "rummy/simulation/draw_block.hpp"

#include <array>
#include <bit>

namespace rummy {

namespace {

constexpr std::array kTurnColumns = {"turn",       "seat",       "from_pile",   "cards_taken",
                                     "cards_laid", "lay_offs",   "opening",     "shows",
                                     "warning",    "hand_cards", "hand_points", "stock_left"};
constexpr std::array kGameColumns = {"winner",     "winners",  "turns",         "ending",
                                     "stock_left", "lay_offs", "dealt_deadwood"};
constexpr std::array kSeatColumns = {"score", "opening_turn", "pile_takes", "hand_cards",
                                     "hand_points"};

}  // namespace

void validate(const DrawTask& task) {
  validate(task.rules);
  validate_options(task, task.rules.players_min, task.rules.players_max);
  check_strategy_count(task);
  for (const std::string& spec : task.strategies) static_cast<void>(canonical_draw_strategy(spec));
}

DrawPlayers make_draw_players(const DrawTask& task, const CompiledDraw& rules) {
  DrawPlayers players;
  for (const std::string& spec : task.strategies) {
    players.push_back(make_draw_strategy(spec, rules));
  }
  return players;
}

DrawRecorder::DrawRecorder(const DrawTask& task) : RowWriter(task) {
  if (wants_turns()) name_columns(kTurnColumns);
  if (wants_games()) name_columns(kGameColumns, kSeatColumns);
}

void DrawRecorder::add_deal(const DrawResult& deal) {
  if (!wants_games()) return;
  begin_row();
  const unsigned winners = deal.scores.winners;
  put(winners == 0 ? 0 : std::countr_zero(winners) + 1);
  put(std::popcount(winners));
  put(deal.turns);
  put(static_cast<int>(deal.end.ending));
  put(deal.stock_left);
  put(deal.lay_offs);
  put(deal.dealt_deadwood);
  put_each(deal.scores.scores);
  put_each(deal.opening_turn);
  put_each(deal.takes);
  put_each(deal.hand_cards);
  put_each(deal.end.hand_points);
}

void DrawRecorder::on_turn(const DrawGame& game) {
  const DrawTurnRecord& turn = game.last_turn();
  begin_row();
  put(turn.turn);
  put(turn.seat + 1);
  put(turn.drew && turn.source == Source::pile ? 1 : 0);
  put(turn.cards_taken);
  put(turn.cards_laid);
  put(turn.lay_offs);
  put(turn.opening ? 1 : 0);
  put(turn.shows ? 1 : 0);
  put(turn.warning ? 1 : 0);
  put(turn.hand_cards);
  put(turn.hand_points);
  put(turn.stock_left);
}

DrawWorker::DrawWorker(const DrawTask& task, const CompiledDraw& rules,
                       const std::atomic<bool>& stop)
    : BlockWorker(task, stop),
      task_(task),
      driver_(rules, task.turn_cap),
      recorder_(task),
      counter_(task.rules, task.players),
      players_(make_draw_players(task, rules)),
      seats_(players_.size()) {
  driver_.game().set_checked(task.checked);
}

std::span<DrawStrategy* const> DrawWorker::seated(int rotation) {
  for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
    seats_[seat] = players_[(seat + static_cast<std::size_t>(rotation)) % players_.size()].get();
  }
  return seats_;
}

void DrawWorker::play_deal(std::int64_t deal, int rotation) {
  recorder_.set_key(
      {.cluster = deal, .rotation = rotation, .match_game = 0, .first_player = rotation});
  const bool racks = task_.rotate == Rotate::racks;
  const DrawResult& result = driver_.play(
      {task_.seed, static_cast<std::uint64_t>(deal), 0, racks ? rotation : 0},
      seated(racks ? 0 : rotation), {}, recorder_.wants_turns() ? &recorder_ : nullptr);
  counter_.add_deal(result, rotation);
  recorder_.add_deal(result);
}

void DrawWorker::play_one_match(std::int64_t match, int rotation) {
  DrawMatchHooks hooks;
  hooks.before_deal = [&](int deal, int starter) {
    recorder_.set_key({.cluster = match,
                       .rotation = rotation,
                       .match_game = deal,
                       .first_player = (starter + rotation) % task_.players});
  };
  hooks.after_deal = [&](const DrawMatchGame& played) {
    counter_.add_deal(played.result, (played.starter + rotation) % task_.players);
    recorder_.add_deal(played.result);
    go_on();
  };
  if (recorder_.wants_turns()) hooks.observer = &recorder_;
  const DrawMatchResult result = play_draw_match(
      driver_, task_.seed, static_cast<std::uint64_t>(match), seated(rotation), hooks);
  PerSeat<int> shares{};
  for (int chair = 0; chair < task_.players; ++chair) {
    const int player = (chair + rotation) % task_.players;
    shares[static_cast<std::size_t>(player)] = result.win_shares[static_cast<std::size_t>(chair)];
  }
  counter_.add_match(result, shares);
}

Simulation run(const DrawTask& task, std::int64_t first, std::int64_t count, int threads,
               const Tick& tick) {
  validate(task);
  const CompiledDraw rules(task.rules, task.players);
  const MakeWorker make = [&](const std::atomic<bool>& stop) {
    return std::make_unique<DrawWorker>(task, rules, stop);
  };
  return run_blocks(make, task.record != Record::none, first, count, threads, tick);
}

}  // namespace rummy
