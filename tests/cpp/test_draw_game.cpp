#include <array>
#include <cmath>
#include <set>
#include <vector>

#include "check.hpp"
#include "hand_games.hpp"
#include "rummy/draw_game/card_text.hpp"
#include "rummy/draw_game/meld_check.hpp"
#include "rummy/draw_game/plain_defence.hpp"
#include "rummy/hands/meld_ruling.hpp"
#include "rummy/simulation/draw_block.hpp"
#include "rummy/simulation/draw_driver.hpp"
#include "rummy/strategies/draw_greedy.hpp"
#include "variants.hpp"

using namespace rummy;

namespace {

DrawRules argentino() { return variants::rules<DrawRules>("argentino"); }

std::vector<Tile> pack() { return CompiledDraw(DrawRules{}, 2).deck(); }

}  // namespace

TEST_CASE("draw_game: every card is as likely at every place of the deck") {
  const std::vector<Tile> cards = pack();
  constexpr int kDeals = 26000;
  std::vector<int> counts(52 * 52, 0);
  Deck deck;
  for (int deal = 0; deal < kDeals; ++deal) {
    deck.shuffle({5, static_cast<std::uint64_t>(deal), 0}, cards);
    for (int place = 0; place < 52; ++place) {
      const Tile tile = deck.at(place);
      ++counts[static_cast<std::size_t>(place * 52 + tile.colour() * 13 + tile.number() - 1)];
    }
  }
  // 51 * 51 degrees of freedom; five standard deviations.
  const double expected = kDeals / 52.0;
  double square = 0;
  for (const int count : counts) square += (count - expected) * (count - expected) / expected;
  CHECK(square > 2601 - 5 * 72.1);
  CHECK(square < 2601 + 5 * 72.1);
}

TEST_CASE("draw_game: neighbours in the deck are independent") {
  const std::vector<Tile> cards = pack();
  constexpr int kDeals = 50000;
  int same_suit = 0;
  Deck deck;
  for (int deal = 0; deal < kDeals; ++deal) {
    deck.shuffle({6, static_cast<std::uint64_t>(deal), 0}, cards);
    if (deck.at(7).colour() == deck.at(8).colour()) ++same_suit;  // of two words of the stream
  }
  const double share = same_suit / static_cast<double>(kDeals);
  CHECK(std::abs(share - 12.0 / 51.0) < 5 * 0.0019);
}

TEST_CASE("draw_game: the order does not depend on how far it was asked for") {
  const std::vector<Tile> cards = pack();
  Deck at_once;
  Deck step_by_step;
  for (std::uint64_t deal = 0; deal < 50; ++deal) {
    at_once.shuffle({1, deal, 0}, cards);
    step_by_step.shuffle({1, deal, 0}, cards);
    static_cast<void>(at_once.at(51));
    std::set<Tile> seen;
    for (int place = 0; place < 52; ++place) {
      CHECK(at_once.at(place) == step_by_step.at(place));
      seen.insert(at_once.at(place));
    }
    CHECK_EQ(seen.size(), 52U);
  }
}

TEST_CASE("draw_game: a seat's draws do not depend on what the others draw") {
  const std::vector<Tile> cards = pack();
  Deck a;
  Deck b;
  a.shuffle({9, 3, 0}, cards);
  b.shuffle({9, 3, 0}, cards);
  a.begin_stock(21, 2);
  b.begin_stock(21, 2);
  std::vector<Tile> first;
  std::vector<Tile> second;
  for (int i = 0; i < 6; ++i) first.push_back(a.draw(0));
  for (int i = 0; i < 6; ++i) {
    static_cast<void>(b.draw(1));
    second.push_back(b.draw(0));
  }
  CHECK(first == second);
  // All of the stock comes out in the end, whoever draws.
  std::set<Tile> rest(first.begin(), first.end());
  while (a.left() > 0) rest.insert(a.draw(0));
  CHECK_EQ(rest.size(), 31U);
}

