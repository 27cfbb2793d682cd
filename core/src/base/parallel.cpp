// SPDX-License-Identifier: MIT
#include "edgeldp/core/base/parallel.hpp"

#include <algorithm>
#include <thread>

#include "base/watched_loop.hpp"
#include "edgeldp/core/base/size_of.hpp"

#if defined(EDGELDP_PARALLEL_SERIAL)
// One thread, as in a browser.
#elif defined(EDGELDP_PARALLEL_TBB)
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#else
#ifdef EDGELDP_PARALLEL_OPENMP
#include <omp.h>
#endif
#include <atomic>
#include <exception>
#include <mutex>
#ifndef EDGELDP_PARALLEL_OPENMP
#include <vector>
#endif
#endif

namespace edgeldp {

namespace {

/// As many as there are, or as OpenMP's settings say.
unsigned all_threads() {
#if defined(EDGELDP_PARALLEL_SERIAL)
  return 1;
#elif defined(EDGELDP_PARALLEL_OPENMP)
  return static_cast<unsigned>(std::max(1, omp_get_max_threads()));
#else
  return std::max(1U, std::thread::hardware_concurrency());
#endif
}

}  // namespace

#if defined(EDGELDP_PARALLEL_SERIAL)

void parallel_for(std::uint64_t begin, std::uint64_t end, std::uint64_t grain,
                  const std::function<void(std::uint64_t, std::uint64_t)>& body) {
  if (begin >= end) return;
  grain = std::max<std::uint64_t>(grain, 1);
  watched_loop loop(end - begin, grain);
  for (std::uint64_t next = begin; next < end; next += std::min(grain, end - next))
    loop.run(next, next + std::min(grain, end - next), body);
}

struct thread_limit::state {
  explicit state(unsigned /*threads*/) {}
};

unsigned thread_count() {
  return 1;
}

#elif defined(EDGELDP_PARALLEL_TBB)

void parallel_for(std::uint64_t begin, std::uint64_t end, std::uint64_t grain,
                  const std::function<void(std::uint64_t, std::uint64_t)>& body) {
  if (begin >= end) return;
  grain = std::max<std::uint64_t>(grain, 1);
  watched_loop loop(end - begin, grain);
  tbb::parallel_for(tbb::blocked_range<std::uint64_t>(begin, end, size_of(grain)),
                    [&](const tbb::blocked_range<std::uint64_t>& r) { loop.run(r.begin(), r.end(), body); });
}

struct thread_limit::state {
  explicit state(unsigned threads) : control(tbb::global_control::max_allowed_parallelism, threads) {}
  tbb::global_control control;
};

unsigned thread_count() {
  return static_cast<unsigned>(
      tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
}

#else

namespace {
std::atomic<unsigned> g_limit{0};
}

void parallel_for(std::uint64_t begin, std::uint64_t end, std::uint64_t grain,
                  const std::function<void(std::uint64_t, std::uint64_t)>& body) {
  if (begin >= end) return;
  grain = std::max<std::uint64_t>(grain, 1);
  watched_loop loop(end - begin, grain);
  std::atomic<std::uint64_t> next{begin};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto work = [&] {
    try {
      for (std::uint64_t first; (first = next.fetch_add(grain)) < end;)
        loop.run(first, std::min(end, first + grain), body);
    } catch (...) {
      const std::lock_guard lock(failure_mutex);
      if (!failure) failure = std::current_exception();
      next = end;
    }
  };
#ifdef EDGELDP_PARALLEL_OPENMP
#pragma omp parallel num_threads(static_cast<int>(thread_count()))
  work();
#else
  // No more than there are ranges: a thread takes longer to start than a small loop takes.
  const std::uint64_t ranges = (end - begin - 1) / grain + 1;
  std::vector<std::jthread> helpers;
  for (std::uint64_t i = 1; i < std::min<std::uint64_t>(thread_count(), ranges); ++i)
    helpers.emplace_back(work);
  work();
  helpers.clear();
#endif
  if (failure) std::rethrow_exception(failure);
}

struct thread_limit::state {
  explicit state(unsigned threads) : previous(g_limit.exchange(threads)) {}
  ~state() { g_limit = previous; }
  unsigned previous;
};

unsigned thread_count() {
  const unsigned limit = g_limit;
  return limit != 0 ? limit : all_threads();
}

#endif

thread_limit::thread_limit(unsigned threads) : m_state(new state(threads != 0 ? threads : all_threads())) {}

thread_limit::~thread_limit() {
  delete m_state;
}

}  // namespace edgeldp
