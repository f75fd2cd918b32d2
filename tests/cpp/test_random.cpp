#include <array>
#include <set>
#include <vector>

#include "check.hpp"
#include "rummy/random/deal_order.hpp"

using namespace rummy;

TEST_CASE("random: Philox gives the published known answers") {
  // From the test vectors of the Random123 library.
  constexpr std::uint64_t kOnes = ~0ULL;
  CHECK(philox({0, 0}, {0, 0, 0, 0}) == PhiloxBlock{0x16554d9eca36314cULL, 0xdb20fe9d672d0fdcULL,
                                                    0xd7e772cee186176bULL, 0x7e68b68aec7ba23bULL});
  CHECK(philox({kOnes, kOnes}, {kOnes, kOnes, kOnes, kOnes}) ==
        PhiloxBlock{0x87b092c3013fe90bULL, 0x438c3c67be8d0224ULL, 0x9cc7d7c69cd777b6ULL,
                    0xa09caebf594f0ba0ULL});
}

TEST_CASE("random: a stream is the words of its blocks in order") {
  Stream stream({7, 11, 3}, Purpose::starter);
  for (std::uint64_t block = 0; block < 3; ++block) {
    for (const std::uint64_t word : philox({7, 2}, {block, 11, 3, 0}))
      CHECK_EQ(stream.next(), word);
  }
}

TEST_CASE("random: purposes, deals and games have their own numbers") {
  std::set<std::uint64_t> first;
  for (std::uint64_t deal = 0; deal < 4; ++deal) {
    for (std::uint64_t game = 0; game < 4; ++game) {
      for (const Purpose purpose : {Purpose::deal, Purpose::starter, strategy_purpose(0)}) {
        first.insert(Stream({1, deal, game}, purpose).next());
      }
    }
  }
  CHECK_EQ(first.size(), 48U);
}

TEST_CASE("random: bounded draws are even and stay inside") {
  Stream stream({5, 0, 0}, Purpose::deal);
  for (const std::uint64_t bound : {1ULL, 2ULL, 7ULL, 100ULL}) {
    std::vector<int> seen(bound, 0);
    const int draws = static_cast<int>(bound) * 1000;
    for (int i = 0; i < draws; ++i) {
      const std::uint64_t value = stream.below(bound);
      REQUIRE(value < bound);
      ++seen[value];
    }
    // Six standard deviations of a count with mean 1000.
    for (const int count : seen) CHECK(count > 1000 - 190 && count < 1000 + 190);
  }
  // A bound that is far from a power of two would be uneven by a half without the rejection.
  const std::uint64_t wide = (1ULL << 63) + (1ULL << 62);
  int low = 0;
  for (int i = 0; i < 3000; ++i) low += stream.below(wide) < wide / 3 ? 1 : 0;
  CHECK(low > 1000 - 160 && low < 1000 + 160);
}

TEST_CASE("random: the order of a deal keeps the order of the tiles that two sets share") {
  std::vector<KeySlot> all;
  std::vector<KeySlot> some;
  std::vector<std::size_t> kept;
  for (std::uint16_t block = 0; block < 20; ++block) {
    for (std::uint16_t lane = 0; lane < 4; ++lane) {
      if (lane != 2) {
        some.push_back({block, lane});
        kept.push_back(all.size());
      }
      all.push_back({block, lane});
    }
  }
  std::vector<std::uint16_t> order(all.size());
  std::vector<std::uint16_t> order_of_some(some.size());
  order_by_keys({3, 9, 0}, all, order);
  order_by_keys({3, 9, 0}, some, order_of_some);
  std::vector<std::size_t> expected;
  for (const std::uint16_t index : order) {
    if (all[index].lane != 2) expected.push_back(index);
  }
  std::vector<std::size_t> found;
  for (const std::uint16_t index : order_of_some) found.push_back(kept[index]);
  CHECK(found == expected);
}