TEST_CASE("draw_game: where a card fits a meld of the knocker, the hands say that it could") {
  Stream stream({13, 0, 0}, Purpose::deal);
  int fits = 0;
  int could_not = 0;
  for (int drawn = 0; drawn < 24; ++drawn) {
    HandRules rules;
    rules.ranks = 9 + static_cast<int>(stream.below(7));
    rules.run_wrap = static_cast<RunWrap>(stream.below(3));
    rules.group_max = 3 + static_cast<int>(stream.below(2));
    const HandSolver solver(rules);
    std::vector<Tile> cards = hand_games::pack_of(rules);
    for (int deal = 0; deal < 400; ++deal) {
      Hand knocker;
      Hand other;
      for (std::size_t i = 0; i < 20; ++i) {
        std::swap(cards[i], cards[i + stream.below(cards.size() - i)]);
        (i < 10 ? knocker : other).add(cards[i]);
      }
      const HandPlan plan = solver.best(knocker, HandGoal::deadwood);
      bool found = false;
      for (const HandMeld& meld : plan.melds()) {
        for (const bool front : {true, false})
          found = found || !fitting(rules, meld, front, other).empty();
      }
      if (found) CHECK(solver.could_lay_off(other, knocker));
      fits += found ? 1 : 0;
      could_not += solver.could_lay_off(other, knocker) ? 0 : 1;
    }
  }
  CHECK(fits > 1000);
  CHECK(could_not > 1000);
}

TEST_CASE("draw_game: a knock answered on masks is answered as card by card") {
  Stream stream({14, 0, 0}, Purpose::deal);
  int moves = 0;
  for (int drawn = 0; drawn < 24; ++drawn) {
    HandRules rules;
    rules.suits = 3 + static_cast<int>(stream.below(2));
    rules.ranks = 9 + static_cast<int>(stream.below(7));
    rules.group_max = rules.suits == 3 ? 3 : 3 + static_cast<int>(stream.below(2));
    if (drawn % 2 != 0) rules.deadwood.fill(1);  // many choices that leave as much
    const HandSolver solver(rules);
    std::vector<Tile> cards = hand_games::pack_of(rules);
    const std::size_t size = 7 + stream.below(6);
    for (int deal = 0; deal < 400; ++deal) {
      Hand knocker;
      Hand other;
      for (std::size_t i = 0; i < 2 * size; ++i) {
        std::swap(cards[i], cards[i + stream.below(cards.size() - i)]);
        (i < size ? knocker : other).add(cards[i]);
      }
      const HandPlan plan = solver.best(knocker, HandGoal::deadwood);
      const auto masks = solver.plain_melds(knocker);
      CHECK(masks.has_value());
      Defence one;
      Defence two;
      defend(solver, plan.melds(), other, one);
      defend(solver, *masks, other, two);
      CHECK_EQ(one.deadwood, two.deadwood);
      CHECK(one.rest == two.rest);
      CHECK(one.moves == two.moves);
      moves += static_cast<int>(one.moves.size());
    }
  }
  CHECK(moves > 1500);
  HandRules rules;
  rules.run_max = 12;
  CHECK(!HandSolver(rules).plain_melds({}));
  rules.run_max = kNoLimit;
  rules.run_wrap = RunWrap::ace_high;
  CHECK(!HandSolver(rules).plain_melds({}));
}

TEST_CASE("draw_game: racks go round with rotate = racks") {
  const CompiledDraw rules(DrawRules{}, 2);
  DrawGame plain(rules);
  DrawGame turned(rules);
  plain.start({4, 2, 0, 0});
  turned.start({4, 2, 0, 1});
  CHECK(plain.hand(0) == turned.hand(1));
  CHECK(plain.hand(1) == turned.hand(0));
  CHECK(plain.upcard() == turned.upcard());
}

