// SPDX-License-Identifier: MIT
#include "bench/audit/protocol_audits.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "bench/audit/held_lists.hpp"
#include "bench/audit/likelihood.hpp"
#include "bench/audit/protocol_parts.hpp"
#include "bench/audit/protocols.hpp"
#include "edgeldp/core/random/public_randomness.hpp"
#include "edgeldp/graph/questions/common_neighbors/common_neighbors_simulation.hpp"
#include "edgeldp/graph/questions/cycles/cycles_simulation.hpp"
#include "edgeldp/graph/questions/degrees/degrees_simulation.hpp"
#include "edgeldp/graph/questions/mixing/mixing_simulation.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles_simulation.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"

namespace edgeldp::audit {

namespace {

/// How a protocol is played and judged. Transcript: what everybody may see of one run.
template <class Transcript>
struct protocol {
  std::function<Transcript(const graph_view& g, release_key key, const coin_source& coins)> play;
  std::function<double(const Transcript&, two_inputs<held_bits> inputs)> log_ratio;
  std::function<const release*(const Transcript&)> published = [](const Transcript&) { return nullptr; };
  std::uint32_t strangers = 0;  ///< users who know nobody, beside the eight
};

/// A graph protocol on neighbouring inputs. `fixed_key`: of ppr, whose cells are those of one
/// public key.
template <class Transcript>
subject graph_audit(std::string verb, const row_codec& codec, relation r, const audit_options& options,
                    const protocol<Transcript>& p, std::optional<release_key> fixed_key) {
  const bool has_cells = is_ppr(codec);
  const std::vector<input_pair> pairs = pairs_under(r, has_cells, p.strangers);
  const auto play = [=, seed = options.seed](unsigned input, std::uint64_t run) {
    const input_pair& pair = pairs[run % pairs.size()];
    const release_key key = fixed_key.value_or(release_key{coin_word(seed, input, run, 1)});
    const Transcript t = p.play(held_lists(pair[input]), key, private_coins(seed, input, run));
    observation seen{loss(t.run, r), p.log_ratio(t, {pair[0], pair[1]})};
    if (has_cells) {
      seen.cell = ppr_cell(*p.published(t));
    } else {
      held_bits another = pair[input];
      const std::uint32_t all = users + p.strangers;
      const auto u = static_cast<vertex_id>(run % all);
      another[u] ^= 1U << ((u + 1 + run / all % (all - 1)) % all);
      seen.other_ratio = std::exp(p.log_ratio(t, {another, pair[input]}));
    }
    return seen;
  };
  return {std::move(verb), name_of(codec), name_of(r), !has_cells, play};
}

two_step row_options(const codec_spec& codec, const audit_options& options) {
  two_step o;
  o.total = options.total;
  o.codec = codec;
  // One order for all runs of ppr, so that the last user owns what changes.
  if (is_ppr(codec)) o.order = user_order::id;
  if (options.planned) return o;
  o.split = budget_split{0.1, 0.1, 0.4, 0.4};
  o.clip = {bound_kind::pairs, 2, 1};
  return o;
}

struct released_rows {
  published_graph graph;
  run_record run;
};

}  // namespace

subject audit_degrees(relation r, const audit_options& options) {
  protocol<degree_result> p;
  p.play = [total = options.total](const graph_view& g, release_key, const coin_source& coins) {
    return release_all_degrees(g, total, coins);
  };
  p.log_ratio = [](const degree_result& t, two_inputs<held_bits> inputs) {
    double sum = 0.0;
    for (vertex_id u = 0; u < users; ++u)
      sum += laplace_log_ratio(t.degrees.values[u], std::popcount(inputs.first[u]),
                               std::popcount(inputs.second[u]), 1, t.degrees.budget);
    return sum;
  };
  return graph_audit("degrees", std::nullopt, r, options, p, std::nullopt);
}

/// Few classes, so that something is left of degrees.
subject audit_mixing(relation r, const audit_options& options) {
  mixing_options o{options.total};
  if (!options.planned) o.classes = 2;
  protocol<mixing_result> p;
  p.play = [o](const graph_view& g, release_key key, const coin_source& coins) {
    return estimate_mixing(g, o, key, coins);
  };
  p.log_ratio = [](const mixing_result& t, two_inputs<held_bits> inputs) {
    const std::vector<std::int64_t>& rests = t.answers.rests;
    std::uint64_t reach = 1;
    for (const std::int64_t rest : rests) reach = std::max(reach, static_cast<std::uint64_t>(std::abs(rest)));
    // Of a list: the sum of f(neighbour).
    const auto over = [](std::uint32_t bits, auto&& f) {
      std::int64_t sum = 0;
      for (; bits != 0; bits &= bits - 1) sum += f(static_cast<std::size_t>(std::countr_zero(bits)));
      return sum;
    };
    const std::size_t groups = t.groups.names.size();
    double sum = 0.0;
    for (vertex_id u = 0; u < users; ++u) {
      sum += laplace_log_ratio(t.degrees->values[u], std::popcount(inputs.first[u]),
                               std::popcount(inputs.second[u]), 1, t.plan.degree);
      for (std::size_t group = 0; group < groups; ++group) {
        const auto in_group = [&](std::size_t v) { return t.groups.of[v] == group ? 1 : 0; };
        sum += laplace_log_ratio(t.answers.counts[u * groups + group], over(inputs.first[u], in_group),
                                 over(inputs.second[u], in_group), 1, t.plan.count);
      }
      if (rests.empty()) continue;
      const auto rest = [&](std::size_t v) { return rests[v]; };
      sum += laplace_log_ratio(t.answers.sums[u], over(inputs.first[u], rest), over(inputs.second[u], rest),
                               reach, t.plan.rest);
    }
    return sum;
  };
  return graph_audit("mixing", std::nullopt, r, options, p, std::nullopt);
}

subject audit_release(const codec_spec& codec, relation r, const audit_options& options) {
  const two_step o = row_options(codec, options);
  protocol<released_rows> p;
  p.play = [o](const graph_view& g, release_key key, const coin_source& coins) {
    return simulate_run(g, {}, o.total, key, coins, [&](session& s) {
      published_graph graph = publish_graph(s, o);
      return released_rows{std::move(graph), s.close()};
    });
  };
  p.log_ratio = [](const released_rows& t, two_inputs<held_bits> inputs) {
    return release_log_ratio(*t.graph.published, inputs);
  };
  p.published = [](const released_rows& t) { return t.graph.published.get(); };
  return graph_audit("release", codec, r, options, p, key_for(o, 0.4));
}

subject audit_triangles(const codec_spec& codec, relation r, const audit_options& options) {
  const two_step o = row_options(codec, options);
  protocol<triangle_result> p;
  p.play = [o](const graph_view& g, release_key key, const coin_source& coins) {
    return estimate_triangles(g, o, key, coins);
  };
  p.log_ratio = [](const triangle_result& t, two_inputs<held_bits> inputs) {
    const release_layout& layout = t.published->layout();
    const std::vector<std::uint32_t> places = public_places(layout.parameters(), layout.degrees());
    return release_log_ratio(*t.published, inputs) +
           triangle_count_log_ratio(*t.published, places, make_bounds(layout, t.plan.cap), t.messages,
                                    layout.parameters().count, inputs);
  };
  p.published = [](const triangle_result& t) { return t.published.get(); };
  return graph_audit("triangles", codec, r, options, p, key_for(o, 0.4));
}

namespace {

/// Rows of two rank classes; budgets and limits are always planned.
subject audit_centred(const char* verb, const centred_options& o, relation r, const audit_options& options) {
  protocol<centred_result> p;
  p.strangers = 12;  // the first class has 16 users
  p.play = [o](const graph_view& g, release_key key, const coin_source& coins) {
    return estimate_centred_triangles(g, o, key, coins);
  };
  p.log_ratio = [](const centred_result& t, two_inputs<held_bits> inputs) {
    return release_log_ratio(*t.published, inputs) + centred_count_log_ratio(t, inputs);
  };
  p.published = [](const centred_result& t) { return t.published.get(); };
  return graph_audit(verb, o.codec, r, options, p, std::nullopt);
}

}  // namespace

subject audit_centred_triangles(const codec_spec& codec, relation r, const audit_options& options) {
  return audit_centred("centred-triangles", {options.total, codec}, r, options);
}

subject audit_forward_triangles(const codec_spec& codec, relation r, const audit_options& options) {
  centred_options o{options.total, codec};
  o.relationship = 1.5;
  o.rows = endpoint::earlier;
  return audit_centred("forward-triangles", o, r, options);
}

/// Roles are other ones in every run: the last user owns a row, counts, or says its degree alone.
subject audit_sampled_triangles(relation r, const audit_options& options) {
  const sampled_options o{options.total, 2000.0};
  protocol<sampled_result> p;
  p.strangers = 12;
  p.play = [o](const graph_view& g, release_key key, const coin_source& coins) {
    return estimate_sampled_triangles(g, o, key, coins);
  };
  p.log_ratio = sampled_log_ratio;
  return graph_audit("sampled-triangles", std::nullopt, r, options, p, std::nullopt);
}

namespace {

/// The rounds pilot, where there is one, and count. places: of the order in which cycles are
/// counted.
double weights_log_ratio(const cycle_result& t, std::span<const std::uint32_t> places,
                         two_inputs<held_bits> inputs) {
  double sum = 0.0;
  if (!t.budgets.pilot.is_zero())
    sum += cycle_count_log_ratio(*t.published, places, t.unit, t.pilot_counts, t.budgets.pilot, inputs);
  return sum + cycle_count_log_ratio(*t.published, places, t.unit, t.counts, t.budgets.count, inputs);
}

}  // namespace

/// Of length 4: those of length 3 are triangles.
subject audit_cycles(const codec_spec& codec, relation r, const audit_options& options) {
  two_step o = row_options(codec, options);
  o.clip = {};  // limits by hand are the triangles'
  protocol<cycle_result> p;
  p.play = [o](const graph_view& g, release_key key, const coin_source& coins) {
    return estimate_cycles(g, 4, o, key, coins);
  };
  p.log_ratio = [](const cycle_result& t, two_inputs<held_bits> inputs) {
    const release_layout& layout = t.published->layout();
    const std::vector<std::uint32_t> places = public_places(layout.parameters(), layout.degrees());
    return release_log_ratio(*t.published, inputs) + weights_log_ratio(t, places, inputs);
  };
  p.published = [](const cycle_result& t) { return t.published.get(); };
  return graph_audit("cycles", codec, r, options, p, key_for(o, 0.4));
}

/// Rows at the earlier ends of edges; budgets and limits are always planned.
subject audit_forward_cycles(const codec_spec& codec, relation r, const audit_options& options) {
  two_step o;
  o.total = options.total;
  o.codec = codec;
  o.relationship = 1.5;
  o.rows = endpoint::earlier;
  protocol<cycle_result> p;
  p.play = [o](const graph_view& g, release_key key, const coin_source& coins) {
    return estimate_cycles(g, 4, o, key, coins);
  };
  p.log_ratio = [](const cycle_result& t, two_inputs<held_bits> inputs) {
    const release_layout& layout = t.published->layout();
    release_parameters by_degree = layout.parameters();
    by_degree.order = user_order::noisy_degree;
    const std::vector<std::uint32_t> places = public_places(by_degree, layout.degrees());
    return release_log_ratio(*t.published, inputs) +
           size_log_ratio(t.preceding, places, t.budgets.size, inputs) + weights_log_ratio(t, places, inputs);
  };
  p.published = [](const cycle_result& t) { return t.published.get(); };
  return graph_audit("forward-cycles", codec, r, options, p, std::nullopt);
}

subject audit_common_neighbors(const codec_spec& codec, relation r, const audit_options& options) {
  common_options o;
  o.total = options.total;
  o.codec = codec;
  if (!options.planned) o.variant = common_variant::basic;
  // Both ends of what changes are asked about, in different pairs.
  const std::vector<user_pair> pairs = {{changed, 0}, {other, 2}};
  protocol<common_result> p;
  p.play = [=](const graph_view& g, release_key key, const coin_source& coins) {
    return estimate_common_neighbors(g, pairs, o, key, coins);
  };
  p.log_ratio = [=](const common_result& t, two_inputs<held_bits> inputs) {
    double sum = release_log_ratio(*t.published, inputs);
    const double unit = t.published->layout().codec().lattice().divisor(t.law);
    const auto add = [&](vertex_id u, vertex_id w, double count) {
      sum += common_count_log_ratio(*t.published, u, w, static_cast<int128>(std::nearbyint(count * unit)),
                                    t.budgets.count, inputs);
    };
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      add(pairs[i].first, pairs[i].second, t.counts[i].first);
      add(pairs[i].second, pairs[i].first, t.counts[i].second);
    }
    return sum;
  };
  p.published = [](const common_result& t) { return t.published.get(); };
  two_step rows;
  rows.codec = o.codec;
  rows.total = o.total;
  return graph_audit("common-neighbors", codec, r, options, p, key_for(rows, 0.475));
}

}  // namespace edgeldp::audit
