// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/triangles/centred/centred_triangles.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include "belief/lost_users.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/graph/belief/public_view.hpp"
#include "edgeldp/graph/errors/interval.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"
#include "edgeldp/graph/rounds/row_release.hpp"
#include "questions/triangles/centred/centred_classes.hpp"
#include "questions/triangles/centred/centred_count.hpp"
#include "questions/triangles/centred/class_plan.hpp"
#include "questions/triangles/centred/tuning.hpp"
#include "rounds/half_rounds.hpp"

namespace edgeldp {

namespace {

/// Released sizes of users who are present, by range.
std::vector<std::vector<std::int64_t>> sizes_of(std::span<const rank_range> ranges, const public_order& order,
                                                const std::vector<bool>& is_present,
                                                std::span<const std::int64_t> sizes) {
  std::vector<std::vector<std::int64_t>> by_range(ranges.size());
  for (std::size_t i = 0; i < ranges.size(); ++i) by_range[i].reserve(ranges[i].last - ranges[i].first);
  for_each_present(ranges, order, is_present,
                   [&](std::size_t range, vertex_id user) { by_range[range].push_back(sizes[user]); });
  return by_range;
}

release_parameters plan_rows(const centred_options& options, const class_decision& decided, epsilon degree,
                             std::span<const std::vector<std::int64_t>> sizes, release_key key,
                             bool simulated) {
  release_parameters p;
  p.key = key;
  p.order = user_order::noisy_degree;
  p.chunk_rule = chunk_rule::released_size;
  p.simulated = simulated;
  p.total = options.total;
  p.degree = degree;
  const auto steps = decided.size.steps();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const epsilon size = steps[i].budget, edges = decided.edges.steps()[i].budget,
                  count = decided.count.steps()[i].budget;
    // Rows of a range that has lost everybody are as short as can be.
    static constexpr std::array<std::int64_t, 1> nothing{};
    const std::span<const std::int64_t> released =
        sizes[i].empty() ? std::span(nothing) : std::span(sizes[i]);
    const row_numbers numbers{size, released, released_number::size};
    if (i == 0) {
      decided.codec.fill(p, edges, numbers);
      p.size = size;
      p.edges = edges;
      p.count = count;
      continue;
    }
    rank_class& c = p.later.emplace_back();
    c.first = steps[i].first;
    c.rows.key = key;
    decided.codec.fill(c.rows, edges, numbers);
    c.size = size;
    c.edges = edges;
    c.count = count;
  }
  return p;
}

/// What the degrees say of the users who released one: their lists hold nobody else, since the
/// others come last.
public_view view_of_present(const public_ref<public_order>& order, std::span<const vertex_id> absent,
                            epsilon degree) {
  if (absent.empty()) return {order.object, degree};
  std::vector<std::int64_t> released = without(order->degrees(), absent);
  const double share = static_cast<double>(released.size()) / static_cast<double>(order->users());
  return {std::make_shared<const public_order>(order->kind(), order->key(), std::move(released)), degree,
          share};
}

/// What the degree round released, at which budget.
struct known_degrees {
  const public_ref<public_order>& order;
  epsilon degree;
  std::span<const rank_range> ranges;
};

/// Rows at the later ends of edges: layout and sizes are of the order of degrees.
public_ref<release_layout> plan_later_rows(session& s, const centred_options& options,
                                           const known_degrees& known, const class_decision& decided,
                                           const shared_numbers<std::int64_t>& sizes) {
  return publish_layout(s, known.order, sizes, [&] {
    const auto by_range = sizes_of(known.ranges, *known.order.object, on_roster(s.present()), sizes);
    return plan_rows(options, decided, known.degree, by_range, s.key(), s.is_simulated());
  });
}

/// Parameters of rows at the earlier ends. A null space has one law; a bitmap's laws follow from
/// whom a bit is about, by rank in the order of the rows: that of degrees turned round.
release_parameters plan_earlier_rows(const centred_options& options, const class_decision& decided,
                                     epsilon degree, std::span<const std::int64_t> lengths, session& s) {
  release_parameters p;
  p.key = s.key();
  p.order = user_order::hubs_last;
  p.chunk_rule = lengths.empty() ? chunk_rule::noisy_degree : chunk_rule::released_size;
  p.simulated = s.is_simulated();
  p.total = options.total;
  p.degree = degree;
  p.size = decided.length;
  const row_numbers numbers{decided.length, lengths, released_number::size};
  const auto steps = decided.edges.steps();
  std::uint64_t end = s.everybody().size();
  for (std::size_t i = steps.size(); i-- > 0;) {
    const epsilon edges = steps[i].budget;
    const std::uint64_t first = s.everybody().size() - end;
    end = steps[i].first;
    const epsilon before = p.later.empty() ? p.edges : p.later.back().edges;
    if (edges == before) continue;
    if (first == 0) {
      decided.codec.fill(p, edges, numbers);
      p.edges = edges;
      continue;
    }
    rank_class& c = p.later.emplace_back();
    c.first = static_cast<std::uint32_t>(first);
    c.rows.key = p.key;
    decided.codec.fill(c.rows, edges, numbers);
    c.size = p.size;
    c.edges = edges;
  }
  return p;
}

void require_possible(const centred_options& options) {
  if (!(options.degree_share > 0.0) || !(options.degree_share < 1.0))
    throw invalid_parameter("degree share = " + std::to_string(options.degree_share) +
                            ": must lie in (0, 1)");
  require_relationship(options.relationship);
}

}  // namespace

