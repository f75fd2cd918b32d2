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
    : sums_(quantities, 0), upper_(quantities * (quantities + 1) / 2, 0), used_(quantities, 0) {
  for (const std::size_t bins : histogram_bins) histograms_.emplace_back(bins);
}

void Tally::add_cluster(std::span<const std::int64_t> values) {
  ++clusters_;
  // Many quantities are 0 in most games; their rows and columns stay as they are.
  std::size_t used = 0;
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    if (values[i] == 0) continue;
    sums_[i] += values[i];
    used_[used++] = static_cast<std::uint32_t>(i);
  }
  for (std::size_t a = 0; a < used; ++a) {
    std::int64_t* products = row(used_[a]);
    const std::int64_t value = values[used_[a]];
    for (std::size_t b = a; b < used; ++b) products[used_[b]] += value * values[used_[b]];
  }
}

void Tally::add_columns(std::span<const std::int16_t> columns, std::int64_t clusters) {
  clusters_ += clusters;
  std::size_t used = 0;
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    std::int32_t sum = 0;
    std::int32_t any = 0;
    for (const std::int16_t value : columns.subspan(i * kColumn).first<kColumn>()) {
      sum += value;
      any |= value;
    }
    if (any == 0) continue;
    sums_[i] += sum;
    used_[used++] = static_cast<std::uint32_t>(i);
  }
  for (std::size_t a = 0; a < used; ++a) {
    const std::int16_t* left = columns.data() + used_[a] * kColumn;
    std::int64_t* products = row(used_[a]);
    for (std::size_t b = a; b < used; ++b) {
      const std::int16_t* right = columns.data() + used_[b] * kColumn;
      std::int32_t sum = 0;
      for (std::size_t k = 0; k < kColumn; ++k) sum += left[k] * right[k];
      products[used_[b]] += sum;
    }
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
