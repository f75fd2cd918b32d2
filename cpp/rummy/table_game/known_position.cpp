#include "rummy/table_game/known_position.hpp"

#include "rummy/base/index.hpp"
#include "rummy/melds/reading.hpp"
#include "rummy/tiles/notation.hpp"

namespace rummy {

namespace {

TileBag seen(const KnownPosition& position) {
  TileBag bag = bag_of(position.table) + position.discards;
  for (const TileBag& rack : position.racks) bag += rack;
  return bag;
}

[[noreturn]] void refuse(const std::string& message) { throw InputError(message); }

std::string whose(std::size_t player) {
  return player == 0 ? "the own rack" : "the rack of player " + std::to_string(player + 1);
}

}  // namespace

KnownPosition known_to(const View& view) {
  KnownPosition known;
  known.table = view.position->table;
  known.discards = *view.discards;
  for (int player = 0; player < view.players; ++player) {
    const std::size_t seat = index((view.seat + player) % view.players);
    known.racks.push_back(player == 0 ? view.rack() : TileBag{});
    known.rack_sizes.push_back(view.rack_sizes[seat]);
    known.has_laid.push_back(view.has_laid[seat]);
  }
  return known;
}

void validate(const KnownPosition& position, const CompiledRules& rules) {
  const std::size_t players = index(rules.players());
  if (position.racks.size() != players || position.rack_sizes.size() != players ||
      position.has_laid.size() != players) {
    refuse("a position of " + std::to_string(players) +
           " players needs a rack for each, how many tiles it holds and whether the player has"
           " opened");
  }
  if (position.to_move < 0 || position.to_move >= rules.players()) {
    refuse("to_move is " + std::to_string(position.to_move + 1) + "; allowed: 1 to " +
           std::to_string(players));
  }
  int hidden = rules.tiles().size();
  for (const Meld& meld : position.table) {
    if (!is_legal(meld, rules)) refuse("\"" + to_text(meld) + "\" on the table is no legal meld");
    hidden -= meld.size();
  }
  hidden -= position.discards.size();
  for (std::size_t player = 0; player < players; ++player) {
    const int known = position.racks[player].size();
    const int size = position.rack_sizes[player];
    if (size < 1) {
      refuse(whose(player) + " holds " + std::to_string(size) + " tiles; allowed: 1 or more");
    }
    if (known > size) {
      refuse(whose(player) + " holds " + std::to_string(size) + " tiles, but " +
             std::to_string(known) + " are named");
    }
    hidden -= size;
  }
  if (hidden < 0) {
    refuse("table and racks hold " + std::to_string(-hidden) +
           " tiles more than the game has: " + std::to_string(rules.tiles().size()));
  }
  // Bags count up to three copies, so the tiles are counted one by one.
  std::array<int, kFaces + 1> count{};
  const auto add = [&](Tile tile, int copies) { count[index(tile.face())] += copies; };
  for (const Meld& meld : position.table) {
    for (const Tile tile : meld.tiles()) add(tile, 1);
  }
  position.discards.for_each(add);
  for (const TileBag& rack : position.racks) rack.for_each(add);
  const TileBag all = rules.tiles().all();
  const auto check = [&](Tile tile) {
    if (count[index(tile.face())] <= all.count(tile)) return;
    refuse("the position holds " + std::to_string(count[index(tile.face())]) + " of " +
           to_text(tile) + "; the game has " + std::to_string(all.count(tile)));
  };
  for (int number = 1; number <= rules.tiles().numbers; ++number) {
    for (int colour = 0; colour < rules.tiles().colours; ++colour) check(Tile(colour, number));
  }
  check(Tile::joker());
}

TableGame::Setup deal_hidden(const KnownPosition& position, const CompiledRules& rules,
                             Stream stream) {
  std::vector<Tile> hidden;
  (rules.tiles().all() - seen(position)).for_each([&](Tile tile, int copies) {
    hidden.insert(hidden.end(), index(copies), tile);
  });
  for (std::size_t left = hidden.size(); left > 1; --left) {
    std::swap(hidden[left - 1], hidden[stream.below(left)]);
  }
  TableGame::Setup setup;
  setup.table = position.table;
  setup.discards = position.discards;
  std::size_t next = 0;
  const int players = rules.players();
  setup.racks.resize(index(players));
  setup.has_laid.resize(index(players));
  for (int player = 0; player < players; ++player) {
    TileBag rack = position.racks[index(player)];
    for (int size = rack.size(); size < position.rack_sizes[index(player)]; ++size) {
      rack.add(hidden[next++]);
    }
    const int seat = (player - position.to_move + players) % players;
    setup.racks[index(seat)] = rack;
    setup.has_laid[index(seat)] = position.has_laid[index(player)];
  }
  setup.drawn_next.assign(hidden.begin() + static_cast<std::ptrdiff_t>(next), hidden.end());
  return setup;
}

}  // namespace rummy
