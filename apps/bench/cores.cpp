// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "bench/bench.hpp"
#include "edgeldp/graph/questions/cores/cores_simulation.hpp"
#include "edgeldp/graph/questions/cores/exact.hpp"
#include "edgeldp/rivals/cores/level_cores_simulation.hpp"
#include "io/progress.hpp"
#include "options/graph_argument.hpp"
#include "options/protocol_arguments.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"

namespace edgeldp::cli {

namespace {

struct cores_arguments {
  graph_argument graph;
  std::vector<double> epsilons = {1.0};
  std::uint64_t runs = 10;
  std::optional<std::uint64_t> seed;
};

/// Errors of the core numbers of all users over runs. The factor between a number and the truth is
/// taken of numbers that are at least 1.
struct core_errors {
  double absolute = 0.0, factor = 0.0, factor_of_deep = 0.0, rounds = 0.0;
};

constexpr std::uint64_t deep_from = 10;

void add(core_errors& to, std::span<const double> found, std::span<const std::uint64_t> truth,
         double rounds) {
  double absolute = 0.0, factors = 0.0, of_deep = 0.0, deep = 0.0;
  for (std::size_t u = 0; u < truth.size(); ++u) {
    const auto exact = static_cast<double>(truth[u]);
    absolute += std::abs(found[u] - exact);
    const double up = std::max(1.0, found[u]) / std::max(1.0, exact), factor = std::max(up, 1.0 / up);
    factors += factor;
    if (truth[u] < deep_from) continue;
    of_deep += factor;
    deep += 1.0;
  }
  const auto users = static_cast<double>(truth.size());
  to.absolute += absolute / users;
  to.factor += factors / users;
  to.factor_of_deep += deep > 0.0 ? of_deep / deep : 1.0;
  to.rounds += rounds;
}

/// Ours: its own rounds. Levels: at the budget of a relationship that ours costs.
class core_methods {
 public:
  core_methods(const csr_graph& g, std::span<const std::uint64_t> truth) : m_graph(g), m_truth(truth) {}

  void play(epsilon user, release_key key, const coin_source& coins) {
    const core_result ours = estimate_cores(m_graph, core_options{user}, key, coins);
    add(m_ours, ours.cores, m_truth, 2.0 + static_cast<double>(ours.plan.steps.size()));
    const level_cores_result levels =
        estimate_cores(m_graph, level_cores{epsilon::from_units(2 * user.units())}, key, coins);
    add(m_levels, levels.cores, m_truth, static_cast<double>(levels.rounds));
  }
  const core_errors& ours() const noexcept { return m_ours; }
  const core_errors& levels() const noexcept { return m_levels; }

 private:
  graph_view m_graph;
  std::span<const std::uint64_t> m_truth;
  core_errors m_ours, m_levels;
};

record described(const char* method, const core_errors& sums, std::uint64_t runs) {
  const auto mean = [many = static_cast<double>(runs)](double sum) { return sum / many; };
  return {{"method", method},
          {"mean_absolute_error", mean(sums.absolute)},
          {"mean_factor", mean(sums.factor)},
          {"mean_factor_from_10", mean(sums.factor_of_deep)},
          {"rounds", mean(sums.rounds)}};
}

void run_cores(const cores_arguments& a, bool json) {
  const read_graph_result input = a.graph.load();
  const std::vector<std::uint64_t> truth = exact::core_numbers(input.graph);
  progress bar("runs", a.epsilons.size() * a.runs);
  for (const double nats : a.epsilons) {
    core_methods methods(input.graph, truth);
    for (std::uint64_t run = 0; run < a.runs; ++run) {
      methods.play(epsilon::from_nats(nats), key_of_run(a.seed, run), coins_of_run(a.seed, run));
      bar.step();
    }
    for (record of :
         {described("ours", methods.ours(), a.runs), described("levels", methods.levels(), a.runs)}) {
      record r = {{"bench", "cores"}, {"graph", a.graph.name()},    {"epsilon", nats},
                  {"runs", a.runs},   {"relationship", 2.0 * nats}, {"simulated", a.seed.has_value()}};
      r.update(of);
      print_record(r, json);
    }
  }
}

}  // namespace

void add_bench_cores(verb_options& verb, const common_arguments& common) {
  cores_arguments& a = acts_by(verb, common, run_cores);
  a.graph.add_to(verb);
  add_epsilons(verb, a.epsilons);
  add_repeats(verb, a.runs, "every method").capture_default_str();
  add_simulation_seed(verb, a.seed);
}

}  // namespace edgeldp::cli
