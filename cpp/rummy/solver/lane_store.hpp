#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "rummy/base/index.hpp"
#include "rummy/solver/cell.hpp"

namespace rummy {

// What both kinds of lanes keep: for each slot, a state at a position, what it can still gain by
// the shares of jokers left, and the ways on from it.
template <typename WorthType, typename SlotType>
class LaneStore {
 public:
  using Worth = WorthType;
  using Slot = SlotType;

  // A way to go on from a slot that leads to an end.
  struct Edge {
    Worth gain = 0;
    Slot next = 0;
    std::uint8_t cost = 0;  // in shares of a joker
    Step step;
  };
  struct Edges {
    std::uint32_t first = 0;
    std::uint32_t end = 0;
  };
  [[nodiscard]] Edge edge(std::uint32_t i) const { return edges_[i]; }
  // What every way through takes.
  [[nodiscard]] int least_shares() const { return least_shares_; }

 protected:
  // Nothing is done when a lane was asked for the same the last time.
  [[nodiscard]] bool same(const Cells& cells, int shares, bool every_choice) const {
    return shares == shares_ && every_choice == every_choice_ &&
           std::memcmp(cells.data(), cells_.data(), sizeof cells) == 0;
  }
  void take(const Cells& cells, int shares, int layers, bool every_choice) {
    cells_ = cells;
    shares_ = shares;
    layers_ = layers;
    every_choice_ = every_choice;
  }
  void make_room(std::size_t places) {
    gains_.assign(places * 2 * index(layers_), kHopeless);
    edges_of_.assign(places, Edges{1, 0});
    edges_.clear();
  }
  // By shares left, with as many hopeless entries before the first, so that it can be read shifted.
  template <int Layers>
  [[nodiscard]] const Worth* gains_at(std::size_t place) const {
    return gains_.data() + place * 2 * Layers + Layers;
  }
  template <int Layers>
  [[nodiscard]] Worth* gains_at(std::size_t place) {
    return gains_.data() + place * 2 * Layers + Layers;
  }
  // What is gained from there with so many shares, or kHopeless.
  [[nodiscard]] Worth with(const Worth* at, int shares) const {
    return at[layers_ == 1 ? 0 : shares];
  }
  [[nodiscard]] const Worth* gains_at(std::size_t place) const {
    return gains_.data() + place * 2 * index(layers_) + index(layers_);
  }
  // False when nothing solves this colour.
  [[nodiscard]] bool find_least_shares() {
    const Worth* start = gains_at(0);
    least_shares_ = 0;
    while (least_shares_ <= shares_ && with(start, least_shares_) <= kHopeless / 2) ++least_shares_;
    return least_shares_ <= shares_;
  }
  // The ways on are listed when a slot is first asked for.
  template <typename List>
  [[nodiscard]] Edges edges_at(std::size_t place, List&& list) {
    if (edges_of_[place].first > edges_of_[place].end) {
      edges_of_[place].first = static_cast<std::uint32_t>(edges_.size());
      list();
      edges_of_[place].end = static_cast<std::uint32_t>(edges_.size());
    }
    return edges_of_[place];
  }
  void add_edge(Worth gain, Slot next, int cost, const Step& step) {
    edges_.push_back({gain, next, static_cast<std::uint8_t>(cost), step});
  }

  Cells cells_{};
  int shares_ = -1;
  int layers_ = 1;
  bool every_choice_ = false;
  int least_shares_ = 0;

 private:
  std::vector<Worth> gains_;
  std::vector<Edges> edges_of_;  // by place; not listed yet where it ends before it begins
  std::vector<Edge> edges_;
};

}  // namespace rummy
