#include "rummy/hands/meld_ruling.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

#include "rummy/base/words.hpp"
#include "rummy/hands/hand.hpp"
#include "rummy/hands/weights.hpp"

namespace rummy {

namespace {

// Which cards of a meld lie as wild cards; bit i: card i.
using Roles = std::uint32_t;

class Ruling {
 public:
  Ruling(const HandRules& rules, std::span<const Tile> cards, const CardSpeller& spell)
      : rules_(rules), cards_(cards.begin(), cards.end()), spell_(spell) {}

  HandMeldRuling rule(bool ordered) {
    HandMeldRuling ruling;
    const int size = static_cast<int>(cards_.size());
    if (size < rules_.min_length) {
      ruling.reason = count_text(size, "card") + (size == 1 ? " is" : " are") + " no meld; " +
                      std::to_string(rules_.min_length) + " are needed at least";
      return ruling;
    }
    if (size > HandMeld::kCapacity) {
      ruling.reason = count_text(size, "card") + " are more than a meld can hold";
      return ruling;
    }
    look_at_runs(ordered);
    look_at_groups();
    if (best_) {
      ruling.legal = true;
      ruling.meld = *best_;
    } else {
      ruling.reason = reason();
    }
    return ruling;
  }

 private:
  [[nodiscard]] bool may_be_wild(Tile card) const {
    return card.is_joker() || rules_.is_wild_rank(card.number());
  }
  [[nodiscard]] bool may_be_natural(Tile card) const {
    return !card.is_joker() && (!rules_.is_wild_rank(card.number()) || rules_.natural_wilds);
  }
  static std::string count_text(int count, const std::string& noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
  }

  // --- Runs ---

  void look_at_runs(bool ordered) {
    const int size = static_cast<int>(cards_.size());
    const int last = rules_.run_wrap == RunWrap::none       ? rules_.ranks
                     : rules_.run_wrap == RunWrap::ace_high ? rules_.ranks + 1
                                                            : 2 * rules_.ranks - 1;
    const std::vector<Tile> as_written = cards_;
    for (int suit = 0; suit < rules_.suits; ++suit) {
      for (int start = 1; start <= rules_.ranks && start + size - 1 <= last; ++start) {
        if (ordered) {
          run_roles(as_written, suit, start, 0, 0);
        } else if (const auto sorted = put_in_order(suit, start)) {
          run_roles(*sorted, suit, start, 0, 0);
        }
      }
    }
  }

  // Every way in which the cards can lie at these places, as what they are or as wild cards.
  void run_roles(const std::vector<Tile>& cards, int suit, int start, std::size_t at, Roles wild) {
    if (at == cards.size()) {
      check_run(cards, suit, start, wild);
      return;
    }
    const Tile place(suit, rank_at(rules_, start + static_cast<int>(at)));
    if (may_be_natural(cards[at]) && cards[at] == place)
      run_roles(cards, suit, start, at + 1, wild);
    if (may_be_wild(cards[at])) run_roles(cards, suit, start, at + 1, wild | 1U << at);
  }

  void check_run(const std::vector<Tile>& cards, int suit, int start, Roles wild) {
    const int size = static_cast<int>(cards.size());
    const int wilds = std::popcount(wild);
    if (size - wilds < rules_.min_naturals) return fail_naturals(size - wilds);
    if (size > rules_.longest_run()) {
      return fail("a run has at most " + count_text(rules_.longest_run(), "card") + ", not " +
                  std::to_string(size));
    }
    if (rules_.run_wilds != kNoLimit && wilds > rules_.run_wilds)
      return fail(wilds_in("run", wilds, rules_.run_wilds));
    if (!rules_.adjacent_wilds) {
      if (const Roles pair = wild & (wild >> 1); pair != 0) {
        const auto at = static_cast<std::size_t>(std::countr_zero(pair));
        return fail("the wild cards " + spell_(cards[at]) + " and " + spell_(cards[at + 1]) +
                    " lie side by side; wild cards may not touch in a run");
      }
    }
    HandMeld meld;
    meld.kind = HandMeldKind::run;
    int points = 0;
    for (int i = 0; i < size; ++i) {
      const Tile card = cards[static_cast<std::size_t>(i)];
      meld.push_back(card, Tile(suit, rank_at(rules_, start + i)));
      points += (wild >> i & 1U) != 0 ? wild_points(card, run_points(rules_, start + i))
                                      : run_points(rules_, start + i);
    }
    keep(meld, points);
  }

  // The cards as they would have to lie in a run that begins there: wild cards in the gaps, each in
  // its own place if that is one of them.
  std::optional<std::vector<Tile>> put_in_order(int suit, int start) const {
    std::vector<Tile> order(cards_.size(), Tile::joker());
    std::vector<bool> filled(cards_.size(), false);
    std::vector<Tile> wild;
    const auto place_of = [&](Tile card) -> std::optional<std::size_t> {
      if (card.is_joker() || card.colour() != suit) return std::nullopt;
      for (std::size_t i = 0; i < order.size(); ++i) {
        if (!filled[i] && rank_at(rules_, start + static_cast<int>(i)) == card.number()) return i;
      }
      return std::nullopt;
    };
    for (const Tile card : cards_) {
      const auto place = place_of(card);
      if (place) {
        order[*place] = card;
        filled[*place] = true;
      } else if (may_be_wild(card)) {
        wild.push_back(card);
      } else {
        return std::nullopt;
      }
    }
    std::sort(wild.begin(), wild.end());
    std::size_t next = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (!filled[i]) order[i] = wild[next++];
    }
    return order;
  }

