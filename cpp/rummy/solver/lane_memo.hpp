#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "rummy/tiles/tile.hpp"

namespace rummy {

// What a search found out, by a key for where it stands: a hash table that is emptied at no cost.
template <typename Worth, typename Key>
class LaneMemo {
 public:
  static constexpr Worth kUnknown = 1e9F;  // above every worth
  struct Fact {
    Worth bound = kUnknown;  // no more can be gained
    std::int32_t way = -1;   // what the owner keeps for it, if anything: a way that gains it, ..
  };

  // Beyond so many entries all is forgotten.
  explicit LaneMemo(std::size_t most = kMost) : most_(most) { entries_.resize(kFirst); }

  [[nodiscard]] Fact find(const Key& key) {
    const Entry& entry = at(key);
    return entry.stamp == stamp_ ? entry.fact : Fact{};
  }
  Fact& add(const Key& key) {
    Entry* entry = &at(key);
    if (entry->stamp == stamp_) return entry->fact;
    if (++count_ * 2 > size_) {
      if (size_ < most_) {
        grow();
      } else {  // what is forgotten is found again, so nothing but time is lost
        clear();
        ++count_;
      }
      entry = &at(key);
    }
    entry->key = key;
    entry->stamp = stamp_;
    entry->fact = {};
    return entry->fact;
  }
  [[nodiscard]] std::size_t size() const { return count_; }
  void clear() {
    count_ = 0;
    size_ = kFirst;  // most searches find few, and what is small stays at hand
    next_stamp();
  }

 private:
  struct Entry {
    Key key{};
    std::uint32_t stamp = 0;  // of an entry in use: stamp_
    Fact fact;
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
    auto place = static_cast<std::size_t>(hash >> 32) & (size_ - 1);
    while (entries_[place].stamp == stamp_ && entries_[place].key != key)
      place = (place + 1) & (size_ - 1);
    return entries_[place];
  }
  static constexpr std::size_t kFirst = 256;                  // entries
  static constexpr std::size_t kMost = std::size_t{1} << 20;  // up to forty megabytes

  void next_stamp() {
    if (++stamp_ != 0) return;
    entries_.assign(entries_.size(), Entry{});
    stamp_ = 1;
  }
  void grow() {
    old_.clear();
    std::copy_if(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(size_),
                 std::back_inserter(old_), [this](const Entry& e) { return e.stamp == stamp_; });
    size_ *= 4;
    if (entries_.size() < size_) entries_.resize(size_);
    next_stamp();
    for (Entry& entry : old_) {
      entry.stamp = stamp_;
      at(entry.key) = entry;
    }
  }

  std::vector<Entry> entries_;  // the first size_ are in use
  std::vector<Entry> old_;
  std::size_t most_;
  std::size_t size_ = kFirst;
  std::size_t count_ = 0;
  std::uint32_t stamp_ = 1;
};

}  // namespace rummy
