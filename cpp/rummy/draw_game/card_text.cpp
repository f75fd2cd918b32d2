#include "rummy/draw_game/card_text.hpp"

#include "rummy/base/words.hpp"
#include "rummy/tiles/notation.hpp"

namespace rummy {

namespace {

constexpr std::string_view kSuits = "SHDC";  // spades are suit 0: Oklahoma asks
constexpr std::string_view kBlanks = " \t\r\n";

std::string rank_text(int number) {
  switch (number) {
    case 1:
      return "A";
    case 11:
      return "J";
    case 12:
      return "Q";
    case 13:
      return "K";
    default:
      return std::to_string(number);
  }
}

std::optional<Tile> parse_card(std::string_view word, const TileSet& set) {
  if (word == "JK") return Tile::joker();
  if (word.size() < 2) return std::nullopt;
  const std::size_t suit = kSuits.find(word.back());
  if (suit == std::string_view::npos) return std::nullopt;
  const std::string_view rank = word.substr(0, word.size() - 1);
  for (int number = 1; number <= set.numbers; ++number) {
    if (rank == rank_text(number) || (number == 1 && rank == "1")) {
      return Tile(static_cast<int>(suit), number);
    }
  }
  return std::nullopt;
}

std::string allowed(const CardNames& names, const TileSet& set) {
  if (names.print == Print::tiles) {
    std::string text = "a tile is " + std::string(kColourLetters.substr(0, 1));
    for (int i = 1; i < set.colours; ++i) {
      text += (i + 1 < set.colours ? ", " : " or ") +
              std::string(kColourLetters.substr(static_cast<std::size_t>(i), 1));
    }
    text += " with a number from 1 to " + std::to_string(set.numbers);
    if (names.false_okeys) return text + ", or FJ for a false okey";
    return text + (set.jokers > 0 ? ", or J for a joker" : "");
  }
  return "a card is a rank (A 2 to 10 J Q K) with S, H, D or C" +
         std::string(set.jokers > 0 ? ", or JK for a joker" : " (there is no joker)");
}

Tile read_card(const CompiledDraw& rules, const CardNames& names, std::string_view word,
               std::string_view text) {
  const TileSet& set = rules.tiles();
  std::optional<Tile> found;
  if (names.print == Print::cards) {
    found = parse_card(word, set);
  } else if (names.false_okeys) {
    if (word == "FJ") {
      found = Tile::joker();
    } else if (word != "J") {
      found = parse_tiles(word, set).front();
    }
  } else {
    found = parse_tiles(word, set).front();
  }
  if (!found || !set.has(*found)) {
    throw InputError(quoted(word) + " in " + quoted(text) + " is no " +
                     (names.print == Print::cards ? "card" : "tile") + " of this game; " +
                     allowed(names, set));
  }
  return names.okey ? CompiledDraw::exchange(*found, *names.okey) : *found;
}

}  // namespace

CardNames card_names(const CompiledDraw& rules, Tile indicator) {
  CardNames names{rules.rules().print, rules.rules().wild.indicator, std::nullopt};
  if (!indicator.is_joker()) names.okey = rules.okey_of(indicator);
  return names;
}

std::string card_text(const CardNames& names, Tile tile) {
  if (names.okey) tile = CompiledDraw::exchange(tile, *names.okey);
  if (tile.is_joker()) {
    if (names.false_okeys) return "FJ";
    return names.print == Print::cards ? "JK" : "J";
  }
  if (names.print == Print::tiles) return to_text(tile);
  return rank_text(tile.number()) + kSuits[static_cast<std::size_t>(tile.colour())];
}

std::string hand_text(const CardNames& names, const Hand& hand) {
  std::string text;
  for (int suit = 0; suit < kHandSuits; ++suit) {
    hand.for_each([&](Tile tile, int copies) {
      if (tile.is_joker() || tile.colour() != suit) return;
      for (int i = 0; i < copies; ++i) add_word(text, card_text(names, tile));
    });
  }
  for (int i = 0; i < hand.jokers(); ++i) {
    add_word(text, card_text(names, Tile::joker()));
  }
  return text;
}

std::string meld_text(const CardNames& names, const HandMeld& meld) {
  std::string text;
  for (const Tile tile : meld.tiles()) add_word(text, card_text(names, tile));
  return text;
}

std::string card_text(const DrawView& view, Tile tile) {
  return card_text(card_names(*view.rules, view.indicator), tile);
}

std::string meld_text(const DrawView& view, const HandMeld& meld) {
  return meld_text(card_names(*view.rules, view.indicator), meld);
}

std::vector<Tile> read_cards(const CompiledDraw& rules, const CardNames& names,
                             std::string_view text) {
  std::vector<Tile> cards;
  for (std::size_t at = text.find_first_not_of(kBlanks); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
    cards.push_back(read_card(rules, names, text.substr(at, end - at), text));
    at = text.find_first_not_of(kBlanks, end);
  }
  return cards;
}

Hand read_hand(const CompiledDraw& rules, const CardNames& names, std::string_view text,
               std::string_view what) {
  Hand hand;
  const TileSet& set = rules.tiles();
  for (const Tile tile : read_cards(rules, names, text)) {
    const int most = tile.is_joker() ? set.jokers : set.copies;
    if (hand.count(tile) == most) {
      throw InputError("there are more than " + std::to_string(most) + " of " +
                       card_text(names, tile) + " in " + std::string(what) + " " + quoted(text) +
                       "; the set has " + std::to_string(most));
    }
    hand.add(tile);
  }
  return hand;
}

}  // namespace rummy
