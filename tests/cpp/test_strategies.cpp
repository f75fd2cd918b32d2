#include <array>

#include "check.hpp"
#include "games.hpp"
#include "rummy/table_game/known_position.hpp"

using namespace games;

namespace {

// Plays a few small games; returns what all of them came to.
std::vector<GameResult> play(const Rules& rules, const std::vector<std::string>& specs, int count,
                             bool checked = true) {
  const CompiledRules compiled(rules, static_cast<int>(specs.size()));
  Driver driver(compiled, 1000);
  driver.game().set_checked(checked);
  std::vector<std::unique_ptr<Strategy>> players;
  std::vector<Strategy*> seats;
  for (const std::string& spec : specs) {
    players.push_back(make_strategy(spec, compiled));
    seats.push_back(players.back().get());
  }
  std::vector<GameResult> results;
  for (int deal = 0; deal < count; ++deal) {
    results.push_back(driver.play({5, static_cast<std::uint64_t>(deal), 0}, seats));
  }
  return results;
}

int total(const std::vector<GameResult>& results, int GameResult::* count) {
  int sum = 0;
  for (const GameResult& result : results) sum += result.*count;
  return sum;
}

std::string refusal(const std::string& spec) {
  try {
    static_cast<void>(canonical_strategy(spec));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

View view_of(const Position& position, const CompiledRules& rules, const TileBag& none) {
  View view;
  view.rules = &rules;
  view.position = &position;
  view.discards = &none;
  view.players = rules.players();
  view.pool_left = 50;
  view.can_draw = true;
  for (int seat = 0; seat < view.players; ++seat)
    view.rack_sizes[static_cast<std::size_t>(seat)] = 14;
  return view;
}

}  // namespace

TEST_CASE("strategies: an unknown spec is refused with what exists") {
  const std::string unknown = refusal("max_tile");
  CHECK(has(unknown, "\"max_tile\""));
  for (const StrategyEntry& entry : all_strategies()) CHECK(has(unknown, std::string(entry.name)));
  CHECK(has(refusal("hoarder:tile=3"), "tiles (1 to 60"));
  CHECK(has(refusal("hoarder:tiles=0"), "tiles is \"0\""));
  CHECK(has(refusal("hoarder:tiles=x"), "tiles is \"x\""));
  CHECK(has(refusal("hoarder:tiles"), "key=value"));
  CHECK(has(refusal("hoarder:"), "no parameter"));
  CHECK(has(refusal("novice:x=1"), "it has no parameters"));
  CHECK(has(refusal(""), "there is no strategy"));
}

TEST_CASE("strategies: a canonical spec leaves standard values out") {
  CHECK_EQ(canonical_strategy("hoarder:tiles=4,alarm=6"), "hoarder:alarm=6");
  CHECK_EQ(canonical_strategy("max_points"), "max_points");
}

TEST_CASE("strategies: every one plays legal games to their end under hard rules") {
  Rules rules = small_rules();
  std::vector<Rules> sets(5, rules);
  sets[1].turn.must_play = true;
  sets[1].opening.continues_turn = true;
  sets[2].joker = {Retrieval::exact_tile, TileFrom::rack, Reuse::any_meld, Lock::full,
                   GroupOfThree::either};
  sets[2].turn.failure_revert = FailureRevert::unfinished;
  sets[3].access = Access::add_only;
  sets[3].turn.draw_then_play = true;
  sets[3].deal.starter_extra = 1;
  sets[3].deal.starter_discards = true;
  sets[4].access = Access::closed;
  sets[4].pool_empty = PoolEmpty::one_more_lap;
  for (const Rules& set : sets) {
    for (const StrategyEntry& entry : all_strategies()) {
      const std::string name(entry.name);
      for (const GameResult& result : play(set, {name, "human:slip=40", name}, 15)) {
        CHECK(result.ending != Ending::cap);
        CHECK_EQ(result.plays + result.draws + result.passes + result.failures >= result.turns,
                 true);
      }
    }
  }
}

TEST_CASE("strategies: a game is played again alone, whatever was played before") {
  for (const StrategyEntry& entry : all_strategies()) {
    const std::string name(entry.name);
    const CompiledRules rules(small_rules(), 2);
    const auto first = make_strategy(name, rules);
    const auto second = make_strategy(name, rules);
    Driver driver(rules, 1000);
    Strategy* const seats[] = {first.get(), second.get()};
    const auto outcome = [&](std::uint64_t deal) {
      const GameResult& result = driver.play({8, deal, 0}, seats);
      return std::vector<int>{result.turns, result.scores.scores[0], result.table_tiles_moved,
                              result.pool_left};
    };
    std::vector<std::vector<int>> forward;
    for (std::uint64_t deal = 0; deal < 10; ++deal) forward.push_back(outcome(deal));
    for (std::uint64_t deal = 10; deal-- > 0;) CHECK(outcome(deal) == forward[deal]);
  }
}

TEST_CASE("strategies: the barred one never does what it is barred from") {
  const auto tiles_moved = [](const std::string& spec) {
    return total(play(small_rules(), {spec, spec}, 60), &GameResult::table_tiles_moved);
  };
  CHECK_EQ(tiles_moved("barred:from=3"), 0);
  CHECK_EQ(tiles_moved("barred:from=4"), 0);
  CHECK(tiles_moved("barred:from=2") > 0);
  // Without jokers there is nothing to be barred from by 2, and it plays like max_tiles.
  Rules rules = small_rules();
  rules.tiles.jokers = 0;
  const auto barred = play(rules, {"barred:from=2", "barred:from=2"}, 40);
  const auto free = play(rules, {"max_tiles", "max_tiles"}, 40);
  CHECK_EQ(total(play(rules, {"barred", "barred"}, 40), &GameResult::table_tiles_moved), 0);
  for (std::size_t i = 0; i < free.size(); ++i) CHECK_EQ(barred[i].turns, free[i].turns);
}

TEST_CASE("strategies: every bar plays legal games under hard rules") {
  Rules rules = small_rules();
  rules.joker.reuse = Reuse::keep;
  rules.turn.must_play = true;
  for (const std::string from : {"1", "2", "3", "4"}) {
    for (const GameResult& result : play(rules, {"barred:from=" + from, "max_tiles"}, 25)) {
      CHECK(result.ending != Ending::cap);
    }
  }
}

TEST_CASE("strategies: the novice never moves a tile of the table, max_tiles does") {
  const auto novices = play(small_rules(), {"novice", "novice"}, 40);
  CHECK_EQ(total(novices, &GameResult::table_tiles_moved), 0);
  CHECK(total(play(small_rules(), {"max_tiles", "max_tiles"}, 40), &GameResult::table_tiles_moved) >
        0);
}

TEST_CASE("strategies: turns without a play are counted whoever plays") {
  // The novice does not know whether a play existed; the driver finds out.
  const auto results = play(small_rules(), {"novice", "novice"}, 40);
  const int forced = total(results, &GameResult::forced_draws);
  const int without = total(results, &GameResult::draws) + total(results, &GameResult::passes);
  CHECK(forced > 0);
  CHECK(forced < without);
  const auto best = play(small_rules(), {"max_tiles", "max_tiles"}, 40);
  CHECK_EQ(total(best, &GameResult::forced_draws),
           total(best, &GameResult::draws) + total(best, &GameResult::passes));
}

TEST_CASE("strategies: humans fail and overlook as often as they are told") {
  const auto careful = play(small_rules(), {"human:slip=0,miss=0", "human:slip=0,miss=0"}, 40);
  CHECK_EQ(total(careful, &GameResult::failures), 0);
  const auto hasty = play(small_rules(), {"human:slip=50", "human:slip=50"}, 40);
  const int failures = total(hasty, &GameResult::failures);
  const int plays = total(hasty, &GameResult::plays);
  CHECK(failures > 0.3 * (failures + plays));
  CHECK(failures < 0.7 * (failures + plays));
  const auto blind = play(small_rules(), {"human:miss=100", "human:miss=100"}, 5);
  CHECK_EQ(total(blind, &GameResult::plays), 0);
}

TEST_CASE("strategies: the hoarder waits for what it was told to wait for") {
  const CompiledRules rules(Rules{}, 2);
  const TileBag none;
  const Position position{table({"R4 R5 R6"}), bag("R7 R8 B1 K3"), true};
  View view = view_of(position, rules, none);
  Play play;
  const auto hoarder = make_strategy("hoarder:tiles=3,alarm=5,pool=8", rules);
  CHECK(hoarder->decide(view, play).action == Action::draw);
  const auto quick = make_strategy("hoarder:tiles=2,alarm=5,pool=8", rules);
  CHECK(quick->decide(view, play).action == Action::play);
  view.pool_left = 8;
  CHECK(hoarder->decide(view, play).action == Action::play);
  view.pool_left = 50;
  view.rack_sizes[1] = 5;
  CHECK(hoarder->decide(view, play).action == Action::play);
  view.rack_sizes[1] = 14;
  view.can_draw = false;
  CHECK(hoarder->decide(view, play).action == Action::play);
  const Position last{table({"R4 R5 R6"}), bag("R7 R8"), true};
  CHECK(hoarder->decide(view_of(last, rules, none), play).action == Action::play);  // it goes out
}

TEST_CASE("strategies: random chooses every play, and none, equally often") {
  const CompiledRules rules(Rules{}, 2);
  const TileBag none;
  // R7, R7 R8 and nothing: three choices.
  const Position position{table({"R4 R5 R6"}), bag("R7 R8"), true};
  const auto random = make_strategy("random", rules);  // no choice here rearranges
  std::array<int, 3> count{};
  Play play;
  for (std::uint64_t deal = 0; deal < 1500; ++deal) {
    random->begin_game({1, deal, 0}, 0);
    const Decision decision = random->decide(view_of(position, rules, none), play);
    ++count[decision.action == Action::draw ? 0 : static_cast<std::size_t>(play.placed.size())];
  }
  for (const int seen : count) CHECK(seen > 500 - 110 && seen < 500 + 110);
}

TEST_CASE("strategies: random rearranges when it is told to") {
  const auto plain = play(small_rules(), {"random", "random"}, 30);
  CHECK_EQ(total(plain, &GameResult::table_tiles_moved), 0);
  const auto free = play(small_rules(), {"random:rearrange=1", "random:rearrange=1"}, 30);
  CHECK(total(free, &GameResult::table_tiles_moved) > 0);
}

TEST_CASE("strategies: the starter discards the tile with the fewest partners") {
  const CompiledRules rules(Rules{}, 2);
  CHECK_EQ(to_text(least_useful(rules, bag("R4 R5 R6 B8 K8 Y13 J"))), "Y13");
  CHECK_EQ(to_text(least_useful(rules, bag("R1 B9 J"))), "B9");
  CHECK_EQ(to_text(least_useful(rules, bag("J J"))), "J");
}

namespace {

// Plays like max_tiles and deals what is hidden from it anew in every turn.
class Imagines : public Strategy {
 public:
  explicit Imagines(const CompiledRules& rules) : rules_(rules), solver_(rules) {}

  void begin_game(const GameKey& game, int) override { key_ = game; }
  [[nodiscard]] Decision decide(const View& view, Play& play) override {
    const KnownPosition known = known_to(view);
    const auto stream = [&](std::uint64_t sample) {
      return Stream(key_, foresight_purpose(view.seat), sample);
    };
    for (std::uint64_t sample = 0; sample < 5; ++sample) {
      const TableGame::Setup setup = deal_hidden(known, rules_, stream(sample));
      CHECK(setup.table == view.position->table);
      CHECK(setup.racks[0] == view.rack());
      CHECK_EQ(std::ssize(setup.drawn_next), view.pool_left);
      TileBag all = bag_of(setup.table) + setup.discards;
      for (const Tile tile : setup.drawn_next) all.add(tile);
      for (int player = 0; player < view.players; ++player) {
        const auto p = static_cast<std::size_t>(player);
        const auto seat = static_cast<std::size_t>((view.seat + player) % view.players);
        all += setup.racks[p];
        CHECK_EQ(setup.racks[p].size(), view.rack_sizes[seat]);
        CHECK_EQ(setup.has_laid[p], view.has_laid[seat]);
      }
      CHECK(all == rules_.tiles().all());
    }
    const auto pool = [&](std::uint64_t sample) {
      return deal_hidden(known, rules_, stream(sample)).drawn_next;
    };
    CHECK(pool(1) == pool(1));
    CHECK(view.pool_left < 5 || pool(1) != pool(2));
    if (!solver_.best_play(*view.position, Objective::tiles, play)) return {};
    return {Action::play, PlayExists::yes};
  }

 private:
  CompiledRules rules_;
  Solver solver_;
  GameKey key_;
};

}  // namespace

TEST_CASE("strategies: what is imagined of the hidden tiles agrees with all that a seat sees") {
  Rules rules = small_rules();
  rules.deal.starter_extra = 1;
  rules.deal.starter_discards = true;
  const CompiledRules compiled(rules, 3);
  Driver driver(compiled, 1000);
  Imagines player(compiled);
  Strategy* const seats[] = {&player, &player, &player};
  for (std::uint64_t deal = 0; deal < 10; ++deal) (void)driver.play({4, deal, 0}, seats);
}

namespace {

// Plays as another, and looks whether a play exists where that one says so.
class Checked : public Strategy {
 public:
  Checked(const std::string& spec, const CompiledRules& rules)
      : inner_(make_strategy(spec, rules)), solver_(rules) {}
  void begin_game(const GameKey& game, int seat) override { inner_->begin_game(game, seat); }
  Decision decide(const View& view, Play& play) override {
    const Decision decision = inner_->decide(view, play);
    if (decision.play_exists == PlayExists::unknown) return decision;
    ++said_;
    CHECK_EQ(solver_.can_play(*view.position), decision.play_exists == PlayExists::yes);
    return decision;
  }
  [[nodiscard]] int said() const { return said_; }

 private:
  std::unique_ptr<Strategy> inner_;
  Solver solver_;
  int said_ = 0;
};

}  // namespace

TEST_CASE("strategies: where one says whether a play exists it is so") {
  for (const std::string spec : {"novice", "random", "human", "barred", "hoarder", "max_tiles"}) {
    for (const bool goes_on : {false, true}) {
      Rules rules;
      rules.opening.continues_turn = goes_on;
      const CompiledRules compiled(rules, 2);
      Driver driver(compiled, 1000);
      Checked player(spec, compiled);
      Strategy* const seats[] = {&player, &player};
      for (std::uint64_t deal = 0; deal < 3; ++deal) (void)driver.play({6, deal, 0}, seats);
      CHECK(player.said() > 20);
    }
  }
}

TEST_CASE("strategies: the planner has a choice, and holds back only where it could draw") {
  const auto planned = play(small_rules(), {"planner", "max_tiles"}, 40);
  const auto plain = play(small_rules(), {"max_tiles", "max_tiles"}, 40);
  int other = 0;
  for (std::size_t i = 0; i < plain.size(); ++i) other += planned[i].turns != plain[i].turns;
  CHECK(other > 5);
  const CompiledRules rules(Rules{}, 2);
  const TileBag none;
  const Position position{table({"R4 R5 R6"}), bag("R7 R8 B1 K3"), true};
  View view = view_of(position, rules, none);
  view.rack_sizes = {4, 14};
  view.pool_left = rules.tiles().size() - 3 - 4 - 14;
  view.can_draw = false;
  Play play;
  for (std::uint64_t deal = 0; deal < 5; ++deal) {
    const auto planner = make_strategy("planner:samples=3", rules);
    planner->begin_game({1, deal, 0}, 0);
    CHECK(planner->decide(view, play).action == Action::play);
  }
  const Position last{table({"R4 R5 R6"}), bag("R7 R8"), true};
  const auto planner = make_strategy("planner:samples=1", rules);
  CHECK(planner->decide(view_of(last, rules, none), play).action == Action::play);
  CHECK_EQ(play.count, 2);  // it goes out
}
