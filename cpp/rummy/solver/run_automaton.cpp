#include "rummy/solver/run_automaton.hpp"

#include <algorithm>

namespace rummy {

namespace {

constexpr int kCodeBase = kMaxJokers + 1;
constexpr int kStepTiles = kMaxCopies + kMaxJokers + 1;  // jokers that stand still count as tiles
constexpr int kStepJokers = kMaxJokers + 1;
constexpr int kStepsPerState = 2 * kStepTiles * kStepJokers;

constexpr int length_of(std::uint8_t code) { return code / kCodeBase; }
constexpr int jokers_of(std::uint8_t code) { return code % kCodeBase; }
constexpr std::uint8_t code_of(int length, int jokers) {
  return static_cast<std::uint8_t>(length * kCodeBase + jokers);
}

}  // namespace

void RunAutomaton::Runs::sort() {
  for (std::size_t i = 1; i < size; ++i) {
    for (std::size_t j = i; j > 0 && codes[j] < codes[j - 1]; --j)
      std::swap(codes[j], codes[j - 1]);
  }
}

std::size_t RunAutomaton::KeyHash::operator()(const Key& key) const {
  std::uint64_t hash = 1469598103934665603ULL;
  const auto mix = [&hash](std::uint8_t byte) { hash = (hash ^ byte) * 1099511628211ULL; };
  for (const Runs* runs : {&key.runs, &key.promised}) {
    mix(runs->size);
    for (int i = 0; i < runs->size; ++i) mix(runs->codes[static_cast<std::size_t>(i)]);
  }
  mix(key.kept);
  return static_cast<std::size_t>(hash);
}

RunAutomaton::RunAutomaton(const CompiledRules& rules)
    : min_length_(rules.min_length()),
      max_tiles_(rules.tiles().copies),
      max_jokers_(rules.tiles().jokers),
      numbers_(rules.tiles().numbers),
      positions_(rules.positions()),
      wrap_(rules.rules().melds.run_wrap) {
  const bool limited_jokers = rules.max_jokers() < rules.tiles().jokers;
  exact_ = limited_jokers || rules.run_max() < 2 * min_length_ - 1;
  length_cap_ = exact_ ? std::min(rules.run_max(), 2 * min_length_ - 1) : min_length_;
  joker_cap_ = limited_jokers ? rules.max_jokers() : 0;
  // Without a tracked limit jokers are not counted in the codes; with the limit 0 none may enter a
  // run.
  if (limited_jokers && joker_cap_ == 0) max_jokers_ = 0;
  collect_starts();
}

bool RunAutomaton::can_end(const Key& key) const {
  // What is open must be long enough, but for the runs that were promised to come over (round).
  Runs rest = key.runs;
  for (int i = 0; i < key.promised.size; ++i) {
    const auto end = rest.codes.begin() + rest.size;
    const auto found =
        std::find(rest.codes.begin(), end, key.promised.codes[static_cast<std::size_t>(i)]);
    if (found == end) return false;
    std::copy(found + 1, end, found);
    --rest.size;
  }
  for (int i = 0; i < rest.size; ++i) {
    if (length_of(rest.codes[static_cast<std::size_t>(i)]) < min_length_) return false;
  }
  return true;
}

int RunAutomaton::holding_high(State start, int below) const {
  const Node& node = states_[start];
  const auto end = node.runs.codes.begin() + node.runs.size;
  const auto promised = std::count_if(
      node.runs.codes.begin(), end, [below](std::uint8_t code) { return length_of(code) > below; });
  return static_cast<int>(promised) + (below < min_length_ - 1 ? node.kept : 0);
}

RunAutomaton::State RunAutomaton::intern(const Key& key) {
  const auto [place, is_new] = ids_.try_emplace(key, static_cast<State>(states_.size()));
  if (is_new) {
    Node node{key.runs, key.promised, key.kept, can_end(key)};
    for (int i = 0; i < key.runs.size; ++i) {
      const int length = length_of(key.runs.codes[static_cast<std::size_t>(i)]);
      if (length < min_length_) ++node.needing_one;
      if (length < min_length_ - 1) ++node.needing_two;
      if (length == 1) ++node.begun;
    }
    states_.push_back(node);
  }
  return place->second;
}

// Has the set tiles and jokers enough for runs that end with the last number?
bool RunAutomaton::can_be_laid(const Runs& runs) const {
  const auto end = runs.codes.begin() + runs.size;
  int jokers = 0;
  for (auto code = runs.codes.begin(); code != end; ++code) jokers += jokers_of(*code);
  int lacking = 0;
  for (int below = 0; below < length_cap_; ++below) {
    const auto longer = [below](std::uint8_t code) { return length_of(code) > below; };
    lacking +=
        std::max(0, static_cast<int>(std::count_if(runs.codes.begin(), end, longer)) - max_tiles_);
  }
  return std::max(jokers, lacking) <= max_jokers_;
}

void RunAutomaton::collect_starts() {
  starts_.push_back(intern({}));
  if (wrap_ == RunWrap::ace_high) {
    for (int kept = 1; kept <= max_tiles_ + max_jokers_; ++kept) {
      Key key;
      key.kept = static_cast<std::uint8_t>(kept);
      starts_.push_back(intern(key));
    }
  }
  if (wrap_ != RunWrap::round) return;
  // Every multiset of open runs that could come over from the last number.
  std::vector<std::uint8_t> codes;
  for (int length = 1; length <= (exact_ ? length_cap_ - 1 : length_cap_); ++length) {
    for (int jokers = 0; jokers <= std::min(length, joker_cap_); ++jokers)
      codes.push_back(code_of(length, jokers));
  }
  const int most = max_tiles_ + max_jokers_;
  std::vector<Runs> found = {Runs{}};
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Runs base = found[i];
    if (base.size == most) continue;
    for (const std::uint8_t code : codes) {
      if (base.size > 0 && code < base.codes[base.size - 1U]) continue;
      Runs grown = base;
      grown.codes[grown.size++] = code;
      if (!can_be_laid(grown)) continue;
      found.push_back(grown);
      starts_.push_back(intern({grown, grown, 0}));
    }
  }
}

