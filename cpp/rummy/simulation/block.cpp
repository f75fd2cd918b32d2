#include "rummy/simulation/block.hpp"

#include "rummy/strategies/registry.hpp"

namespace rummy {

namespace {

Players make_players(const Task& task, const CompiledRules& rules) {
  if (task.make_players) return task.make_players(rules);
  Players players;
  for (const std::string& spec : task.strategies) players.push_back(make_strategy(spec, rules));
  return players;
}

}  // namespace

void validate_options(const TaskOptions& options, int players_min, int players_max) {
  if (options.players < players_min || options.players > players_max) {
    throw InputError("players is " + std::to_string(options.players) + "; these rules are for " +
                     std::to_string(players_min) + " to " + std::to_string(players_max));
  }
  if (options.matches && options.rotate == Rotate::racks) {
    throw InputError(
        "rotate is racks, but the games of a match are deals of their own; rotate the players");
  }
  if (options.turn_cap < 1 || options.turn_cap > 1'000'000) {
    throw InputError("turn_cap is " + std::to_string(options.turn_cap) + "; allowed: 1 to 1000000");
  }
}

void check_strategy_count(const TaskOptions& options) {
  if (std::ssize(options.strategies) != options.players) {
    throw InputError(std::to_string(options.strategies.size()) + " strategies for " +
                     std::to_string(options.players) +
                     " players; give one for all or one for each");
  }
}

void validate(const Task& task) {
  validate(task.rules);
  validate_options(task, task.rules.players_min, task.rules.players_max);
  if (!task.make_players) {
    check_strategy_count(task);
    for (const std::string& spec : task.strategies) static_cast<void>(canonical_strategy(spec));
  }
  if (task.position) {
    if (task.matches || task.rotate != Rotate::none) {
      throw InputError("a position is played on by itself, without matches and rotations");
    }
    validate(*task.position, CompiledRules(task.rules, task.players));
  }
  if (task.choices < 0 || task.choices > 1'000'000) {
    throw InputError("choices is " + std::to_string(task.choices) + "; allowed: 0 to 1000000");
  }
}

Worker::Worker(const Task& task, const std::atomic<bool>& stop)
    : BlockWorker(task, stop),
      task_(task),
      rules_(task.rules, task.players),
      driver_(rules_, task.turn_cap),
      recorder_(task),
      counter_(task.players),
      players_(make_players(task, rules_)),
      seats_(players_.size()) {
  driver_.game().set_checked(task.checked);
  driver_.set_choice_limit(task.choices);
  watchers_.add(*this);
  watchers_.add(course_);
  if (recorder_.wants_turns()) watchers_.add(recorder_);
}

std::span<Strategy* const> Worker::seated(int rotation) {
  for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
    seats_[seat] = players_[(seat + static_cast<std::size_t>(rotation)) % players_.size()].get();
  }
  return seats_;
}

void Worker::count_game(const GameResult& game, int first_player) {
  counter_.add_game(game, first_player, course_.counts(game), driver_.choices());
  recorder_.add_game(game);
}

void Worker::play_position(std::int64_t sample) {
  const int first = task_.position->to_move;
  const GameKey key{task_.seed, static_cast<std::uint64_t>(sample), 0};
  recorder_.set_key({.cluster = sample, .rotation = 0, .match_game = 0, .first_player = first});
  const GameResult& game =
      driver_.play_on(deal_hidden(*task_.position, rules_, Stream(key, Purpose::hidden)), key,
                      seated(first), &watchers_);
  count_game(game, first);
}

void Worker::play_deal(std::int64_t deal, int rotation) {
  if (task_.position) {
    play_position(deal);
    return;
  }
  recorder_.set_key(
      {.cluster = deal, .rotation = rotation, .match_game = 0, .first_player = rotation});
  const bool racks = task_.rotate == Rotate::racks;
  const GameResult& game =
      driver_.play({task_.seed, static_cast<std::uint64_t>(deal), 0, racks ? rotation : 0},
                   seated(racks ? 0 : rotation), &watchers_);
  count_game(game, rotation);
}

void Worker::play_one_match(std::int64_t match, int rotation) {
  MatchHooks hooks;
  hooks.before_game = [&](int game, int starter) {
    recorder_.set_key({.cluster = match,
                       .rotation = rotation,
                       .match_game = game,
                       .first_player = (starter + rotation) % task_.players});
  };
  hooks.after_game = [&](const MatchGame& played) {
    count_game(played.result, (played.starter + rotation) % task_.players);
  };
  hooks.observer = &watchers_;
  const MatchResult result =
      play_match(driver_, task_.seed, static_cast<std::uint64_t>(match), seated(rotation), hooks);
  PerSeat<int> shares{};
  for (int chair = 0; chair < task_.players; ++chair) {
    const int player = (chair + rotation) % task_.players;
    shares[static_cast<std::size_t>(player)] = result.win_shares[static_cast<std::size_t>(chair)];
  }
  counter_.add_match(shares);
}

BlockResult Worker::end_block() {
  return {counter_.take_tally(), counter_.take_units(), recorder_.take()};
}

BlockResult BlockWorker::play(std::int64_t first, std::int64_t count, const OnCluster& on_cluster) {
  begin_block();
  for (std::int64_t cluster = first; cluster < first + count; ++cluster) {
    for (int rotation = 0; rotation < rotations_; ++rotation) {
      if (matches_) {
        play_one_match(cluster, rotation);
      } else {
        play_deal(cluster, rotation);
      }
      go_on();
    }
    end_cluster();
    on_cluster();
  }
  return end_block();
}

}  // namespace rummy
