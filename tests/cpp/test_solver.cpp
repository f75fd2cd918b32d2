// What a solver keeps between calls.

#include <memory>

#include "check.hpp"
#include "games.hpp"
#include "rummy/simulation/runner.hpp"

namespace {

using namespace rummy;

// Plays as max_tiles and holds its solver, which sees one position of the seat after the other, to
// one that sees it alone.
class Doubter : public Strategy {
 public:
  explicit Doubter(const CompiledRules& rules, int& known) : rules_(rules), known_(known) {}
  Decision decide(const View& view, Play& play) override {
    Solver fresh(rules_);
    Play other;
    const bool any = solver_.best_play(*view.position, Objective::tiles, play);
    CHECK_EQ(any, fresh.best_play(*view.position, Objective::tiles, other));
    if (any) {
      CHECK(play.placed == other.placed);
      CHECK(play.table == other.table);
      return {Action::play, PlayExists::yes};
    }
    CHECK(!solver_.can_play(*view.position));
    known_ += last_ == view.position->table ? 1 : 0;
    last_ = view.position->table;
    return {Action::draw, PlayExists::no};
  }

 private:
  CompiledRules rules_;
  int& known_;
  Solver solver_{rules_};
  Table last_;
};

}  // namespace

TEST_CASE("solver: what it remembers of a rack without a play changes no answer") {
  Rules later;
  later.opening.continues_turn = true;
  Rules exact;
  exact.joker.retrieval = Retrieval::exact_tile;
  Rules keep;
  keep.joker.reuse = Reuse::keep;
  Rules growing;
  growing.access = Access::add_only;
  Rules closed;
  closed.access = Access::closed;
  int known = 0;
  for (const Rules& rules : {Rules{}, later, exact, keep, growing, closed}) {
    Task task;
    task.rules = rules;
    task.players = 2;
    task.seed = 11;
    task.make_players = [&](const CompiledRules& compiled) {
      Players players;
      for (int seat = 0; seat < 2; ++seat)
        players.push_back(std::make_unique<Doubter>(compiled, known));
      return players;
    };
    (void)run(task, 0, 4, 0);
  }
  CHECK(known > 100);
}
