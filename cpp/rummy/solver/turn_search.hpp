#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "rummy/solver/cover.hpp"
#include "rummy/solver/joker_cases.hpp"
#include "rummy/solver/meld_moves.hpp"
#include "rummy/solver/play_order.hpp"

namespace rummy {

// A choice of rack tiles that the covering problem allows, with the jokers that go to the rack for
// it.
struct Candidate {
  TileBag laid;
  TileBag to_rack;
};

// Choices of tiles for a table that may be rearranged at will, and for a rack on its own (an empty
// table). Where the rules of exchange have a say every case of JokerCases is searched; what comes
// out is still to be confirmed by an arrangement, but no legal choice comes before it in the order.
//
// Where any joker may be freed but needs a new meld then, all are taken as wild, since no rule
// allows more: mostly what is best so is legal as it is, or what comes soon after it. Else every
// fate of the jokers is searched, first that all stay in their places.
class TurnSearch {
 public:
  TurnSearch(const CompiledRules& rules, Cover& cover);

  // Is there a legal table for the candidate? Unless `thorough` it may give up.
  using Confirm = std::function<bool(const Candidate& candidate, bool thorough)>;
  enum class Outcome { nothing, confirmed, unconfirmed };

  // Confirms the first choice in the order that may be legal and lays all of `forced`, a part of
  // the rack, if it comes before `beaten`. `unconfirmed`: it is not legal after all, go_down()
  // finds the next; with `go_on` that is done here where it is mostly soon found.
  [[nodiscard]] Outcome best(std::span<const Meld> table, const TileBag& rack,
                             const TileBag& forced, const std::optional<TileBag>& beaten,
                             const PlayOrder& order, const Confirm& confirm, bool go_on);
  // Is there a choice that lays something, all of `forced`, and leaves the melds with jokers as
  // they are? No rule of exchange has a say then.
  [[nodiscard]] bool any_beside_jokers(std::span<const Meld> table, const TileBag& rack,
                                       const TileBag& forced, const PlayOrder& order);
  // After best() returned unconfirmed: no play is worth more.
  [[nodiscard]] Weight promised() const { return promised_; }
  // Goes down the order from what is worth `most`, and confirms the first choice that is legal, if
  // it comes before `beaten`. `tried`: a quick look at this choice was in vain.
  [[nodiscard]] bool go_down(std::span<const Meld> table, const TileBag& rack,
                             const TileBag& forced, Weight most, const TileBag& tried,
                             const std::optional<TileBag>& beaten, const PlayOrder& order,
                             const Confirm& confirm);
  // Every choice that may be legal and lays all of `forced`, the first in the order first: begin()
  // and then portion after portion until next() says no. With `most`, which none is worth more
  // than, portions are small, else all come at once.
  void begin(std::span<const Meld> table, const TileBag& rack, const TileBag& forced,
             const PlayOrder& order, std::optional<Weight> most);
  [[nodiscard]] bool next(const PlayOrder& order, std::vector<Candidate>& candidates);
  // Is the candidate, one of next(), legal for certain: are jokers free, or can the melds that have
  // some stay as they are?
  [[nodiscard]] bool surely_legal(const Candidate& candidate);
  // Does some case allow the candidate, one of next(), when just its tiles are laid? A quick no to
  // what would take long to confirm in vain.
  [[nodiscard]] bool may_be_legal(const Candidate& candidate);

 private:
  struct Best {
    Candidate candidate;
    bool found = false;
    std::optional<TileBag> beaten;  // what has to come before: the candidate, or what was asked for
  };

  void start_portion(Weight most, const PlayOrder& order);
  void list_cases(std::span<const Meld> table, const JokerCase& base);
  void bind_wilds(JokerCase& fate, bool may_stay) const;
  [[nodiscard]] bool freed_lie_anew() const;
  void bind_specials(JokerCase& fate) const;
  [[nodiscard]] bool exchange_matters(std::span<const Meld> table) const;
  void search_case(const JokerCase& fate, const PlayOrder& order, Best& best,
                   const Meld* last = nullptr);
  [[nodiscard]] std::vector<Meld> new_melds(const JokerCase& fate, const JokerPlaces& places,
                                            const Meld* last) const;
  void place_special(const JokerCase& fate, const Meld& meld, const PlayOrder& order, Best& best);
  void take_meld(const JokerCase& fate, const Meld& meld, unsigned rack_places, int specials,
                 const PlayOrder& order, Best& best);
  [[nodiscard]] bool leaves_loner(const Meld& meld, const TileBag& pool,
                                  const Problem& problem) const;
  [[nodiscard]] bool can_be_cut(const Meld& meld, const TileBag& rack) const;
  [[nodiscard]] bool surely_old(const Meld& meld, const JokerCase& fate) const;

  const CompiledRules& rules_;
  Cover& cover_;
  MeldMoves moves_;
  JokerCases joker_cases_;
  std::span<const Meld> table_;
  std::vector<JokerCase> cases_;
  std::vector<JokerCase> listed_cases_;  // those that next() lists the choices of
  std::vector<TileBag> choices_;
  std::vector<Candidate> candidates_;
  TileBag on_table_;
  int most_tiles_ = 0;  // no play lays more
  Weight promised_ = 0;
  // What next() lists: choices worth `least_` or more, all when there is none, less than `above_`.
  std::optional<Weight> least_;
  std::optional<Weight> above_;
  bool listed_ = true;  // nothing is left for next()
};

}  // namespace rummy