TEST_CASE("draw_game: a meld grown card by card is the meld that the ruling finds") {
  DrawRules rules = argentino();
  const CompiledDraw compiled(rules, 3);
  const HandRules& hand_rules = compiled.hand_rules();
  const auto spell = [](Tile) { return std::string("card"); };
  Stream stream({12, 0, 0}, Purpose::deal);
  int legal = 0;
  for (int tried = 0; tried < 200000; ++tried) {
    const int length = 3 + static_cast<int>(stream.below(3));
    std::vector<Tile> cards;
    const int suit = static_cast<int>(stream.below(4));
    int rank = 1 + static_cast<int>(stream.below(13));
    for (int i = 0; i < length; ++i) {
      const auto kind = stream.below(10);
      if (kind == 0) {
        cards.push_back(Tile::joker());
      } else if (kind == 1) {
        cards.push_back(Tile(static_cast<int>(stream.below(4)), 2));
      } else if (kind == 2) {
        cards.push_back(Tile(static_cast<int>(stream.below(4)), rank));
      } else {
        cards.push_back(Tile(suit, rank));
      }
      rank = rank % 13 + 1;
    }
    const HandMeldRuling ruling = rule_on_meld(hand_rules, cards, true, spell);
    if (!ruling.legal) continue;
    ++legal;
    CHECK_EQ(why_no_meld(hand_rules, ruling.meld), std::string());
    int points = 0;
    for (std::size_t i = 0; i < ruling.meld.length; ++i) {
      points += points_as(hand_rules, ruling.meld.cards[i], ruling.meld.stands_for[i]);
    }
    CHECK_EQ(points, static_cast<int>(ruling.meld.points));
  }
  CHECK(legal > 1000);
}

TEST_CASE("draw_game: a card extends a meld exactly where the ruling allows the longer one") {
  const CompiledDraw compiled(argentino(), 3);
  const HandRules& rules = compiled.hand_rules();
  const auto spell = [](Tile) { return std::string("card"); };
  Stream stream({13, 0, 0}, Purpose::deal);
  int grown_count = 0;
  for (int tried = 0; tried < 3000; ++tried) {
    // A legal meld from a random hand.
    Hand hand;
    for (int i = 0; i < 14; ++i) {
      const Tile tile = compiled.deck()[stream.below(compiled.deck().size())];
      if (!tile.is_joker() ? hand.count(tile) < 2 : hand.jokers() < 4) hand.add(tile);
    }
    const HandPlan plan = compiled.solver().best(hand, HandGoal::points);
    for (const HandMeld& meld : plan.melds()) {
      for (int face = 0; face <= kFaces; ++face) {
        const Tile card = Tile::from_face(face);
        if (!compiled.tiles().has(card)) continue;
        for (const bool front : {false, true}) {
          if (front && meld.kind == HandMeldKind::group) continue;
          std::vector<Tile> cards(meld.tiles().begin(), meld.tiles().end());
          cards.insert(front ? cards.begin() : cards.end(), card);
          const auto grown = extended(rules, meld, card, front);
          const HandMeldRuling ruling = rule_on_meld(rules, cards, true, spell);
          if (grown) {
            ++grown_count;
            CHECK(ruling.legal);
            CHECK_EQ(why_no_meld(rules, *grown), std::string());
          } else if (ruling.legal) {
            // Only another reading of the same cards makes it legal.
            CHECK(ruling.meld.kind != meld.kind ||
                  ruling.meld.stands_for[front ? 1 : 0] != meld.stands_for[0]);
          }
        }
      }
    }
  }
  CHECK(grown_count > 1000);
}

TEST_CASE("draw_game: the cards that fit a meld are those that extend it") {
  std::vector<DrawRules> all;
  for (const char* id : {"gin", "okey", "okey-101", "argentino"}) {
    all.push_back(variants::rules<DrawRules>(id));
    all.push_back(all.back());
    DrawRules& other = all.back();  // and under other switches
    other.melds.run_wrap = RunWrap::round;
    other.wild.run_limit = 1;
    if (all.back().wild.numbers.empty()) continue;
    other.wild.natural = true;
    other.wild.group_limit = 2;
    other.wild.kinds = WildKinds::different;
    other.melds.group_repeats = false;
  }
  int fits = 0;
  for (const DrawRules& each : all) {
    const CompiledDraw compiled(each, 2);
    const HandRules& rules = compiled.hand_rules();
    const Hand every(compiled.tiles().all());
    hand_games::deal(rules, 14, 400, 13, [&](const Hand& hand) {
      const HandPlan plan = compiled.solver().best(hand, HandGoal::points);
      for (const HandMeld& meld : plan.melds()) {
        for (const bool front : {false, true}) {
          if (front && meld.kind == HandMeldKind::group) continue;
          const Hand found = fitting(rules, meld, front, every);
          every.for_each([&](Tile card, int) {
            CHECK_EQ(found.contains(card), extended(rules, meld, card, front).has_value());
          });
          fits += found.size();
          found.for_each([&](Tile card, int) {
            Hand alone;
            alone.add(card);
            CHECK(could_fit(rules, meld, alone));
          });
        }
      }
    });
  }
  CHECK(fits > 1000);
}