  // --- Groups ---

  void look_at_groups() {
    for (int rank = 1; rank <= rules_.ranks; ++rank) group_roles(rank, 0, 0);
  }

  void group_roles(int rank, std::size_t at, Roles wild) {
    if (at == cards_.size()) {
      check_group(rank, wild);
      return;
    }
    if (may_be_natural(cards_[at]) && cards_[at].number() == rank) group_roles(rank, at + 1, wild);
    if (may_be_wild(cards_[at])) group_roles(rank, at + 1, wild | 1U << at);
  }

  void check_group(int rank, Roles wild) {
    const int size = static_cast<int>(cards_.size());
    const int wilds = std::popcount(wild);
    if (size - wilds < rules_.min_naturals) return fail_naturals(size - wilds);
    Hand naturals;
    std::array<int, kMaxNumbers + 1> kinds{};  // jokers at 0
    for (int i = 0; i < size; ++i) {
      const Tile card = cards_[static_cast<std::size_t>(i)];
      if ((wild >> i & 1U) == 0) {
        if (!rules_.group_repeats && naturals.contains(card))
          return fail(spell_(card) + " comes twice in a group");
        naturals.add(card);
        continue;
      }
      int& kind = kinds[card.is_joker() ? 0 : static_cast<std::size_t>(card.number())];
      if (++kind > 1 && rules_.different_wilds) {
        return fail("two wild cards of one kind (" + spell_(card) +
                    ") lie in a group; they must differ");
      }
    }
    if (size > rules_.group_max) {
      return fail("a group has at most " + count_text(rules_.group_max, "card") + ", not " +
                  std::to_string(size));
    }
    if (rules_.group_wilds != kNoLimit && wilds > rules_.group_wilds)
      return fail(wilds_in("group", wilds, rules_.group_wilds));
    lay_group(rank, wild, naturals);
  }

  void lay_group(int rank, Roles wild, const Hand& naturals) {
    const int printed = rules_.points[static_cast<std::size_t>(rank)];
    HandMeld meld;
    meld.kind = HandMeldKind::group;
    int points = 0;
    int suit = 0;
    for (std::size_t i = 0; i < cards_.size(); ++i) {
      if ((wild >> i & 1U) == 0) {
        meld.push_back(cards_[i], cards_[i]);
        points += printed;
        continue;
      }
      while (suit < rules_.suits - 1 && naturals.contains(Tile(suit, rank))) ++suit;
      meld.push_back(cards_[i], Tile(suit, rank));
      points += wild_points(cards_[i], printed);
      if (suit < rules_.suits - 1) ++suit;
    }
    keep(meld, points);
  }

  // --- Both ---

  [[nodiscard]] int wild_points(Tile card, int stands_for) const {
    if (rules_.wild_worth == WildWorth::stands_for) return stands_for;
    return card.is_joker() ? rules_.joker_points
                           : rules_.wild_points[static_cast<std::size_t>(card.number())];
  }
  static std::string wilds_in(const char* kind, int wilds, int limit) {
    return count_text(wilds, "wild card") + " lie in one " + kind + "; at most " +
           std::to_string(limit) + (limit == 1 ? " may" : " may lie there");
  }
  void fail_naturals(int naturals) {
    fail("a meld needs " + count_text(rules_.min_naturals, "card") + " at least that " +
         (rules_.min_naturals == 1 ? "is" : "are") + " not wild, here " +
         (naturals == 1 ? "is " : "are ") + std::to_string(naturals));
  }
  // The first reading that nearly fits gives the reason.
  void fail(const std::string& why) {
    if (why_.empty()) why_ = why;
  }
  void keep(const HandMeld& meld, int points) {
    if (best_ && points <= best_->points) return;
    best_ = meld;
    best_->points = static_cast<std::int16_t>(points);
  }

  [[nodiscard]] std::string reason() const {
    if (!why_.empty()) return why_;
    std::string text;
    bool one_suit = true;
    for (const Tile card : cards_) add_word(text, spell_(card));
    const auto natural =
        std::find_if(cards_.begin(), cards_.end(), [&](Tile card) { return !may_be_wild(card); });
    for (const Tile card : cards_) {
      if (!may_be_wild(card) && card.colour() != natural->colour()) one_suit = false;
    }
    if (!one_suit) return text + " are neither of one rank nor of one suit";
    return text + " do not follow one another as they lie";
  }

  const HandRules& rules_;
  std::vector<Tile> cards_;
  const CardSpeller& spell_;
  std::optional<HandMeld> best_;
  std::string why_;
};

}  // namespace

HandMeldRuling rule_on_meld(const HandRules& rules, std::span<const Tile> cards, bool ordered,
                            const CardSpeller& spell) {
  return Ruling(rules, cards, spell).rule(ordered);
}

}  // namespace rummy
