#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "rummy/hands/card_costs.hpp"
#include "rummy/hands/group_table.hpp"
#include "rummy/hands/hand.hpp"
#include "rummy/hands/run_table.hpp"
#include "rummy/hands/wild_cards.hpp"

namespace rummy {

// What is needed to search under one set of rules for one goal.
struct HandTables {
  const HandRules& rules;
  const Weights& weights;
  const RunTable& runs;
  const GroupTable& groups;
  const CardCosts& costs;
};

// The best choice of groups for a hand: which ranks give which cards to groups. What is left of
// every suit is then looked up. Ranks are gone through from the lowest, choices in their order, and
// only a better choice replaces the one found: so the first best one is found.
class HandSearch {
 public:
  // The natural cards that are in no group, by suit with what their runs bring, and the wild cards.
  struct Rest {
    std::array<std::uint32_t, kHandSuits> code;
    std::array<RunTable::Row, kHandSuits> runs;
    int wilds = 0;  // in no group
    int pairs = 0;  // of different wild cards, in groups
  };
  // What a hand is worth in the unit of the goal, and a card that it does not need for that; a
  // joker: none was found.
  struct Spare {
    std::int32_t value = 0;
    Tile card = Tile::joker();
  };

  static constexpr std::int32_t kMost = 1 << 30;  // above all weights

  explicit HandSearch(const HandTables& tables) : tables_(tables) {}

  // Finds the greatest weight that the melds of the hand can have. Where it is not above `above`
  // that is all that is found; and the search is content with a weight of `enough`.
  std::int32_t run(const Hand& hand, std::int32_t above = -1, std::int32_t enough = kMost);
  // The first of these cards, dear ones before cheap ones, without which the hand is worth as much
  // as with it; a joker if there is none. The hand holds them, none is wild, and it is worth
  // `value`.
  [[nodiscard]] Tile first_spare(const Hand& hand, CardSet cards, std::int32_t value);
  // The same of a hand that is worth so much at least, with what it is worth; where that is not
  // more no card is looked for.
  [[nodiscard]] Spare spare_above(const Hand& hand, CardSet cards, std::int32_t value);

  // The weight of all cards of the hand.
  [[nodiscard]] std::int32_t total() const { return total_; }

  // The choice that run() found.
  [[nodiscard]] std::span<const RankGroups> groups() const {
    return {best_groups_.data(), static_cast<std::size_t>(best_count_)};
  }
  [[nodiscard]] const Rest& rest() const { return best_rest_; }
  [[nodiscard]] const WildCards& wild_cards() const {
    return with_roles_ ? best_wild_cards_ : wild_cards_;
  }
  // Cards of wild ranks that lie as what is printed on them.
  [[nodiscard]] const Hand& set_aside() const { return best_aside_; }
  [[nodiscard]] int wilds() const { return wild_cards().size(); }

 private:
  // A rank of which a group could be made, from the highest. The sums and maxima over a candidate
  // and those of higher ranks bound what their groups bring.
  struct Candidate {
    int rank;
    int holding;
    std::int32_t plain;      // their natural cards in groups without wild cards
    std::int32_t extra;      // what a wild card makes possible beside that, in one of them
    std::int32_t extra_two;  // and in two of them
  };
  using RunWeights = std::array<std::int32_t, kMaxHandWilds + 1>;
  static constexpr int kAnyWilds = -1;

  void search_roles(const Hand& hand);
  void prepare(const Hand& naturals);
  void find_candidates(const Hand& naturals);
  void set_suit(Rest& rest, std::size_t suit, std::uint32_t code) const {
    rest.code[suit] = code;
    rest.runs[suit] = tables_.runs.row(code, rest.wilds);
  }
  // These are made for hands with kWilds wild cards, or for any.
  template <int kWilds>
  void sum_runs(const Rest& rest, RunWeights& runs) const;
  template <int kWilds>
  [[nodiscard]] std::int32_t limit(const RunWeights& runs, int wilds, int candidates) const;
  template <int kWilds>
  [[nodiscard]] std::int32_t with_own(const Rest& rest, const RunWeights& runs) const;
  void descend(int candidates, int depth, const Rest& rest, std::int32_t weight);
  template <int kWilds>
  void descend(int candidates, int depth, const Rest& rest, std::int32_t weight);
  [[nodiscard]] std::int32_t wanted() const;
  void keep(int depth, const Rest& rest, std::int32_t weight);
  template <int kWilds>
  [[nodiscard]] std::int32_t weight_without(Tile card, const Rest& rest, std::int32_t weight,
                                            std::int32_t all) const;
  template <int kWilds>
  void look_for_spare(int depth, const Rest& rest, std::int32_t weight, std::int32_t all);

  const HandTables tables_;
  std::optional<Hand> prepared_;  // the hand that was searched last; what was prepared serves again
  Rest root_;
  WildCards wild_cards_;
  Hand aside_;
  std::int32_t own_ = 0;  // of all wild cards
  std::int32_t total_ = 0;
  int candidate_count_ = 0;
  std::array<Candidate, kMaxNumbers + 1> candidates_;  // after an empty one
  std::array<RankGroups, kMaxNumbers> groups_;

  std::int32_t best_ = -1;
  std::int32_t enough_ = kMost;
  // While spare cards are looked for: among which, and those that come before the one found.
  const Hand* hand_ = nullptr;
  CardSet cards_ = 0;
  CardSet sought_ = 0;
  Spare spare_;

  int best_count_ = 0;
  std::array<RankGroups, kMaxNumbers> best_groups_;
  Rest best_rest_;
  bool with_roles_ = false;
  WildCards best_wild_cards_;
  Hand best_aside_;
};

}  // namespace rummy
