#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace rummy {

// Counts of small non-negative values; the last bin counts its value and everything above it.
class Histogram {
 public:
  Histogram() = default;
  explicit Histogram(std::size_t bins) : bins_(bins, 0) {}

  void add(std::int64_t value) {
    const auto last = static_cast<std::int64_t>(bins_.size()) - 1;
    const std::int64_t bin = value < 0 ? 0 : (value > last ? last : value);
    ++bins_[static_cast<std::size_t>(bin)];
  }
  Histogram& operator+=(const Histogram& other);
  [[nodiscard]] std::span<const std::int64_t> bins() const { return bins_; }
  friend bool operator==(const Histogram&, const Histogram&) = default;

 private:
  std::vector<std::int64_t> bins_;
};

// Exact sums over clusters of K quantities: how many, their sums, the sums of their products by
// pairs, and histograms of single values. Integers only, so that += is associative and commutative
// and a result never depends on a schedule.
class Tally {
 public:
  Tally() = default;
  Tally(std::size_t quantities, std::span<const std::size_t> histogram_bins);

  void add_cluster(std::span<const std::int64_t> values);
  // The same for up to kColumn clusters: of each quantity kColumn values, 0 beyond the clusters,
  // none of them above kColumnMost, so that the sum of their products fits 32 bits.
  static constexpr std::size_t kColumn = 64;
  static constexpr std::int64_t kColumnMost = 4096;
  void add_columns(std::span<const std::int16_t> columns, std::int64_t clusters);
  void add_value(std::size_t histogram, std::int64_t value) { histograms_[histogram].add(value); }
  Tally& operator+=(const Tally& other);

  [[nodiscard]] std::int64_t clusters() const { return clusters_; }
  [[nodiscard]] std::span<const std::int64_t> sums() const { return sums_; }
  // Row by row, both halves: cross()[i * K + j] is the sum of the products of quantities i and j.
  [[nodiscard]] std::vector<std::int64_t> cross() const;
  [[nodiscard]] std::span<const Histogram> histograms() const { return histograms_; }
  friend bool operator==(const Tally& a, const Tally& b) {
    return a.clusters_ == b.clusters_ && a.sums_ == b.sums_ && a.upper_ == b.upper_ &&
           a.histograms_ == b.histograms_;
  }

 private:
  // Row i of the products, good from column i on: upper_ holds so much of it after the rows before.
  [[nodiscard]] std::int64_t* row(std::size_t i) {
    return upper_.data() + i * sums_.size() - i * (i + 1) / 2;
  }

  std::int64_t clusters_ = 0;
  std::vector<std::int64_t> sums_;
  std::vector<std::int64_t> upper_;  // the upper half of the products, row by row
  std::vector<Histogram> histograms_;
  std::vector<std::uint32_t> used_;  // room for those that are not 0
};

}  // namespace rummy
