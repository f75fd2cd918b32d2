#pragma once

#include <cstdint>

#include "rummy/random/philox.hpp"

namespace rummy {

// What a stream is for. Part of the key, so that no purpose ever shifts the numbers of another. The
// values are part of every stored result: add new ones, never renumber.
enum class Purpose : std::uint64_t {
  deal = 1,
  starter = 2,
  hidden = 3,
  cut = 4,
  strategy = 16,   // + seat
  foresight = 32,  // + seat: what a strategy imagines of the tiles that it does not see
};

[[nodiscard]] constexpr Purpose strategy_purpose(int seat) {
  return static_cast<Purpose>(static_cast<std::uint64_t>(Purpose::strategy) +
                              static_cast<std::uint64_t>(seat));
}

// Which game a stream belongs to. The rotation is no part of a stream: all rotations of a deal
// share their numbers.
struct GameKey {
  std::uint64_t seed = 0;
  std::uint64_t deal = 0;  // the number of the cluster, from 0; in matches the number of the match
  std::uint64_t game = 0;  // the number of the game in its match, from 0
  int racks =
      0;  // seat s gets rack and draws number s + racks of the deal, counted round the table
};

[[nodiscard]] constexpr Purpose foresight_purpose(int seat) {
  return static_cast<Purpose>(static_cast<std::uint64_t>(Purpose::foresight) +
                              static_cast<std::uint64_t>(seat));
}

// The numbers of one purpose in one game: key = (seed, purpose), counter = (index, deal, game,
// part). Purposes that need many short streams in a game number them by `part`.
class Stream {
 public:
  constexpr Stream() = default;
  constexpr Stream(const GameKey& game, Purpose purpose, std::uint64_t part = 0)
      : key_{game.seed, static_cast<std::uint64_t>(purpose)},
        counter_{0, game.deal, game.game, part} {}

  // Goes on as a stream that was made so. Its words in store are not touched: to assign a new one
  // takes longer.
  constexpr void restart(const GameKey& game, Purpose purpose) {
    key_ = {game.seed, static_cast<std::uint64_t>(purpose)};
    counter_ = {0, game.deal, game.game, 0};
    used_ = 4;
  }

  [[nodiscard]] constexpr std::uint64_t next() {
    if (used_ == 4) {
      block_ = philox(key_, counter_);
      ++counter_[0];
      used_ = 0;
    }
    return block_[used_++];
  }

  // Uniform on 0 .. bound - 1, without bias (Lemire: "Fast random integer generation in an
  // interval", 2019).
  [[nodiscard]] constexpr std::uint64_t below(std::uint64_t bound) {
    Uint128 product = static_cast<Uint128>(next()) * bound;
    if (static_cast<std::uint64_t>(product) < bound) {
      const std::uint64_t threshold = (0 - bound) % bound;
      while (static_cast<std::uint64_t>(product) < threshold) {
        product = static_cast<Uint128>(next()) * bound;
      }
    }
    return static_cast<std::uint64_t>(product >> 64);
  }

  // True `percent` times in a hundred.
  [[nodiscard]] constexpr bool chance(int percent) {
    return below(100) < static_cast<std::uint64_t>(percent);
  }

 private:
  PhiloxKey key_{};
  PhiloxBlock counter_{};
  PhiloxBlock block_{};
  unsigned used_ = 4;
};

}  // namespace rummy
