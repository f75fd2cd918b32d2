#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rummy/melds/reading.hpp"
#include "rummy/solver/solver.hpp"
#include "rummy/table_game/scoring.hpp"

namespace rummy {

struct ReadingRuling {
  std::string text;  // as a player declares it
  MeldKind kind = MeldKind::run;
  int value = 0;
  std::vector<std::string> jokers;  // what each joker stands for, in the order of the meld
};

struct MeldRuling {
  bool legal = false;
  std::vector<ReadingRuling> readings;  // the best value first; empty when illegal
  std::string reason;                   // empty when legal
};

struct Ruling {
  bool legal = false;
  std::string reason;
};

struct TurnRuling {
  bool legal = false;
  std::string reason;
  std::optional<int> opening_points;  // of an opening, legal or not
  std::optional<bool> ends_game;      // known when the rack after the turn is given
};

struct TurnTexts {
  std::vector<std::string> table;
  std::string
      rack;  // without rack_after it may be partial; empty: the laid tiles are what the result adds
  std::vector<std::string> result;
  bool opened = true;
  std::optional<std::string> rack_after;
  std::vector<std::string> declared;  // readings of result melds: `run R8 R9 R10`, `group 10-10-10`
};

// Counts when the first regular turn begins, the starter first.
struct DealRuling {
  int total = 0;
  std::vector<int> hands;
  int discard = 0;             // dead tiles
  int pool = 0;                // all that can still be drawn
  std::vector<int> own_piles;  // deal.draw_from = own_share: what is left of each share
  int remainder = 0;           // own_share: what no share has; it is drawn last (SIG-02c)
};

// Judges texts by one rule set. A mistake of the caller (unknown tiles, more copies than the set
// has, an illegal table) throws InputError; a move against the rules is a ruling with a reason.
class Referee {
 public:
  explicit Referee(const Rules& rules, int players = 0);

  [[nodiscard]] const CompiledRules& rules() const { return rules_; }

  [[nodiscard]] MeldRuling meld(const std::string& text, bool ordered) const;
  [[nodiscard]] Ruling table(const std::vector<std::string>& melds) const;
  [[nodiscard]] TurnRuling turn(const TurnTexts& texts);
  // The points of each rack at the final count. The racks together must be possible.
  [[nodiscard]] std::vector<int> rack_points(const std::vector<std::string>& racks) const;

 private:
  struct Turn;

  [[nodiscard]] Turn read(const TurnTexts& texts) const;
  [[nodiscard]] std::string why_tiles_wrong(const TurnTexts& texts, const Turn& turn) const;
  void declare(const std::vector<std::string>& declared, Turn& turn) const;
  [[nodiscard]] int opening_points(const TileBag& laid);
  [[nodiscard]] int declared_points(const Turn& turn) const;

  CompiledRules rules_;
  Solver solver_;
};

[[nodiscard]] DealRuling deal_counts(const Rules& rules, int players);

}  // namespace rummy
