#pragma once

#include <vector>

#include "rummy/random/stream.hpp"
#include "rummy/table_game/game.hpp"

namespace rummy {

// A position in the middle of a game of which a part is hidden. Players are numbered from the one
// who asks, 0; the others follow in the order of their turns.
struct KnownPosition {
  Table table;
  std::vector<TileBag> racks;  // the tiles that are known to be on each rack
  std::vector<int> rack_sizes;
  std::vector<bool> has_laid;
  TileBag discards;  // dead tiles
  int to_move = 0;   // the player whose turn it is
};

// What the seat of a view knows; it is the one that asks, and to move.
[[nodiscard]] KnownPosition known_to(const View& view);

// Throws InputError where such a position cannot be: a meld that is not legal, a rack that holds
// more than it counts, more tiles than there are.
void validate(const KnownPosition& position, const CompiledRules& rules);

// One way in which the position may really be: the tiles that nobody has seen, in an order that the
// stream alone decides, fill the racks of the others and are the pool. Seat 0 is to move.
[[nodiscard]] TableGame::Setup deal_hidden(const KnownPosition& position,
                                           const CompiledRules& rules, Stream stream);

}  // namespace rummy
