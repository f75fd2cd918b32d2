#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <vector>

#include "check.hpp"
#include "problems.hpp"
#include "rummy/base/index.hpp"
#include "rummy/solver/cover.hpp"
#include "rummy/solver/gains.hpp"
#include "rummy/solver/lane_bounds.hpp"
#include "rummy/solver/meld_moves.hpp"
#include "rummy/solver/run_automaton.hpp"
#include "rummy/solver/state_sets.hpp"

using namespace problems;

namespace {

LanedProblem in_lanes(const Problem& problem, const CompiledRules& rules) {
  LanedProblem laned;
  laned.must_jokers = problem.wild_must;
  laned.may_jokers = problem.wild_may;
  laned.joker_weight.fill(static_cast<float>(problem.joker_weight[1]));
  for (int colour = 0; colour < rules.tiles().colours; ++colour) {
    for (int number = 1; number <= rules.tiles().numbers; ++number) {
      const std::size_t face = Problem::face_index(Tile(colour, number));
      Cell& cell = laned.cells[index(colour)][index(number)];
      cell.must = problem.must[face];
      cell.may = problem.may[face];
      cell.least_run = problem.stay_run[face];
      cell.least_group = problem.stay_group[face];
      cell.weight = static_cast<float>(problem.weight[face]);
    }
  }
  return laned;
}

// Every choice of optional tiles with which a problem has a solution, by laying every meld.
class EveryMeld {
 public:
  EveryMeld(const CompiledRules& rules, const Problem& problem)
      : rules_(rules), moves_(rules), problem_(problem) {
    TileBag pool;
    for (int face = 0; face < kFaces; ++face) {
      const int copies = problem.must[index(face)] + problem.may[index(face)];
      if (copies > 0) pool.add(Tile::from_face(face), copies);
    }
    pool.add(Tile::joker(), problem.wilds());
    lay(pool);
  }

  [[nodiscard]] std::vector<TileBag> choices() const { return {choices_.begin(), choices_.end()}; }
  // Those with jokers, of all solutions.
  [[nodiscard]] const std::set<Meld>& joker_melds() const { return joker_melds_; }

 private:
  struct Less {
    bool operator()(const TileBag& a, const TileBag& b) const {
      return a.jokers() != b.jokers() ? a.jokers() < b.jokers() : lays_more_of_first(b, a);
    }
  };

  // Melds of the lowest tile that is left, or it is left out.
  void lay(const TileBag& pool) {
    if (pool.empty()) {
      end();
      return;
    }
    const Tile tile = pool.first();
    const auto visit = [&](const Meld& meld) {
      table_.push_back(meld);
      lay(pool - meld.bag());
      table_.pop_back();
      return false;
    };
    if (tile.is_joker()) {
      (void)moves_.with_joker(pool, visit);
    } else {
      (void)moves_.containing(pool, tile, visit);
    }
    TileBag rest = pool;
    rest.remove(tile);
    left_.add(tile);
    const bool optional = tile.is_joker()
                              ? left_.jokers() <= problem_.wild_may
                              : left_.count(tile) <= problem_.may[Problem::face_index(tile)];
    if (optional) lay(rest);
    left_.remove(tile);
  }

  void end() {
    for (int face = 0; face < kFaces; ++face) {
      const Tile tile = Tile::from_face(face);
      int in_run = problem_.stay_run[index(face)];
      int in_group = problem_.stay_group[index(face)];
      int either = 0;  // one tile among jokers may be a run or a group
      for (const Meld& meld : table_) {
        for (const Tile other : meld.tiles()) {
          if (!(other == tile)) continue;
          if (meld.size() - meld.jokers() == 1 && meld.size() <= rules_.group_max() &&
              meld.size() <= rules_.run_max()) {
            ++either;
          } else {
            --(is_group(meld) || meld.size() > rules_.run_max() ? in_group : in_run);
          }
        }
      }
      if (std::max(0, in_run) + std::max(0, in_group) > either) return;
    }
    choices_.insert(rack_of(problem_) - left_);
    for (const Meld& meld : table_) {
      if (meld.jokers() > 0) joker_melds_.insert(meld);
    }
  }

