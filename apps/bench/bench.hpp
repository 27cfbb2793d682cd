// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include "io/report.hpp"
#include "verbs/verbs.hpp"

/// What the measurements of `edgeldp bench` share.
namespace edgeldp::cli {

/// The verbs of edgeldp-bench.
std::span<const verb_row> bench_verbs();

void add_bench_codec(verb_options& verb, const common_arguments& common);
void add_bench_collect(verb_options& verb, const common_arguments& common);
void add_bench_count(verb_options& verb, const common_arguments& common);
void add_bench_coverage(verb_options& verb, const common_arguments& common);
void add_bench_decode(verb_options& verb, const common_arguments& common);
void add_bench_download_cost(verb_options& verb, const common_arguments& common);
void add_bench_encode(verb_options& verb, const common_arguments& common);
void add_bench_load(verb_options& verb, const common_arguments& common);
void add_bench_pairs(verb_options& verb, const common_arguments& common);
void add_bench_people(verb_options& verb, const common_arguments& common);
void add_bench_scale(verb_options& verb, const common_arguments& common);
void add_bench_stages(verb_options& verb, const common_arguments& common);
void add_bench_synthesis(verb_options& verb, const common_arguments& common);
void add_audit(verb_options& verb, const common_arguments& common);

/// Makes a value count as used and unknown, so that the work behind it is done and nothing is
/// guessed of it.
template <class T>
inline void observe(T& value) {
  asm volatile("" : "+r"(value) : : "memory");  // NOLINT: no other way to tell a compiler
}

template <class F>
double seconds_of(F&& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Seconds on the clock and of processor time.
struct stage_time {
  double wall = 0.0, cpu = 0.0;
};

/// The fastest of several calls of f, in nanoseconds an item: other load on the machine only ever
/// adds.
template <class F>
double best_ns(unsigned repetitions, std::uint64_t items, F&& f) {
  double best = seconds_of(f);
  for (unsigned i = 1; i < repetitions; ++i) best = std::min(best, seconds_of(f));
  return 1e9 * best / static_cast<double>(items);
}

/// How long messages took to be taken, and how many were in a second of `seconds`.
/// Requires: one message at least.
record post_times(std::vector<double> milliseconds, double seconds);

/// Of an odd number of values the middle one, of an even number the upper. values is not empty.
double median(std::vector<double> values);

/// Processor time of all threads so far: unlike time on the clock it does not see what else the
/// machine does.
double cpu_seconds();

template <class F>
stage_time time_of(F&& f) {
  const double before = cpu_seconds(), wall = seconds_of(f);
  return {wall, cpu_seconds() - before};
}

/// Nanoseconds of one Philox4x32-10 block, what every figure is measured against: each counter made
/// of the block before, and a plain loop over counters known in advance, as the compiler makes it
/// (g++ 12 at -O3 interleaves blocks in SSE2 registers).
struct philox_time {
  double dependent_ns = 0.0, stream_ns = 0.0;
};

/// Measures now: figures and their reference belong together. Takes some milliseconds.
philox_time measure_philox(unsigned repetitions);

/// philox_dependent_ns and philox_stream_ns.
void add_reference(record& r, const philox_time& philox);

}  // namespace edgeldp::cli
