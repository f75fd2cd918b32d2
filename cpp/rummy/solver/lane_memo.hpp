#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "rummy/tiles/tile.hpp"

namespace rummy {

// What a search found out, by a key for where it stands and the jokers left: a hash table that is
// emptied at no cost.
template <typename Worth, typename Key>
class LaneMemo {
 public:
  static constexpr Worth kUnknown = 1e9F;  // above every worth
  struct Fact {
    Worth bound = kUnknown;  // no more can be gained
    std::int32_t way = -1;   // that gains it, if one is known
  };
  using Facts = std::array<Fact, kMaxJokers + 1>;

  LaneMemo() { entries_.resize(1024); }

  // nullptr: nothing is known.
  [[nodiscard]] const Facts* find(const Key& key) {
    const Entry& entry = at(key);
    return entry.stamp == stamp_ ? &entry.facts : nullptr;
  }
  Facts& add(const Key& key) {
    Entry* entry = &at(key);
    if (entry->stamp == stamp_) return entry->facts;
    if (++count_ * 2 > entries_.size()) {
      if (entries_.size() < kMost) {
        grow();
      } else {  // what is forgotten is found again, so nothing but time is lost
        clear();
        ++count_;
      }
      entry = &at(key);
    }
    entry->key = key;
    entry->stamp = stamp_;
    entry->facts.fill({});
    return entry->facts;
  }
  void clear() {
    count_ = 0;
    if (++stamp_ != 0) return;
    entries_.assign(entries_.size(), Entry{});
    stamp_ = 1;
  }

 private:
  struct Entry {
    Key key{};
    std::uint32_t stamp = 0;  // of an entry in use: stamp_
    Facts facts{};
  };

  static std::uint64_t hash_of(std::uint64_t key) { return key * 0x9e3779b97f4a7c15ULL; }
  template <std::size_t Words>
  static std::uint64_t hash_of(const std::array<std::uint64_t, Words>& key) {
    std::uint64_t hash = 0;
    for (const std::uint64_t word : key) hash = hash_of(hash ^ hash >> 32 ^ word);
    return hash;
  }
  Entry& at(const Key& key) {
    const std::uint64_t hash = hash_of(key);
    auto place = static_cast<std::size_t>(hash >> 32) & (entries_.size() - 1);
    while (entries_[place].stamp == stamp_ && entries_[place].key != key)
      place = (place + 1) & (entries_.size() - 1);
    return entries_[place];
  }
  static constexpr std::size_t kMost = std::size_t{1} << 20;  // entries, nearly a hundred megabytes

  void grow() {
    std::vector<Entry> old(entries_.size() * 2);
    old.swap(entries_);
    for (const Entry& entry : old) {
      if (entry.stamp == stamp_) at(entry.key) = entry;
    }
  }

  std::vector<Entry> entries_;
  std::size_t count_ = 0;
  std::uint32_t stamp_ = 1;
};

}  // namespace rummy
