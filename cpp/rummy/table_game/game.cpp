#include "rummy/table_game/game.hpp"

#include <stdexcept>

#include "rummy/melds/reading.hpp"
#include "rummy/table_game/movement.hpp"
#include "rummy/table_game/turn_check.hpp"
#include "rummy/tiles/notation.hpp"

namespace rummy {

namespace {

[[noreturn]] void refuse(int seat, const std::string& what, const std::string& reason) {
  throw InputError("seat " + std::to_string(seat + 1) + " may not " + what + ": " + reason);
}

bool has_natural(const TileBag& bag) { return bag.size() > bag.jokers(); }

}  // namespace

TableGame::TableGame(const CompiledRules& rules, int turn_cap)
    : rules_(rules), pool_(rules_), turn_cap_(turn_cap) {
  position_.table.reserve(
      static_cast<std::size_t>(rules_.tiles().size() / rules_.min_length() + 1));
}

void TableGame::begin() {
  result_ = {};
  last_turn_ = {};
  position_.table.clear();
  discards_ = {};
  racks_ = {};
  has_laid_ = {};
  seat_ = 0;
  passes_ = 0;
  idle_ = 0;
  turns_to_end_ = -1;
  must_discard_ = false;
  over_ = false;
}

void TableGame::start(const GameKey& game) {
  begin();
  all_ = rules_.tiles().all();
  pool_.shuffle(game);
  const DealRules& deal = rules_.rules().deal;
  for (int seat = 0; seat < players(); ++seat) {
    const int tiles = deal.rack + (seat == 0 ? deal.starter_extra : 0);  // SIG-06
    TileBag& rack = racks_[index(seat)];
    for (int i = 0; i < tiles; ++i) rack.add(pool_.draw(seat));
    rack_sizes_[index(seat)] = tiles;
    result_.jokers[index(seat)] = rack.jokers();
  }
  must_discard_ = deal.starter_discards;
  if (pool_.left() == 0 && rules_.rules().pool_empty == PoolEmpty::one_more_lap) {
    turns_to_end_ = players();
  }
  begin_turn();
}

void TableGame::start_at(const Setup& setup) {
  begin();
  position_.table = setup.table;
  pool_.set_order(setup.drawn_next);
  discards_ = setup.discards;
  all_ = bag_of(setup.table) + discards_ + pool_.bag();
  for (int seat = 0; seat < players(); ++seat) {
    const TileBag& rack = setup.racks[index(seat)];
    racks_[index(seat)] = rack;
    rack_sizes_[index(seat)] = rack.size();
    has_laid_[index(seat)] = setup.has_laid[index(seat)];
    result_.jokers[index(seat)] = rack.jokers();
    all_ += rack;
  }
  if (pool_.left() == 0 && rules_.rules().pool_empty == PoolEmpty::one_more_lap) {
    turns_to_end_ = setup.turns_to_end > 0 ? setup.turns_to_end : players();
  }
  begin_turn();
  drawn_ = setup.drawn;
}

void TableGame::discard(Tile tile) {
  if (!racks_[0].contains(tile)) refuse(0, "discard " + to_text(tile), "it is not on the rack");
  racks_[0].remove(tile);
  --rack_sizes_[0];
  discards_.add(tile);
  must_discard_ = false;
  begin_turn();
}

bool TableGame::opened(int seat) const {
  if (rules_.rules().opening.by == OpeningBy::each) return has_laid_[index(seat)];
  for (int other = 0; other < players(); ++other) {
    if (has_laid_[index(other)]) return true;
  }
  return false;
}

void TableGame::begin_turn() {
  position_.rack = racks_[index(seat_)];
  position_.opened = opened(seat_);
  pool_before_ = pool_.left();
  drawn_ = false;
  record_ = {};
  record_.turn = turn();
  record_.seat = seat_;
  if (checked_) check_invariants();
}

View TableGame::view() const {
  View view;
  view.rules = &rules_;
  view.position = &position_;
  view.discards = &discards_;
  view.players = players();
  view.seat = seat_;
  view.turn = turn();
  view.pool_left = pool_.left();
  view.can_draw = pool_.can_draw(seat_);
  view.drawn = drawn_;
  view.turns_to_end = turns_to_end_;
  view.rack_sizes = rack_sizes_;
  view.has_laid = has_laid_;
  return view;
}

Solver& TableGame::solver() {
  if (!solver_) solver_ = std::make_unique<Solver>(rules_);
  return *solver_;
}

void TableGame::lay(const Play& play) {
  record_.laid = play.placed;
  record_.to_rack = play.to_rack;
  record_.table_tiles_moved = table_tiles_moved(position_.table, play.table);
  record_.opening = !has_laid_[index(seat_)];
  TileBag& rack = racks_[index(seat_)];
  rack -= play.placed;
  rack += play.to_rack;
  const int laid = play.placed.size();
  rack_sizes_[index(seat_)] += play.to_rack.size() - laid;
  has_laid_[index(seat_)] = true;
  position_.table = play.table;
  result_.tiles_laid += laid;
  result_.jokers_laid += play.placed.jokers();
  result_.table_tiles_moved += record_.table_tiles_moved;
  if (record_.table_tiles_moved > 0) ++result_.rearranging_turns;
}

void TableGame::play(const Play& play) {
  if (checked_) {
    const std::string reason = why_illegal(rules_, position_, play, solver());
    if (!reason.empty()) refuse(seat_, "lay " + to_text(play.placed), reason);
  }
  lay(play);
  ++result_.plays;
  end_turn(TurnKind::play);
}

int TableGame::draw_tiles(int count) {
  int drawn = 0;
  for (; drawn < count && pool_.can_draw(seat_); ++drawn) {
    const Tile tile = pool_.draw(seat_);
    racks_[index(seat_)].add(tile);
    record_.drawn.add(tile);
    if (tile.is_joker()) ++result_.jokers[index(seat_)];
  }
  rack_sizes_[index(seat_)] += drawn;
  result_.drawn[index(seat_)] += drawn;
  return drawn;
}

std::string TableGame::why_not_draw() {
  if (!rules_.rules().turn.must_play) return {};
  Play play;
  if (!solver().best_play(position_, Objective::tiles, play)) return {};
  return "it can lay " + to_text(play.placed) + ", and who can play must play";
}

void TableGame::draw(bool no_play_existed) {
  if (checked_) {
    const std::string reason = why_not_draw();
    if (!reason.empty()) refuse(seat_, "leave out laying", reason);
  }
  if (drawn_) {
    end_turn(TurnKind::draw);
    return;
  }
  record_.no_play_existed = no_play_existed;
  if (no_play_existed) ++result_.forced_draws;
  if (draw_tiles(rules_.rules().turn.draw) == 0) {
    ++result_.passes;
    end_turn(TurnKind::pass);
    return;
  }
  ++result_.draws;
  const bool stops = pool_.left() == 0 && rules_.rules().pool_empty == PoolEmpty::stop;
  if (rules_.rules().turn.draw_then_play && !stops) {
    drawn_ = true;
    position_.rack = racks_[index(seat_)];
    if (checked_) check_invariants();
    return;
  }
  end_turn(TurnKind::draw);
}

void TableGame::fail(const Play& attempt) {
  if (checked_) check_attempt(position_, attempt);
  Play kept;
  if (finished_part(rules_, position_, attempt, solver(), kept)) lay(kept);
  ++result_.failures;
  if (rack_sizes_[index(seat_)] > 0) draw_tiles(rules_.rules().turn.failure_draw);
  end_turn(TurnKind::failure);
}

void TableGame::end_turn(TurnKind kind) {
  const std::size_t s = index(seat_);
  ++result_.turns;
  ++result_.own_turns[s];
  if (record_.opening) result_.opening_turn[s] = result_.own_turns[s];
  record_.kind = kind;
  record_.rack_tiles = rack_sizes_[s];
  record_.rack_points = rules_.points(racks_[s]);
  record_.pool_left = pool_.left();
  last_turn_ = record_;

  if (rack_sizes_[s] == 0) {
    result_.one_turn_close = record_.opening;  // APP-23
    end_game(Ending::out, seat_);
    return;
  }
  const bool drew = pool_.left() < pool_before_;
  const bool laid = !record_.laid.empty();
  passes_ = drew || laid || pool_.can_draw(seat_) ? 0 : passes_ + 1;
  const bool keep = rules_.rules().joker.reuse == Reuse::keep;
  const bool progress = drew || (keep ? has_natural(record_.laid) : laid);
  idle_ = progress ? 0 : idle_ + 1;
  if (drew && pool_.left() == 0) {
    if (rules_.rules().pool_empty == PoolEmpty::stop) {
      end_game(Ending::pool_empty, -1);
      return;
    }
    if (rules_.rules().pool_empty == PoolEmpty::one_more_lap) turns_to_end_ = players();
  } else if (turns_to_end_ > 0) {
    --turns_to_end_;
  }
  if (turns_to_end_ == 0 || passes_ >= players() ||
      (keep && laid && idle_ >= kIdleRounds * players())) {
    end_game(Ending::pool_empty, -1);
    return;
  }
  if (result_.turns >= turn_cap_) {
    end_game(Ending::cap, -1);
    return;
  }
  seat_ = seat_ + 1 == players() ? 0 : seat_ + 1;
  begin_turn();
}

void TableGame::end_game(Ending ending, int winner) {
  over_ = true;
  result_.ending = ending;
  result_.winner = winner;
  result_.pool_left = pool_.left();
  DealEnd end;
  end.players = players();
  end.ending = ending;
  end.winner = winner;
  end.one_turn_close = result_.one_turn_close;
  for (int seat = 0; seat < players(); ++seat) {
    const std::size_t s = index(seat);
    result_.rack_tiles[s] = rack_sizes_[s];
    result_.rack_points[s] = rules_.points(racks_[s]);
    end.rack_points[s] = result_.rack_points[s];
    end.opened[s] = has_laid_[s];
  }
  result_.scores = score_deal(rules_, end);
  if (checked_) check_invariants();
}

void TableGame::check_invariants() const {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw std::logic_error(what);
  };
  TileBag hidden = pool_.bag();
  require(hidden.size() == pool_.left(), "the pool does not hold what it counts");
  TileBag seen = bag_of(position_.table) + discards_;
  TileBag everything = seen + hidden;
  for (int seat = 0; seat < players(); ++seat) {
    const TileBag& rack = racks_[index(seat)];
    require(rack.size() == rack_sizes_[index(seat)], "a rack does not hold what it counts");
    everything += rack;
    if (seat != seat_) hidden += rack;
  }
  require(everything == all_, "tiles are not conserved");
  for (const Meld& meld : position_.table)
    require(is_legal(meld, rules_), "a meld on the table is not legal");
  if (!over_) {
    // The view and what is hidden from it make up the state; the view of a position by hand does
    // not know what is out.
    require(view().rack() == racks_[index(seat_)], "the view does not hold the own rack");
    require(view().rack() + seen + hidden == all_, "view and hidden tiles are not the state");
    if (all_ == rules_.tiles().all())
      require(view().unseen() == hidden, "the view does not know what is hidden");
    return;
  }
  const ScoringRules& scoring = rules_.rules().scoring;
  int sum = 0;
  int shares = 0;
  for (int seat = 0; seat < players(); ++seat) {
    sum += result_.scores.scores[index(seat)];
    shares += result_.scores.win_shares[index(seat)];
  }
  require(shares == (result_.ending == Ending::cap ? 0 : kWinShares),
          "a game has one win to share");
  const bool own_racks =
      result_.ending == Ending::pool_empty && scoring.exhausted == ExhaustedScore::own_rack;
  if (scoring.winner == WinnerScore::sum_of_losers && !own_racks) {
    require(sum == 0, "the scores do not sum to zero");  // APP-15, PLA-12
  } else {
    require(sum <= 0, "nobody wins points that nobody lost");  // SIG-17
  }
}

}  // namespace rummy
