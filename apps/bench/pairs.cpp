// SPDX-License-Identifier: MIT
#include <memory>
#include <vector>

#include "bench/bench.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/random/private_randomness.hpp"
#include "edgeldp/graph/questions/common_neighbors/common_neighbors_simulation.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"

namespace edgeldp::cli {

namespace {

constexpr std::uint32_t private_coins = 105;  // purpose of the seeded coins

struct pairs_arguments {
  std::uint64_t users = 4096, items = 40981, pairs = 1'000'000, seed = 1;
  unsigned repetitions = 3;
};

/// Rows of fair coins: what is counted does not depend on the bits.
common_neighbor_index make_index(const pairs_arguments& a) {
  noisy_matrix rows(a.users, a.items);
  parallel_for(0, a.users, 64, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t r = first; r < last; ++r) {
      simulation_randomness coins(a.seed, private_coins, static_cast<vertex_id>(r));
      for (std::uint64_t& word : rows.row(r)) word = coins();
      if (a.items % 64 != 0) rows.row(r).back() &= (std::uint64_t{1} << (a.items % 64)) - 1;
    }
  });
  return {std::move(rows), {0.75, 0.25}, std::vector<public_degree>(a.users, {35.0, 10.0})};
}

record time_pairs(const pairs_arguments& a) {
  const common_neighbor_index index = make_index(a);
  simulation_randomness coins(a.seed, private_coins, ~vertex_id{0});
  std::vector<user_pair> pairs(a.pairs);
  for (user_pair& p : pairs) {
    p.first = static_cast<vertex_id>(uniform_below(coins, a.users));
    p.second = static_cast<vertex_id>(uniform_below(coins, a.users - 1));
    p.second += p.second >= p.first ? 1 : 0;
  }
  std::vector<estimate> out(a.pairs);
  record r = {{"bench", "pairs"},
              {"users", a.users},
              {"items", a.items},
              {"pairs", a.pairs},
              {"threads", thread_count()}};
  add_reference(r, measure_philox(a.repetitions));
  std::uint64_t common = 0;
  const double intersection = best_ns(a.repetitions, a.pairs, [&] {
    for (const user_pair& p : pairs) common += index.noisy_common(p);
    observe(common);
  });
  r["intersection_ns"] = intersection;
  for (const auto& [name, measure] :
       {std::pair{"common_ns", pair_measure::common}, std::pair{"cosine_ns", pair_measure::cosine},
        std::pair{"jaccard_ns", pair_measure::jaccard}}) {
    r[name] = best_ns(a.repetitions, a.pairs, [&] { index.estimate_pairs(measure, pairs, out); });
  }
  r["pairs_per_second"] = 1e9 / r["common_ns"].get<double>();
  r["simulated"] = true;
  return r;
}

}  // namespace

void add_bench_pairs(verb_options& verb, const common_arguments& common) {
  auto a = std::make_shared<pairs_arguments>();
  verb.add_option("--users", a->users, "Decoded rows")
      ->check(between(std::uint64_t{2}, std::uint64_t{1} << 24))
      ->capture_default_str();
  verb.add_option("--items", a->items, "Length of a row; the default is that of Gowalla's venues")
      ->check(between(std::uint64_t{1}, std::uint64_t{1} << 24))
      ->capture_default_str();
  verb.add_option("--pairs", a->pairs, "Pairs to ask about")
      ->check(between(std::uint64_t{1}, std::uint64_t{100'000'000}))
      ->capture_default_str();
  add_seed(verb, a->seed, "rows and pairs");
  add_repetitions(verb, a->repetitions, 1000U, "the fastest counts");
  verb.callback([a, &common] { print_record(time_pairs(*a), common.json); });
}

}  // namespace edgeldp::cli
