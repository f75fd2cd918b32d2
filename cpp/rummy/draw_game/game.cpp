#include "rummy/draw_game/game.hpp"

#include <algorithm>
#include <stdexcept>

#include "rummy/draw_game/plain_defence.hpp"

namespace rummy {

DrawGame::DrawGame(const CompiledDraw& rules, int turn_cap) : rules_(rules), turn_cap_(turn_cap) {
  table_.reserve(rules.deck().size());
}

void DrawGame::reset(const PerSeat<int>& totals) {
  result_ = {};
  pile_.clear();
  table_.clear();
  own_turns_ = {};
  okey_.reset();
  upcard_ = Tile::joker();
  offers_ = 0;
  // What begin_turn() does not set.
  view_.table = table_;
  view_.rules = &rules_;
  view_.players = players();
  view_.indicator = Tile::joker();
  view_.opened = view_.by_pairs = {};
  view_.totals = totals;
  for (int seat = 0; seat < players(); ++seat) view_.known[at(seat)] = {};
}

void DrawGame::start(const GameKey& game, const PerSeat<int>& totals) {
  reset(totals);
  dealt_ = true;
  const DrawRules& rules = rules_.rules();
  racks_ = game.racks % players();
  deck_.shuffle(game, rules_.deck());
  const int rack = rules.deal.rack;
  int place = players() * rack;
  if (rules.wild.indicator) {
    // A false okey is put back and the next tile is turned (OKEY).
    int turned = place;
    while (deck_.at(turned).is_joker()) ++turned;
    deck_.exchange(place, turned);
    view_.indicator = deck_.at(place++);
    okey_ = rules_.okey_of(view_.indicator);
  }
  for (int seat = 0; seat < players(); ++seat) {
    Hand hand;
    for (const Tile tile : deck_.places(rack_of(seat) * rack, rack)) hand.add(printed(tile));
    hands_[at(seat)] = hand;
    view_.hand_sizes[at(seat)] = static_cast<std::uint8_t>(rack);
  }
  for (int i = 0; i < rules.deal.starter_extra; ++i) {
    hands_[0].add(card(place++));
    ++view_.hand_sizes[0];
  }
  if (rules.deal.upcard) pile_.put(upcard_ = card(place++));
  deck_.begin_stock(place, players());
  view_.knock_limit = rules_.knock_limit(upcard_);
  if (rules.end_by == EndBy::knock) {
    for (int seat = 0; seat < players(); ++seat) {
      result_.dealt_deadwood += rules_.solver().deadwood(hands_[at(seat)]);
    }
    if (rules.knock.spades_double && rules.deal.upcard && upcard_.colour() == 0) {
      result_.end.factor = 2;  // spades are the first suit
    }
  }
  if (rules.deal.cut_bonus > 0) {
    // ARG-04: a packet of any size is cut by the seat before the dealer, who sits before the
    // starter.
    Stream stream(game, Purpose::cut);
    const auto size = static_cast<std::uint64_t>(rules_.deck().size());
    const auto packet = static_cast<int>(1 + stream.below(size - 1));
    if (exact_cut(rules, players(), packet)) result_.end.cutter = (2 * players() - 2) % players();
  }
  phase_ = rules.deal.upcard_offer ? Phase::offer : Phase::draw;
  begin_turn(0);
  if (rules.deal.starter_extra > 0) phase_ = Phase::play;
}

void DrawGame::start_at(const Setup& setup) {
  reset(setup.totals);
  dealt_ = false;
  if (!setup.indicator.is_joker()) {
    view_.indicator = setup.indicator;
    okey_ = rules_.okey_of(setup.indicator);
  }
  deck_.set_order(setup.stock);
  deck_.begin_stock(0, 1);
  racks_ = 0;
  for (int seat = 0; seat < players(); ++seat) {
    Hand hand;
    setup.hands[at(seat)].for_each([&](Tile tile, int copies) {
      for (int i = 0; i < copies; ++i) hand.add(printed(tile));
    });
    hands_[at(seat)] = hand;
    view_.hand_sizes[at(seat)] = static_cast<std::uint8_t>(hand.size());
  }
  for (const Tile tile : setup.pile) pile_.put(printed(tile));
  table_ = setup.table;
  view_.table = table_;
  for (const LaidMeld& laid : table_) {
    view_.opened[at(laid.owner)] = true;
    view_.by_pairs[at(laid.owner)] = view_.by_pairs[at(laid.owner)] || laid.pair;
    result_.opening_turn[at(laid.owner)] = 1;
    result_.end.laid_points[at(laid.owner)] += laid.meld.points;
  }
  own_turns_.fill(setup.own_turn - 1);
  upcard_ = setup.upcard;
  view_.knock_limit = rules_.knock_limit(upcard_);
  phase_ = Phase::draw;
  begin_turn(0);
}

void DrawGame::begin_turn(int seat) {
  view_.seat = seat;
  view_.turn = result_.turns + 1;
  view_.own_turn = own_turns_[at(seat)] + 1;
  view_.hand = &hands_[at(seat)];
  view_.pile = pile();
  view_.stock_left = deck_.left();
  view_.can_take = rules_.rules().draw.pile != PileDraw::none && !view_.pile.empty();
  view_.taken.reset();
  record_ = {};
  record_.turn = view_.turn;
  record_.seat = seat;
}

void DrawGame::refuse() {
  if (phase_ != Phase::offer) throw InputError("no upcard is offered; draw or play");
  if (++offers_ < players()) {
    begin_turn(offers_);
    return;
  }
  // Refused by all: the starter draws, and from the stock.
  phase_ = Phase::draw;
  begin_turn(0);
  view_.can_take = false;
}

void DrawGame::draw(Source source) {
  if (phase_ != Phase::offer && phase_ != Phase::draw) {
    throw InputError("the seat has drawn already; it plays and discards now");
  }
  record_.source = source;
  record_.drew = true;
  if (source == Source::stock) {
    if (phase_ == Phase::offer) throw InputError("the upcard is offered: take it or refuse it");
    if (deck_.left() == 0) throw InputError("the stock is empty");
    record_.drawn = printed(deck_.draw(rack_of(view_.seat)));
    hands_[at(view_.seat)].add(record_.drawn);
    ++view_.hand_sizes[at(view_.seat)];
    ++result_.stock_draws;
    view_.stock_left = deck_.left();
  } else {
    take_pile();
  }
  phase_ = Phase::play;
}

void DrawGame::take_pile() {
  if (!view_.can_take) throw InputError("the discard pile cannot be taken now");
  const PileDraw rule = rules_.rules().draw.pile;
  const std::size_t count = rule == PileDraw::whole ? view_.pile.size() : 1;
  record_.offered = phase_ == Phase::offer;
  record_.drawn = pile_.top();
  for (std::size_t i = 0; i < count; ++i) {
    const Tile card = pile_.take();
    hands_[at(view_.seat)].add(card);
    view_.known[at(view_.seat)].add(card);
  }
  view_.pile = pile();
  if (rule == PileDraw::top) view_.taken = record_.drawn;
  record_.cards_taken = static_cast<int>(count);
  view_.hand_sizes[at(view_.seat)] =
      static_cast<std::uint8_t>(view_.hand_sizes[at(view_.seat)] + count);
  ++result_.pile_takes;
  ++result_.takes[at(view_.seat)];
  result_.pile_cards += static_cast<int>(count);
}

void DrawGame::lay(const TurnPlay& play) {
  const int seat = view_.seat;
  Hand& hand = hands_[at(seat)];
  const auto take = [&](Tile tile) {
    hand.remove(tile);
    Hand& known = view_.known[at(seat)];
    if (known.contains(tile)) known.remove(tile);
    ++record_.cards_laid;
  };
  record_.opening = !view_.opened[at(seat)] && !(play.melds.empty() && play.pairs.empty());
  for (const bool pair : {false, true}) {
    for (const HandMeld& meld : pair ? play.pairs : play.melds) {
      for (const Tile tile : meld.tiles()) take(tile);
      table_.push_back({seat, pair, meld});
      result_.end.laid_points[at(seat)] += meld.points;
    }
  }
  if (record_.opening) {
    view_.opened[at(seat)] = true;
    view_.by_pairs[at(seat)] = !play.pairs.empty();
    result_.opening_turn[at(seat)] = view_.own_turn;
  }
  for (const LayOffMove& move : play.lay_offs) {
    LaidMeld& laid = table_[static_cast<std::size_t>(move.meld)];
    auto grown = extended(rules_.hand_rules(), laid.meld, move.card, move.front);
    if (!grown) throw std::logic_error("a card is laid off where it does not fit");
    // What a card counts belongs to who lays it; on the own melds it is the same.
    result_.end.laid_points[at(seat)] += grown->points - laid.meld.points;
    laid.meld = *grown;
    take(move.card);
    ++record_.lay_offs;
  }
  view_.table = table_;
  result_.cards_laid += record_.cards_laid;
  result_.lay_offs += record_.lay_offs;
}

void DrawGame::check_play(const TurnPlay& play) const {
  if (const std::string why = why_illegal(view_, play); !why.empty()) throw InputError(why);
}

void DrawGame::note(const TurnPlay& play) { last_play_ = play; }

void DrawGame::play(const TurnPlay& play) {
  if (phase_ != Phase::play) throw InputError("the seat has to draw first");
  if (checked_) check_play(play);
  const int seat = view_.seat;
  Hand& hand = hands_[at(seat)];
  if (rules_.rules().laying.when == LayingWhen::turn && play.lays()) lay(play);
  if (play.discard) {
    const Tile card = *play.discard;
    hand.remove(card);
    Hand& known = view_.known[at(seat)];
    if (known.contains(card)) known.remove(card);
    pile_.put(card);
    record_.discard = card;
  }
  record_.shows = play.show;
  const int gone = record_.cards_laid + (play.discard ? 1 : 0);
  view_.hand_sizes[at(seat)] = static_cast<std::uint8_t>(view_.hand_sizes[at(seat)] - gone);
  if (followed_) note(play);
  if (play.show) {
    show(play);
  } else if (hand.empty()) {
    end_deal(DrawEnding::out, seat);
  } else {
    end_turn();
  }
  if (checked_) check_invariants();
}

void DrawGame::show(const TurnPlay& play) {
  const int seat = view_.seat;
  const Hand& hand = hands_[at(seat)];
  if (rules_.rules().end_by == EndBy::hand) {
    end_deal(rules_.solver().all_melded(hand) ? DrawEnding::hand : DrawEnding::pairs, seat);
    return;
  }
  const HandSolver& solver = rules_.solver();
  const int other = 1 - seat;
  const Hand& answering = hands_[at(other)];
  const int deadwood = solver.deadwood(hand);
  result_.knock_deadwood = deadwood;
  // The melds are chosen before the other hand is looked at; who did not knock answers them.
  const bool answers = deadwood > 0 && rules_.rules().laying.lay_off != LayOff::none &&
                       solver.could_lay_off(answering, hand);
  const auto masks = answers ? solver.plain_melds(hand) : std::nullopt;
  if (followed_ || (answers && !masks)) solver.best(hand, HandGoal::deadwood, shown_);
  if (deadwood == 0) {
    end_deal(play.discard ? DrawEnding::gin : DrawEnding::big_gin, seat);
    return;
  }
  if (masks) {
    defend(solver, *masks, answering, defence_);
  } else {
    defend(solver, answers ? shown_.melds() : std::span<const HandMeld>(), answering, defence_);
  }
  result_.lay_offs += static_cast<int>(defence_.moves.size());
  result_.end.hand_points[at(seat)] = deadwood;
  result_.end.hand_points[at(other)] = defence_.deadwood;
  const bool undercut = defence_.deadwood < deadwood ||
                        (defence_.deadwood == deadwood && rules_.rules().scoring.undercut_tie);
  end_deal(undercut ? DrawEnding::undercut : DrawEnding::knock, seat);
}

void DrawGame::end_turn() {
  const int seat = view_.seat;
  ++result_.turns;
  ++own_turns_[at(seat)];
  if (followed_) {
    record_.hand_cards = view_.hand_sizes[at(seat)];
    record_.stock_left = deck_.left();
    record_.hand_points = rules_.rules().laying.when == LayingWhen::show
                              ? rules_.solver().deadwood(hands_[at(seat)])
                              : rules_.cost(hands_[at(seat)]);
    record_.warning = rules_.rules().end_by == EndBy::empty && could_close(seat);
    if (record_.warning) ++result_.warnings;
  }
  if (deck_.left() <= rules_.rules().draw.stock_end) {
    end_deal(DrawEnding::stock_empty, -1);
  } else if (result_.turns >= turn_cap_) {
    end_deal(DrawEnding::cap, -1);
  } else {
    if (followed_) last_turn_ = record_;
    phase_ = Phase::draw;
    const int next = seat + 1 == players() ? 0 : seat + 1;
    begin_turn(next);
  }
}

void DrawGame::end_deal(DrawEnding ending, int closer) {
  if (closer >= 0) {
    ++result_.turns;
    record_.hand_cards = view_.hand_sizes[at(closer)];
    record_.stock_left = deck_.left();
  }
  DrawDealEnd& end = result_.end;
  end.players = players();
  end.ending = ending;
  end.closer = closer;
  end.opened = view_.opened;
  end.by_pairs = view_.by_pairs;
  const bool deadwood = rules_.rules().laying.when == LayingWhen::show;
  const bool defended = ending == DrawEnding::knock || ending == DrawEnding::undercut;
  for (int seat = 0; seat < players(); ++seat) {
    const Hand& hand = hands_[at(seat)];
    result_.hand_cards[at(seat)] = view_.hand_sizes[at(seat)];
    if (defended) continue;  // counted after the lay-offs
    const bool whole = seat == closer && ending == DrawEnding::hand;
    end.hand_points[at(seat)] = whole      ? 0
                                : deadwood ? rules_.solver().deadwood(hand)
                                           : rules_.cost(hand);
  }
  if (closer >= 0) {
    record_.hand_points = end.hand_points[at(closer)];
    end.wild_discard =
        record_.discard && rules_.rules().wild.indicator && record_.discard->is_joker();
  }
  const int long_run = rules_.rules().scoring.long_run;
  for (const LaidMeld& laid : table_) {
    const bool run = long_run > 0 && laid.meld.kind == HandMeldKind::run;
    if (run && laid.meld.length >= long_run) ++end.long_runs[at(laid.owner)];  // ARG-20
  }
  result_.stock_left = deck_.left();
  result_.scores = score_draw_deal(rules_.rules(), end);
  if (followed_) last_turn_ = record_;
  phase_ = Phase::over;
}

// Whether one more card could let the seat close: all melded or laid off, at most one card over.
bool DrawGame::could_close(int seat) const {
  const Hand& hand = hands_[at(seat)];
  const int size = hand.size();
  const HandSolver& solver = rules_.solver();
  const auto placed = [&](Hand cards) {
    int most = 0;
    if (view_.opened[at(seat)] && rules_.rules().laying.lay_off != LayOff::none) {
      // Cards that fit on the table go there; what is left is melded.
      bool found = true;
      std::vector<HandMeld> melds;
      for (const LaidMeld& laid : table_) {
        const bool open = rules_.rules().laying.lay_off == LayOff::any || laid.owner == seat;
        if (open && !laid.pair) melds.push_back(laid.meld);
      }
      most = solver.value(cards, HandGoal::tiles);
      int off = 0;
      while (found && !cards.empty()) {
        found = false;
        cards.for_each([&](Tile tile, int) {
          for (HandMeld& meld : melds) {
            for (const bool front : {true, false}) {
              if (found) return;
              if (auto grown = extended(rules_.hand_rules(), meld, tile, front)) {
                meld = *grown;
                cards.remove(tile);
                ++off;
                found = true;
              }
            }
          }
        });
        if (found) most = std::max(most, off + solver.value(cards, HandGoal::tiles));
      }
      return most;
    }
    return solver.value(cards, HandGoal::tiles);
  };
  bool could = false;
  rules_.tiles().all().for_each([&](Tile tile, int copies) {
    if (could || hand.count(tile) >= copies) return;
    Hand more = hand;
    more.add(tile);
    could = placed(more) >= size;
  });
  return could;
}

void DrawGame::check_invariants() {
  TileBag bag;
  const auto add = [&](Tile tile) { bag.add(printed(tile)); };
  for (int seat = 0; seat < players(); ++seat) {
    hands_[at(seat)].for_each([&](Tile tile, int copies) {
      for (int i = 0; i < copies; ++i) add(tile);
    });
    if (hands_[at(seat)].size() != view_.hand_sizes[at(seat)]) {
      throw std::logic_error("the sizes of the hands are not those that the players see");
    }
  }
  for (const Tile tile : pile()) add(tile);
  for (const LaidMeld& laid : table_) {
    for (const Tile tile : laid.meld.tiles()) add(tile);
  }
  deck_.for_each_left([&](Tile tile) { bag.add(tile); });
  if (!view_.indicator.is_joker()) bag.add(view_.indicator);
  if (dealt_ && bag != rules_.tiles().all()) {
    throw std::logic_error("cards were lost or came from nowhere");
  }
  if (!over() || result_.end.ending == DrawEnding::cap) return;
  int shares = 0;
  for (int seat = 0; seat < players(); ++seat) shares += result_.scores.win_shares[at(seat)];
  if (shares != kWinShares) {
    throw std::logic_error("the shares of a win do not sum to one");
  }
}

}  // namespace rummy
