#include "rummy/draw_game/plain_defence.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace rummy {

namespace {

CardSet lowest(CardSet cards) { return cards & (0 - cards); }

// A meld by the cards with which it grows; past an end of a suit that is a bit which no hand has. A
// group of three grows once, at its back.
struct Ends {
  int meld;  // its place in the plan: runs by suit and beginning, then groups by rank
  bool group;
  CardSet front;
  CardSet back;

  [[nodiscard]] CardSet at(bool at_front) const { return at_front ? front : back; }
  [[nodiscard]] Ends grown(bool at_front) const {
    Ends longer = *this;
    if (at_front) {
      longer.front >>= 1;
    } else {
      longer.back = group ? 0 : back << 1;
    }
    return longer;
  }
};

// Tries every way to lay off in the order of `defend`.
class Search {
 public:
  Search(const HandSolver& solver, const PlainMelds& melds, const Hand& hand, Defence& out)
      : solver_(solver), hand_(hand), out_(out) {
    int meld = 0;
    const bool grows = solver.rules().group_max > 3;
    CardSet starts = melds.runs & ~(melds.runs << 1);
    CardSet ends = melds.runs & ~(melds.runs >> 1);
    for (; starts != 0; starts &= starts - 1, ends &= ends - 1)
      open({meld++, false, lowest(starts) >> 1, lowest(ends) << 1});
    for (unsigned ranks = rank_set(melds.groups); ranks != 0; ranks &= ranks - 1, ++meld) {
      const CardSet rank = kEachSuit << std::countr_zero(ranks);
      open({meld, true, 0, grows ? rank & ~melds.groups : 0});
    }
    if (count_ != 0) go(0, open_[0], hand.suits(), nullptr);
  }

 private:
  struct Step {
    const Step* before;
    LayOffMove move;
  };

  // Only melds that a card of the hand fits: for the others only their own growth could open ends.
  void open(const Ends& meld) {
    if (((meld.front | meld.back) & hand_.suits()) != 0) open_[count_++] = meld;
  }

  // `now`: the first meld that may still grow, as it has grown.
  void go(std::size_t first, Ends now, CardSet hand, const Step* before) {
    for (std::size_t i = first; i < count_; ++i) {
      if (i != first) now = open_[i];
      for (const bool front : {true, false}) {
        const CardSet card = now.at(front) & hand;
        if (card == 0) continue;
        const int place = std::countr_zero(card);
        const Step step{before, {now.meld, Tile(place / 16, place % 16 + 1), front}};
        const CardSet rest = hand & ~card;
        keep_if_better(rest, step);
        go(i, now.grown(front), rest, &step);
      }
    }
  }

  void keep_if_better(CardSet rest, const Step& step) {
    const Hand left = hand_.once(rest);
    const int deadwood = solver_.deadwood(left);
    if (deadwood >= out_.deadwood) return;
    out_.deadwood = deadwood;
    out_.rest = left;
    out_.moves.clear();
    for (const Step* at = &step; at != nullptr; at = at->before) out_.moves.push_back(at->move);
    std::reverse(out_.moves.begin(), out_.moves.end());
  }

  const HandSolver& solver_;
  const Hand& hand_;
  Defence& out_;
  std::array<Ends, HandPlan::kCapacity> open_;
  std::size_t count_ = 0;
};

}  // namespace

void defend(const HandSolver& solver, const PlainMelds& melds, const Hand& hand, Defence& out) {
  out.moves.clear();
  out.rest = hand;
  out.deadwood = solver.deadwood(hand);
  if (out.deadwood > 0) Search(solver, melds, hand, out);
}

}  // namespace rummy
