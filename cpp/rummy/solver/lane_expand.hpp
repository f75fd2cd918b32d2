#pragma once

// The ways over one number, of all colours together: the innermost loops of LaneSearchOf.

#include <algorithm>

#include "rummy/base/index.hpp"
#include "rummy/base/lanes4.hpp"
#include "rummy/solver/lane_search_of.hpp"

namespace rummy {

// What two lots of lanes gain together by the shares left to both; `out` has hopeless entries
// before it, as lanes have.
template <int Layers, typename Worth>
[[gnu::always_inline]] inline void join(const Worth* a, const Worth* b, int shares, Worth* out) {
  if constexpr (Layers == 1) {
    *out = *a + *b;
  } else {
    for (int i = 0; i < Layers; i += 4) store4(out + i, all4(*a) + load4(b + i));
    for (int split = 1; split <= shares; ++split) {
      const auto gain = all4(a[split]);
      for (int i = 0; i < Layers; i += 4)
        store4(out + i, max4(load4(out + i), gain + load4(b + i - split)));
    }
  }
}

// The same with all of `shares` only.
template <int Layers, typename Worth>
[[gnu::always_inline]] inline Worth joined(const Worth* a, const Worth* b, int shares) {
  if constexpr (Layers == 1) return *a + *b;
  Worth best = a[0] + b[shares];
  for (int split = 1; split <= shares; ++split) best = std::max(best, a[split] + b[shares - split]);
  return best;
}

// Calls visit(crossing, next node, gain) for every way over the next number that may still gain
// `need`; `most` becomes the best bound among the others.
template <typename L>
template <int Layers, typename Visit>
bool LaneSearchOf<L>::expand(int position, const Node& node, Worth need, Worth& most,
                             Visit&& visit) {
  auto& e = std::get<Expansions<Layers>>(expansions_)[index(position)];
  e.number = position + 1;
  e.from = &node;
  e.need = need;
  e.most = most;
  e.joker_bound = joker_bound(node.jokers);
  const int shares = Layers == 1 ? 0 : kShares * node.jokers;
  const auto gains = [&](int colour) {
    return lane(colour).template gains<Layers>(position, node.slots[index(colour)]);
  };
  e.groupable[index(colours_)] =
      static_cast<std::uint8_t>(group_jokers(e.number) ? node.jokers : 0);
  for (int colour = colours_ - 1; colour > 0; --colour) {
    e.groupable[index(colour)] = static_cast<std::uint8_t>(
        e.groupable[index(colour + 1)] + problem_.cells[index(colour)][index(e.number)].most_group);
  }
  std::copy_n(gains(colours_ - 1), Layers, e.rest[index(colours_ - 1)].data());
  for (int colour = colours_ - 2; colour > 0; --colour) {
    join<Layers>(gains(colour), e.rest[index(colour + 1)].data(), shares,
                 e.rest[index(colour)].data());
  }
  const bool found = choose<Layers>(e, 0, 0, 0, 0, 0, nullptr, visit);
  most = std::max(most, e.most);
  return found;
}

template <typename L>
template <int Layers, typename Visit>
bool LaneSearchOf<L>::choose(Expansion<Layers>& e, int colour, int cost, int group_most,
                             int group_tiles, Worth gain, const Worth* done, Visit& visit) {
  L& lane = this->lane(colour);
  const bool last = colour + 1 == colours_;
  Worth* together = e.done[index(colour)].data();
  const typename L::Edges edges = lane.edges(e.number - 1, e.from->slots[index(colour)]);
  for (std::uint32_t i = edges.first; i < edges.end; ++i) {
    const typename L::Edge edge = lane.edge(i);
    const int now = cost + edge.cost;
    const int shares = kShares * e.from->jokers - now;
    if (shares < 0) continue;
    // Too few are left to fill the groups that were begun.
    const int of_colour = std::max<int>(group_most, edge.step.group);
    const int grouped = group_tiles + edge.step.group;
    if (grouped + e.groupable[index(colour + 1)] < (L::kUsual ? 3 : min_length_) * of_colour)
      continue;
    const Worth sum = gain + edge.gain;
    const Worth* after = lane.template gains<Layers>(e.number, edge.next);
    Worth bound = sum + e.joker_bound;
    if (colour == 0) {
      bound += joined<Layers>(after, e.rest[1].data(), shares);
    } else if (last) {
      bound += joined<Layers>(done, after, shares);
    } else {
      join<Layers>(done, after, shares, together);
      bound += joined<Layers>(together, e.rest[index(colour + 1)].data(), shares);
    }
    if (bound < e.need) {
      e.most = std::max(e.most, bound);
      continue;
    }
    e.crossing.steps[index(colour)] = edge.step;
    e.next.slots[index(colour)] = edge.next;
    const bool found = last ? cross<Layers>(e, of_colour, grouped, sum, done, after, visit)
                            : choose<Layers>(e, colour + 1, now, of_colour, grouped, sum,
                                             colour == 0 ? after : together, visit);
    if (found) return true;
  }
  return false;
}

// All colours are decided: which of the jokers complete groups?
template <typename L>
template <int Layers, typename Visit>
bool LaneSearchOf<L>::cross(Expansion<Layers>& e, int group_most, int group_tiles, Worth gain,
                            const Worth* done, const Worth* after, Visit& visit) {
  int used = 0;
  for (int colour = 0; colour < colours_; ++colour) used += e.crossing.steps[index(colour)].jokers;
  const int left_over = e.from->jokers - used;
  const int most = group_jokers(e.number) ? left_over : 0;
  for (int more = 0; more <= most; ++more) {
    if (!groups_.fit(group_most, group_tiles, more)) continue;
    const int left = left_over - more;
    const Worth paid = joker_gain(e.number, e.from->jokers, left);
    const int shares = Layers == 1 ? 0 : kShares * left;
    const Worth rest = joined<Layers>(done, after, shares);
    const Worth bound = gain + paid + joker_bound(left) + rest;
    if (bound < e.need) {
      e.most = std::max(e.most, bound);
    } else {
      e.crossing.group_jokers = static_cast<std::uint8_t>(more);
      e.next.jokers = static_cast<std::uint8_t>(left);
      if (visit(e.crossing, e.next, gain + paid)) return true;
    }
    // One more pays nothing, and need not be placed.
    if (mode_ == Mode::best && paid_jokers(left) == problem_.may_jokers) break;
  }
  return false;
}

}  // namespace rummy
