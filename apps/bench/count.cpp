// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "bench/bench.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_round.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles_simulation.hpp"
#include "edgeldp/graph/rounds/row_release.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"

namespace edgeldp::cli {

namespace {

struct count_arguments {
  std::vector<std::uint64_t> lengths = {10, 100, 1000};
  std::uint64_t users = 4000;
  unsigned laws = 40, repetitions = 3;
  double edges = 0.8;
  std::uint64_t seed = 1;
};

/// Budgets of rows that fall by rank, from the first users' to a quarter of it.
rank_budgets falling_budgets(double first, unsigned laws, std::uint64_t users) {
  std::vector<rank_budgets::step> steps;
  for (unsigned i = 0; i < laws; ++i) {
    const double share = laws > 1 ? static_cast<double>(i) / (laws - 1) : 0.0;
    steps.push_back(
        {static_cast<std::uint32_t>(i * users / laws), epsilon::from_nats(first * (1.0 - 0.75 * share))});
  }
  return rank_budgets(std::move(steps));
}

release_parameters plan_rows(const rank_budgets& edges, epsilon other, epsilon total,
                             std::span<const std::int64_t> sizes, const session& s) {
  release_parameters p;
  p.order = user_order::id;
  p.chunk_rule = chunk_rule::released_size;
  p.simulated = s.is_simulated();
  p.total = total;
  p.degree = p.size = p.count = other;
  const row_numbers numbers{other, sizes, released_number::size};
  for (const rank_budgets::step& step : edges.steps()) {
    if (step.first == 0) {
      p.edges = step.budget;
      nullspace_spec{}.fill(p, step.budget, numbers);
      continue;
    }
    rank_class& c = p.later.emplace_back();
    c.first = step.first;
    c.rows.key = s.key();
    c.size = c.count = other;
    c.edges = step.budget;
    nullspace_spec{}.fill(c.rows, step.budget, numbers);
  }
  return p;
}

/// Rows and the users who count on them, whose round `count` is asked again and again.
class counting_users {
 public:
  counting_users(const csr_graph& g, const count_arguments& a)
      : m_view(g),
        m_users(simulated_users(m_view, coin_source::simulated(a.seed), simulated_centred_tasks())),
        m_account(epsilon::from_nats(64.0), g.vertex_count()),
        m_session(m_users, m_account, {a.seed}) {
    const roster all = m_session.everybody();
    released_values degrees = m_session.ask(degree_round{m_other}, {m_other, all});
    const auto order = m_session.publish(
        std::make_shared<const public_order>(user_order::id, m_session.key(), std::move(degrees.values)));
    released_values sizes = m_session.ask(size_round{m_other, {order}}, {m_other, all});
    const rank_budgets edges = falling_budgets(a.edges, a.laws, all.size());
    const auto layout = publish_layout(m_session, order, sizes.values, [&] {
      return plan_rows(edges, m_other, epsilon::from_nats(64.0), sizes.values, m_session);
    });
    m_rows = publish_rows(m_session, layout).rows;
    std::vector<vertex_id> speakers;
    for (std::uint64_t u = 2; u < all.size(); ++u) {
      speakers.push_back(static_cast<vertex_id>(u));
      const auto list = static_cast<std::uint64_t>(std::ranges::count_if(
          m_view.neighbors(static_cast<vertex_id>(u), m_scratch), [&](vertex_id v) { return v < u; }));
      m_pairs += list * (list - 1) / 2;
      m_members += list;
    }
    m_speakers = roster::of(std::move(speakers), all.size());
  }

  std::uint64_t pairs() const noexcept { return m_pairs; }
  double mean_length() const noexcept {
    return static_cast<double>(m_members) / static_cast<double>(m_speakers.size());
  }

  /// Processor time of one round, in nanoseconds a pair.
  double count(std::uint64_t each) {
    const centred_rule rule{weight_units / 4, {{0, each, std::int64_t{1} << 40}}};
    const stage_time time =
        time_of([&] { m_session.ask(centred_round{m_other, {rule, m_rows}}, {m_other, m_speakers}); });
    return 1e9 * time.cpu / static_cast<double>(std::max<std::uint64_t>(1, m_pairs));
  }

  /// A limit of 1.3 mean loads for each other member, as plans choose them about.
  std::uint64_t usual_limit() const {
    double load = 0.0;
    for (const any_codec& codec : m_rows->layout().codecs()) {
      const bit_law law = codec.law();
      load = std::max(load, law.p0 * (1.0 - law.p0) / (law.p1 - law.p0));
    }
    return static_cast<std::uint64_t>(1.3 * load * weight_units);
  }

 private:
  epsilon m_other = epsilon::from_nats(0.5);
  graph_view m_view;
  simulated_population<graph_view> m_users;
  account m_account;
  session m_session;
  public_ref<release> m_rows;
  roster m_speakers = roster::everybody(0);
  std::vector<vertex_id> m_scratch;
  std::uint64_t m_pairs = 0, m_members = 0;
};

record time_counts(const count_arguments& a, std::uint64_t length) {
  const std::uint64_t users = std::max(a.users, 4 * length);
  const csr_graph g = generate_erdos_renyi(users, users * length, a.seed);
  counting_users counting(g, a);
  std::vector<double> limited, unlimited;
  for (unsigned i = 0; i < a.repetitions; ++i) {
    limited.push_back(counting.count(counting.usual_limit()));
    unlimited.push_back(counting.count(largest_each));
  }
  record r = {{"bench", "count"},
              {"users", users},
              {"mean_length", counting.mean_length()},
              {"laws", a.laws},
              {"pairs", counting.pairs()},
              {"threads", thread_count()}};
  add_reference(r, measure_philox(a.repetitions));
  r["limited_ns"] = std::ranges::min(limited);
  r["unlimited_ns"] = std::ranges::min(unlimited);
  r["simulated"] = true;
  return r;
}

}  // namespace

void add_bench_count(verb_options& verb, const common_arguments& common) {
  auto a = std::make_shared<count_arguments>();
  verb.add_option("--lengths", a->lengths,
                  "Mean lengths of lists; lists of a run have up to twice as many members")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(between(std::uint64_t{2}, std::uint64_t{10'000}))
      ->capture_default_str();
  verb.add_option("--users", a->users, "Users, four times the length at least")
      ->check(between(std::uint64_t{8}, std::uint64_t{1} << 24))
      ->capture_default_str();
  verb.add_option("--laws", a->laws, "Laws of rows, by rank")->check(between(1U, 40U))->capture_default_str();
  verb.add_option("--edges", a->edges, "Budget of the first rows, in nats; the last have a quarter")
      ->check(between(0.01, 8.0))
      ->capture_default_str();
  add_seed(verb, a->seed, "graph, keys and coins");
  add_repetitions(verb, a->repetitions, 20U, "the least counts");
  verb.callback([a, &common] {
    for (const std::uint64_t length : a->lengths) print_record(time_counts(*a, length), common.json);
  });
}

}  // namespace edgeldp::cli
