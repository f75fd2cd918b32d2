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
  const bool found = keep_edges<Layers>(e) && choose<Layers>(e, visit);
  most = std::max(most, e.most);
  return found;
}

// Keeps the edges of each colour that may do if the others do their best, when each pays for the
// shares that it takes (price_shares()). False: none of a colour.
template <typename L>
template <int Layers>
bool LaneSearchOf<L>::keep_edges(Expansion<Layers>& e) {
  const int jokers = Layers == 1 ? 0 : e.from->jokers;
  Sum bound = static_cast<Sum>(joker_bound(jokers)) + kShares * jokers * price_;
  int spare = kShares * jokers;
  for (int colour = 0; colour < colours_; ++colour) {
    const auto& all = lane(colour).template edges<Layers>(e.number - 1, e.from->slots[colour],
                                                          jokers, priced_[index(jokers)].data());
    e.all[index(colour)] = &all;
    bound += all.most;
    spare -= all.least;
  }
  if (spare < 0) return false;
  e.bound = bound;
  e.spare = spare;
  e.groupable[index(colours_)] = group_jokers(e.number) ? jokers : 0;
  const Sum most_loss = bound - *e.need;
  if (most_loss < 0) {
    e.most = std::max(e.most, bound);
    return false;
  }
  Sum best_lost = kNone;
  for (int colour = colours_ - 1; colour >= 0; --colour) {
    const auto& all = *e.all[index(colour)];
    const Edge*& first = e.first[index(colour)];
    const Edge*& end = e.end[index(colour)];
    first = lane(colour).first(all);
    end = first + all.count;
    int most_group = all.most_group;
    const Sum worst = all.most - most_loss;
    const int dearest = all.least + spare;
    if (all.worst < worst || all.dearest > dearest) {
      std::vector<Edge>& kept = e.kept[index(colour)];
      if (kept.size() < all.count) kept.resize(all.count);
      Edge* to = kept.data();
      most_group = 0;
      for (const Edge* edge = first; edge != end; ++edge) {
        if (edge->least > dearest) continue;
        if (edge->most < worst) {
          best_lost = std::max(best_lost, bound - all.most + edge->most);
          continue;
        }
        most_group = std::max<int>(most_group, edge->step.group);
        *to++ = *edge;
      }
      first = kept.data();
      end = to;
    }
    e.groupable[index(colour)] = e.groupable[index(colour + 1)] + most_group;
    if (first == end) {
      e.most = std::max(e.most, best_lost);
      return false;
    }
  }
  e.most = std::max(e.most, best_lost);
  return true;
}

// Goes through the ways to take an edge of each colour.
template <typename L>
template <int Layers, typename Visit>
bool LaneSearchOf<L>::choose(Expansion<Layers>& e, Visit& visit) {
  const int least = L::kUsual ? 3 : min_length_;
  e.chosen[0] = {e.first[0], e.bound - e.all[0]->most, e.spare + e.all[0]->least, 0, 0};
  for (int colour = 0;;) {
    auto& now = e.chosen[index(colour)];
    if (now.next == e.end[index(colour)]) {
      if (colour-- == 0) return false;
      continue;
    }
    const Edge& edge = *now.next++;
    if (edge.least > now.spare) continue;
    const Sum bound = now.bound + edge.most;
    if (bound < *e.need) {
      e.most = std::max(e.most, bound);
      continue;
    }
    // Too few are left to fill the groups that were begun.
    const int group_most = std::max<int>(now.group_most, edge.step.group);
    const int group_tiles = now.group_tiles + edge.step.group;
    if (group_tiles + e.groupable[index(colour + 1)] < least * group_most) continue;
    if (colour + 1 < colours_) {
      ++colour;
      const auto& all = *e.all[index(colour)];
      e.chosen[index(colour)] = {e.first[index(colour)], bound - all.most,
                                 now.spare - edge.least + all.least, group_most, group_tiles};
    } else if (cross<Layers>(e, group_most, group_tiles, bound, visit)) {
      return true;
    }
  }
}

// All colours are decided: which of the jokers complete groups? Here the jokers that are left are
// split among the colours as is best, which bounds more closely than a price.
template <typename L>
template <int Layers, typename Visit>
bool LaneSearchOf<L>::cross(Expansion<Layers>& e, int group_most, int group_tiles, Sum bound,
                            Visit& visit) {
  const int before = Layers == 1 ? 0 : e.from->jokers;
  int left_over = before;
  Sum gain = 0;
  e.next.slots = {};
  for (int colour = 0; colour < colours_; ++colour) {
    const Edge& edge = e.chosen[index(colour)].next[-1];
    e.crossing.steps[index(colour)] = edge.step;
    e.next.slots.set(colour, edge.next);
    left_over -= edge.step.jokers;
    gain += edge.gain;
  }
  if (before == 0) {
    if (!groups_.fit(group_most, group_tiles, 0)) return false;
    e.crossing.group_jokers = 0;
    e.next.jokers = 0;
    return visit(e.crossing, e.next, gain, bound);
  }
  const int most = group_jokers(e.number) ? left_over : 0;
  // What the colours gain from there on.
  const auto row = [&](int colour) {
    return Gains<Layers>::load(lane(colour).template gains<Layers>(e.number, e.next.slots[colour]));
  };
  Gains<Layers> done = row(0);
  if (left_over > 0) {
    for (int colour = 1; colour + 1 < colours_; ++colour)
      done = join(done, row(colour), kShares * left_over);
  } else {
    for (int colour = 1; colour + 1 < colours_; ++colour) done = done + row(colour);
  }
  const Gains<Layers> after = row(colours_ - 1);
  for (int more = 0; more <= most; ++more) {
    if (!groups_.fit(group_most, group_tiles, more)) continue;
    const int left = left_over - more;
    const Sum paid = static_cast<Sum>(joker_gain(e.number, before, left));
    const Sum rest = (done + after.beside(kShares * left)).most();
    const Sum reach = gain + paid + static_cast<Sum>(joker_bound(left)) + rest;
    if (reach < *e.need) {
      e.most = std::max(e.most, reach);
    } else {
      e.crossing.group_jokers = static_cast<std::uint8_t>(more);
      e.next.jokers = static_cast<std::uint8_t>(left);
      if (visit(e.crossing, e.next, gain + paid, reach)) return true;
    }
    // One more pays nothing, and need not be placed.
    if (mode_ == Mode::best && paid_jokers(left) == problem_.may_jokers) break;
  }
  return false;
}

}  // namespace rummy
