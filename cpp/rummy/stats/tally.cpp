#include "rummy/stats/tally.hpp"

#include <algorithm>
#include <functional>

namespace rummy {

namespace {

void add_to(std::vector<std::int64_t>& into, const std::vector<std::int64_t>& values) {
  std::transform(into.begin(), into.end(), values.begin(), into.begin(), std::plus<>());
}

}  // namespace

Histogram& Histogram::operator+=(const Histogram& other) {
  add_to(bins_, other.bins_);
  return *this;
}

Tally::Tally(std::size_t quantities, std::span<const std::size_t> histogram_bins)
    : sums_(quantities, 0), upper_(quantities * (quantities + 1) / 2, 0) {
  for (const std::size_t bins : histogram_bins) histograms_.emplace_back(bins);
}

void Tally::add_cluster(std::span<const std::int64_t> values) {
  ++clusters_;
  const std::size_t count = sums_.size();
  std::int64_t* row = upper_.data();
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t value = values[i];
    sums_[i] += value;
    const std::size_t width = count - i;
    // Many quantities are 0 in most games; their rows stay as they are.
    if (value != 0) {
      for (std::size_t j = 0; j < width; ++j) row[j] += value * values[i + j];
    }
    row += width;
  }
}

Tally& Tally::operator+=(const Tally& other) {
  clusters_ += other.clusters_;
  add_to(sums_, other.sums_);
  add_to(upper_, other.upper_);
  for (std::size_t i = 0; i < histograms_.size(); ++i) histograms_[i] += other.histograms_[i];
  return *this;
}

std::vector<std::int64_t> Tally::cross() const {
  const std::size_t count = sums_.size();
  std::vector<std::int64_t> full(count * count, 0);
  std::size_t next = 0;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = i; j < count; ++j) {
      full[i * count + j] = full[j * count + i] = upper_[next++];
    }
  }
  return full;
}

}  // namespace rummy