namespace {

// Lays all that it can, and holds what could be laid to what is.
class LayingWitness : public DrawStrategy {
 public:
  bool takes(const DrawView& view) override {
    Hand more = *view.hand;
    more.add(view.pile.back());
    TurnPlay play;
    const Hand rest = laying_.lay_all(view, more, play);
    const bool laid = rest.count(view.pile.back()) < more.count(view.pile.back());
    if (laid) CHECK(Laying::could_lay(view, more, view.pile.back()));
    if (!Laying::could_lay(view, more, view.pile.back())) ++never;
    return laid && view.may_lay();
  }
  void play(const DrawView& view, TurnPlay& play) override {
    const Hand rest = laying_.lay_all(view, *view.hand, play);
    if (!rest.empty()) play.discard = costliest(view, rest);
  }
  int never = 0;

 private:
  Laying laying_;
};

}  // namespace

TEST_CASE("draw_game: a card that could not be laid is not laid") {
  for (const LayOff lay_off : {LayOff::any, LayOff::own, LayOff::none}) {
    for (const RunWrap wrap : {RunWrap::none, RunWrap::ace_high, RunWrap::round}) {
      auto rules = variants::rules<DrawRules>("okey-101");
      rules.laying.lay_off = lay_off;
      rules.melds.run_wrap = wrap;
      rules.opening.min_points = 40;
      DrawDriver driver(CompiledDraw(rules, 4), 1000);
      LayingWitness witness;
      const std::vector<DrawStrategy*> seats(4, &witness);
      for (std::uint64_t deal = 0; deal < 60; ++deal) driver.play({8, deal, 0}, seats, {}, nullptr);
      CHECK(witness.never > 0);
    }
  }
}

TEST_CASE("draw_game: texts of cards and tiles can be read back") {
  const CompiledDraw cards(argentino(), 3);
  const CardNames names = card_names(cards, Tile::joker());
  for (const Tile tile : cards.deck()) {
    CHECK(read_cards(cards, names, card_text(names, tile)) == std::vector<Tile>{tile});
  }
  CHECK_EQ(card_text(names, Tile(0, 4)), std::string("4S"));
  CHECK_EQ(card_text(names, Tile(1, 10)), std::string("10H"));
  CHECK_EQ(card_text(names, Tile(2, 1)), std::string("AD"));
  CHECK_EQ(card_text(names, Tile::joker()), std::string("JK"));
  CHECK_THROWS_AS(read_cards(cards, names, "11S"), InputError);
  CHECK_THROWS_AS(read_cards(cards, names, "R5"), InputError);
  CHECK_THROWS_AS(read_hand(cards, names, "4S 4S 4S", "hand"), InputError);
}

TEST_CASE("draw_game: 1, 2, 3 threads and the calling one give the same bytes") {
  for (const bool matches : {false, true}) {
    DrawTask task;
    task.players = 2;
    task.strategies = {"greedy", "random"};
    task.seed = 8;
    task.matches = matches;
    task.rotate = Rotate::players;
    task.record = Record::games;
    const std::int64_t count = matches ? 60 : 2500;
    const Simulation one = run(task, 0, count, 1);
    for (const int threads : {0, 2, 3}) {
      const Simulation other = run(task, 0, count, threads);
      CHECK(one.tally == other.tally);
      CHECK(one.block_sums == other.block_sums);
      CHECK(one.columns == other.columns);
    }
  }
}

TEST_CASE("draw_game: checked games of every number of players hold their invariants") {
  for (int players = 2; players <= 4; ++players) {
    DrawTask task;
    task.rules = argentino();
    task.players = players;
    const std::array<std::string, 4> seats = {"greedy", "random", "random:take=90,lay=90",
                                              "greedy"};
    task.strategies.assign(seats.begin(), seats.begin() + players);
    task.checked = true;
    const Simulation done = run(task, 0, 60, 1);
    CHECK_EQ(done.tally.clusters(), 60);
  }
}
