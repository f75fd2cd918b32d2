#pragma once

// The ways over one number, of all colours together: the innermost loops of LaneSearchOf.

#include <algorithm>
#include <tuple>
#include <utility>

#include "rummy/base/index.hpp"
#include "rummy/solver/lane_search_of.hpp"

namespace rummy {

// Calls visit(crossing, next node, gain, bound) for every way over the next number that may still
// gain `need`, which it may raise, until it says true; `most` becomes the best bound of the others.
template <typename L>
template <int Layers, typename Visit>
bool LaneSearchOf<L>::expand(int position, const Node& node, const Sum& need, Sum& most,
                             Visit&& visit) {
  auto& e = std::get<Expansions<Layers>>(expansions_)[index(position)];
  e.number = position + 1;
  e.from = &node;
  e.need = &need;
  e.most = most;
  e.joker_bound = static_cast<Sum>(joker_bound(node.jokers));
  e.kept[0] = kept_count_;
  const bool found = keep_edges<Layers>(e) && keep_groupable(e) &&
                     choose<Layers>(e, 0, 0, 0, 0, 0, Gains<Layers>{}, visit);
  kept_count_ = e.kept[0];
  most = std::max(most, e.most);
  return found;
}

// Keeps the edges of each colour that may do if the others do their best. False: none of a colour.
template <typename L>
template <int Layers>
bool LaneSearchOf<L>::keep_edges(Expansion<Layers>& e) {
  const int shares = kShares * e.from->jokers;
  const int split = Layers == 1 ? 0 : shares;
  const int last = colours_ - 1;
  const auto gains = [&](int colour) {
    return Gains<Layers>::load(
        lane(colour).template gains<Layers>(e.number - 1, e.from->slots[index(colour)]));
  };
  e.rest[index(last)] = gains(last);
  for (int colour = last - 1; colour > 0; --colour)
    e.rest[index(colour)] = join(gains(colour), e.rest[index(colour + 1)], split);
  const Sum need = *e.need - e.joker_bound;
  Sum most = kNone;
  Gains<Layers> before = gains(0);  // of the colours up to here
  for (int colour = 0; colour <= last; ++colour) {
    const std::size_t first = e.kept[index(colour)];
    const typename L::Edges edges = lane(colour).edges(e.number - 1, e.from->slots[index(colour)]);
    std::size_t end = first;
    int most_group = 0;
    if (kept_.size() < first + edges.size()) kept_.resize(2 * (first + edges.size()));
    // All that is known of the node holds for the only edge of a colour.
    if (edges.size() == 1 && edges[0].cost <= shares) {
      most_group = edges[0].step.group;
      kept_[end++] = edges[0];
    } else {
      const Gains<Layers> others = colour == 0 ? e.rest[1]
                                   : colour == last
                                       ? before
                                       : join(before, e.rest[index(colour + 1)], split);
      const Gains<Layers> beside = others.beside(split);
      Sum most_of_colour = kNone;
      for (const typename L::Edge& edge : edges) {
        const Worth* after = lane(colour).template gains<Layers>(e.number, edge.next);
        const Sum bound =
            edge.gain +
            (Gains<Layers>::load(after - (Layers == 1 ? 0 : edge.cost)) + beside).most();
        // What cannot be paid for reads hopeless entries, those before the first.
        if (bound < need || edge.cost > shares) {
          most_of_colour = std::max(most_of_colour, bound);
          continue;
        }
        most_group = std::max<int>(most_group, edge.step.group);
        kept_[end++] = edge;
      }
      if (end == first) {
        e.most = std::max(e.most, most_of_colour + e.joker_bound);
        return false;
      }
      most = std::max(most, most_of_colour);
    }
    e.kept[index(colour + 1)] = kept_count_ = end;
    e.most_group[index(colour)] = most_group;
    if (colour > 0 && colour < last) before = join(before, gains(colour), split);
  }
  e.most = std::max(e.most, most + e.joker_bound);
  return true;
}

// Drops edges to groups for which the others have too few tiles, and sums up what is there. False:
// a colour has no edge left.
template <typename L>
template <int Layers>
bool LaneSearchOf<L>::keep_groupable(Expansion<Layers>& e) {
  const int least = L::kUsual ? 3 : min_length_;
  const int jokers = group_jokers(e.number) ? e.from->jokers : 0;
  std::array<int, kMaxColours>& most = e.most_group;
  for (bool again = true; again;) {
    int total = jokers;
    for (int colour = 0; colour < colours_; ++colour) total += most[index(colour)];
    again = false;
    for (int colour = 0; colour < colours_; ++colour) {
      if (total >= most[index(colour)] * least) continue;
      again = true;
    }
    if (again && !drop_edges(e, total)) return false;
  }
  e.groupable[index(colours_)] = jokers;
  for (int colour = colours_ - 1; colour >= 0; --colour)
    e.groupable[index(colour)] = e.groupable[index(colour + 1)] + most[index(colour)];
  return true;
}

// Of edges to groups those for which all together give too few tiles.
template <typename L>
template <int Layers>
bool LaneSearchOf<L>::drop_edges(Expansion<Layers>& e, int total) {
  const int least = L::kUsual ? 3 : min_length_;
  std::size_t end = e.kept[0];
  for (int colour = 0; colour < colours_; ++colour) {
    const std::size_t first = end;
    const int others = total - e.most_group[index(colour)];
    int most = 0;
    for (std::size_t i = e.kept[index(colour)]; i < e.kept[index(colour + 1)]; ++i) {
      const int group = kept_[i].step.group;
      if (others + group < least * group) continue;
      kept_[end++] = kept_[i];
      most = std::max(most, group);
    }
    e.kept[index(colour)] = first;
    e.most_group[index(colour)] = most;
    if (end == first) return false;
  }
  e.kept[index(colours_)] = end;
  return true;
}

template <typename L>
template <int Layers, typename Visit>
bool LaneSearchOf<L>::choose(Expansion<Layers>& e, int colour, int cost, int group_most,
                             int group_tiles, Sum gain, const Gains<Layers>& done, Visit& visit) {
  const bool last = colour + 1 == colours_;
  const bool only_way = e.kept[index(colours_)] - e.kept[0] == index(colours_);
  for (std::size_t i = e.kept[index(colour)]; i < e.kept[index(colour + 1)]; ++i) {
    const typename L::Edge edge = kept_[i];
    const int shares = kShares * e.from->jokers - cost - edge.cost;
    if (shares < 0) continue;
    // Too few are left to fill the groups that were begun.
    const int of_colour = std::max<int>(group_most, edge.step.group);
    const int grouped = group_tiles + edge.step.group;
    if (grouped + e.groupable[index(colour + 1)] < (L::kUsual ? 3 : min_length_) * of_colour)
      continue;
    const Sum sum = gain + edge.gain;
    auto after = Gains<Layers>::load(lane(colour).template gains<Layers>(e.number, edge.next));
    e.crossing.steps[index(colour)] = edge.step;
    e.next.slots[index(colour)] = edge.next;
    if (last) {
      if (cross<Layers>(e, of_colour, grouped, sum, done, after, visit)) return true;
      continue;
    }
    if (colour > 0) {
      const int left = Layers == 1 ? 0 : shares;
      after = join(done, after, left);
      if (!only_way) {
        const Sum bound =
            sum + e.joker_bound + (after + e.rest[index(colour + 1)].beside(left)).most();
        if (bound < *e.need) {
          e.most = std::max(e.most, bound);
          continue;
        }
      }
    }
    if (choose<Layers>(e, colour + 1, cost + edge.cost, of_colour, grouped, sum, after, visit))
      return true;
  }
  return false;
}

// All colours are decided: which of the jokers complete groups?
template <typename L>
template <int Layers, typename Visit>
bool LaneSearchOf<L>::cross(Expansion<Layers>& e, int group_most, int group_tiles, Sum gain,
                            const Gains<Layers>& done, const Gains<Layers>& after, Visit& visit) {
  int used = 0;
  for (int colour = 0; colour < colours_; ++colour) used += e.crossing.steps[index(colour)].jokers;
  const int left_over = e.from->jokers - used;
  const int most = group_jokers(e.number) ? left_over : 0;
  for (int more = 0; more <= most; ++more) {
    if (!groups_.fit(group_most, group_tiles, more)) continue;
    const int left = left_over - more;
    const Sum paid = static_cast<Sum>(joker_gain(e.number, e.from->jokers, left));
    const Sum rest = (done + after.beside(Layers == 1 ? 0 : kShares * left)).most();
    const Sum bound = gain + paid + static_cast<Sum>(joker_bound(left)) + rest;
    if (bound < *e.need) {
      e.most = std::max(e.most, bound);
    } else {
      e.crossing.group_jokers = static_cast<std::uint8_t>(more);
      e.next.jokers = static_cast<std::uint8_t>(left);
      if (visit(e.crossing, e.next, gain + paid, bound)) return true;
    }
    // One more pays nothing, and need not be placed.
    if (mode_ == Mode::best && paid_jokers(left) == problem_.may_jokers) break;
  }
  return false;
}

}  // namespace rummy
