#include <array>

#include "check.hpp"
#include "rummy/random/stream.hpp"
#include "rummy/stats/cluster_batch.hpp"

using namespace rummy;

namespace {

constexpr std::array<std::size_t, 2> kBins = {5, 3};

Tally tally_of(std::uint64_t from, std::uint64_t to) {
  Tally tally(4, kBins);
  for (std::uint64_t deal = from; deal < to; ++deal) {
    Stream stream({1, deal, 0}, Purpose::deal);
    std::array<std::int64_t, 4> values{};
    for (auto& value : values) value = static_cast<std::int64_t>(stream.below(9)) - 4;
    tally.add_cluster(values);
    tally.add_value(0, values[0]);
    tally.add_value(1, values[1] + 4);
  }
  return tally;
}

}  // namespace

TEST_CASE("stats: tallies of parts add up to the tally of the whole, in any order") {
  const Tally whole = tally_of(0, 60);
  Tally forward = tally_of(0, 10);
  forward += tally_of(10, 35);
  forward += tally_of(35, 60);
  Tally backward = tally_of(35, 60);
  backward += tally_of(10, 35);
  backward += tally_of(0, 10);
  CHECK(forward == whole);
  CHECK(backward == whole);
}

TEST_CASE("stats: sums and products are those of the definition") {
  Tally tally(3, kBins);
  tally.add_cluster(std::array<std::int64_t, 3>{1, 2, -3});
  tally.add_cluster(std::array<std::int64_t, 3>{0, 5, 7});
  CHECK_EQ(tally.clusters(), 2);
  CHECK_EQ(tally.sums()[1], 7);
  const auto cross = tally.cross();
  CHECK_EQ(cross[0 * 3 + 2], -3);
  CHECK_EQ(cross[1 * 3 + 2], 29);
  CHECK_EQ(cross[2 * 3 + 1], 29);
  CHECK_EQ(cross[2 * 3 + 2], 58);
}

TEST_CASE("stats: clusters added together are those added one by one") {
  constexpr std::size_t kQuantities = 7;
  constexpr std::int64_t kMost = Tally::kColumnMost;
  constexpr std::array<std::int64_t, 4> kSizes = {3, 200, kMost - 1, kMost};
  for (const std::uint64_t count : {1U, 63U, 64U, 65U, 500U}) {
    Tally alone(kQuantities, kBins);
    Tally together(kQuantities, kBins);
    ClusterBatch batch(kQuantities);
    Stream stream({2, count, 0}, Purpose::deal);
    for (std::uint64_t i = 0; i < count; ++i) {
      // The last is always 0; some are at the bounds of a batch, some far beyond.
      std::array<std::int64_t, kQuantities> values{};
      for (std::size_t k = 0; k + 1 < kQuantities; ++k) {
        const std::int64_t size = kSizes[stream.below(kSizes.size())];
        values[k] = size * (static_cast<int>(stream.below(3)) - 1);
      }
      if (i % 50 == 49) values[1] = std::int64_t{1} << 24;
      alone.add_cluster(values);
      batch.add(values, together);
    }
    batch.flush(together);
    CHECK(alone == together);
  }
}

TEST_CASE("stats: the last bin of a histogram counts everything above it") {
  Histogram histogram(3);
  for (const std::int64_t value : {0, 1, 2, 3, 99}) histogram.add(value);
  CHECK_EQ(histogram.bins()[0], 1);
  CHECK_EQ(histogram.bins()[2], 3);
}
