#include "rummy/tiles/notation.hpp"

#include <algorithm>

#include "rummy/base/error.hpp"
#include "rummy/base/words.hpp"

namespace rummy {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

std::string allowed_tiles(const TileSet& set) {
  std::string text = "a tile is ";
  for (int colour = 0; colour < set.colours; ++colour) {
    if (colour > 0) text += colour + 1 < set.colours ? ", " : " or ";
    text += kColourLetters[static_cast<std::size_t>(colour)];
  }
  text += " with a number from 1 to " + std::to_string(set.numbers);
  return text + (set.jokers > 0 ? ", or J for a joker" : " (this set has no joker)");
}

Tile parse_tile(std::string_view word, std::string_view text, const TileSet& set) {
  Tile tile;
  bool good = false;
  if (word == "J") {
    good = true;
  } else if (const auto colour = kColourLetters.find(word.front());
             colour != std::string_view::npos && word.size() >= 2 && word.size() <= 3 &&
             word[1] != '0') {
    int number = 0;
    good = true;
    for (const char digit : word.substr(1)) {
      good = good && digit >= '0' && digit <= '9';
      number = 10 * number + (digit - '0');
    }
    good = good && number >= 1 && number <= kMaxNumbers;
    if (good) tile = Tile(static_cast<int>(colour), number);
  }
  if (!good || !set.has(tile)) {
    throw InputError(quoted(word) + " in " + quoted(text) + " is no tile of this game; " +
                     allowed_tiles(set));
  }
  return tile;
}

}  // namespace

std::string to_text(Tile tile) {
  if (tile.is_joker()) return "J";
  return kColourLetters[static_cast<std::size_t>(tile.colour())] + std::to_string(tile.number());
}

std::string to_text(const TileBag& bag) {
  std::string text;
  bag.for_each([&](Tile tile, int copies) {
    for (int i = 0; i < copies; ++i) add_word(text, to_text(tile));
  });
  return text;
}

std::vector<Tile> parse_tiles(std::string_view text, const TileSet& set) {
  std::vector<Tile> tiles;
  for (std::size_t at = text.find_first_not_of(kBlanks); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
    tiles.push_back(parse_tile(text.substr(at, end - at), text, set));
    at = text.find_first_not_of(kBlanks, end);
  }
  return tiles;
}

TileBag parse_bag(std::string_view text, const TileSet& set, std::string_view what) {
  TileBag bag;
  const TileBag all = set.all();
  for (const Tile tile : parse_tiles(text, set)) {
    if (bag.count(tile) == all.count(tile)) {
      throw InputError("there are more than " + std::to_string(all.count(tile)) + " of " +
                       to_text(tile) + " in " + std::string(what) + " " + quoted(text) +
                       "; the set has " + std::to_string(all.count(tile)));
    }
    bag.add(tile);
  }
  return bag;
}

}  // namespace rummy
