// SPDX-License-Identifier: MIT
#include "edgeldp/graph/uniform/triangles.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "belief/lost_users.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "edgeldp/core/wire/varint.hpp"
#include "edgeldp/graph/errors/interval.hpp"
#include "edgeldp/graph/rounds/pair_round.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"
#include "edgeldp/graph/rounds/row_release.hpp"
#include "edgeldp/graph/uniform/release_plan.hpp"
#include "edgeldp/graph/uniform/tune.hpp"
#include "rounds/half_rounds.hpp"
#include "uniform/law_floor.hpp"
#include "uniform/row_ends.hpp"

namespace edgeldp {

namespace {

/// Error parts and the estimate, from the sum of messages and public numbers.
void conclude(triangle_count& result, const release& published, const public_view& known,
              const triangle_count_options& options) {
  const bit_lattice lattice = published.layout().codec().lattice();
  const double value = static_cast<double>(result.lattice_sum) / lattice.divisor(published.law());
  const double laplace_variance = drawn_noise_variance(published.layout(), options.cap, options.count);
  const closure_view view = view_closure(value, known.pairs(), [&](double closure) {
    error_parts error = predict_error(known, options.cap, published.law(), options.count, closure);
    error.laplace_variance = laplace_variance;
    return error;
  });
  result.error = view.error;
  result.closure = view.closure;
  result.triangles = conclude_triangles(value, view, known.pairs(), published.law().non_edge_variance(),
                                        known.second_degree());
  result.law_floor = law_floor(codec_of(published.parameters()), known, view.closure);
}

/// The codec and the budget of the size round, zero: none.
struct size_decision {
  codec_spec codec;
  epsilon size;

  void write(byte_string& out) const {
    canonical_writer to(out);
    to.codec(codec).budget(size);
  }
  static size_decision read(std::span<const std::byte> in) {
    canonical_reader from(in);
    const codec_spec codec = from.codec();
    const size_decision decided{codec, from.budget()};
    from.end();
    return decided;
  }
};

/// A division as it is decided.
struct split_decision {
  row_division division;

