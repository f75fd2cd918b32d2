#pragma once

#include <array>
#include <cstdint>
#include <span>

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
};

// The best choice of groups for a hand: which ranks give which cards to groups. What is left of
// every suit is then looked up. Ranks are gone through from the lowest, choices in their order, and
// only a better choice replaces the one found: so the first best one is found.
class HandSearch {
 public:
  // The natural cards that are in no group, by suit, and the wild cards.
  struct Rest {
    std::array<std::uint32_t, kHandSuits> code;
    int wilds = 0;  // in no group
    int pairs = 0;  // of different wild cards, in groups
  };

  static constexpr std::int32_t kMost = 1 << 30;  // above all weights

  explicit HandSearch(const HandTables& tables) : tables_(tables) {}

  // Finds the greatest weight that the melds of the hand can have. Where it is not above `above`
  // that is all that is found; and the search is content with a weight of `enough`.
  std::int32_t run(const Hand& hand, std::int32_t above = -1, std::int32_t enough = kMost);
  // The first of these cards without which the hand still reaches a weight; their count if there is
  // none. The hand holds them and none is wild.
  [[nodiscard]] std::size_t first_spare(const Hand& hand, std::span<const Tile> cards,
                                        std::int32_t weight);

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
  // The sums and maxima over a candidate and all later ones bound what their groups bring.
  struct Candidate {
    int rank;
    std::int32_t plain;      // their natural cards in groups without wild cards
    std::int32_t extra;      // what a wild card makes possible beside that, in one of them
    std::int32_t extra_two;  // and in two of them
    const GroupTable::Option* first;
    const GroupTable::Option* last;
  };
  using RunWeights = std::array<std::int32_t, kMaxHandWilds + 1>;
  static constexpr int kAnyWilds = -1;

  void search_roles(const Hand& hand);
  void search(const Hand& naturals);
  void find_candidates(const Hand& naturals);
  void add_candidate(const Hand& naturals, int rank);
  // These are made for hands with kWilds wild cards, or for any.
  template <int kWilds>
  void sum_runs(const Rest& rest, RunWeights& runs) const;
  template <int kWilds>
  [[nodiscard]] static std::int32_t limit(const RunWeights& runs, int wilds, const Candidate& next);
  template <int kWilds>
  [[nodiscard]] std::int32_t with_own(const Rest& rest, const RunWeights& runs) const;
  template <int kWilds>
  void descend(int candidate, int depth, const Rest& rest, const RunWeights& runs,
               std::int32_t weight);
  void keep(int depth, const Rest& rest, std::int32_t weight);
  template <int kWilds>
  void look_for_spare(int depth, const Rest& rest, std::int32_t weight);

  const HandTables& tables_;
  WildCards wild_cards_;
  Hand aside_;
  std::int32_t own_ = 0;  // of all wild cards
  std::int32_t total_ = 0;
  int candidate_count_ = 0;
  std::array<Candidate, kMaxNumbers + 1> candidates_;
  std::array<RankGroups, kMaxNumbers> groups_;

  std::int32_t best_ = -1;
  std::int32_t enough_ = kMost;
  // While spare cards are looked for.
  const Hand* hand_ = nullptr;
  std::span<const Tile> cards_;

  int best_count_ = 0;
  std::array<RankGroups, kMaxNumbers> best_groups_;
  Rest best_rest_;
  bool with_roles_ = false;
  WildCards best_wild_cards_;
  Hand best_aside_;
};

}  // namespace rummy
