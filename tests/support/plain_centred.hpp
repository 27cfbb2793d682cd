// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "edgeldp/graph/errors/inverse_filter.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_round.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles_simulation.hpp"
#include "edgeldp/graph/rounds/row_release.hpp"
#include "support/losing_population.hpp"

namespace edgeldp::test {

/// What a run of the protocol below came to.
struct plain_count {
  double value = 0.0;
  std::vector<double> pairs;  ///< by user, as its released size says; 0 of who did not count
};

/// A protocol of centred counts whose limits refuse nothing: three rank classes in the order of
/// numbers, each with a law, a noise on sizes and a budget for the count of its own. Rounds are
/// degree, size, edges, count.
struct plain_protocol {
  std::uint32_t theta = 0;
  rank_budgets size = by_class(1.0, 2.0, 0.7);
  rank_budgets edges = by_class(2.5, 1.4, 0.8);
  rank_budgets counts = by_class(30.0, 20.0, 40.0);

  static epsilon nats(double x) { return epsilon::from_nats(x); }
  static rank_budgets by_class(double first, double second, double third) {
    return rank_budgets({{0, nats(first)}, {60, nats(second)}, {150, nats(third)}});
  }

  std::uint64_t each() const {
    std::int64_t most = 0;
    for (const auto& step : edges.steps()) {
      const bit_weights w = weights_of(nullspace_spec{}.law(step.budget), theta);
      most = std::max({most, w.one, -w.zero});
    }
    return static_cast<std::uint64_t>(most);
  }

  plain_count play(const csr_graph& g, release_key key, const coin_source& coins) const {
    return play(g, nobody_lost(g.vertex_count()), key, coins);
  }

  plain_count play(const csr_graph& g, const losses& lost, release_key key, const coin_source& coins) const {
    return play_with_losses(g, lost, nats(60.0), key, coins, simulated_centred_tasks(),
                            [&](session& s) { return count(s); });
  }

 private:
  release_parameters parameters(const session& s, std::span<const std::int64_t> sizes) const {
    release_parameters p;
    p.order = user_order::id;
    p.chunk_rule = chunk_rule::released_size;
    p.simulated = true;
    p.total = nats(60.0);
    p.degree = nats(0.1);
    p.later.resize(size.steps().size() - 1);
    for (std::size_t i = 0; i < size.steps().size(); ++i) {
      const row_numbers numbers{size.steps()[i].budget, sizes, released_number::size};
      codec_parameters& rows = i == 0 ? p : p.later[i - 1].rows;
      nullspace_spec{}.fill(rows, edges.steps()[i].budget, numbers);
      rows.key = s.key();
      if (i == 0) {
        p.size = size.steps()[0].budget;
        p.edges = edges.steps()[0].budget;
        p.count = counts.steps()[0].budget;
      } else {
        p.later[i - 1].first = size.steps()[i].first;
        p.later[i - 1].size = size.steps()[i].budget;
        p.later[i - 1].edges = edges.steps()[i].budget;
        p.later[i - 1].count = counts.steps()[i].budget;
      }
    }
    return p;
  }

  plain_count count(session& s) const {
    released_values degrees = s.ask(degree_round{nats(0.1)}, {nats(0.1), s.everybody()});
    const auto order =
        s.publish(std::make_shared<const public_order>(user_order::id, s.key(), std::move(degrees.values)));
    const auto paid_sizes = charges_by_rank(size, order->ranks(), s.present());
    const roster asked = asked_by(paid_sizes);
    const released_values answers = s.ask(size_round{size, {order}}, std::span(paid_sizes));
    std::vector<std::int64_t> sizes(s.everybody().size());
    for (std::uint64_t number = 0; number < asked.size(); ++number)
      sizes[asked.user(number)] = answers.values[number];
    const auto layout = publish_layout(s, order, sizes, [&] { return parameters(s, sizes); });
    const row_release rows = publish_rows(s, layout);
    const centred_rule rule{theta, {{0, each(), std::int64_t{1} << 40}}};
    std::vector<vertex_id> speakers;
    plain_count all{0.0, std::vector<double>(sizes.size())};
    const roster present = s.present();
    for (std::uint64_t number = 0; number < present.size(); ++number) {
      const vertex_id u = present.user(number);
      if (u < 2) continue;
      speakers.push_back(u);
      all.pairs[u] = inverse_filter(size.at(u)).estimate(static_cast<double>(sizes[u]), [](double x) {
        return 0.5 * x * (x - 1.0);
      });
      all.value += static_cast<double>(theta) / weight_units * all.pairs[u];
    }
    const auto paid = charges_by_rank(counts, layout->ranks(), roster::of(std::move(speakers), sizes.size()));
    const released_counts said = s.ask(centred_round{counts, {rule, rows.rows}}, std::span(paid));
    for (std::size_t i = 0; i < said.values.size(); ++i)
      all.value += static_cast<double>(said.values[i]) / weight_units;
    return all;
  }
};

}  // namespace edgeldp::test
