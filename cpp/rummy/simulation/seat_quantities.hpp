#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rummy {

// The quantities that follow those of the family, in every family: shares of wins and scores by
// seat and by player, then the matches.
class SeatQuantities {
 public:
  enum class Group : std::size_t { share_seat, score_seat, share_player, score_player };

  SeatQuantities(std::size_t fixed, int players)
      : fixed_(fixed), players_(static_cast<std::size_t>(players)) {}

  [[nodiscard]] std::size_t size() const { return matches() + 1 + players_; }
  [[nodiscard]] std::size_t place(Group group, int i) const {
    return fixed_ + static_cast<std::size_t>(group) * players_ + static_cast<std::size_t>(i);
  }
  void add_names(std::vector<std::string>& names) const {
    const auto add_each = [&](std::string_view prefix) {
      for (std::size_t i = 1; i <= players_; ++i) {
        names.push_back(std::string(prefix) + std::to_string(i));
      }
    };
    for (const char* prefix : {"share_seat_", "score_seat_", "share_player_", "score_player_"}) {
      add_each(prefix);
    }
    names.emplace_back("matches");
    add_each("match_share_player_");
  }
  // One seat's part in a game; `first_player` is the player in seat 0.
  void add(std::span<std::int64_t> values, int seat, int first_player, int share, int score) const {
    const int player = (seat + first_player) % static_cast<int>(players_);
    values[place(Group::share_seat, seat)] += share;
    values[place(Group::score_seat, seat)] += score;
    values[place(Group::share_player, player)] += share;
    values[place(Group::score_player, player)] += score;
  }
  void add_match(std::span<std::int64_t> values, std::span<const int> shares_by_player) const {
    ++values[matches()];
    for (std::size_t i = 0; i < players_; ++i) values[matches() + 1 + i] += shares_by_player[i];
  }

 private:
  [[nodiscard]] std::size_t matches() const { return fixed_ + 4 * players_; }

  std::size_t fixed_;
  std::size_t players_;
};

}  // namespace rummy
