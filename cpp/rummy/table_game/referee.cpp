#include "rummy/table_game/referee.hpp"

#include <algorithm>

#include "rummy/base/words.hpp"
#include "rummy/table_game/turn_check.hpp"
#include "rummy/tiles/notation.hpp"

namespace rummy {

namespace {

// Adds tiles to a bag that never holds more than the set has.
void add_tiles(const std::vector<Tile>& tiles, const TileBag& all, std::string_view what,
               TileBag& bag) {
  for (const Tile tile : tiles) {
    const int copies = all.count(tile);
    if (bag.count(tile) == copies) {
      throw InputError("there are more than " + std::to_string(copies) + " of " + to_text(tile) +
                       " in " + std::string(what) + "; the set has " + std::to_string(copies));
    }
    bag.add(tile);
  }
}

std::string too_long(std::size_t size) {
  return "it has " + std::to_string(size) + " tiles; no meld has more than " +
         std::to_string(Meld::kCapacity);
}

Meld meld_of(const std::vector<Tile>& tiles) {
  Meld meld;
  for (const Tile tile : tiles) meld.push_back(tile);
  return meld;
}

bool fits(const std::vector<Tile>& tiles) { return tiles.size() <= Meld::kCapacity; }

std::vector<std::string> joker_texts(const Meld& meld, const Reading& reading) {
  std::vector<std::string> texts;
  for (int place = 0; place < meld.size(); ++place) {
    if (meld[place].is_joker()) texts.push_back(stands_text(meld, reading, place));
  }
  return texts;
}

ReadingRuling ruling_of(const Meld& meld, const Reading& reading) {
  return {declaration(meld, reading), reading.kind, reading.value, joker_texts(meld, reading)};
}

// What `a` has more than `b`.
TileBag surplus(const TileBag& a, const TileBag& b) {
  TileBag more;
  a.for_each([&](Tile tile, int copies) {
    if (copies > b.count(tile)) more.add(tile, copies - b.count(tile));
  });
  return more;
}

// A declaration in its one spelling: single blanks.
std::string tidy(std::string_view text) {
  std::string out;
  for (const char letter : text) {
    const bool blank = letter == ' ' || letter == '\t';
    if (!blank) out += letter;
    if (blank && !out.empty() && out.back() != ' ') out += ' ';
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

}  // namespace

// A turn as read from its texts.
struct Referee::Turn {
  Position before;
  Play play;
  TileBag old_tiles;                          // of the table before
  TileBag new_tiles;                          // of the result
  TileBag after;                              // the rack after the turn, when given
  std::string no_meld;                        // why a result meld is none
  std::vector<std::optional<Reading>> fixed;  // by result meld: the declared reading
};

Referee::Referee(const Rules& rules, int players) : rules_(rules, players), solver_(rules_) {}

MeldRuling Referee::meld(const std::string& text, bool ordered) const {
  MeldRuling ruling;
  const std::vector<Tile> tiles = parse_tiles(text, rules_.tiles());
  TileBag bag;
  add_tiles(tiles, rules_.tiles().all(), quoted(text), bag);
  if (!fits(tiles)) {
    ruling.reason = quoted(text) + " is no meld: " + too_long(tiles.size());
    return ruling;
  }
  const Meld meld = meld_of(tiles);
  std::string why;
  if (ordered) {
    std::vector<Reading> found;
    readings(meld, rules_, found);
    for (const Reading& reading : found) ruling.readings.push_back(ruling_of(meld, reading));
    why = why_illegal(meld, rules_);
  } else {
    std::vector<Arrangement> found;
    arrangements(meld, rules_, found);
    for (const Arrangement& way : found)
      ruling.readings.push_back(ruling_of(way.meld, way.reading));
    why = why_illegal_unordered(meld, rules_);
  }
  ruling.legal = !ruling.readings.empty();
  if (!ruling.legal) ruling.reason = quoted(text) + " is no meld: " + why;
  return ruling;
}

Ruling Referee::table(const std::vector<std::string>& melds) const {
  TileBag bag;
  Ruling ruling{true, ""};
  for (const std::string& text : melds) {
    const std::vector<Tile> tiles = parse_tiles(text, rules_.tiles());
    add_tiles(tiles, rules_.tiles().all(), "the table", bag);
    const std::string why =
        fits(tiles) ? why_illegal(meld_of(tiles), rules_) : too_long(tiles.size());
    if (ruling.legal && !why.empty()) ruling = {false, quoted(text) + " is no meld: " + why};
  }
  return ruling;
}

Referee::Turn Referee::read(const TurnTexts& texts) const {
  const TileSet& set = rules_.tiles();
  const TileBag all = set.all();
  Turn turn;
  for (const std::string& text : texts.table) {
    const std::vector<Tile> tiles = parse_tiles(text, set);
    add_tiles(tiles, all, "the table", turn.old_tiles);
    const std::string why =
        fits(tiles) ? why_illegal(meld_of(tiles), rules_) : too_long(tiles.size());
    if (!why.empty())
      throw InputError("the table is not legal: " + quoted(text) + " is no meld: " + why);
    turn.before.table.push_back(meld_of(tiles));
  }
  TileBag held = turn.old_tiles;
  const std::vector<Tile> rack = parse_tiles(texts.rack, set);
  add_tiles(rack, all, "table and rack together", held);
  add_tiles(rack, all, "the rack", turn.before.rack);
  turn.before.opened = texts.opened;
  for (const std::string& text : texts.result) {
    const std::vector<Tile> tiles = parse_tiles(text, set);
    add_tiles(tiles, all, "the result", turn.new_tiles);
    const std::string why =
        fits(tiles) ? why_illegal(meld_of(tiles), rules_) : too_long(tiles.size());
    if (!why.empty() && turn.no_meld.empty()) turn.no_meld = quoted(text) + " is no meld: " + why;
    if (fits(tiles)) turn.play.table.push_back(meld_of(tiles));
  }
  if (texts.rack_after) turn.after = parse_bag(*texts.rack_after, set, "the rack after the turn");
  turn.play.placed = surplus(turn.new_tiles, turn.old_tiles);
  turn.play.to_rack = surplus(turn.old_tiles, turn.new_tiles);
  turn.play.count = turn.play.placed.size();
  turn.play.points = rules_.points(turn.play.placed);
  if (texts.rack.find_first_not_of(' ') == std::string::npos && !texts.rack_after) {
    turn.before.rack = turn.play.placed;  // no rack told: it held what was laid
  }
  return turn;
}

std::string Referee::why_tiles_wrong(const TurnTexts& texts, const Turn& turn) const {
  const TileBag missing = surplus(turn.play.placed, turn.before.rack);
  if (!missing.empty())
    return to_text(missing) + " of the result lay neither on the table nor on the rack";
  TileBag naturals = turn.play.to_rack;
  naturals.remove(Tile::joker(), naturals.jokers());
  if (!naturals.empty())
    return to_text(naturals) + " is missing from the result; table tiles stay on the table";
  if (texts.rack_after) {
    const TileBag expected = turn.before.rack - turn.play.placed + turn.play.to_rack;
    if (turn.after != expected) {
      return "the rack after the turn should be " + quoted(to_text(expected)) + ", not " +
             quoted(to_text(turn.after));
    }
  }
  return turn.no_meld;
}

void Referee::declare(const std::vector<std::string>& declared, Turn& turn) const {
  turn.fixed.assign(turn.play.table.size(), std::nullopt);
  std::vector<Reading> found;
  for (const std::string& text : declared) {
    const std::string wanted = tidy(text);
    std::optional<std::size_t>
        best;  // a meld with several readings before one that needs no declaration
    std::size_t most = 0;
    Reading reading;
    for (std::size_t i = 0; i < turn.play.table.size(); ++i) {
      if (turn.fixed[i]) continue;
      readings(turn.play.table[i], rules_, found);
      for (const Reading& way : found) {
        if (declaration(turn.play.table[i], way) != wanted || found.size() <= most) continue;
        best = i;
        most = found.size();
        reading = way;
      }
    }
    if (!best) {
      throw InputError(
          "declared " + quoted(text) +
          " fits no meld of the result; declare like \"run R8 R9 R10\" or \"group 10-10-10\"");
    }
    turn.fixed[*best] = reading;
  }
}

// What the opening counts by its melds as they are written and declared: the best choice of result
// melds made of laid tiles (under opening.melds = single the best of them).
int Referee::declared_points(const Turn& turn) const {
  const OpeningRules& opening = rules_.rules().opening;
  struct Candidate {
    TileBag tiles;
    int value = 0;
  };
  std::vector<Candidate> candidates;
  std::vector<Reading> found;
  for (std::size_t i = 0; i < turn.play.table.size(); ++i) {
    const Meld& meld = turn.play.table[i];
    if (!turn.play.placed.includes(meld.bag())) continue;
    if (opening.joker_value == JokerValue::forbidden && meld.jokers() > 0) continue;
    readings(meld, rules_, found);
    if (turn.fixed[i]) found = {*turn.fixed[i]};
    int value = -1;
    for (const Reading& reading : found)
      value = std::max(value, opening_value(meld, reading, opening));
    if (value >= 0) candidates.push_back({meld.bag(), value});
  }
  const auto best_of = [&](const auto& self, std::size_t from, const TileBag& left) -> int {
    int best = 0;
    for (std::size_t i = from; i < candidates.size(); ++i) {
      if (!left.includes(candidates[i].tiles)) continue;
      const int rest = self(self, i + 1, left - candidates[i].tiles);
      const bool single = opening.melds == OpeningMelds::single;
      best =
          std::max(best, single ? std::max(candidates[i].value, rest) : candidates[i].value + rest);
    }
    return best;
  };
  return best_of(best_of, 0, turn.play.placed);
}

// What the laid tiles count, also where they are no opening: then the most that some of them count.
int Referee::opening_points(const TileBag& laid) {
  const bool all = !rules_.rules().opening.continues_turn;
  const int points = solver_.opening_points(laid, all);
  return std::max({0, points, all && points < 0 ? solver_.opening_points(laid, false) : 0});
}

TurnRuling Referee::turn(const TurnTexts& texts) {
  Turn turn = read(texts);
  declare(texts.declared, turn);
  const int needed = rules_.rules().opening.min_points;
  TurnRuling ruling;
  if (!texts.opened) {
    ruling.opening_points =
        texts.declared.empty() ? opening_points(turn.play.placed) : declared_points(turn);
  }
  if (texts.rack_after) ruling.ends_game = turn.after.empty();
  ruling.reason = why_tiles_wrong(texts, turn);
  if (ruling.reason.empty()) ruling.reason = why_illegal(rules_, turn.before, turn.play, solver_);
  if (ruling.reason.empty() && !texts.declared.empty() && !texts.opened &&
      *ruling.opening_points < needed) {
    ruling.reason = "the opening counts " + std::to_string(*ruling.opening_points) +
                    " points as declared and needs " + std::to_string(needed);
  }
  ruling.legal = ruling.reason.empty();
  return ruling;
}

std::vector<int> Referee::rack_points(const std::vector<std::string>& racks) const {
  TileBag all_racks;
  std::vector<int> points;
  for (const std::string& text : racks) {
    const std::vector<Tile> tiles = parse_tiles(text, rules_.tiles());
    add_tiles(tiles, rules_.tiles().all(), "the racks together", all_racks);
    int total = 0;
    for (const Tile tile : tiles) total += rules_.points(tile);
    points.push_back(total);
  }
  return points;
}

DealRuling deal_counts(const Rules& rules, int players) {
  if (players < 1) throw InputError("players is " + std::to_string(players) + "; a game has some");
  const CompiledRules compiled(rules, players);
  const DealRules& deal = rules.deal;
  DealRuling ruling;
  ruling.total = compiled.tiles().size();
  const int extra = deal.starter_extra;
  ruling.discard = deal.starter_discards ? extra : 0;  // SIG-08
  int taken = 0;
  for (int seat = 0; seat < players; ++seat) {
    const int drawn = deal.rack + (seat == 0 ? extra : 0);
    taken += drawn;
    ruling.hands.push_back(drawn - (seat == 0 ? ruling.discard : 0));
    if (deal.draw_from == DrawFrom::own_share)
      ruling.own_piles.push_back(ruling.total / players - drawn);
  }
  ruling.pool = ruling.total - taken;
  if (deal.draw_from == DrawFrom::own_share) ruling.remainder = ruling.total % players;  // SIG-02c
  return ruling;
}

}  // namespace rummy