std::span<const RunAutomaton::State> RunAutomaton::step(State state, int tiles, int jokers,
                                                        bool last_ace) {
  if (states_[state].steps == kUnknown) {
    states_[state].steps = static_cast<std::uint32_t>(steps_.size());
    steps_.resize(steps_.size() + kStepsPerState);
  }
  const std::size_t index =
      states_[state].steps +
      static_cast<std::size_t>(((last_ace ? kStepTiles : 0) + tiles) * kStepJokers + jokers);
  if (steps_[index].count == kUnknown) {
    Targets computed;
    compute_step(state, tiles, jokers, last_ace, computed);
    steps_[index] = computed;  // compute_step may have grown steps_
  }
  return {targets_.data() + steps_[index].first, steps_[index].count};
}

void RunAutomaton::compute_step(State state, int tiles, int jokers, bool last_ace, Targets& found) {
  scratch_.clear();
  const Node from = states_[state];
  if (jokers <= max_jokers_ && tiles + jokers <= kMaxOpen) {
    extend(from.runs, 0, tiles, jokers, last_ace, Runs{}, from);
  }
  // What the steps from one state are told apart by; longer runs first.
  std::sort(scratch_.begin(), scratch_.end(),
            [this](State a, State b) { return states_[a].runs > states_[b].runs; });
  scratch_.erase(std::unique(scratch_.begin(), scratch_.end()), scratch_.end());
  found.first = static_cast<std::uint32_t>(targets_.size());
  found.count = static_cast<std::uint32_t>(scratch_.size());
  targets_.insert(targets_.end(), scratch_.begin(), scratch_.end());
}

// Decides for each open run, from `index` on, whether it goes on with a tile, with a joker, or
// ends; what is left of the tiles and jokers starts new runs. Codes are sorted by length, so that
// short runs, which must go on, come first.
void RunAutomaton::extend(const Runs& open, int index, int tiles, int jokers, bool last_ace,
                          Runs next, const Node& from) {
  if (index < open.size) {
    const std::uint8_t code = open.codes[static_cast<std::size_t>(index)];
    const int length = length_of(code);
    const int used = jokers_of(code);
    const int longer = exact_ ? length + 1 : std::min(length + 1, length_cap_);
    const bool may_grow = longer <= length_cap_;
    bool grew = false;
    const auto grow = [&](int tile, int joker) {
      const int held = joker_cap_ > 0 ? used + joker : 0;
      if (joker_cap_ > 0 && held > joker_cap_) return;
      Runs grown = next;
      grown.codes[grown.size++] = code_of(longer, held);
      extend(open, index + 1, tiles - tile, jokers - joker, last_ace, grown, from);
      grew = true;
    };
    if (may_grow && tiles > 0) grow(1, 0);
    // Which of a tile and a joker extends a run makes no difference unless jokers are counted.
    if (may_grow && jokers > 0 && (joker_cap_ > 0 || !grew)) grow(0, 1);
    // A run of full length may end; where lengths do not matter that is never better than going on.
    if (length >= min_length_ && (exact_ || !grew))
      extend(open, index + 1, tiles, jokers, last_ace, next, from);
    return;
  }
  if (last_ace && tiles + jokers > 0) return;
  for (int i = 0; i < tiles; ++i) next.codes[next.size++] = code_of(1, 0);
  for (int i = 0; i < jokers; ++i) next.codes[next.size++] = code_of(1, joker_cap_ > 0 ? 1 : 0);
  next.sort();
  if (last_ace) {
    for (int i = 0; i < next.size; ++i) {
      if (length_of(next.codes[static_cast<std::size_t>(i)]) < min_length_) return;
    }
  }
  scratch_.push_back(intern({next, from.promised, from.kept}));
}

}  // namespace rummy