  void write(byte_string& out) const {
    const auto& [shares, rows, codec, length] = division;
    canonical_writer to(out);
    to.real(shares.degree).real(shares.size).real(shares.edges).real(shares.count);
    // Not said of the later end, so that decisions of older runs are read as they were.
    if (rows == endpoint::earlier) to.codec(codec).real(length);
  }
  static split_decision read(std::span<const std::byte> in) {
    canonical_reader from(in);
    split_decision decided;
    auto& [shares, rows, codec, length] = decided.division;
    for (double* share : {&shares.degree, &shares.size, &shares.edges, &shares.count}) *share = from.real();
    if (!from.is_at_end()) {
      rows = endpoint::earlier;
      codec = from.codec();
      length = from.real();
    }
    from.end();
    try {
      check(decided.division);
    } catch (const invalid_parameter& fault) {
      throw format_error(0, fault.what());
    }
    return decided;
  }
};

size_decision decide_size(const two_step& wanted, const public_view& known, epsilon degree, release_key key) {
  two_step options = wanted;
  if (options.codec.is_automatic()) {
    const codec_plan chosen = choose_codec(options, known, key);
    options.codec = chosen.codec;
    if (chosen.size) return {chosen.codec, *chosen.size};
  }
  return {options.codec, plan_size_round(options, known, degree)};
}

/// Budgets where a bit of the one end of an edge pays for its row, one of the other for size and
/// count.
round_budgets budgets_of_halves(epsilon total, epsilon degree, epsilon length, const budget_split& shares) {
  const epsilon bit = difference(total, degree);
  const epsilon size = std::min(share_of(total, shares.size), bit);
  return {degree, size, std::min(share_of(total, shares.edges), difference(bit, length)),
          std::min(share_of(total, shares.count), difference(bit, size))};
}

/// Parameters of rows at the earlier ends: one law for all.
release_parameters plan_earlier_release(session& s, const row_division& division, epsilon total,
                                        const round_budgets& budgets, epsilon length,
                                        std::span<const std::int64_t> lengths) {
  release_parameters p;
  p.key = s.key();
  p.order = user_order::hubs_last;
  p.chunk_rule = lengths.empty() ? chunk_rule::noisy_degree : chunk_rule::released_size;
  p.simulated = s.is_simulated();
  p.total = total;
  p.degree = budgets.degree;
  p.size = length;
  p.edges = budgets.edges;
  division.codec.fill(p, budgets.edges, {length, lengths, released_number::size});
  return p;
}

/// The rounds after the degrees where the earlier ends of edges send the rows: size, length where
/// the codec needs it, edges.
published_graph publish_earlier(session& s, epsilon total, const row_division& division,
                                const ordered_by_degree& by, public_view known, plausibility_check check,
                                const step_observer& done) {
  const epsilon length = share_of(total, division.length);
  const round_budgets budgets = budgets_of_halves(total, by.degree, length, division.shares);
  const auto sizes = ask_half<endpoint::later>(s, by, budgets.size, check);
  known.learn_sizes({sizes.begin(), sizes.end()}, budgets.size);
  done(rounds::size);
  const auto layout = publish_earlier_layout(s, by, length, check, [&](auto lengths) {
    return plan_earlier_release(s, division, total, budgets, length, lengths);
  });
  done("plan");
  const row_release rows = publish_rows(s, layout, endpoint::earlier);
  done(rounds::edges);
  return {rows.rows.object, std::move(known), {budgets, {}, {}}, s.upload_bytes(),
          rows.sizes,       rows.rows.name,   std::move(check)};
}

/// What rows at the earlier ends do not go with.
void require_later_ends(const two_step& options, bool is_planned) {
  require_relationship(options.relationship);
  const bool wants_earlier =
      options.rows == endpoint::earlier || options.relationship > 1.0 + options.degree_share + 1e-6;
  if (!wants_earlier || options.rows == endpoint::later) return;
  if (!is_planned || options.split || options.order != user_order::noisy_degree || options.true_degree_chunks)
    throw invalid_parameter(
        "a relationship may lose more only where budgets are planned, in the order of degrees: leave out "
        "what else is set by hand");
}

std::vector<std::int64_t> row_sizes(session& s, const two_step& options, const public_view& known,
                                    const public_ref<public_order>& order) {
  if (!options.true_degree_chunks) return known.sizes();
  return s.disclose(open_size_round{order}, s.everybody(), "rows have chunks from true degrees").values;
}

}  // namespace

public_view knowledge_of(const release& published) {
  static_cast<void>(published.layout().codec());  // one law, and so one noise on all sizes
  const release_parameters& p = published.parameters();
  const auto degrees = published.layout().degrees();
  public_view known(p.order, p.key, {degrees.begin(), degrees.end()}, p.degree);
  const auto sizes = published.layout().sizes();
  if (p.chunk_rule == chunk_rule::released_size) known.learn_sizes({sizes.begin(), sizes.end()}, p.size);
  return known;
}

account account_of(const release_parameters& p) {
  account paid(p.total, p.users);
  const roster all = roster::everybody(p.users);
  paid.spend({rounds::degree, edge_use::both_endpoints}, {p.degree, all});
  if (!p.size.is_zero()) paid.spend({rounds::size}, {p.size, all});
  paid.spend({rounds::edges}, {p.edges, all});
  return paid;
}

double estimate_closure(double triangles, const public_view& known) {
  return known.pairs() > 0.0 ? std::clamp(triangles / known.pairs(), 0.0, 1.0) : assumed_closure;
}

published_graph publish_graph(session& s, const two_step& wanted, const step_observer& is_over,
                              const split_planner& divide) {
  const roster all = s.everybody();
  if (all.size() == 0) throw bad_graph_input("the graph has no vertices");
  require_later_ends(wanted, static_cast<bool>(divide));
  two_step options = wanted;
  const auto done = [&](std::string_view step) {
    if (is_over) is_over(step);
  };
  const epsilon degree = plan_degree_round(options);
  released_values degrees = s.ask(degree_round{degree}, {degree, all});
  require_somebody(s.present());
  plausibility_check check(true);
  check.clamp_degrees(degree, degrees.values);
  done(rounds::degree);
  const auto order =
      s.publish(std::make_shared<const public_order>(options.order, s.key(), std::move(degrees.values)));
  public_view known(order.object, degree);

  if (divide && !options.split) {
    const row_division divided =
        s.decide<split_decision>("split", [&] { return split_decision{divide(known)}; }).division;
    if (divided.rows == endpoint::earlier)
      return publish_earlier(s, options.total, divided, {order, degree}, std::move(known), std::move(check),
                             done);
    options.split = divided.shares;
  }
  const auto decided =
      s.decide<size_decision>("size", [&] { return decide_size(options, known, degree, s.key()); });
  options.codec = decided.codec;
  if (!decided.size.is_zero()) {
    const roster asked = s.present();
    released_values sizes = s.ask(size_round{decided.size, {order}}, {decided.size, asked});
    require_somebody(s.present());
    check.clamp_sizes(*order, asked, degree, decided.size, sizes.values);
    known.learn_sizes(by_user(std::move(sizes.values), asked), decided.size);
    done(rounds::size);
  }
  const auto plan =
      s.decide<triangle_plan>("plan", [&] { return plan_triangles(options, known, degree, decided.size); });
  const auto layout = publish_layout(s, order, row_sizes(s, options, known, order), [&] {
    return plan_release(options, known, plan.budgets, s.key(), s.is_simulated());
  });
  done("plan");
  const row_release rows = publish_rows(s, layout);
  done(rounds::edges);
  return {rows.rows.object, std::move(known), plan, s.upload_bytes(), rows.sizes,
          rows.rows.name,   std::move(check)};
}

triangle_count count_triangles(session& s, const published_graph& graph,
                               const triangle_count_options& options) {
  triangle_count result;
  result.messages = ask_pairs(s, {options.count, {options.cap, graph.rows()}});
  result.lattice_sum = std::accumulate(result.messages.begin(), result.messages.end(), int128{0});
  conclude(result, *graph.published, graph.known, options);
  return result;
}

namespace {

/// Counts against a published graph and gathers what there is to report.
triangle_result finish(session& s, const published_graph& graph) {
  const release_parameters& p = graph.published->parameters();
  const std::uint64_t before = s.upload_bytes();
  triangle_count count = count_triangles(s, graph, {p.count, graph.plan.cap});
  const auto users = static_cast<double>(p.users);
  const edgeldp::communication sent{
      static_cast<double>(graph.upload_bytes + s.upload_bytes() - before) / users,
      static_cast<double>(graph.sizes.total()), static_cast<double>(graph.sizes.edges)};
  return {count.triangles,
          count.error,
          graph.plan,
          sent,
          graph.sizes,
          p.is_private(),
          graph.published,
          count.closure,
          std::move(count.messages),
          count.law_floor,
          s.close()};
}

}  // namespace

triangle_result estimate_triangles(session& s, const two_step& options) {
  return finish(s, publish_graph(s, options));
}

double predict_relative_half_width(const release& published, double closure, const two_step& wanted,
                                   double total) {
  const public_view known = knowledge_of(published);
  const double triangles = closure * known.pairs();
  if (!(triangles > 0.0)) return std::numeric_limits<double>::infinity();
  two_step options = wanted;
  options.total = epsilon::from_nats(total);
  options.codec = codec_of(published.parameters());
  const error_parts e = predict_total(options, known, closure);
  return relative_half_width(
      {triangles, e.standard_error(), e.bias, bias_allowance * std::abs(e.bias), inflation::triangles});
}

published_graph reopen_release(session& s, std::shared_ptr<const release> published) {
  if (!published) throw invalid_parameter("no release to count on");
  const release_parameters& p = published->parameters();
  if (p.count.is_zero()) throw invalid_parameter("the release reserved no budget for the round 'count'");
  const row_release rows = publish_again(s, published);
  published_graph graph{published, knowledge_of(*published), {}, 0, rows.sizes, rows.rows.name};
  graph.plan.budgets = {p.degree, p.size, p.edges, p.count};
  for (const std::int64_t degree : graph.known.degrees())
    graph.upload_bytes += integer_message(degree).size();
  // Of the layout, which has true ones too.
  for (const std::int64_t size : published->layout().sizes())
    graph.upload_bytes += integer_message(size).size();
  for (std::uint64_t u = 0; u < p.users; ++u) {
    const auto user = static_cast<vertex_id>(u);
    graph.upload_bytes += write_report(published->layout(), user, published->words(user)).size();
  }
  return graph;
}

triangle_result estimate_triangles(session& s, std::shared_ptr<const release> published,
                                   const bound_options& clip) {
  published_graph graph = reopen_release(s, std::move(published));
  const bit_law law = graph.published->law();
  const epsilon count = graph.plan.budgets.count;
  graph.plan = s.decide<triangle_plan>("plan", [&] {
    triangle_plan plan = graph.plan;
    plan.cap = choose_bound(graph.known, clip, law, count, assumed_closure);
    plan.predicted = predict_error(graph.known, plan.cap, law, count, assumed_closure);
    return plan;
  });
  return finish(s, graph);
}

}  // namespace edgeldp
