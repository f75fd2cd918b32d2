#include "rummy/rules/draw_rules.hpp"

#include <algorithm>
#include <string>

#include "rummy/rules/bounds.hpp"

namespace rummy {

namespace {

void check_bounds(const DrawRules& rules) {
  check_bound("tiles.colours", rules.tiles.colours);
  check_bound("tiles.numbers", rules.tiles.numbers);
  check_bound("tiles.copies", rules.tiles.copies);
  check_bound("tiles.jokers", rules.tiles.jokers);
  check_bound("players.min", rules.players_min);
  check_bound("players.max", rules.players_max);
  check_bound("deal.rack", rules.deal.rack);
  check_bound("deal.starter_extra", rules.deal.starter_extra);
  check_bound("deal.cut_bonus", rules.deal.cut_bonus);
  check_bound("melds.min_length", rules.melds.min_length);
  check_bound("melds.group_max", rules.melds.group_max);
  if (rules.melds.run_max != kNoLimit) check_bound("melds.run_max", rules.melds.run_max);
  check_bound("melds.pairs", rules.melds.pairs);
  for (const int number : rules.wild.numbers) check_bound("wild.numbers", number);
  if (rules.wild.group_limit != kNoLimit) check_bound("wild.group_limit", rules.wild.group_limit);
  if (rules.wild.run_limit != kNoLimit) check_bound("wild.run_limit", rules.wild.run_limit);
  check_bound("draw.stock_end", rules.draw.stock_end);
  check_bound("opening.min_points", rules.opening.min_points);
  check_bound("opening.pairs", rules.opening.pairs);
  if (rules.opening.late_total) check_bound("opening.late_total", *rules.opening.late_total);
  check_bound("opening.late_points", rules.opening.late_points);
  check_bound("knock.limit", rules.knock.limit);
  const DrawScoringRules& scoring = rules.scoring;
  check_bound("scoring.joker_penalty", scoring.joker_penalty);
  for (const int value : scoring.tile_values) check_bound("scoring.tile_values", value);
  check_bound("scoring.unopened_penalty", scoring.unopened_penalty);
  check_bound("scoring.gin_bonus", scoring.gin_bonus);
  check_bound("scoring.big_gin_bonus", scoring.big_gin_bonus);
  check_bound("scoring.undercut_bonus", scoring.undercut_bonus);
  check_bound("scoring.closer_bonus", scoring.closer_bonus);
  check_bound("scoring.long_run", scoring.long_run);
  check_bound("scoring.long_run_penalty", scoring.long_run_penalty);
  check_bound("scoring.loss", scoring.loss);
  check_bound("scoring.pairs_factor", scoring.pairs_factor);
  check_bound("scoring.wild_discard_factor", scoring.wild_discard_factor);
  if (rules.match.games != kNoLimit) check_bound("match.games", rules.match.games);
  if (rules.match.target) check_bound("match.target", *rules.match.target);
  check_bound("match.start", rules.match.start);
  check_bound("match.box_bonus", rules.match.box_bonus);
  check_bound("match.game_bonus", rules.match.game_bonus);
  check_bound("match.shutout_factor", rules.match.shutout_factor);
}

void check_deal(const DrawRules& rules) {
  if (rules.players_min > rules.players_max) {
    refuse_key("players.min", rules.players_min,
               ", but players.max is " + std::to_string(rules.players_max) + "; allowed: 2 to " +
                   std::to_string(rules.players_max) + "; lower it or raise players.max");
  }
  const DrawDealRules& deal = rules.deal;
  if (deal.upcard_offer && !deal.upcard) {
    refuse_key("deal.upcard_offer", "true",
               ", but deal.upcard is false, so there is no card to offer; set deal.upcard = true");
  }
  if (deal.upcard && deal.starter_extra != 0) {
    refuse_key("deal.upcard", "true",
               ", but deal.starter_extra is 1: the starter's discard begins the pile; set one of "
               "the two to its other value");
  }
  for (int players = 0; players <= kMaxPlayers; ++players) {
    const TileSet set = tile_set_for(rules, players);
    const auto refuse_set = [&](const char* key, int count, int most, const std::string& what) {
      const bool standard =
          rules.players_tiles[static_cast<std::size_t>(players)] == TileSetName::standard;
      refuse_key(standard ? key : "players.tiles." + std::to_string(players), count,
                 " " + what + "; a draw game has at most " + std::to_string(most));
    };
    if (set.colours > 4) refuse_set("tiles.colours", set.colours, 4, "colours");
    if (set.copies > 2) refuse_set("tiles.copies", set.copies, 2, "copies of each card");
  }
  for (int players = rules.players_min; players <= rules.players_max; ++players) {
    const int tiles = tile_set_for(rules, players).size();
    const int aside = deal.starter_extra + (deal.upcard ? 1 : 0) + (rules.wild.indicator ? 1 : 0);
    // One card must be left to draw.
    const int room = (tiles - aside - rules.draw.stock_end - 1) / players;
    if (deal.rack > room) {
      refuse_key("deal.rack", deal.rack,
                 ", but the " + std::to_string(tiles) + " cards of a game of " +
                     std::to_string(players) + " players allow hands of at most " +
                     std::to_string(room) + "; allowed: 1 to " + std::to_string(room) +
                     "; lower it, lower players.max or add cards");
    }
  }
}

void check_melds(const DrawRules& rules) {
  const DrawMeldRules& melds = rules.melds;
  if (melds.group_max < melds.min_length) {
    refuse_key("melds.group_max", melds.group_max,
               ", but melds.min_length is " + std::to_string(melds.min_length) +
                   "; raise it or lower melds.min_length");
  }
  if (!melds.group_repeats && melds.group_max > rules.tiles.colours) {
    refuse_key("melds.group_max", melds.group_max,
               ", but there are " + std::to_string(rules.tiles.colours) +
                   " colours and a group has each colour once; lower it or set "
                   "melds.group_repeats = true");
  }
  if (melds.run_max != kNoLimit && melds.run_max < melds.min_length) {
    refuse_key("melds.run_max", melds.run_max,
               ", but melds.min_length is " + std::to_string(melds.min_length) +
                   "; allowed: that or more, or \"numbers\"");
  }
  std::vector<int> numbers = rules.wild.numbers;
  std::sort(numbers.begin(), numbers.end());
  if (std::adjacent_find(numbers.begin(), numbers.end()) != numbers.end()) {
    refuse_key("wild.numbers", "a list that names a number twice", "; name each once");
  }
  if (!numbers.empty() && numbers.back() > rules.tiles.numbers) {
    refuse_key("wild.numbers", "a list with " + std::to_string(numbers.back()),
               ", but the numbers end at " + std::to_string(rules.tiles.numbers));
  }
  if (!numbers.empty() && rules.wild.indicator) {
    refuse_key("wild.indicator", "true",
               ", but wild.numbers names wild cards too; set one of the two");
  }
  // What the tables of the solver hold.
  constexpr int kMostValue = 50;
  constexpr int kMostJoker = 200;
  if (rules.scoring.joker_penalty > kMostJoker) {
    refuse_key("scoring.joker_penalty", rules.scoring.joker_penalty,
               "; in a draw game at most " + std::to_string(kMostJoker));
  }
  const std::vector<int>& values = rules.scoring.tile_values;
  for (const int value : values) {
    if (value > kMostValue) {
      refuse_key("scoring.tile_values", "a list with " + std::to_string(value),
                 "; in a draw game a card counts at most " + std::to_string(kMostValue));
    }
  }
  if (!values.empty() && std::ssize(values) != rules.tiles.numbers) {
    refuse_key("scoring.tile_values", "a list of " + std::to_string(values.size()),
               ", but there are " + std::to_string(rules.tiles.numbers) +
                   " numbers; allowed: \"face\" or a list of " +
                   std::to_string(rules.tiles.numbers) + " integers, one per number");
  }
}

// Which ways to end, to lay and to count belong together.
void check_shape(const DrawRules& rules) {
  const LayingWhen when = rules.end_by == EndBy::empty ? LayingWhen::turn : LayingWhen::show;
  if (rules.laying.when != when) {
    refuse_key(
        "laying.when", quoted(to_name(rules.laying.when)),
        ", but end.by is " + quoted(to_name(rules.end_by)) + "; allowed: " + quoted(to_name(when)));
  }
  const ScoreCount count = rules.scoring.count;
  const bool fits = rules.end_by == EndBy::knock ? count == ScoreCount::difference
                    : rules.end_by == EndBy::hand
                        ? count == ScoreCount::fixed
                        : count == ScoreCount::laid_less_hand || count == ScoreCount::hand;
  if (!fits) {
    const std::string allowed = rules.end_by == EndBy::knock  ? "\"difference\""
                                : rules.end_by == EndBy::hand ? "\"fixed\""
                                                              : "\"laid_less_hand\", \"hand\"";
    refuse_key("scoring.count", quoted(to_name(count)),
               ", but end.by is " + quoted(to_name(rules.end_by)) + "; allowed: " + allowed);
  }
  if (rules.end_by == EndBy::knock && rules.players_max > 2) {
    refuse_key("players.max", rules.players_max,
               ", but end.by is \"knock\", which is for two; allowed: 2");
  }
  if (rules.end_by == EndBy::knock && rules.deal.starter_extra != 0) {
    refuse_key("deal.starter_extra", rules.deal.starter_extra,
               ", but end.by is \"knock\"; allowed: 0");
  }
  if (rules.draw.must_use && rules.laying.when == LayingWhen::show) {
    refuse_key("draw.must_use", "true",
               ", but nothing is laid in the course of play; set laying.when = \"turn\"");
  }
  if ((rules.knock.upcard || rules.knock.spades_double) && !rules.deal.upcard) {
    refuse_key("deal.upcard", "false",
               ", but the rules of the knock read the upcard; set deal.upcard = true");
  }
}

}  // namespace

TileSet tile_set_for(const DrawRules& rules, int players) {
  return tile_set_for(rules.tiles, rules.players_tiles, players);
}

void validate(const DrawRules& rules) {
  check_bounds(rules);
  check_deal(rules);
  check_melds(rules);
  check_shape(rules);
}

}  // namespace rummy
