#include "rummy/table_game/starter.hpp"

#include <bit>

namespace rummy {

namespace {

// Tiles are drawn from the whole set and all go back before the deal. Ends: in every round at least
// two players draw from at least 45 tiles that are no jokers, so a tie is parted in the end with
// probability 1.
int starter_by_tiles(const CompiledRules& rules, Stream& stream, bool lowest) {
  std::uint8_t in_play = static_cast<std::uint8_t>((1U << rules.players()) - 1U);
  std::vector<std::vector<Tile>> draws(static_cast<std::size_t>(rules.players()));
  while (std::popcount(in_play) > 1) {
    std::vector<Tile> tiles;
    rules.tiles().all().for_each([&](Tile tile, int copies) {
      tiles.insert(tiles.end(), static_cast<std::size_t>(copies), tile);
    });
    for (std::size_t seat = 0; seat < draws.size(); ++seat) {
      draws[seat].clear();
      if ((in_play >> seat & 1U) == 0) continue;
      do {
        const auto i = static_cast<std::ptrdiff_t>(stream.below(tiles.size()));
        draws[seat].push_back(tiles[static_cast<std::size_t>(i)]);
        tiles.erase(tiles.begin() + i);
      } while (draws[seat].back().is_joker());
    }
    in_play = best_draws(draws, lowest);
  }
  return std::countr_zero(in_play);
}

}  // namespace

std::uint8_t best_draws(std::span<const std::vector<Tile>> draws, bool lowest) {
  std::uint8_t best = 0;
  int best_number = 0;
  for (std::size_t seat = 0; seat < draws.size(); ++seat) {
    for (const Tile tile : draws[seat]) {
      if (tile.is_joker()) continue;
      const int number = lowest ? -tile.number() : tile.number();
      if (best == 0 || number > best_number) {
        best = 0;
        best_number = number;
      }
      if (number == best_number) best = static_cast<std::uint8_t>(best | 1U << seat);
      break;
    }
  }
  return best;
}

int choose_starter(const CompiledRules& rules, const GameKey& game,
                   std::span<const int> last_scores, int last_starter) {
  Stream stream(game, Purpose::starter);
  const int players = rules.players();
  switch (rules.rules().deal.starter) {
    case Starter::highest_tile:
      return starter_by_tiles(rules, stream, false);
    case Starter::lowest_tile:
      return starter_by_tiles(rules, stream, true);
    case Starter::last_loser: {
      if (last_scores.empty()) break;
      int loser = last_starter;
      for (int step = 1; step < players; ++step) {
        const int chair = (last_starter + step) % players;
        const auto score = [&](int c) { return last_scores[static_cast<std::size_t>(c)]; };
        // The starter of the game before comes last among equals.
        if (score(chair) < score(loser) ||
            (loser == last_starter && score(chair) == score(loser))) {
          loser = chair;
        }
      }
      return loser;
    }
    case Starter::random:
      break;
  }
  return static_cast<int>(stream.below(static_cast<std::uint64_t>(players)));
}

}  // namespace rummy
