#include "rummy/simulation/runner.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace rummy {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kTick(100);

// Blocks on their way to the sum. They come in any order and are added in theirs, so that few wait
// in memory.
class Assembly {
 public:
  explicit Assembly(std::size_t blocks) : waiting_(blocks), ready_(blocks, false) {}

  void put(std::size_t block, BlockResult&& result) {
    const std::lock_guard lock(mutex_);
    waiting_[block] = std::move(result);
    ready_[block] = true;
    for (; next_ < ready_.size() && ready_[next_]; ++next_) add(waiting_[next_]);
  }
  [[nodiscard]] Simulation take() { return std::move(sum_); }

 private:
  void add(BlockResult& block) {
    const auto sums = block.tally.sums();
    sum_.block_sums.insert(sum_.block_sums.end(), sums.begin(), sums.end());
    if (next_ == 0) {
      sum_.tally = std::move(block.tally);
    } else {
      sum_.tally += block.tally;
    }
    sum_.units.insert(sum_.units.end(), block.units.begin(), block.units.end());
    sum_.columns.append(std::move(block.columns));
    block = {};
  }

  std::mutex mutex_;
  std::vector<BlockResult> waiting_;
  std::vector<bool> ready_;
  std::size_t next_ = 0;
  Simulation sum_;
};

struct Shared {
  Shared(const MakeWorker& make, std::int64_t first_cluster, std::int64_t clusters,
         std::int64_t blocks)
      : make_worker(make),
        first(first_cluster),
        count(clusters),
        assembly(static_cast<std::size_t>(blocks)) {}

  const MakeWorker& make_worker;
  std::int64_t first;
  std::int64_t count;
  Assembly assembly;
  std::atomic<std::int64_t> next_block{0};
  std::atomic<std::int64_t> done{0};
  std::atomic<bool> stop{false};
  std::mutex mutex;
  std::condition_variable changed;
  int running = 0;            // guarded by the mutex, as the next
  std::exception_ptr failed;  // the first of a worker

  // Plays blocks until there are none left. `on_cluster` runs after every cluster.
  template <typename OnCluster>
  void work(OnCluster&& on_cluster) {
    const std::unique_ptr<BlockWorker> worker = make_worker(stop);
    while (!stop) {
      const std::int64_t block = next_block.fetch_add(1);
      const std::int64_t from = block * kBlockClusters;
      if (from >= count) return;
      BlockResult result = worker->play(first + from, std::min(kBlockClusters, count - from), [&] {
        done.fetch_add(1, std::memory_order_relaxed);
        on_cluster();
      });
      assembly.put(static_cast<std::size_t>(block), std::move(result));
    }
  }

  void work_as_thread() {
    std::exception_ptr error;
    try {
      work([] {});
    } catch (const BrokenOff&) {  // who set `stop` says why
    } catch (...) {
      error = std::current_exception();
      stop = true;
    }
    const std::lock_guard lock(mutex);
    if (error && !failed) failed = error;
    --running;
    changed.notify_one();
  }
};

void run_here(Shared& shared, const Tick& tick) {
  auto last = Clock::now();
  shared.work([&] {
    const auto now = Clock::now();
    if (!tick || now - last < kTick) return;
    last = now;
    tick(shared.done);
  });
}

void run_threads(Shared& shared, int threads, const Tick& tick) {
  shared.running = threads;
  std::vector<std::jthread> pool;
  std::exception_ptr failed;
  try {
    for (int i = 0; i < threads; ++i) pool.emplace_back([&shared] { shared.work_as_thread(); });
    std::unique_lock lock(shared.mutex);
    while (!shared.changed.wait_for(lock, kTick, [&] { return shared.running == 0; })) {
      if (!tick) continue;
      lock.unlock();
      tick(shared.done);
      lock.lock();
    }
  } catch (...) {
    shared.stop = true;
    failed = std::current_exception();
  }
  pool.clear();  // joins
  if (failed) std::rethrow_exception(failed);
  if (shared.failed) std::rethrow_exception(shared.failed);
}

}  // namespace

Simulation run(const Task& task, std::int64_t first, std::int64_t count, int threads,
               const Tick& tick) {
  validate(task);
  const MakeWorker make = [&task](const std::atomic<bool>& stop) {
    return std::make_unique<Worker>(task, stop);
  };
  return run_blocks(make, task.record != Record::none, first, count, threads, tick);
}

Simulation run_blocks(const MakeWorker& make_worker, bool records, std::int64_t first,
                      std::int64_t count, int threads, const Tick& tick) {
  if (first < 0 || first % kBlockClusters != 0) {
    throw InputError("first is " + std::to_string(first) + "; allowed: a multiple of " +
                     std::to_string(kBlockClusters));
  }
  if (count < 1)
    throw InputError("the count of games is " + std::to_string(count) + "; allowed: 1 or more");
  if (records && first + count > INT32_MAX) {
    throw InputError("rows are recorded for games below " + std::to_string(INT32_MAX) +
                     "; record nothing or less");
  }
  const auto start = Clock::now();
  const std::int64_t blocks = (count + kBlockClusters - 1) / kBlockClusters;
  Shared shared(make_worker, first, count, blocks);
  if (threads == 0) {
    run_here(shared, tick);
  } else {
    run_threads(shared, static_cast<int>(std::min<std::int64_t>(threads, blocks)), tick);
  }
  if (tick) tick(shared.done);
  Simulation result = shared.assembly.take();
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return result;
}

}  // namespace rummy
