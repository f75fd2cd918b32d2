#pragma once

// Of a search for the best the first choice, and every choice: members of LaneSearchOf.

#include <algorithm>

#include "rummy/solver/lane_expand.hpp"

namespace rummy {

// Sorts what was reached from `first` on, the greatest code first, each once.
template <typename L>
void LaneSearchOf<L>::drop_equals(std::size_t first) {
  const auto begin = frontier_.begin() + static_cast<std::ptrdiff_t>(first);
  std::sort(begin, frontier_.end(), [](const Reached& a, const Reached& b) {
    return a.code != b.code ? a.code > b.code : a.node < b.node;
  });
  const auto end = std::unique(begin, frontier_.end(), [](const Reached& a, const Reached& b) {
    return a.code == b.code && a.node == b.node;
  });
  frontier_.erase(end, frontier_.end());
}

template <typename L>
TileBag LaneSearchOf<L>::first_choice(double worth) {
  const TileBag found = laid();
  if (is_only(found)) return found;
  return with_layers(
      [&]<int kLayers>() { return first_choice_of<kLayers>(static_cast<Sum>(worth)); });
}

template <typename L>
template <int Layers>
TileBag LaneSearchOf<L>::first_choice_of(Sum worth) {
  TileBag choice;
  frontier_.clear();
  frontier_.push_back({});
  frontier_.back().node.jokers = static_cast<std::uint8_t>(jokers_);
  frontier_.back().need = worth;
  for (int number = 1; number <= positions_; ++number) {
    const std::size_t before = frontier_.size();
    for (std::size_t i = 0; i < before; ++i) {
      const Reached from = frontier_[i];
      Sum most = kNone;
      expand<Layers>(number - 1, from.node, from.need, most,
                     [&](const Crossing& crossing, const Node& next, Sum gain, Sum) {
                       const Sum need = from.need - gain;
                       if (fact(number, next).bound >= need)
                         frontier_.push_back({laid_code(crossing), next, need});
                       return false;
                     });
    }
    frontier_.erase(frontier_.begin(), frontier_.begin() + static_cast<std::ptrdiff_t>(before));
    drop_equals(0);
    // Where several codes are left the first that leads to the end decides.
    std::size_t first = 0;
    if (frontier_.front().code != frontier_.back().code) {
      const auto reaches = [&](const Reached& from) {
        return descend<Layers>(number, from.node, from.need, from.need) >= from.need;
      };
      while (!reaches(frontier_[first])) ++first;
    }
    const std::uint32_t code = frontier_[first].code;
    std::size_t end = first;
    while (end < frontier_.size() && frontier_[end].code == code) ++end;
    frontier_.erase(frontier_.begin() + static_cast<std::ptrdiff_t>(end), frontier_.end());
    frontier_.erase(frontier_.begin(), frontier_.begin() + static_cast<std::ptrdiff_t>(first));
    add_laid(choice, number, code);
  }
  const auto end = std::find_if(frontier_.begin(), frontier_.end(), [this](const Reached& reached) {
    return (mode_ == Mode::best || reached.node.jokers <= problem_.may_jokers) && reached.need <= 0;
  });
  choice.add(Tile::joker(), paid_jokers(end->node.jokers));
  return choice;
}

template <typename L>
double LaneSearchOf<L>::all(double least, std::vector<TileBag>& choices) {
  if constexpr (kUsual) least = std::max(least, 0.0);  // nothing is worth less
  left_out_ = kNone;
  if (!lay_lanes()) return left_out_;
  frontier_.clear();
  frontier_.push_back({});
  frontier_.back().node.jokers = static_cast<std::uint8_t>(jokers_);
  frontier_.back().need = least_ = static_cast<Sum>(least);
  prefix_ = {};
  with_layers([&]<int kLayers>() { collect<kLayers>(0, 0, choices); });
  return left_out_;
}

// frontier_[first..] holds every set of states that the choice in prefix_ can lead to. Goes on with
// each distinct choice of the next number, so that each choice is met once.
template <typename L>
template <int Layers>
void LaneSearchOf<L>::collect(int position, std::size_t first, std::vector<TileBag>& choices) {
  const std::size_t end = frontier_.size();
  if (position == positions_) {
    unsigned seen = 0;
    for (std::size_t i = first; i < end; ++i) {
      const int laid = problem_.may_jokers - frontier_[i].node.jokers;
      if (laid < 0 || (seen >> laid & 1U) != 0) continue;
      seen |= 1U << laid;
      if (frontier_[i].need > 0) {
        left_out_ = std::max(left_out_, least_ - frontier_[i].need);
        continue;
      }
      choices.push_back(prefix_);
      choices.back().add(Tile::joker(), laid);
    }
    return;
  }
  for (std::size_t i = first; i < end; ++i) {
    const Reached from = frontier_[i];
    Sum most = kNone;
    expand<Layers>(position, from.node, from.need, most,
                   [&](const Crossing& crossing, const Node& next, Sum gain, Sum) {
                     frontier_.push_back({laid_code(crossing), next, from.need - gain});
                     return false;
                   });
    // As a worth of the whole: `need` is what is asked of the rest.
    if (!hopeless(most)) left_out_ = std::max(left_out_, most + (least_ - from.need));
  }
  drop_equals(end);
  const std::size_t last = frontier_.size();
  const TileBag prefix = prefix_;
  for (std::size_t i = end; i < last;) {
    const std::uint32_t code = frontier_[i].code;
    const std::size_t begin = frontier_.size();
    for (; i < last && frontier_[i].code == code; ++i) frontier_.push_back(Reached(frontier_[i]));
    add_laid(prefix_, position + 1, code);
    collect<Layers>(position + 1, begin, choices);
    frontier_.resize(begin);
    prefix_ = prefix;
  }
  frontier_.resize(end);
}

}  // namespace rummy
