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

/// The size round, and the layout of rows that follows from what it released.
public_ref<release_layout> ask_sizes(session& s, const centred_options& options, const known_degrees& known,
                                     const class_decision& decided, plausibility_check& check) {
  const auto& [order, degree, ranges] = known;
  const std::vector<charge> price = charges_by_rank(decided.size, order->ranks(), s.present());
  const roster asked = asked_by(price);
  released_values answers = s.ask(size_round{decided.size, {order}}, std::span(price));
  check.clamp_sizes(*order, asked, degree, decided.size, answers.values);
  const shared_numbers<std::int64_t> sizes = by_user(std::move(answers.values), asked);
  require_somebody(s.present());
  return publish_layout(s, order, sizes, [&] {
    const auto by_range = sizes_of(ranges, *order.object, on_roster(s.present()), sizes);
    return plan_rows(options, decided, degree, by_range, s.key(), s.is_simulated());
  });
}

}  // namespace

centred_result estimate_centred_triangles(session& s, const centred_options& options) {
  const roster all = s.everybody();
  if (all.size() == 0) throw bad_graph_input("the graph has no vertices");
  if (!(options.degree_share > 0.0) || !(options.degree_share < 1.0))
    throw invalid_parameter("degree share = " + std::to_string(options.degree_share) +
                            ": must lie in (0, 1)");
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
  const auto decided = s.decide<class_decision>(
      "classes", [&] { return decide_classes(options, known, ranges, difference(options.total, degree)); });
  require_classes(decided, ranges);

  const auto layout = ask_sizes(s, options, {order, degree, ranges}, decided, check);
  const row_release rows = publish_rows(s, layout);
  require_somebody(s.present());
  centred_estimate counted = count_centred(s, known, ranges, decided, rows.rows, check);
  const auto users = static_cast<double>(all.size());
  const edgeldp::communication sent{static_cast<double>(s.upload_bytes()) / users,
                                    static_cast<double>(rows.sizes.total()),
                                    static_cast<double>(rows.sizes.edges)};
  return {std::move(counted), sent,     rows.sizes, layout->parameters().is_private(),
          rows.rows.object,   s.close()};
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

double predict_centred_half_width(const release& published, double closure, double degree_share,
                                  double total) {
  const release_parameters& p = published.parameters();
  const public_view known(p.order, p.key, without(published.layout().degrees(), published.absent()),
                          p.degree);
  const double triangles = closure * known.pairs();
  if (!(triangles > 0.0)) return std::numeric_limits<double>::infinity();
  const std::vector<rank_range> ranges = divide_ranks(known);
  const codec_spec codec = codec_of(p);
  const epsilon whole = epsilon::from_nats(total), rest = difference(whole, share_of(whole, degree_share));
  const double error =
      centred_tuning::cost_of_groups *
      std::sqrt(foreseen_square(known, ranges, draw_sizes(known, ranges), codec, rest, closure));
  return relative_half_width({triangles, error, 0.0, 0.0, inflation::triangles});
}

}  // namespace edgeldp
