#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "rummy/rules/compiled_rules.hpp"
#include "rummy/solver/cell.hpp"
#include "rummy/solver/group_limits.hpp"
#include "rummy/solver/joker_places.hpp"
#include "rummy/tiles/tile_bag.hpp"

namespace rummy {

// What a search over all colours decides at one position.
struct Crossing {
  std::array<Step, kMaxColours> steps{};  // by colour
  std::uint8_t group_jokers = 0;
};

// A covering problem (problem.hpp) by colours.
struct LanedProblem {
  std::array<Cells, kMaxColours> cells{};  // most_group and charge are filled in by the search
  int must_jokers = 0;
  int may_jokers = 0;
  ByPosition<float> joker_weight{};  // of an optional joker
  std::uint32_t group_jokers = ~0U;  // numbers whose groups may hold jokers
};

// The covering problem by colours. At a number the colours meet only in the groups; a lane for each
// bounds what it can gain alone. The sum over the colours, the jokers split among them as is best,
// bounds what all can gain together, and in most positions it is what they can.
//
// So the search goes down the numbers, at each through the ways to go on whose bound still reaches
// what is needed: first the least that would be of use, then more than the best that was found. It
// remembers for each set of states the most that can be gained from there, or what was too much to
// ask.
//
// What the states of a colour are depends on the rules: LaneSearchOf has the search itself.
class LaneSearch {
 public:
  LaneSearch(const LaneSearch&) = delete;
  LaneSearch& operator=(const LaneSearch&) = delete;
  virtual ~LaneSearch() = default;
  // The fast kind, for worths from 0 to kMostUsual and as many jokers as a meld may hold; nullptr
  // where the rules are not the usual ones.
  [[nodiscard]] static std::unique_ptr<LaneSearch> make_usual(const CompiledRules& rules);
  static constexpr std::int64_t kMostUsual = 32'000;
  // For all rules and worths.
  [[nodiscard]] static std::unique_ptr<LaneSearch> make_general(const CompiledRules& rules);

  // What to look for. `best`: the worth of a solution; jokers that must be placed may then be left
  // over, since a joker finds a place at almost any table, and jokers that are used count as
  // optional ones first. `exact`: jokers that must be placed are. `every`: for all().
  enum class Mode { best, exact, every };
  // False when it is plain that there is no solution.
  [[nodiscard]] virtual bool set(const LanedProblem& problem, Mode mode) = 0;
  // Searches the best of the solutions worth `least` or more, and returns its worth, or kHopeless.
  // Worths are whole numbers.
  [[nodiscard]] virtual double best(double least) = 0;
  // Any solution worth `least` or more.
  [[nodiscard]] virtual bool any(double least) = 0;
  // Of the solution that best() found.
  [[nodiscard]] const ByPosition<Crossing>& path() const { return path_; }
  // What it lays.
  [[nodiscard]] TileBag laid() const;

  // Where jokers stand in solutions of any worth, in mode `exact`: no other has one elsewhere.
  [[nodiscard]] virtual JokerPlaces joker_places() = 0;

  // After best() returned `worth`: of the solutions worth that much the one that lays the most of
  // the first optional tile, of these the one that lays the most of the second, and so on.
  [[nodiscard]] virtual TileBag first_choice(double worth) = 0;
  // No choice of as many jokers that is worth the same as this one comes before it, as far as tiles
  // tell. Not sure when false.
  [[nodiscard]] bool is_first(const TileBag& choice) const;
  // Every distinct choice of optional tiles (the empty one too, where it solves the problem) worth
  // `least` or more, in no particular order; jokers are worth the same everywhere. Returns a bound
  // of the others, kHopeless when there are none.
  virtual double all(double least, std::vector<TileBag>& choices) = 0;

 protected:
  explicit LaneSearch(const CompiledRules& rules);
  void take(const LanedProblem& problem, Mode mode);
  void limit_groups();
  void charge_groups(int number, int tiles, int shares);
  [[nodiscard]] bool any_optional() const;  // tiles
  [[nodiscard]] bool group_jokers(int position) const {
    return (problem_.group_jokers >> position & 1U) != 0;
  }
  // How many optional jokers count as laid when so many of all are left.
  [[nodiscard]] int paid_jokers(int left) const {
    return paid_jokers_[static_cast<std::size_t>(left)];
  }
  // Those that may still be laid count as laid.
  [[nodiscard]] float joker_bound(int left) const {
    return best_joker_weight_ * static_cast<float>(paid_jokers(0) - paid_jokers(left));
  }
  [[nodiscard]] float joker_gain(int position, int before, int after) const {
    return problem_.joker_weight[static_cast<std::size_t>(position)] *
           static_cast<float>(paid_jokers(after) - paid_jokers(before));
  }
  [[nodiscard]] std::uint32_t laid_code(const Crossing& crossing) const;
  void add_laid(TileBag& bag, int number, std::uint32_t code) const;

  int colours_;
  int numbers_;
  int positions_;
  int min_length_;
  GroupLimits groups_;
  LanedProblem problem_;
  Mode mode_ = Mode::exact;
  int jokers_ = 0;
  float best_joker_weight_ = 0;
  std::array<std::int8_t, kMaxJokers + 1> paid_jokers_{};  // by jokers left
  ByPosition<Crossing> path_{};
  int jokers_laid_ = 0;
};

}  // namespace rummy