  const CompiledRules& rules_;
  MeldMoves moves_;
  const Problem& problem_;
  Table table_;
  TileBag left_;
  std::set<TileBag, Less> choices_;
  std::set<Meld> joker_melds_;
};

// What a register adds and compares, beside one entry after the other.
template <int Layers>
void check_gains(Dice& dice) {
  using Row = Gains<std::int16_t, Layers>;
  std::array<std::int16_t, Layers> a{};
  std::array<std::int16_t, Layers> b{};
  std::array<std::int16_t, Layers> got{};
  for (auto* row : {&a, &b}) {
    for (auto& entry : *row)
      entry = dice.below(4) == 0 ? Row::kNone : static_cast<std::int16_t>(dice.below(16'000));
  }
  for (int shares = 0; shares < Layers; ++shares) {
    join(Row::load(a.data()), Row::load(b.data()), shares).store(got.data());
    for (int i = 0; i <= shares; ++i) {
      int most = -1;
      for (int k = 0; k <= i; ++k) {
        if (a[index(k)] >= 0 && b[index(i - k)] >= 0)
          most = std::max(most, a[index(k)] + b[index(i - k)]);
      }
      CHECK_EQ(std::max<int>(got[index(i)], -1), most);  // all below nothing are hopeless
    }
    Row::load(a.data()).beside(shares).store(got.data());
    for (int i = 0; i < Layers; ++i)
      CHECK_EQ(got[index(i)], i <= shares ? a[index(shares - i)] : Row::kNone);
  }
  CHECK_EQ(Row::load(a.data()).most(), *std::max_element(a.begin(), a.end()));
  const auto first = std::find_if(a.begin(), a.end(), [](int entry) { return entry >= 0; });
  CHECK_EQ(Row::load(a.data()).least(), static_cast<int>(first - a.begin()));
}

}  // namespace

TEST_CASE("solver: gains in a register are those one by one") {
  Dice dice(31);
  for (int round = 0; round < 500; ++round) {
    check_gains<8>(dice);
    check_gains<16>(dice);
  }
}

// Whatever tiles go to runs at the numbers that follow.
TEST_CASE("solver: runs of a rank that reaches another's can go on wherever those can") {
  const auto can_go_on = [](open_runs::State state, int tiles) {
    for (int number = 0; number < 4 && state != open_runs::kNowhere; ++number, tiles /= 4)
      state = open_runs::step(state, tiles % 4);
    return state != open_runs::kNowhere && open_runs::short_runs(state) == 0;
  };
  const auto rank = [](open_runs::State state, int colour, int jokers) {
    Rank rank(jokers);
    rank.add(colour, state);
    return rank;
  };
  int reached = 0;
  for (int i = 0; i < state_sets::kStates; ++i) {
    for (int k = 0; k < state_sets::kStates; ++k) {
      const auto one = static_cast<open_runs::State>(i);
      const auto other = static_cast<open_runs::State>(k);
      if (!rank(one, 0, 0).reaches(rank(other, 0, 0))) continue;
      ++reached;
      for (int tiles = 0; tiles < 256; ++tiles)
        CHECK(!can_go_on(other, tiles) || can_go_on(one, tiles));
    }
  }
  CHECK(reached > 2 * state_sets::kStates);
  for (int colour = 0; colour < kMaxColours; ++colour) {  // each has a place of its own
    CHECK(rank(0, colour, 1).reaches(rank(0, colour, 0)));
    CHECK(!rank(0, colour, 0).reaches(rank(0, colour, 1)));
    CHECK(!rank(0, colour, kMaxJokers).reaches(rank(open_runs::kStates - 1, colour, 0)));
    CHECK(!rank(0, colour, 0).reaches(rank(open_runs::step(0, 1), (colour + 1) % kMaxColours, 0)));
  }
}

// Both kinds of lanes, on the same problem.
TEST_CASE("solver: under the usual rules the general lanes find what the usual ones find") {
  Dice dice(20);
  int solved = 0;
  for (int round = 0; round < 400; ++round) {
    const CompiledRules rules(random_rules(dice));
    const auto usual = LaneSearch::make_usual(rules);
    const auto general = LaneSearch::make_general(rules);
    REQUIRE(usual != nullptr);
    for (int i = 0; i < 4; ++i) {
      const LanedProblem problem = in_lanes(random_problem(dice, rules.rules()), rules);
      const bool set = usual->set(problem, LaneSearch::Mode::exact);
      const double worth = set ? usual->best(0) : kHopeless;
      REQUIRE(general->set(problem, LaneSearch::Mode::exact));
      CHECK_EQ(worth, general->best(0));
      // Where jokers may be left over, what one set of states can gain bounds others
      // (lane_bounds.hpp).
      const bool set_best = usual->set(problem, LaneSearch::Mode::best);
      REQUIRE(general->set(problem, LaneSearch::Mode::best));
      CHECK_EQ(set_best ? usual->best(0) : kHopeless, general->best(0));
      if (worth <= kHopeless) continue;
      ++solved;
      std::vector<TileBag> one;
      std::vector<TileBag> other;
      REQUIRE(usual->set(problem, LaneSearch::Mode::every));
      REQUIRE(general->set(problem, LaneSearch::Mode::every));
      (void)usual->all(kHopeless / 2, one);
      (void)general->all(kHopeless / 2, other);
      sort(one);
      sort(other);
      CHECK(one == other);
    }
  }
  CHECK(solved > 500);
}

TEST_CASE("solver: the search finds what laying every meld finds") {
  Dice dice(24);
  int solved = 0;
  for (int round = 0; round < 1500; ++round) {
    const CompiledRules rules(round % 3 == 0 ? random_rules(dice) : random_other_rules(dice));
    Cover cover(rules);
    const Problem problem = random_problem(dice, rules.rules(), 3, 6);
    std::vector<TileBag> wanted = EveryMeld(rules, problem).choices();
    Weight most = -1;
    for (const TileBag& choice : wanted) most = std::max(most, worth(problem, choice));
    Choice found;
    REQUIRE(cover.most(problem, 0, found) == (most >= 0));
    CHECK_EQ(cover.feasible(problem), !wanted.empty());
    if (most < 0) continue;
    ++solved;
    CHECK_EQ(found.value, most);
    CHECK_EQ(worth(problem, found.laid), most);
    std::vector<TileBag> choices;
    (void)cover.all(problem, {rules, Objective::tiles, rack_of(problem)}, {}, {}, choices);
    sort(choices);
    sort(wanted);
    CHECK(choices == wanted);
  }
  CHECK(solved > 500);
}

TEST_CASE("solver: jokers stand where laying every meld puts them") {
  Dice dice(27);
  int there = 0;
  int refused = 0;
  for (int round = 0; round < 1500; ++round) {
    const CompiledRules rules(round % 3 == 0 ? random_rules(dice) : random_other_rules(dice));
    Cover cover(rules);
    Problem problem = random_problem(dice, rules.rules(), 3, 0);
    problem.wild_must = dice.below(rules.tiles().jokers + 1);
    problem.wild_may = 0;
    problem.stay_run = problem.stay_group = {};
    const std::set<Meld> melds = EveryMeld(rules, problem).joker_melds();
    const JokerPlaces places = cover.joker_places(problem);
    TileBag pool;
    for (int face = 0; face < kFaces; ++face) {
      if (problem.must[index(face)] > 0) pool.add(Tile::from_face(face), problem.must[index(face)]);
    }
    pool.add(Tile::joker(), problem.wild_must);
    (void)MeldMoves(rules).with_joker(pool, [&](const Meld& meld) {
      const bool allowed = places.allows(meld, rules);
      CHECK(allowed || !melds.contains(meld));
      there += melds.contains(meld) ? 1 : 0;
      refused += allowed ? 0 : 1;
      return false;
    });
  }
  CHECK(there > 1000);
  CHECK(refused > 1000);
}

// Without the limits of the set there would be millions, and gigabytes.
TEST_CASE(
    "solver: runs are promised to wrap only as far as the set has tiles and jokers for them") {
  Rules rules;
  rules.tiles = {4, 13, 3, 4};
  rules.melds.min_length = 4;
  rules.melds.max_jokers = 3;
  rules.melds.run_wrap = RunWrap::round;
  const RunAutomaton automaton{CompiledRules(rules)};
  CHECK(automaton.starts().size() > 1000);
  CHECK(automaton.starts().size() < 20000);
}

TEST_CASE("solver: choices worth so much, and a bound of the others") {
  Dice dice(23);
  int parts = 0;
  for (int round = 0; round < 300; ++round) {
    const CompiledRules rules(round % 2 == 0 ? random_rules(dice) : random_other_rules(dice));
    Cover cover(rules);
    const Problem problem = random_problem(dice, rules.rules());
    const PlayOrder order(rules, Objective::tiles, rack_of(problem));
    std::vector<TileBag> all;
    CHECK(!cover.all(problem, order, {}, {}, all));
    const Weight least = order.unit() * (1 + dice.below(4));
    std::vector<TileBag> found;
    const auto left_out = cover.all(problem, order, {}, least, found);
    std::vector<TileBag> wanted;
    for (const TileBag& choice : all) {
      if (order.worth(choice) >= least) {
        wanted.push_back(choice);
      } else {
        REQUIRE(left_out.has_value());
        CHECK(order.worth(choice) <= *left_out);
      }
    }
    CHECK(!left_out || *left_out < least);
    sort(found);
    sort(wanted);
    CHECK(found == wanted);
    parts += !wanted.empty() && wanted.size() < all.size() ? 1 : 0;
  }
  CHECK(parts > 30);
}

TEST_CASE(
    "solver: of choices worth the same the first is the one that lays more of the first tile") {
  Dice dice(21);
  int several = 0;
  for (int round = 0; round < 150; ++round) {
    const CompiledRules rules(round % 2 == 0 ? random_rules(dice) : random_other_rules(dice));
    Cover cover(rules);
    Problem problem;  // a rack alone, so that there are many choices of as many tiles
    for (int tiles = 0; tiles < 18; ++tiles) {
      const int colour = dice.below(rules.tiles().colours);
      const Tile tile(colour, 1 + dice.below(rules.tiles().numbers));
      std::uint8_t& copies = problem.may[Problem::face_index(tile)];
      if (copies < rules.tiles().copies) ++copies;
    }
    const PlayOrder order(rules, Objective::tiles, rack_of(problem));
    std::vector<TileBag> choices;
    (void)cover.all(problem, order, {}, {}, choices);
    const TileBag* first = nullptr;
    int equals = 0;
    for (const TileBag& choice : choices) {
      if (choice.empty()) continue;
      if (first == nullptr || order.before(choice, *first)) first = &choice;
    }
    for (const TileBag& choice : choices)
      equals += first != nullptr && order.worth(choice) == order.worth(*first) ? 1 : 0;
    several += equals > 1 ? 1 : 0;
    TileBag found;
    REQUIRE(cover.first(problem, order, {}, {}, found) == (first != nullptr));
    if (first != nullptr) CHECK(found == *first);
  }
  CHECK(several > 5);
}

TEST_CASE(
    "solver: the first choice in the order is the first of all, with jokers on the rack too") {
  Dice dice(22);
  int with_joker = 0;
  for (int round = 0; round < 300; ++round) {
    const CompiledRules rules(round % 2 == 0 ? random_rules(dice) : random_other_rules(dice));
    Cover cover(rules);
    Problem problem = random_problem(dice, rules.rules());
    problem.wild_may += problem.wild_must;
    problem.wild_must = 0;
    const TileBag rack = rack_of(problem);
    std::vector<TileBag> choices;
    (void)cover.all(problem, {rules, Objective::tiles, rack}, {}, {}, choices);
    for (const Objective objective : {Objective::tiles, Objective::points}) {
      const PlayOrder order(rules, objective, rack);
      const TileBag* first = nullptr;
      for (const TileBag& choice : choices) {
        if (order.worth(choice) <= 0) continue;
        if (first == nullptr || order.before(choice, *first)) first = &choice;
      }
      TileBag found;
      REQUIRE(cover.first(problem, order, {}, {}, found) == (first != nullptr));
      if (first == nullptr) continue;
      CHECK(found == *first);
      with_joker += found.jokers() > 0 ? 1 : 0;
    }
  }
  CHECK(with_joker > 50);
}
