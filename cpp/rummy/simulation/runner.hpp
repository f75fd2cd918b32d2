#pragma once

#include "rummy/simulation/block.hpp"

namespace rummy {

struct Simulation {
  Tally tally;
  std::vector<std::int64_t> block_sums;  // block by block, the sums of all quantities
  std::vector<std::int64_t> units;       // cluster by cluster, when the task keeps them
  Columns columns;
  double seconds = 0;
};

// Plays the clusters first .. first + count - 1 of a task, in blocks of kBlockClusters, on so many
// threads; with 0 threads on the calling one (for strategies that may not leave it). The result is
// the same to the last byte whatever the number of threads: blocks do not know of each other, and
// they are added up in their order. `tick` is called on the calling thread about ten times a second
// with the number of clusters done; when it throws, the run is broken off within a turn and the
// exception goes on to the caller.
using Tick = std::function<void(std::int64_t done)>;
[[nodiscard]] Simulation run(const Task& task, std::int64_t first, std::int64_t count, int threads,
                             const Tick& tick = {});

// The same for any family: `make_worker` makes the worker of one thread, which breaks off on
// `stop`.
using MakeWorker = std::function<std::unique_ptr<BlockWorker>(const std::atomic<bool>& stop)>;
[[nodiscard]] Simulation run_blocks(const MakeWorker& make_worker, bool records, std::int64_t first,
                                    std::int64_t count, int threads, const Tick& tick);

}  // namespace rummy
