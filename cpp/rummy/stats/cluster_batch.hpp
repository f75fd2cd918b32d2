#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rummy/stats/tally.hpp"

namespace rummy {

// Clusters on their way to a tally. The products of many are summed at once, quantity by quantity
// in the lanes of vector registers, which costs a fifth of adding them one by one; a cluster with a
// value too great for that is added alone.
class ClusterBatch {
 public:
  explicit ClusterBatch(std::size_t quantities) : columns_(quantities * Tally::kColumn, 0) {}

  void add(std::span<const std::int64_t> values, Tally& tally);
  // Adds what waits.
  void flush(Tally& tally);

 private:
  std::vector<std::int16_t> columns_;  // quantity by quantity a value of each cluster, 0 where none
  std::size_t waiting_ = 0;
};

}  // namespace rummy
