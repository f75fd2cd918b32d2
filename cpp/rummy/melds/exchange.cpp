#include "rummy/melds/exchange.hpp"

#include <algorithm>
#include <vector>

#include "rummy/base/words.hpp"
#include "rummy/melds/exchange_search.hpp"
#include "rummy/melds/reading.hpp"
#include "rummy/tiles/notation.hpp"

namespace rummy {

namespace {

bool has_joker(const Meld& meld) { return meld.jokers() > 0; }

// The first old meld accepted by `wanted` that is not found unchanged in the result; nullptr when
// all are. Every result meld serves once. same_meld is an equivalence, so taking the first match is
// exact.
template <typename Wanted>
const Meld* first_changed(const CompiledRules& rules, std::span<const Meld> before,
                          std::span<const Meld> after, Wanted&& wanted) {
  thread_local std::vector<char> used;
  used.assign(after.size(), 0);
  for (const Meld& meld : before) {
    if (!wanted(meld)) continue;
    bool found = false;
    for (std::size_t i = 0; i < after.size() && !found; ++i) {
      if (used[i] != 0 || !same_meld(meld, after[i], rules)) continue;
      used[i] = 1;
      found = true;
    }
    if (!found) return &meld;
  }
  return nullptr;
}

bool search(const CompiledRules& rules, const ExchangeSwitches& switches,
            std::span<const Meld> before, std::span<const Meld> after, const TileBag& laid,
            const TileBag& to_rack) {
  thread_local ExchangeSearch exchange;
  return exchange.run(rules, switches, before, after, laid, to_rack);
}

std::string quoted(const Meld& meld) { return "\"" + to_text(meld) + "\""; }

// The tiles that the jokers of a meld could stand for, as a player says it.
std::string wanted_tiles(const Meld& meld, const CompiledRules& rules) {
  std::vector<Reading> found;
  readings(meld, rules, found);
  std::vector<std::string> words;
  for (const Reading& reading : found) {
    for (int place = 0; place < meld.size(); ++place) {
      if (!meld[place].is_joker()) continue;
      std::string word = stands_text(meld, reading, place);
      if (std::find(words.begin(), words.end(), word) == words.end())
        words.push_back(std::move(word));
    }
  }
  std::string text;
  for (const std::string& word : words) add_word(text, word, ", ");
  return text;
}

// The search has said no. The first switch without which it would say yes is the reason.
std::string why_not(const CompiledRules& rules, const ExchangeSwitches& switches, const Meld& meld,
                    std::span<const Meld> before, std::span<const Meld> after, const TileBag& laid,
                    const TileBag& to_rack) {
  const auto passes = [&](const ExchangeSwitches& eased) {
    return search(rules, eased, before, after, laid, to_rack);
  };
  const JokerRules& joker = switches.joker;
  ExchangeSwitches eased = switches;
  eased.joker.lock = Lock::none;
  if (joker.lock != Lock::none && passes(eased)) {
    const std::string may = joker.lock == Lock::full
                                ? "it is left as it is, or its joker is replaced by "
                                : "it may be added to, and only its joker may leave, for ";
    return quoted(meld) + " holds a joker and is locked: " + may + wanted_tiles(meld, rules) +
           " (joker.lock = " + std::string(to_name(joker.lock)) + ")";
  }
  eased = switches;
  eased.joker.group_of_three = GroupOfThree::either;
  if (joker.group_of_three == GroupOfThree::both && passes(eased)) {
    return "freeing the joker of the group of three " + quoted(meld) +
           " takes all missing tiles: " + wanted_tiles(meld, rules) +
           " (joker.group_of_three = both)";
  }
  eased = switches;
  eased.joker.tile_from = TileFrom::rack_or_table;
  if (joker.retrieval == Retrieval::exact_tile && joker.tile_from == TileFrom::rack &&
      passes(eased)) {
    return "the joker of " + quoted(meld) +
           " is freed by its tile from the rack only: " + wanted_tiles(meld, rules) +
           " (joker.tile_from = rack)";
  }
  eased = switches;
  eased.joker.retrieval = Retrieval::any_legal;
  if (joker.retrieval == Retrieval::never && passes(eased)) {
    return "the joker of " + quoted(meld) +
           " was freed, and no joker ever is (joker.retrieval = never)";
  }
  if (joker.retrieval == Retrieval::exact_tile && passes(eased)) {
    return "the joker of " + quoted(meld) +
           " was freed without a tile of its own that it stood for: " + wanted_tiles(meld, rules) +
           " (joker.retrieval = exact_tile)";
  }
  eased = switches;
  eased.joker.reuse = Reuse::any_meld;
  if (joker.to_new_meld() && passes(eased)) {
    const bool two = joker.reuse == Reuse::new_meld_two_rack;
    return "the joker freed from " + quoted(meld) + " must go to a new meld with " +
           (two ? "two tiles" : "a tile") +
           " from the rack (joker.reuse = " + std::string(to_name(joker.reuse)) + ")";
  }
  return "the joker of " + quoted(meld) +
         " was moved against more than one joker rule (joker.retrieval = " +
         std::string(to_name(joker.retrieval)) +
         ", joker.reuse = " + std::string(to_name(joker.reuse)) +
         ", joker.lock = " + std::string(to_name(joker.lock)) + ")";
}

bool closed_legal(const CompiledRules& rules, std::span<const Meld> before,
                  std::span<const Meld> after, std::string* reason) {
  const Meld* changed = first_changed(rules, before, after, [](const Meld&) { return true; });
  if (changed == nullptr) return true;
  if (reason != nullptr)
    *reason = quoted(*changed) +
              " was changed; melds on the table are left alone (table.access = closed)";
  return false;
}

bool add_only_legal(const CompiledRules& rules, const ExchangeSwitches& switches,
                    std::span<const Meld> before, std::span<const Meld> after, const TileBag& laid,
                    const TileBag& to_rack, std::string* reason) {
  if (search(rules, switches, before, after, laid, to_rack)) return true;
  if (reason == nullptr) return false;
  const Meld* changed = first_changed(rules, before, after, has_joker);
  ExchangeSwitches eased = switches;
  eased.joker = {Retrieval::any_legal, TileFrom::rack_or_table, Reuse::any_meld, Lock::none,
                 GroupOfThree::either};
  if (changed != nullptr && search(rules, eased, before, after, laid, to_rack)) {
    *reason = why_not(rules, switches, *changed, before, after, laid, to_rack);
    return false;
  }
  changed = first_changed(rules, before, after, [&](const Meld& meld) {
    return search(rules, eased, std::span(&meld, 1), after, bag_of(after) - meld.bag(),
                  TileBag{}) == false;
  });
  if (changed == nullptr)
    changed = first_changed(rules, before, after, [](const Meld&) { return true; });
  *reason = (changed == nullptr ? std::string("a meld") : quoted(*changed)) +
            " does not go on as it was with tiles added; melds on the table only grow "
            "(table.access = add_only)";
  return false;
}

}  // namespace

bool exchange_legal(const CompiledRules& rules, std::span<const Meld> before,
                    std::span<const Meld> after, const TileBag& laid, const TileBag& to_rack,
                    std::string* reason) {
  const ExchangeSwitches switches{rules.rules().access, rules.rules().joker};
  const JokerRules& joker = switches.joker;
  if (!to_rack.empty()) {
    TileBag jokers;
    jokers.add(Tile::joker(), to_rack.jokers());
    const bool kept = joker.reuse == Reuse::keep && switches.access != Access::closed;
    if (jokers != to_rack || !kept) {
      if (reason != nullptr) {
        *reason = to_text(to_rack) + " went from the table to the rack; ";
        if (jokers != to_rack) {
          *reason += "table tiles stay on the table";
        } else if (switches.access == Access::closed) {
          *reason += "melds on the table are left alone (table.access = closed)";
        } else {
          *reason += "a freed joker is played in the same turn (joker.reuse = " +
                     std::string(to_name(joker.reuse)) + ")";
        }
      }
      return false;
    }
  }
  if (switches.access == Access::closed) return closed_legal(rules, before, after, reason);
  if (switches.access == Access::add_only) {
    return add_only_legal(rules, switches, before, after, laid, to_rack, reason);
  }
  // Nothing restricts: jokers are free to go anywhere.
  if (joker.retrieval == Retrieval::any_legal && joker.lock == Lock::none &&
      (joker.reuse == Reuse::any_meld || joker.reuse == Reuse::keep)) {
    return true;
  }
  const Meld* changed = first_changed(rules, before, after, has_joker);
  if (changed == nullptr && to_rack.empty()) return true;  // all table jokers stay
  if (search(rules, switches, before, after, laid, to_rack)) return true;
  if (reason != nullptr) {
    if (changed == nullptr) changed = &*std::find_if(before.begin(), before.end(), has_joker);
    *reason = why_not(rules, switches, *changed, before, after, laid, to_rack);
  }
  return false;
}

}  // namespace rummy
