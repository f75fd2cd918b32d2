#include "rummy/stats/cluster_batch.hpp"

#include <algorithm>

namespace rummy {

void ClusterBatch::add(std::span<const std::int64_t> values, Tally& tally) {
  constexpr std::int64_t kMost = Tally::kColumnMost;
  std::uint64_t beyond = 0;
  std::int16_t* cell = columns_.data() + waiting_;
  for (const std::int64_t value : values) {
    *cell = static_cast<std::int16_t>(value);
    cell += Tally::kColumn;
    beyond |= static_cast<std::uint64_t>(value + kMost) & ~std::uint64_t{2 * kMost - 1};
  }
  if (beyond != 0) {
    for (std::size_t i = waiting_; i < columns_.size(); i += Tally::kColumn) columns_[i] = 0;
    tally.add_cluster(values);
    return;
  }
  if (++waiting_ == Tally::kColumn) flush(tally);
}

void ClusterBatch::flush(Tally& tally) {
  if (waiting_ == 0) return;
  tally.add_columns(columns_, static_cast<std::int64_t>(waiting_));
  std::fill(columns_.begin(), columns_.end(), std::int16_t{0});
  waiting_ = 0;
}

}  // namespace rummy
