#include "rummy/simulation/driver.hpp"

#include <algorithm>
#include <bit>

#include "rummy/table_game/starter.hpp"

namespace rummy {

Driver::Driver(const CompiledRules& rules, int turn_cap) : game_(rules, turn_cap), solver_(rules) {}

void Driver::count_choices() {
  const auto limit = static_cast<std::size_t>(choice_limit_);
  const int plays = static_cast<int>(solver_.plays(game_.position(), limit).size());
  ++choices_.turns;
  choices_.sum += plays;
  if (plays > 1) ++choices_.several;
  choices_.most = std::max(choices_.most, plays);
}

void Driver::take_turn(Strategy& strategy) {
  if (choice_limit_ > 0) count_choices();
  const Decision decision = strategy.decide(game_.view(), play_);
  switch (decision.action) {
    case Action::play:
      game_.play(play_);
      return;
    case Action::fail:
      game_.fail(play_);
      return;
    case Action::draw:
      break;
  }
  bool none = decision.play_exists == PlayExists::no;
  if (decision.play_exists == PlayExists::unknown) {
    none = !solver_.can_play(game_.position());
  }
  game_.draw(none);
}

const GameResult& Driver::play(const GameKey& key, std::span<Strategy* const> seats,
                               GameObserver* observer) {
  game_.start(key);
  begin(key, seats);
  if (game_.must_discard()) game_.discard(seats[0]->discard(game_.view()));
  return finish(seats, observer);
}

const GameResult& Driver::play_on(const TableGame::Setup& setup, const GameKey& key,
                                  std::span<Strategy* const> seats, GameObserver* observer) {
  game_.start_at(setup);
  begin(key, seats);
  return finish(seats, observer);
}

void Driver::begin(const GameKey& key, std::span<Strategy* const> seats) {
  choices_ = {};
  for (int seat = 0; seat < game_.players(); ++seat)
    seats[static_cast<std::size_t>(seat)]->begin_game(key, seat);
}

const GameResult& Driver::finish(std::span<Strategy* const> seats, GameObserver* observer) {
  if (observer != nullptr) observer->on_start(game_);
  int turns = 0;
  while (!game_.over()) {
    take_turn(*seats[static_cast<std::size_t>(game_.seat())]);
    if (observer != nullptr && game_.result().turns != turns) observer->on_turn(game_);
    turns = game_.result().turns;
  }
  return game_.result();
}

MatchResult play_match(Driver& driver, std::uint64_t seed, std::uint64_t match,
                       std::span<Strategy* const> chairs, const MatchHooks& hooks) {
  const CompiledRules& rules = driver.game().rules();
  const int players = rules.players();
  const auto index = [](int i) { return static_cast<std::size_t>(i); };
  MatchResult result;
  PerSeat<int> games_won{};  // in sixtieths: a shared game is won in part
  std::vector<int> last_scores;
  std::vector<Strategy*> seats(index(players));
  int starter = 0;
  do {
    const GameKey key{seed, match, static_cast<std::uint64_t>(result.games)};
    starter = choose_starter(rules, key, last_scores, starter);
    for (int seat = 0; seat < players; ++seat)
      seats[index(seat)] = chairs[index((starter + seat) % players)];
    if (hooks.before_game) hooks.before_game(result.games, starter);
    const GameResult& game = driver.play(key, seats, hooks.observer);
    last_scores.assign(index(players), 0);
    for (int seat = 0; seat < players; ++seat) {
      const std::size_t chair = index((starter + seat) % players);
      last_scores[chair] = game.scores.scores[index(seat)];
      result.totals[chair] += game.scores.scores[index(seat)];
      games_won[chair] += game.scores.win_shares[index(seat)];
    }
    if (hooks.after_game) hooks.after_game({game, result.games, starter});
    ++result.games;
  } while (!match_over(rules.rules(), players, result.games, result.totals));

  const std::uint8_t winners = match_winners(rules.rules(), players, result.totals, games_won);
  const int share = kWinShares / std::popcount(winners);
  for (int chair = 0; chair < players; ++chair) {
    if ((winners >> chair & 1) != 0) result.win_shares[index(chair)] = share;
  }
  return result;
}

}  // namespace rummy
