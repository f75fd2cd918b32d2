#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rummy/draw_game/view.hpp"

namespace rummy {

// The texts of a draw game: cards (4S 10H AD, JK for a joker) or tiles (R5 B12, J for a joker), by
// tiles.print; with an indicator a false okey is FJ and a wild okey is the tile that is printed on
// it. `okey` is the wild face, none where there is no indicator; tiles are as the game holds them
// (see CompiledDraw).
struct CardNames {
  Print print = Print::cards;
  bool false_okeys = false;
  std::optional<Tile> okey;
};
[[nodiscard]] CardNames card_names(const CompiledDraw& rules, Tile indicator);

[[nodiscard]] std::string card_text(const CardNames& names, Tile tile);
[[nodiscard]] std::string hand_text(const CardNames& names, const Hand& hand);
[[nodiscard]] std::string meld_text(const CardNames& names, const HandMeld& meld);
[[nodiscard]] std::string card_text(const DrawView& view, Tile tile);
[[nodiscard]] std::string meld_text(const DrawView& view, const HandMeld& meld);

// Reads cards with blanks between; throws InputError for what is no card of the set. Aces are A
// or 1.
[[nodiscard]] std::vector<Tile> read_cards(const CompiledDraw& rules, const CardNames& names,
                                           std::string_view text);
// The same as a hand; throws InputError where the set has fewer copies.
[[nodiscard]] Hand read_hand(const CompiledDraw& rules, const CardNames& names,
                             std::string_view text, std::string_view what);

}  // namespace rummy
