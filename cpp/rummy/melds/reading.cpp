#include "rummy/melds/reading.hpp"

#include <algorithm>
#include <bit>

#include "rummy/base/words.hpp"
#include "rummy/tiles/notation.hpp"

namespace rummy {

namespace {

// What the natural tiles of a meld have in common.
struct Naturals {
  int jokers = 0;
  int first = -1;  // place of the first natural tile, -1: jokers only
  bool one_colour = true;
  bool one_number = true;
  bool colours_differ = true;
  std::uint8_t colours = 0;
};

Naturals look(const Meld& meld) {
  Naturals seen;
  for (int i = 0; i < meld.size(); ++i) {
    const Tile tile = meld[i];
    if (tile.is_joker()) {
      ++seen.jokers;
      continue;
    }
    if (seen.first < 0) seen.first = i;
    const Tile first = meld[seen.first];
    seen.one_colour = seen.one_colour && tile.colour() == first.colour();
    seen.one_number = seen.one_number && tile.number() == first.number();
    const auto bit = static_cast<std::uint8_t>(1U << tile.colour());
    seen.colours_differ = seen.colours_differ && (seen.colours & bit) == 0;
    seen.colours |= bit;
  }
  return seen;
}

// The number at a place of a run that starts at `start`, or 0 where there is none.
int run_number(int start, int place, int numbers, RunWrap wrap) {
  const int number = start + place;
  if (number >= 1 && number <= numbers) return number;
  if (wrap == RunWrap::round && number > numbers) return number - numbers;
  if (wrap == RunWrap::ace_high && number == numbers + 1)
    return 1;  // the 1 after the last number, and nothing after it
  return 0;
}

// The last number that a run may start with.
int last_start(int size, int numbers, RunWrap wrap) {
  switch (wrap) {
    case RunWrap::round:
      return numbers;
    case RunWrap::ace_high:
      return numbers + 2 - size;
    case RunWrap::none:
      break;
  }
  return numbers + 1 - size;
}

bool run_fits(const Meld& meld, int start, const CompiledRules& rules) {
  const int numbers = rules.tiles().numbers;
  const RunWrap wrap = rules.rules().melds.run_wrap;
  if (start < 1 || start > last_start(meld.size(), numbers, wrap)) return false;
  for (int i = 0; i < meld.size(); ++i) {
    if (!meld[i].is_joker() && meld[i].number() != run_number(start, i, numbers, wrap))
      return false;
  }
  return true;
}

// Calls visit(start) for every start that the written order allows.
template <typename Visit>
void for_each_start(const Meld& meld, const Naturals& seen, const CompiledRules& rules,
                    Visit&& visit) {
  const int numbers = rules.tiles().numbers;
  const RunWrap wrap = rules.rules().melds.run_wrap;
  if (seen.first < 0) {
    for (int start = 1; start <= last_start(meld.size(), numbers, wrap); ++start) visit(start);
    return;
  }
  const int start = meld[seen.first].number() - seen.first;
  if (run_fits(meld, start, rules)) visit(start);
  if (wrap != RunWrap::none && run_fits(meld, start + numbers, rules)) visit(start + numbers);
}

bool length_allows(const Meld& meld, const Naturals& seen, const CompiledRules& rules) {
  return meld.size() >= rules.min_length() && seen.jokers <= rules.max_jokers();
}
bool run_possible(const Meld& meld, const Naturals& seen, const CompiledRules& rules) {
  return seen.one_colour && meld.size() <= rules.run_max();
}
bool group_possible(const Meld& meld, const Naturals& seen, const CompiledRules& rules) {
  return seen.one_number && seen.colours_differ && meld.size() <= rules.group_max();
}

Reading run_reading(const Meld& meld, int start, int colour, const CompiledRules& rules) {
  Reading reading;
  for (int i = 0; i < meld.size(); ++i) {
    const int number = run_number(start, i, rules.tiles().numbers, rules.rules().melds.run_wrap);
    reading.stands[static_cast<std::size_t>(i)] = Tile(colour, number);
    reading.value += number;
  }
  return reading;
}

Reading group_reading(const Meld& meld, int number, const Naturals& seen,
                      const CompiledRules& rules) {
  Reading reading;
  reading.kind = MeldKind::group;
  reading.value = number * meld.size();
  reading.missing =
      static_cast<std::uint8_t>(((1U << rules.tiles().colours) - 1U) & ~unsigned{seen.colours});
  unsigned rest = reading.missing;
  for (int i = 0; i < meld.size(); ++i) {
    Tile stand = meld[i];
    if (stand.is_joker()) {
      stand = Tile(std::countr_zero(rest), number);
      rest &= rest - 1;
    }
    reading.stands[static_cast<std::size_t>(i)] = stand;
  }
  return reading;
}

void group_readings(const Meld& meld, const Naturals& seen, const CompiledRules& rules,
                    std::vector<Reading>& out) {
  if (!group_possible(meld, seen, rules)) return;
  if (seen.first >= 0) {
    out.push_back(group_reading(meld, meld[seen.first].number(), seen, rules));
    return;
  }
  for (int number = 1; number <= rules.tiles().numbers; ++number) {
    out.push_back(group_reading(meld, number, seen, rules));
  }
}

std::string count_of(int count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string why_no_group(const Meld& meld, const Naturals& seen, const CompiledRules& rules) {
  if (!seen.colours_differ) {
    for (int i = 0; i < meld.size(); ++i) {
      for (int j = i + 1; j < meld.size(); ++j) {
        if (!meld[i].is_joker() && meld[i] == meld[j]) {
          return to_text(meld[i]) +
                 " is there twice; the colours of a group differ and a run holds no number twice";
        }
      }
    }
  }
  return "it has " + count_of(meld.size(), "tile") + "; a group has at most " +
         std::to_string(rules.group_max());
}

std::string why_no_run(const Meld& meld, const Naturals& seen, const CompiledRules& rules) {
  if (meld.size() > rules.run_max()) {
    return "it has " + count_of(meld.size(), "tile") + "; a run has at most " +
           std::to_string(rules.run_max());
  }
  const int numbers = rules.tiles().numbers;
  int last = seen.first;
  for (int i = seen.first + 1; i < meld.size(); ++i) {
    if (meld[i].is_joker()) continue;
    const int gap = i - last;
    if (last > seen.first && meld[last].number() == 1 &&
        rules.rules().melds.run_wrap == RunWrap::ace_high) {
      return "nothing follows " + to_text(meld[last]) + " after " + std::to_string(numbers);
    }
    const int expected =
        run_number(meld[last].number(), gap, numbers, rules.rules().melds.run_wrap);
    if (meld[i].number() != expected) {
      std::string text = to_text(meld[i]) + " does not follow " + to_text(meld[last]);
      if (gap > 1) text += " with " + count_of(gap - 1, "joker") + " between";
      if (meld[i].number() == run_number(meld[last].number(), gap, numbers, RunWrap::round)) {
        return text + "; a run does not go on after " + std::to_string(numbers);
      }
      return text + "; the numbers of a run rise by one as written";
    }
    last = i;
  }
  if (meld[seen.first].number() - seen.first < 1) {
    return "the joker before " + to_text(meld[seen.first]) + " would stand for a number below 1";
  }
  return "the joker after " + to_text(meld[last]) + " would stand for a number that no run reaches";
}

// What is wrong with the tiles whatever their order; empty when nothing is.
std::string why_wrong_tiles(const Meld& meld, const Naturals& seen, const CompiledRules& rules) {
  if (meld.size() < rules.min_length()) {
    return "it has " + count_of(meld.size(), "tile") + "; a meld has at least " +
           std::to_string(rules.min_length());
  }
  if (seen.jokers > rules.max_jokers()) {
    return "it has " + count_of(seen.jokers, "joker") + "; a meld holds at most " +
           std::to_string(rules.max_jokers());
  }
  if (!seen.one_colour && !seen.one_number)
    return "its tiles have neither one colour nor one number";
  return "";
}

}  // namespace

void readings(const Meld& meld, const CompiledRules& rules, std::vector<Reading>& out) {
  out.clear();
  const Naturals seen = look(meld);
  if (!length_allows(meld, seen, rules)) return;
  if (run_possible(meld, seen, rules)) {
    for_each_start(meld, seen, rules, [&](int start) {
      if (seen.first >= 0) {
        out.push_back(run_reading(meld, start, meld[seen.first].colour(), rules));
        return;
      }
      for (int colour = 0; colour < rules.tiles().colours; ++colour) {
        out.push_back(run_reading(meld, start, colour, rules));
      }
    });
  }
  group_readings(meld, seen, rules, out);
  if (out.size() > 1) {
    std::stable_sort(out.begin(), out.end(),
                     [](const Reading& a, const Reading& b) { return a.value > b.value; });
  }
}

bool is_legal(const Meld& meld, const CompiledRules& rules) {
  const Naturals seen = look(meld);
  if (!length_allows(meld, seen, rules)) return false;
  if (group_possible(meld, seen, rules)) return true;
  if (!run_possible(meld, seen, rules)) return false;
  bool found = false;
  for_each_start(meld, seen, rules, [&](int) { found = true; });
  return found;
}

std::string why_illegal(const Meld& meld, const CompiledRules& rules) {
  if (is_legal(meld, rules)) return "";
  const Naturals seen = look(meld);
  const std::string wrong = why_wrong_tiles(meld, seen, rules);
  if (!wrong.empty()) return wrong;
  // One tile with jokers may fail as both; the run says more unless it is too long only for a
  // group.
  if (seen.one_number && !(seen.one_colour && seen.colours_differ))
    return why_no_group(meld, seen, rules);
  if (seen.first < 0) return why_no_group(meld, seen, rules);
  return why_no_run(meld, seen, rules);
}

void arrangements(const Meld& unordered, const CompiledRules& rules,
                  std::vector<Arrangement>& out) {
  out.clear();
  const Naturals seen = look(unordered);
  if (!length_allows(unordered, seen, rules)) return;
  const int numbers = rules.tiles().numbers;
  const RunWrap wrap = rules.rules().melds.run_wrap;
  if (run_possible(unordered, seen, rules)) {
    const TileBag bag = unordered.bag();
    const int colour = seen.first >= 0 ? unordered[seen.first].colour() : 0;
    const int colours = seen.first >= 0 ? 1 : rules.tiles().colours;
    for (int start = 1; start <= last_start(unordered.size(), numbers, wrap); ++start) {
      Meld meld;
      for (int i = 0; i < unordered.size(); ++i) {
        const Tile tile(colour, run_number(start, i, numbers, wrap));
        meld.push_back(bag.contains(tile) ? tile : Tile::joker());
      }
      if (meld.bag() != bag) continue;  // some natural tile has no place in this run
      for (int c = colour; c < colour + colours; ++c)
        out.push_back({meld, run_reading(meld, start, c, rules)});
    }
  }
  std::vector<Reading> groups;
  group_readings(unordered, seen, rules, groups);
  for (const Reading& group : groups) out.push_back({unordered, group});
  std::stable_sort(out.begin(), out.end(), [](const Arrangement& a, const Arrangement& b) {
    return a.reading.value > b.reading.value;
  });
}

std::string why_illegal_unordered(const Meld& unordered, const CompiledRules& rules) {
  std::vector<Arrangement> found;
  arrangements(unordered, rules, found);
  if (!found.empty()) return "";
  const Naturals seen = look(unordered);
  const std::string wrong = why_wrong_tiles(unordered, seen, rules);
  if (!wrong.empty()) return wrong;
  if (seen.one_number || !seen.colours_differ) {
    // Naturals of one colour with a number twice land here too.
    if (!seen.one_number && unordered.size() > rules.run_max())
      return why_no_run(unordered, seen, rules);
    const std::string group = why_no_group(unordered, seen, rules);
    if (seen.one_number || group.find("twice") != std::string::npos) return group;
  }
  if (unordered.size() > rules.run_max()) return why_no_run(unordered, seen, rules);
  return "in no order do its numbers rise by one";
}

bool is_ring(const Meld& meld, const CompiledRules& rules) {
  return rules.rules().melds.run_wrap == RunWrap::round && meld.size() == rules.tiles().numbers;
}

bool same_meld(const Meld& a, const Meld& b, const CompiledRules& rules) {
  if (a == b) return true;
  // Other tiles are mostly told without counting them.
  const auto sum = [](const Meld& meld) {
    int sum = 0;
    for (const Tile tile : meld.tiles()) sum += tile.face();
    return sum;
  };
  if (a.size() != b.size() || sum(a) != sum(b) || a.bag() != b.bag()) return false;
  const Naturals seen = look(a);
  if (length_allows(a, seen, rules) && group_possible(a, seen, rules)) return true;
  if (!is_ring(a, rules)) return false;
  for (int shift = 1; shift < a.size(); ++shift) {
    bool same = true;
    for (int i = 0; i < a.size(); ++i) same = same && a[i] == b[(i + shift) % a.size()];
    if (same) return true;
  }
  return false;
}

int opening_value(const Meld& meld, const Reading& reading, const OpeningRules& opening) {
  if (opening.joker_value == JokerValue::face) return reading.value;
  int value = reading.value;
  for (int i = 0; i < meld.size(); ++i) {
    if (!meld[i].is_joker()) continue;
    value -= reading.stands[static_cast<std::size_t>(i)].number();
    if (opening.joker_value == JokerValue::number) value += opening.joker_points;
  }
  return value;
}

std::string to_text(const Meld& meld) {
  std::string text;
  for (const Tile tile : meld.tiles()) add_word(text, to_text(tile));
  return text;
}

std::string declaration(const Meld& meld, const Reading& reading) {
  const bool group = reading.kind == MeldKind::group;
  std::string text(to_name(reading.kind));
  for (int i = 0; i < meld.size(); ++i) {
    const Tile stand = reading.stands[static_cast<std::size_t>(i)];
    text += i > 0 && group ? "-" : " ";
    text += group ? std::to_string(stand.number()) : to_text(stand);
  }
  return text;
}

std::string stands_text(const Meld& meld, const Reading& reading, int place) {
  const Tile stand = reading.stands[static_cast<std::size_t>(place)];
  if (!meld[place].is_joker() || reading.kind == MeldKind::run) return to_text(stand);
  std::string text;
  for (unsigned rest = reading.missing; rest != 0; rest &= rest - 1) {
    add_word(text, to_text(Tile(std::countr_zero(rest), stand.number())), "|");
  }
  return text;
}

}  // namespace rummy
