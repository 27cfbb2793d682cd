// SPDX-License-Identifier: MIT
#include <memory>
#include <span>
#include <vector>

#include "bench/bench.hpp"
#include "bench/chunked_row.hpp"
#include "bench/rows.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/codec/ppr/effort.hpp"
#include "edgeldp/core/codec/ppr/sampler.hpp"
#include "io/progress.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"

namespace edgeldp::cli {

namespace {

constexpr std::uint32_t private_coins = 105, heap_coins = 106;  // purposes of the seeded coins

struct encode_arguments {
  row_arguments row;
  unsigned repetitions = 5;
  std::uint64_t heap_visits = 65536;
};

/// Counts candidates and bit tests on one encoding of the row.
/// Errors: internal_error when the codec, given the same coins, asks for another number of
///     candidates.
encoding_work count_work(const chunked_row& row, std::uint64_t seed) {
  encoding_work w;
  simulation_randomness coins(seed, private_coins, 0), same_coins(seed, private_coins, 0);
  uniform_digits digits(coins);
  row.for_each_chunk([&](std::span<const row_entry> chunk) {
    const ppr_choice choice = sample_ppr_index(
        row.codec().index_law(), row.candidate_limit(), digits,
        [&](std::uint64_t k, std::uint64_t most) { return row.loss(chunk, k, most, w.tests); });
    w.candidates += choice.evaluations;
  });
  std::vector<std::uint64_t> words(row.codec().word_count(row.shape()));
  if (row.codec().encode_counting(row.shape(), row.entries(), same_coins, words) != w.candidates)
    throw internal_error("bench encode does not count what the codec does");
  return w;
}

/// Median nanoseconds an entry, on the clock and of processor time, of encoding one row with fresh
/// coins each time.
template <class C>
stage_time encode_ns(const C& codec, const row_shape& shape, std::span<const row_entry> entries,
                     const encode_arguments& a) {
  std::vector<std::uint64_t> words(codec.word_count(shape));
  std::vector<double> wall, cpu;
  for (unsigned i = 0; i < a.repetitions; ++i) {
    simulation_randomness coins(a.row.seed, private_coins, i);
    const stage_time t = time_of([&] { codec.encode(shape, entries, coins, words); });
    wall.push_back(t.wall);
    cpu.push_back(t.cpu);
  }
  const double ns = 1e9 / static_cast<double>(entries.size());
  return {ns * median(wall), ns * median(cpu)};
}

void run_ppr(double alpha, unsigned level, const encode_arguments& a, bool json) {
  const ppr_codec codec = make_ppr(a.row, alpha);
  const chunked_row row(codec, ppr_shape(a.row, codec, level, 0), random_entries(a.row, 0));
  const auto entries = static_cast<double>(a.row.entries);
  const philox_time philox = measure_philox(a.repetitions);
  const stage_time ns = encode_ns(codec, row.shape(), row.entries(), a);
  const encoding_work ours = count_work(row, a.row.seed);
  encoding_work heap;
  std::vector<std::uint64_t> words(codec.word_count(row.shape()));
  simulation_randomness coins(a.row.seed, heap_coins, 0);
  const stage_time heap_time = time_of([&] { heap = encode_by_heap(row, a.heap_visits, coins, words); });
  const double heap_ns = 1e9 * heap_time.wall / entries;
  record r = {{"bench", "encode"},
              {"codec", "ppr"},
              {"alpha", alpha},
              {"level", level},
              {"epsilon", a.row.edge_budget},
              {"entries", a.row.entries},
              {"length", a.row.length},
              {"chunks", codec.word_count(row.shape())},
              {"encode_ns_per_edge", ns.wall},
              {"encode_cpu_ns_per_edge", ns.cpu},
              {"stream_blocks_per_edge", ns.wall / philox.stream_ns},
              {"tests_per_edge", static_cast<double>(ours.tests) / entries},
              {"test_budget", test_budget(level)},
              {"candidates_per_edge", static_cast<double>(ours.candidates) / entries},
              {"heap_ns_per_edge", heap_ns},
              {"heap_cpu_ns_per_edge", 1e9 * heap_time.cpu / entries},
              {"heap_tests_per_edge", static_cast<double>(heap.tests) / entries},
              {"heap_candidates_per_edge", static_cast<double>(heap.candidates) / entries},
              {"heap_visit_limit", a.heap_visits},
              {"heap_chunks_cut", heap.cut},
              {"heap_per_encode", heap_ns / ns.wall}};
  add_reference(r, philox);
  r["simulated"] = true;
  print_record(r, json);
}

void run_nullspace(double budget, const encode_arguments& a, bool json) {
  row_arguments row = a.row;
  row.edge_budget = budget;
  const nullspace_codec codec(key_of(row), nullspace_response::for_budget(row.budget()));
  const row_shape shape = nullspace_shape(row, codec, 0);
  const philox_time philox = measure_philox(a.repetitions);
  const stage_time ns = encode_ns(codec, shape, random_entries(row, 0), a);
  record r = {{"bench", "encode"},
              {"codec", "nullspace"},
              {"field", codec.response().field_order()},
              {"epsilon", budget},
              {"entries", row.entries},
              {"length", row.length},
              {"columns", shape.columns},
              {"encode_ns_per_edge", ns.wall},
              {"encode_cpu_ns_per_edge", ns.cpu},
              {"stream_blocks_per_edge", ns.wall / philox.stream_ns}};
  add_reference(r, philox);
  r["simulated"] = true;
  print_record(r, json);
}

void run(const encode_arguments& a, bool json) {
  a.row.check();
  constexpr double alphas[] = {2.0, 1.5};
  constexpr unsigned levels[] = {1, 3, 5, 7, 9};
  constexpr double budgets[] = {0.3, 0.72, 1.0, 2.0, 3.0};
  progress bar("cases", std::size(alphas) * std::size(levels) + std::size(budgets));
  for (const double alpha : alphas)
    for (const unsigned level : levels) {
      run_ppr(alpha, level, a, json);
      bar.step();
    }
  for (const double budget : budgets) {
    run_nullspace(budget, a, json);
    bar.step();
  }
}

}  // namespace

void add_bench_encode(verb_options& verb, const common_arguments& common) {
  encode_arguments& a = acts_by(verb, common, run);
  a.row.add_to(verb);
  add_repetitions(verb, a.repetitions, 10000U, "the median is printed");
  verb.add_option("--heap-visits", a.heap_visits,
                  "Candidates of a chunk at which the published sampler is cut: at alpha 2 and below no "
                  "number bounds its expected work")
      ->check(between(std::uint64_t{1}, std::uint64_t{1} << 30))
      ->capture_default_str();
}

}  // namespace edgeldp::cli