centred_result estimate_centred_triangles(session& s, const centred_options& options) {
  const roster all = s.everybody();
  if (all.size() == 0) throw bad_graph_input("the graph has no vertices");
  require_possible(options);
  const epsilon degree = share_of(options.total, options.degree_share);
  released_values degrees = s.ask(degree_round{degree}, {degree, all});
  plausibility_check check(options.is_clamped);
  check.clamp_degrees(degree, degrees.values);
  const std::vector<vertex_id> without_degree = s.latest().absent;
  require_somebody(s.present());
  place_last(degrees.values, without_degree);
  const auto order = s.publish(
      std::make_shared<const public_order>(user_order::noisy_degree, s.key(), std::move(degrees.values)));
  const public_view known = view_of_present(order, without_degree, degree);
  const std::vector<rank_range> ranges = divide_ranks(known);
  const auto decided =
      s.decide<class_decision>("classes", [&] { return decide_classes(options, known, ranges, degree); });
  require_classes(decided, ranges);

  const ordered_by_degree by{order, degree};
  const auto sizes = ask_half<endpoint::later>(s, by, decided.size, check);
  const auto layout = decided.rows == endpoint::later
                          ? plan_later_rows(s, options, {order, degree, ranges}, decided, sizes)
                          : publish_earlier_layout(s, by, decided.length, check, [&](auto lengths) {
                              return plan_earlier_rows(options, decided, degree, lengths, s);
                            });
  const row_release rows = publish_rows(s, layout, decided.rows);
  require_somebody(s.present());
  centred_estimate counted = count_centred(s, known, ranges, decided, {*order, sizes}, rows.rows, check);
  const auto users = static_cast<double>(all.size());
  const edgeldp::communication sent{static_cast<double>(s.upload_bytes()) / users,
                                    static_cast<double>(rows.sizes.total()),
                                    static_cast<double>(rows.sizes.edges)};
  return {std::move(counted),
          decided.rows,
          {degree, decided.length, decided.size, decided.count, decided.edges},
          order,
          sizes,
          sent,
          rows.sizes,
          layout->parameters().is_private(),
          rows.rows.object,
          s.close()};
}

std::vector<said_entries> entries_of_rows(const centred_result& r) {
  const release_layout& layout = r.published->layout();
  const bool has_sizes = layout.parameters().chunk_rule == chunk_rule::released_size;
  std::vector<said_entries> said(layout.users());
  for (std::size_t u = 0; u < said.size(); ++u) {
    const std::uint32_t rank = r.order->rank(static_cast<vertex_id>(u));
    const epsilon of_size = r.budgets.size.at(rank);
    if (has_sizes)
      said[u] = {
          static_cast<double>(layout.sizes()[u]), r.rows == endpoint::later ? of_size : r.budgets.length, {}};
    else
      said[u] = {static_cast<double>(r.order->degrees()[u] - r.preceding[u]), r.budgets.degree, of_size};
  }
  return said;
}

std::vector<int128> messages_by_user(const centred_estimate& counted) {
  std::vector<int128> messages;
  for (const centred_group& group : counted.groups) {
    messages.resize(std::max<std::size_t>(messages.size(), group.asked.users()));
    group.asked.for_each(
        [&](std::uint64_t number, vertex_id user) { messages[user] = group.messages[number]; });
  }
  return messages;
}

double foresee_centred_error(std::vector<std::int64_t> degrees, const centred_options& options,
                             double closure) {
  require_possible(options);
  const epsilon degree = share_of(options.total, options.degree_share);
  const public_view known(user_order::noisy_degree, release_key{1}, std::move(degrees), degree);
  return centred_tuning::cost_of_groups *
         std::sqrt(least_foreseen_square(known, divide_ranks(known), options, degree, closure));
}

double predict_centred_half_width(const release& published, double closure, const centred_options& options,
                                  double total) {
  const release_parameters& p = published.parameters();
  const public_view known(user_order::noisy_degree, p.key,
                          without(published.layout().degrees(), published.absent()), p.degree);
  const double triangles = closure * known.pairs();
  if (!(triangles > 0.0)) return std::numeric_limits<double>::infinity();
  centred_options other = options;
  other.total = epsilon::from_nats(total);
  other.codec = codec_of(p);
  const epsilon degree = share_of(other.total, other.degree_share);
  const double error = centred_tuning::cost_of_groups *
                       std::sqrt(least_foreseen_square(known, divide_ranks(known), other, degree, closure));
  return relative_half_width({triangles, error, 0.0, 0.0, inflation::triangles});
}

}  // namespace edgeldp
