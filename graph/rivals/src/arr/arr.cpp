// SPDX-License-Identifier: MIT
#include "edgeldp/rivals/arr/arr.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "arr/plan.hpp"
#include "arr/rounds.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/graph/errors/interval.hpp"

namespace edgeldp {

namespace {

constexpr std::string_view published_caveat =
    "the clipping threshold bounds what a new neighbour adds as first member of a pair, but it also adds one "
    "pair to each earlier neighbour's count, so the noise of the count round is too small";

constexpr double degree_share = 0.02;  // of the strongest reading alone
constexpr double size_share = 0.1;

std::vector<std::int64_t> ask_sizes(session& s, const public_ref<public_order>& order, epsilon budget) {
  return s.ask(size_round{budget, {order}}, {budget, s.everybody()}).values;
}

arr_start decide(session& s, public_ref<public_order> order, public_view known, auto&& make) {
  row_sizes sizes(known);
  auto plan = s.decide<arr_plan>("plan", [&] { return make(known, sizes); });
  const error_terms terms = known.terms({bound_anchor::size, plan.margin});
  return {std::move(order), std::move(known), std::move(sizes), std::move(plan), terms};
}

arr_start start_published(session& s, const arr& method) {
  const epsilon size = share_of(method.total, size_share), edges = arr::published_edges(method.total);
  const auto order = s.publish(std::make_shared<const public_order>(
      user_order::id, s.key(), std::vector<std::int64_t>(s.everybody().size())));
  return decide(s, order, knowledge_from_sizes(s.key(), ask_sizes(s, order, size), size),
                [&](const public_view& known, const row_sizes&) {
                  const epsilon rest = difference(method.total, size);
                  return plan_published(method, known, edges, difference(rest, edges));
                });
}

arr_start start_strongest(session& s, const arr& method) {
  const epsilon degree = share_of(method.total, degree_share), size = share_of(method.total, size_share);
  released_values degrees = s.ask(degree_round{degree}, {degree, s.everybody()});
  const auto order = s.publish(
      std::make_shared<const public_order>(user_order::noisy_degree, s.key(), std::move(degrees.values)));
  public_view known(order.object, degree);
  known.learn_sizes(ask_sizes(s, order, size), size);
  return decide(s, order, std::move(known), [&](const public_view& all, const row_sizes& sizes) {
    return plan_strongest(method, all, sizes, difference(difference(method.total, degree), size));
  });
}

/// Those whom an edge can move.
roster speakers_of(const arr_plan& plan) {
  std::vector<vertex_id> speakers;
  for (vertex_id u = 0; u < plan.caps.size(); ++u)
    if (plan.sensitivity(u) != 0) speakers.push_back(u);
  return roster::of(std::move(speakers), plan.caps.size());
}

int128 ask_counts(session& s, const arr_count_round& round, const charge& paid) {
  const released_counts counts =
      round.layout->plan.rule == pair_clip::rule::greedy
          ? s.ask(round, paid)
          : s.ask_flawed(claimed_arr_count_round{round}, paid, std::string(published_caveat));
  return counts.values.sum();
}

closure_view view_error(const arr_start& start, double value) {
  return view_closure(value, start.known.pairs(), [&](double closure) {
    return predict_arr_error(start.plan, start.terms, start.sizes, closure);
  });
}

/// Lengths of fixed width follow from numbers of pairs: all users', not only the measured ones'.
void add_all_downloads(baseline_communication& communication, const arr_rows& rows) {
  const arr_format format = rows.layout->format();
  double sum = 0.0;
  for (const std::uint64_t pairs : count_download_pairs(rows.noisy, rows.layout->plan.variant)) {
    const auto bytes = static_cast<double>(format.download_bytes(pairs));
    sum += bytes;
    communication.largest_download_bytes = std::max(communication.largest_download_bytes, bytes);
  }
  communication.download_bytes = sum / static_cast<double>(rows.noisy.users());
}

}  // namespace

arr_start start_arr(session& s, const arr& method) {
  return method.is_published ? start_published(s, method) : start_strongest(s, method);
}

baseline_result estimate_triangles(session& s, const arr& method) {
  const roster all = s.everybody();
  if (all.size() == 0) throw bad_graph_input("the graph has no vertices");
  if (!(method.mu_star >= arr::smallest_mu_star) || !(method.mu_star < 1.0))
    throw invalid_parameter("mu_star = " + std::to_string(method.mu_star) + ": must lie in [2^-20, 1)");
  const arr_start start = start_arr(s, method);
  const arr_plan& plan = start.plan;
  const auto layout = s.publish(std::make_shared<const arr_layout>(arr_layout{start.order, plan}));

  const auto rows =
      s.publish(std::make_shared<const arr_rows>(s.ask(arr_row_round{layout}, {plan.edges, all}).finish()));
  const roster speakers = speakers_of(plan);
  personal_downloads downloads(all.size(), [&](vertex_id reader) { return noisy_edges_for(*rows, reader); });
  const int128 sum =
      ask_counts(s, {layout, rows.name, speakers, rows.object.get(), &downloads}, {plan.count, speakers});

  const arr_pair_law p(plan.response, plan.variant);
  const double value = static_cast<double>(sum) / p.divisor();
  const closure_view view = view_error(start, value);
  baseline_communication communication = downloads.measure(measured_users(*layout));
  communication.upload_bytes = static_cast<double>(s.upload_bytes()) / static_cast<double>(all.size());
  if (method.is_published) add_all_downloads(communication, *rows);
  return {conclude_triangles(value, view, start.known.pairs(), p.law.non_edge_variance(),
                             start.known.second_degree()),
          view.error,
          communication,
          !method.is_published,
          method.is_published ? published_caveat : std::string_view(),
          s.close()};
}

static_assert(ProtocolBaseline<arr>);

}  // namespace edgeldp
