// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>

/// The only place that knows a scheduler. Built on oneTBB (work stealing suits skewed users); on
/// OpenMP (EDGELDP_PARALLEL=openmp), whose runtime and settings clusters know; or on std::thread
/// (EDGELDP_PARALLEL=threads) for ThreadSanitizer builds, where the others raise false alarms. All
/// give the same numbers.
namespace edgeldp {

/// Calls `body(first, last)` on disjoint ranges that cover [begin, end), a range up to `grain` long
/// is never cut; concurrently, in no particular order.
///
/// Requires: body is safe to call concurrently; results must not depend on how the range is cut
///     (accumulate integers), which is how the library keeps every number identical for every
///     thread count.
/// Errors: the first exception of a body; `stopped` (run_watch.hpp). Other ranges may not run.
void parallel_for(std::uint64_t begin, std::uint64_t end, std::uint64_t grain,
                  const std::function<void(std::uint64_t, std::uint64_t)>& body);

/// While alive, parallel_for uses at most `threads` threads (process-wide). `threads` = 0 means all
/// cores.
class thread_limit {
 public:
  explicit thread_limit(unsigned threads);
  ~thread_limit();
  thread_limit(const thread_limit&) = delete;
  thread_limit& operator=(const thread_limit&) = delete;

 private:
  struct state;
  state* m_state;
};

/// The number of threads parallel_for uses now.
unsigned thread_count();

}  // namespace edgeldp
