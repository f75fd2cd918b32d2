#pragma once

// Of a search for the best the first choice, every choice, and where jokers may stand: members of
// LaneSearchOf.

#include <algorithm>

#include "rummy/solver/lane_expand.hpp"

namespace rummy {

// Sorts what was reached, the greatest code first, each once.
template <typename L>
void LaneSearchOf<L>::drop_equals() {
  std::sort(frontier_.begin(), frontier_.end(), [](const Reached& a, const Reached& b) {
    return a.code != b.code ? a.code > b.code : a.node < b.node;
  });
  const auto end = std::unique(
      frontier_.begin(), frontier_.end(),
      [](const Reached& a, const Reached& b) { return a.code == b.code && a.node == b.node; });
  frontier_.erase(end, frontier_.end());
}

template <typename L>
TileBag LaneSearchOf<L>::first_choice(double worth) {
  const TileBag found = laid();
  if (is_first(found)) return found;
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
      auto visit = [&](const Crossing& crossing, const Node& next, Sum gain, Sum) {
        const Sum need = from.need - gain;
        if (fact(number, next).bound >= need)
          frontier_.push_back({laid_code(crossing), next, need});
        return false;
      };
      expand<Layers>(number - 1, from.node, from.need, most, Visitor(visit));
    }
    frontier_.erase(frontier_.begin(), frontier_.begin() + static_cast<std::ptrdiff_t>(before));
    drop_equals();
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
JokerPlaces LaneSearchOf<L>::joker_places() {
  JokerPlaces places;
  if (!lay_lanes()) return places;
  Node start;
  start.jokers = static_cast<std::uint8_t>(jokers_);
  (void)with_layers([&]<int kLayers>() { return note_jokers<kLayers>(0, start, places); });
  return places;
}

// Notes where jokers stand in the solutions from a node on. False: there is none.
template <typename L>
template <int Layers>
bool LaneSearchOf<L>::note_jokers(int position, const Node& node, JokerPlaces& places) {
  if (position == positions_) return node.jokers <= problem_.may_jokers;
  if (const typename Memo::Fact known = fact(position, node); known.way >= 0) return known.way > 0;
  const int number = position + 1;
  const Sum need = kUsual ? 0 : kNone / 2;
  Sum most = kNone;
  bool any = false;
  auto visit = [&](const Crossing& crossing, const Node& next, Sum, Sum) {
    if (!note_jokers<Layers>(number, next, places)) return false;
    any = true;
    for (int colour = 0; colour < colours_; ++colour) {
      if (crossing.steps[index(colour)].jokers > 0) places.runs[index(colour)] |= 1U << number;
    }
    if (crossing.group_jokers > 0) places.groups |= 1U << number;
    return node.jokers == 0;  // one solution will do
  };
  expand<Layers>(position, node, need, most, Visitor(visit));
  memo_.add(L::key(position, node.slots, node.jokers)).way = any ? 1 : 0;
  return any;
}

template <typename L>
double LaneSearchOf<L>::all(double least, std::vector<TileBag>& choices) {
  if constexpr (kUsual) least = std::max(least, 0.0);  // nothing is worth less
  if (!lay_lanes()) return kNone;
  memo_.clear();
  tail_names_.clear();
  tails_.clear();
  tail_lists_.clear();
  listed_.clear();
  Node start;
  start.jokers = static_cast<std::uint8_t>(jokers_);
  const TailList found =
      with_layers([&]<int kLayers>() { return tails<kLayers>(0, start, static_cast<Sum>(least)); });
  for (std::size_t i = found.first; i < found.first + found.count; ++i) {
    TileBag& choice = choices.emplace_back();
    Tail tail = tails_[index(listed_[i])];
    for (int number = 1; tail.rest >= 0; ++number, tail = tails_[index(tail.rest)])
      add_laid(choice, number, tail.code);
    choice.add(Tile::joker(), static_cast<int>(tail.code));
  }
  return found.left_out;
}

// Each node is gone through once, however many choices lead to it; again only when more is asked.
template <typename L>
template <int Layers>
typename LaneSearchOf<L>::TailList LaneSearchOf<L>::tails(int position, const Node& node,
                                                          Sum need) {
  const typename Memo::Fact known = fact(position, node);
  if (known.way >= 0 && tail_lists_[index(known.way)].need <= need)
    return tail_lists_[index(known.way)];
  TailList list{need, kNone, 0, 0};
  const std::size_t before = gathered_.size();
  if (position == positions_) {
    const int laid = problem_.may_jokers - node.jokers;
    if (laid >= 0 && need <= 0) {
      gathered_.push_back(tail({static_cast<std::uint32_t>(laid), -1, jokers_worth(node)}));
    } else if (laid >= 0) {
      list.left_out = 0;
    }
  } else {
    Sum most = kNone;
    Sum left_out = kNone;
    auto visit = [&](const Crossing& crossing, const Node& next, Sum gain, Sum) {
      const TailList rest = tails<Layers>(position + 1, next, need - gain);
      left_out = std::max(left_out, rest.left_out + gain);
      const Sum more = gain - jokers_worth(next);
      for (std::size_t i = rest.first; i < rest.first + rest.count; ++i) {
        const Sum worth = tails_[index(listed_[i])].worth + more;
        if (worth < need) {  // and so are those that follow
          left_out = std::max(left_out, worth);
          break;
        }
        gathered_.push_back(tail({laid_code(crossing), listed_[i], worth + jokers_worth(node)}));
      }
      return false;
    };
    expand<Layers>(position, node, need, most, Visitor(visit));
    list.left_out = std::max(most, left_out);
    if (hopeless(list.left_out)) list.left_out = kNone;
  }
  const auto first = gathered_.begin() + static_cast<std::ptrdiff_t>(before);
  std::sort(first, gathered_.end(), [this](std::int32_t a, std::int32_t b) {
    const Sum first_worth = tails_[index(a)].worth;
    const Sum second_worth = tails_[index(b)].worth;
    return first_worth != second_worth ? first_worth > second_worth : a < b;
  });
  list.first = listed_.size();
  listed_.insert(listed_.end(), first, std::unique(first, gathered_.end()));
  list.count = listed_.size() - list.first;
  gathered_.resize(before);
  memo_.add(L::key(position, node.slots, node.jokers)).way =
      static_cast<std::int32_t>(tail_lists_.size());
  tail_lists_.push_back(list);
  return list;
}

// The name of a tail: the same for equal ones.
template <typename L>
std::int32_t LaneSearchOf<L>::tail(const Tail& tail) {
  const auto key = std::uint64_t{tail.code} << 32 | static_cast<std::uint32_t>(tail.rest);
  std::int32_t& name = tail_names_.add(key).way;
  if (name < 0) {
    name = static_cast<std::int32_t>(tails_.size());
    tails_.push_back(tail);
  }
  return name;
}

}  // namespace rummy
