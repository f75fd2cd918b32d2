#include "rummy/simulation/draw_driver.hpp"

#include <bit>
#include <vector>

namespace rummy {

const DrawResult& DrawDriver::play(const GameKey& key, std::span<DrawStrategy* const> seats,
                                   const PerSeat<int>& totals, DrawObserver* observer) {
  game_.set_followed(observer != nullptr);
  game_.start(key, totals);
  for (int seat = 0; seat < game_.players(); ++seat) {
    seats[static_cast<std::size_t>(seat)]->begin_deal(key, seat);
  }
  if (observer != nullptr) observer->on_start(game_);
  while (!game_.over()) {
    DrawStrategy& strategy = *seats[static_cast<std::size_t>(game_.seat())];
    const DrawView& view = game_.view();
    if (game_.phase() == DrawGame::Phase::offer) {
      if (!strategy.takes(view)) {
        game_.refuse();
        continue;
      }
      game_.draw(Source::pile);
    } else if (game_.phase() == DrawGame::Phase::draw) {
      game_.draw(view.can_take && strategy.takes(view) ? Source::pile : Source::stock);
    }
    play_.clear();
    strategy.play(view, play_);
    game_.play(play_);
    if (observer != nullptr) observer->on_turn(game_);
  }
  return game_.result();
}

int next_starter(const CompiledDraw& rules, const GameKey& game, const DrawResult* last,
                 int last_starter) {
  const int players = rules.players();
  NextStarter rule = last == nullptr ? NextStarter::random : rules.rules().deal.next_starter;
  if (rule == NextStarter::winner && last->scores.winners == 0) rule = NextStarter::rotate;
  switch (rule) {
    case NextStarter::rotate:
      return (last_starter + 1) % players;
    case NextStarter::winner:
      return (last_starter + std::countr_zero(last->scores.winners)) % players;
    case NextStarter::loser: {
      int lowest = 0;
      for (int seat = 1; seat < players; ++seat) {
        if (last->scores.scores[static_cast<std::size_t>(seat)] <
            last->scores.scores[static_cast<std::size_t>(lowest)]) {
          lowest = seat;
        }
      }
      return (last_starter + lowest) % players;
    }
    case NextStarter::random:
      break;
  }
  Stream stream(game, Purpose::starter);
  return static_cast<int>(stream.below(static_cast<std::uint64_t>(players)));
}

DrawMatchResult play_draw_match(DrawDriver& driver, std::uint64_t seed, std::uint64_t match,
                                std::span<DrawStrategy* const> chairs,
                                const DrawMatchHooks& hooks) {
  const CompiledDraw& rules = driver.game().rules();
  const int players = rules.players();
  const auto index = [](int i) { return static_cast<std::size_t>(i); };
  DrawMatchResult result;
  for (int chair = 0; chair < players; ++chair) {
    result.totals[index(chair)] = rules.rules().match.start;
  }
  PerSeat<int> deals_won{};  // in sixtieths: a shared deal is won in part
  std::vector<DrawStrategy*> seats(index(players));
  const DrawResult* last = nullptr;
  int starter = 0;
  do {
    const GameKey key{seed, match, static_cast<std::uint64_t>(result.deals)};
    starter = next_starter(rules, key, last, starter);
    PerSeat<int> totals{};
    for (int seat = 0; seat < players; ++seat) {
      const std::size_t chair = index((starter + seat) % players);
      seats[index(seat)] = chairs[chair];
      totals[index(seat)] = result.totals[chair];
    }
    if (hooks.before_deal) hooks.before_deal(result.deals, starter);
    const DrawResult& deal = driver.play(key, seats, totals, hooks.observer);
    for (int seat = 0; seat < players; ++seat) {
      const std::size_t chair = index((starter + seat) % players);
      result.totals[chair] += deal.scores.scores[index(seat)];
      if (deal.scores.winners != 0) deals_won[chair] += deal.scores.win_shares[index(seat)];
    }
    result.turns += deal.turns;
    if (hooks.after_deal) hooks.after_deal({deal, result.deals, starter});
    ++result.deals;
    last = &deal;
  } while (!draw_match_over(rules.rules(), players, result.deals, result.totals));

  result.points = draw_match_points(rules.rules(), players, result.totals, deals_won);
  const std::uint8_t winners = draw_match_winners(rules.rules(), players, result.totals, deals_won);
  const int share = kWinShares / std::popcount(winners);
  for (int chair = 0; chair < players; ++chair) {
    if ((winners >> chair & 1) != 0) result.win_shares[index(chair)] = share;
  }
  return result;
}

}  // namespace rummy
