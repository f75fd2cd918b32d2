#pragma once

#include <cstdint>
#include <cstring>
#include <span>
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
    Slot next = 0;
    std::uint8_t cost = 0;  // in shares of a joker
    Step step;
  };
  // The ways on from it with so many shares of jokers at hand are among these.
  using Edges = std::span<const Edge>;
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
    if (listed_.size() < places) listed_.resize(places);
    ++build_;
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
  // What is gained from there with so many shares; may be hopeless.
  [[nodiscard]] Worth with(const Worth* at, int shares) const {
    return at[layers_ == 1 ? 0 : shares];
  }
  [[nodiscard]] const Worth* gains_at(std::size_t place) const {
    return gains_.data() + place * 2 * index(layers_) + index(layers_);
  }
  // The ways on are listed when a slot is first asked for.
  template <typename List>
  [[nodiscard]] Edges edges_at(std::size_t place, List&& list) {
    Listed& listed = listed_[place];
    if (listed.build != build_) {
      listed = {build_, edges_.size(), 0};
      list(edges_);
      listed.count = edges_.size() - listed.first;
    }
    return Edges(edges_).subspan(listed.first, listed.count);
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
  struct Listed {
    std::uint64_t build = 0;
    std::size_t first = 0;
    std::size_t count = 0;
  };

  std::vector<Worth> gains_;
  std::vector<Listed> listed_;  // by place
  std::vector<Edge> edges_;
  std::uint64_t build_ = 0;
};

}  // namespace rummy
