#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "rummy/base/index.hpp"
#include "rummy/solver/cell.hpp"
#include "rummy/solver/gains.hpp"

namespace rummy {

// What both kinds of lanes keep: for each slot, a state at a position, what it can still gain by
// the shares of jokers left.
//
// `Worth` is what is kept, `Sum` what single worths are added in.
template <typename WorthType, typename SumType, typename SlotType>
class LaneStore {
 public:
  using Worth = WorthType;
  using Sum = SumType;
  using Slot = SlotType;
  template <int Layers>
  using Gains = rummy::Gains<Worth, Layers>;
  static constexpr Worth kNone = Gains<1>::kNone;
  [[nodiscard]] static bool hopeless(Worth worth) {
    return std::is_integral_v<Worth> ? worth < 0 : worth <= kNone / 2;
  }

  // A way to go on from a slot.
  struct Edge {
    Sum gain = 0;
    Sum most = 0;  // that can be gained this way, less the price of the shares that it takes
    Step step;
    Slot next = 0;
    std::uint8_t least = 0;  // shares that it takes to the end
  };
  // The edges from a slot with so many jokers at hand.
  struct Edges {
    std::uint32_t build = 0;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    Sum most = 0;   // of the best
    Sum worst = 0;  // of the one with the least
    std::uint8_t least = 0;
    std::uint8_t dearest = 0;     // of the one that takes the most shares
    std::uint8_t most_group = 0;  // tiles
  };
  [[nodiscard]] const Edge* first(const Edges& edges) const { return edges_.data() + edges.first; }
  // What a share costs; so many jokers are at hand at most.
  void set_price(Sum price, int jokers) {
    const std::size_t lists = places_ * index(jokers + 1);
    if (price == price_ && listed_.size() >= lists) return;
    price_ = price;
    if (listed_.size() < lists) listed_.resize(lists);
    if (edges_.size() < most_edges_ * index(jokers + 1))
      edges_.resize(most_edges_ * index(jokers + 1));
    forget_edges();
  }
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
    const std::size_t size = places * 2 * index(layers_);
    if (gains_.size() < size) gains_.assign(size, kNone);
    places_ = places;
    forget_edges();
  }
  // No more edges than these are listed for one number of jokers.
  void make_room_for_edges(std::size_t most) {
    most_edges_ = most;
    price_ = -1;
  }
  // By shares left, with as many hopeless entries before the first, so that it can be read shifted.
  template <int Layers>
  static constexpr int kRow = 2 * Layers;
  template <int Layers>
  [[nodiscard]] const Worth* gains_at(std::size_t place) const {
    return gains_.data() + place * kRow<Layers> + Layers;
  }
  template <int Layers>
  [[nodiscard]] Worth* gains_at(std::size_t place) {
    return gains_.data() + place * kRow<Layers> + Layers;
  }
  // What is gained from there with so many shares; may be hopeless.
  [[nodiscard]] Worth with(const Worth* at, int shares) const {
    return at[layers_ == 1 ? 0 : shares];
  }
  [[nodiscard]] const Worth* gains_at(std::size_t place) const {
    return gains_.data() + place * 2 * index(layers_) + index(layers_);
  }
  // The edges are listed when they are first asked for: list() writes them and says where they end.
  template <typename List>
  [[nodiscard]] const Edges& edges_at(std::size_t place, int jokers, List&& list) {
    Edges& edges = listed_[index(jokers) * places_ + place];
    if (edges.build == build_) return edges;
    const Edge* const first = edges_.data() + edge_count_;
    const Edge* const end = list(edges_.data() + edge_count_);
    Sum most = static_cast<Sum>(kHopeless);
    Sum worst = -most;
    int least = 255;
    int dearest = 0;
    int most_group = 0;
    for (const Edge* edge = first; edge != end; ++edge) {
      most = std::max(most, edge->most);
      worst = std::min(worst, edge->most);
      least = std::min<int>(least, edge->least);
      dearest = std::max<int>(dearest, edge->least);
      most_group = std::max<int>(most_group, edge->step.group);
    }
    edges.build = build_;
    edges.first = edge_count_;
    edges.count = static_cast<std::uint32_t>(end - first);
    edges.most = most;
    edges.worst = worst;
    edges.least = static_cast<std::uint8_t>(least);
    edges.dearest = static_cast<std::uint8_t>(dearest);
    edges.most_group = static_cast<std::uint8_t>(most_group);
    edge_count_ += edges.count;
    return edges;
  }
  // Lists one that comes to what can be gained from `rest`, unless the jokers do not pay for it.
  template <int Layers>
  static void list_edge(Edge*& to, const Worth* prices, int jokers, Sum gain, Slot next, int cost,
                        const Step& step, const Worth* rest) {
    Edge& edge = *to;
    if (jokers == 0) {
      if (hopeless(*rest)) return;
      edge.most = gain + *rest;
      edge.least = 0;
    } else {
      const auto row = Gains<Layers>::load(rest - cost);
      const int least = row.least();
      if (least > kShares * jokers) return;
      edge.most = gain + (row + Gains<Layers>::load(prices)).most();
      edge.least = static_cast<std::uint8_t>(least);
    }
    edge.gain = gain;
    edge.step = step;
    edge.next = next;
    ++to;
  }
  // False when nothing solves this colour.
  [[nodiscard]] bool find_least_shares() {
    const Worth* start = gains_at(0);
    least_shares_ = 0;
    while (least_shares_ <= shares_ && hopeless(with(start, least_shares_))) ++least_shares_;
    return least_shares_ <= shares_;
  }

  Cells cells_{};
  int shares_ = -1;
  int layers_ = 1;
  bool every_choice_ = false;
  int least_shares_ = 0;

 private:
  void forget_edges() {
    edge_count_ = 0;
    if (++build_ != 0) return;
    listed_.assign(listed_.size(), Edges{});
    build_ = 1;
  }

  std::vector<Worth> gains_;
  std::size_t places_ = 0;
  std::size_t most_edges_ = 0;
  std::vector<Edges> listed_;  // by jokers and place
  std::vector<Edge> edges_;    // the first edge_count_ of it
  std::uint32_t edge_count_ = 0;
  std::uint32_t build_ = 0;
  Sum price_ = -1;
};

}  // namespace rummy
