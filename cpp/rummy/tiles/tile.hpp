#pragma once

#include <cstdint>

namespace rummy {

inline constexpr int kMaxColours = 6;
inline constexpr int kMaxNumbers = 15;
inline constexpr int kMaxCopies = 3;
inline constexpr int kMaxJokers = 4;
inline constexpr int kFaces = kMaxColours * kMaxNumbers;
inline constexpr int kMaxTiles = kFaces * kMaxCopies + kMaxJokers;

// What is printed on a tile: a colour and a number, or a joker. Faces are ordered by number, then
// by colour, the joker last; this is the fixed order of tiles that breaks every tie. The value does
// not depend on the tile set.
class Tile {
 public:
  constexpr Tile() = default;
  constexpr Tile(int colour, int number)
      : face_(static_cast<std::uint8_t>((number - 1) * kMaxColours + colour)) {}
  [[nodiscard]] static constexpr Tile joker() { return from_face(kFaces); }
  [[nodiscard]] static constexpr Tile from_face(int face) {
    Tile tile;
    tile.face_ = static_cast<std::uint8_t>(face);
    return tile;
  }

  [[nodiscard]] constexpr int face() const { return face_; }
  [[nodiscard]] constexpr bool is_joker() const { return face_ == kFaces; }
  [[nodiscard]] constexpr int colour() const { return face_ % kMaxColours; }  // 0..5: R B K Y G P
  [[nodiscard]] constexpr int number() const { return face_ / kMaxColours + 1; }  // from 1

  friend constexpr bool operator==(Tile, Tile) = default;
  friend constexpr auto operator<=>(Tile, Tile) = default;

 private:
  std::uint8_t face_ = kFaces;
};

}  // namespace rummy
