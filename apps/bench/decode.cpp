// SPDX-License-Identifier: MIT
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bench/bench.hpp"
#include "bench/rows.hpp"
#include "edgeldp/core/base/simd_target.hpp"
#include "edgeldp/core/codec/bitset.hpp"
#include "edgeldp/core/codec/ppr/effort.hpp"
#include "io/progress.hpp"
#include "options/protocol_arguments.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"

namespace edgeldp::cli {

namespace {

constexpr std::uint32_t private_coins = 104;  // purpose of the seeded coins
constexpr unsigned fields[] = {2, 3, 4, 5, 7, 8};

struct decode_arguments {
  row_arguments row;
  std::string target = "best";
  unsigned repetitions = 15;
  std::uint64_t batch = 256;
};

/// One bit after another, each position known only when the bit before it is: what a random walk or
/// a single query waits for. Only an addition and a load of the position join one test to the next.
template <Row R>
std::uint64_t test_in_a_chain(const R& row, std::span<const std::uint32_t> order) {
  std::uint64_t ones = 0, bit = 0;
  for (std::size_t i = 0; i + 1 < order.size(); ++i) {
    bit = row.bit(order[i + bit]) ? 1 : 0;
    observe(bit);  // a value to the compiler: no branch is predicted instead
    ones += bit;
  }
  return ones;
}

template <Row R>
std::uint64_t test_one_by_one(const R& row, std::span<const std::uint32_t> positions) {
  std::uint64_t ones = 0;
  for (const std::uint32_t position : positions) ones += row.bit(position) ? 1 : 0;
  return ones;
}

/// Calls f on successive batches of the positions and adds up what it returns.
template <class F>
std::uint64_t sum_over_batches(std::span<const std::uint32_t> positions, std::uint64_t batch, F&& f) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < positions.size(); i += batch)
    sum += f(positions.subspan(i, std::min<std::size_t>(batch, positions.size() - i)));
  return sum;
}

/// Nanoseconds a test or position, all ways to read one row.
template <Row R>
record time_row(const R& row, std::span<const std::uint32_t> order, const decode_arguments& a) {
  const unsigned times = a.repetitions;
  std::uint64_t ones = 0;
  std::vector<std::uint64_t> bits((a.row.length + 63) / 64);
  const philox_time philox = measure_philox(times);
  const double chain = best_ns(times, order.size() - 1, [&] { observe(ones = test_in_a_chain(row, order)); });
  const double scalar = best_ns(times, order.size(), [&] {
    observe(ones = sum_over_batches(order, a.batch, [&](auto part) { return test_one_by_one(row, part); }));
  });
  const double batched = best_ns(times, order.size(), [&] {
    observe(ones = sum_over_batches(order, a.batch, [&](auto part) { return row.count_ones(part); }));
  });
  const double decoded = best_ns(times, order.size(), [&] {
    row.decode_bits(bits);
    observe(bits[0]);
  });
  record r;
  add_reference(r, philox);
  r["test_ns"] = chain;
  r["test_per_dependent_block"] = chain / philox.dependent_ns;
  r["scalar_ns"] = scalar;
  r["batched_ns"] = batched;
  r["scalar_per_batched"] = scalar / batched;
  r["decode_ns_per_position"] = decoded;
  r["positions_per_stream_block"] = philox.stream_ns / decoded;
  return r;
}

template <class C>
record time_codec(const C& codec, const row_shape& shape, std::span<const std::uint32_t> order,
                  const decode_arguments& a) {
  const std::vector<row_entry> entries = random_entries(a.row, shape.user);
  simulation_randomness coins(a.row.seed, private_coins, shape.user);
  std::vector<std::uint64_t> words(codec.word_count(shape));
  codec.encode(shape, entries, coins, words);
  return time_row(codec.row(shape, words), order, a);
}

/// The counts that run on rows once they are decoded: the lookup of a position, and whole words.
record time_bitsets(std::span<const std::uint32_t> order, const decode_arguments& a) {
  simulation_randomness coins(a.row.seed, private_coins, 0);
  std::vector<std::uint64_t> one((a.row.length + 63) / 64), other(one.size());
  for (std::uint64_t& word : one) word = coins();
  for (std::uint64_t& word : other) word = coins();
  std::uint64_t ones = 0;
  record r;
  add_reference(r, measure_philox(a.repetitions));
  r["count_selected_ns_per_position"] = best_ns(a.repetitions, order.size(), [&] {
    observe(ones = sum_over_batches(order, a.batch, [&](auto part) { return count_selected(one, part); }));
  });
  r["count_common_ns_per_word"] =
      best_ns(a.repetitions, one.size(), [&] { observe(ones = count_common(one, other)); });
  return r;
}

/// Everything on one vector target.
void run_target(const decode_arguments& a, std::span<const std::uint32_t> order, bool json) {
  progress bar("rows", 3 + std::size(fields));
  const auto print = [&](record head, const record& times) {
    record r = {{"bench", "decode"}, {"target", simd_target()}};
    r.update(head);
    r["length"] = a.row.length;
    r["batch"] = a.batch;
    r.update(times);
    r["simulated"] = true;
    print_record(r, json);
    bar.step();
  };
  const bitmap_codec bitmap = make_bitmap(a.row);
  print({{"codec", "bitmap"}, {"epsilon", a.row.edge_budget}, {"entries", a.row.entries}},
        time_codec(bitmap, plain_shape(a.row, 0), order, a));
  const ppr_codec ppr = make_ppr(a.row, 2.0);
  const row_shape shape = ppr_shape(a.row, ppr, default_level, 0);
  print({{"codec", "ppr"},
         {"alpha", 2.0},
         {"level", default_level},
         {"epsilon", a.row.edge_budget},
         {"entries", a.row.entries},
         {"chunks", shape.chunks}},
        time_codec(ppr, shape, order, a));
  for (const unsigned q : fields) {
    const nullspace_codec codec(key_of(a.row), nullspace_response::for_budget(a.row.budget(), q));
    const row_shape columns = nullspace_shape(a.row, codec, 0);
    print({{"codec", "nullspace"},
           {"field", q},
           {"epsilon", a.row.edge_budget},
           {"entries", a.row.entries},
           {"columns", columns.columns}},
          time_codec(codec, columns, order, a));
  }
  print({{"codec", nullptr}}, time_bitsets(order, a));
}

/// The name as the library has it: any case, and avx512 for AVX3.
std::string library_name(std::string name) {
  std::ranges::transform(name, name.begin(), [](char c) { return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c; });
  return name == "AVX512" ? "AVX3" : name;
}

void run(const decode_arguments& a, bool json) {
  a.row.check();
  const std::vector<std::uint32_t> order = shuffled_positions(a.row);
  std::vector<std::string> targets;
  if (a.target == "all") {
    targets = simd_targets();
  } else {
    targets.push_back(a.target == "best" ? simd_target() : library_name(a.target));
  }
  for (const std::string& target : targets) {
    const forced_simd_target forced(target);
    run_target(a, order, json);
  }
}

}  // namespace

void add_bench_decode(verb_options& verb, const common_arguments& common) {
  decode_arguments& a = acts_by(verb, common, run);
  a.row.add_to(verb);
  verb.add_option("--target", a.target,
                  "Vector extension: best, all, or one by name (avx512, avx2, sse4, ssse3, scalar)")
      ->capture_default_str();
  add_repetitions(verb, a.repetitions, 10000U, "the fastest counts");
  verb.add_option("--batch", a.batch, "Positions of one batch")
      ->check(between(std::uint64_t{1}, std::uint64_t{1} << 26))
      ->capture_default_str();
}

}  // namespace edgeldp::cli
