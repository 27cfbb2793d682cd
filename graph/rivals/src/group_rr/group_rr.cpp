// SPDX-License-Identifier: MIT
#include "edgeldp/rivals/group_rr/group_rr.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/graph/belief/public_view.hpp"
#include "group_rr/plan.hpp"
#include "group_rr/rounds.hpp"

namespace edgeldp {

namespace {

constexpr std::string_view published_caveat =
    "pairs refused because of a new neighbour free others, and estimates may be negative, so that the "
    "clipping threshold does not bound what one neighbour changes for every noisy graph";

void require_share(const char* name, double share) {
  if (!(share > 0.0) || !(share < 1.0))
    throw invalid_parameter(std::string(name) + " share = " + std::to_string(share) + ": must lie in (0, 1)");
}

void check(const group_rr& method) {
  if (method.order == user_order::noisy_degree) require_share("degree", method.degree_share);
  require_share("size", method.size_share);
  require_share("edge", method.edge_share);
  if (method.order == user_order::noisy_degree && method.degree_share + method.size_share >= 1.0)
    throw invalid_parameter("degree and size shares add up to " +
                            std::to_string(method.degree_share + method.size_share) +
                            ": must be less than 1");
  if (method.margin > static_cast<std::uint64_t>(largest_released_number))
    throw invalid_parameter("margin = " + std::to_string(method.margin) + ": must lie in [0, 2^48]");
}

/// What rounds before the edge round cost.
struct first_rounds {
  epsilon degree, size;  ///< degree: zero where it is not held

  explicit first_rounds(const group_rr& method)
      : degree(method.order == user_order::noisy_degree ? share_of(method.total, method.degree_share)
                                                        : epsilon()),
        size(share_of(method.total, method.size_share)) {}
  epsilon rest_of(epsilon total) const { return difference(difference(total, degree), size); }
};

struct group_start {
  public_ref<public_order> order;
  public_sizes known;
  std::vector<std::int64_t> sizes;  ///< by user
};

public_ref<public_order> publish_order(session& s, const group_rr& method, epsilon degree) {
  const roster all = s.everybody();
  std::vector<std::int64_t> degrees(all.size());
  if (!degree.is_zero()) degrees = s.ask(degree_round{degree}, {degree, all}).values;
  return s.publish(std::make_shared<const public_order>(method.order, s.key(), std::move(degrees)));
}

/// Rounds `degree` (only for the order by degree) and `size`.
group_start ask_sizes(session& s, const group_rr& method, const first_rounds& paid) {
  const auto order = publish_order(s, method, paid.degree);
  std::vector<std::int64_t> sizes = s.ask(size_round{paid.size, {order}}, {paid.size, s.everybody()}).values;
  public_sizes known({order->ranks().begin(), order->ranks().end()}, sizes, paid.size);
  const double noise = clip_model(paid.size).variance();
  for (const std::int64_t size : sizes) {
    const auto x = static_cast<double>(size);
    known.terms.pairs += 0.5 * (x * (x - 1.0) - noise);  // unbiased
    known.terms.edges += x;
  }
  known.terms.pairs = std::max(0.0, known.terms.pairs);
  if (paid.degree.is_zero()) {
    known.learn(unordered_places(known, noise));
  } else {
    public_view by_degree(order.object, paid.degree);
    by_degree.learn_sizes(sizes, paid.size);
    known.learn(by_degree.by_rank().all());
  }
  return {order, std::move(known), std::move(sizes)};
}

/// Those whom an edge can move.
roster speakers_of(const group_layout& layout) {
  if (layout.plan().rule == group_rr::bound::smooth) return roster::everybody(layout.users());
  std::vector<vertex_id> speakers;
  for (vertex_id u = 0; u < layout.users(); ++u)
    if (layout.plan().speaks(layout.sizes_by_user()[u])) speakers.push_back(u);
  return roster::of(std::move(speakers), layout.users());
}

int128 ask_counts(session& s, const group_count_round& round, const charge& paid) {
  const released_counts counts =
      round.layout->plan().rule == group_rr::bound::allowances
          ? s.ask_flawed(claimed_group_count_round{round}, paid, std::string(published_caveat))
          : s.ask(round, paid);
  return counts.values.sum();
}

error_parts predict_error(const prediction& p, const group_plan& plan, double value) {
  const double pairs = p.known.terms.pairs;
  const double closure = pairs > 0.0 ? std::clamp(value / pairs, 0.0, 1.0) : baseline_closure;
  switch (plan.rule) {
    case group_rr::bound::allowances:
      return p.allowances_error(plan.count, closure);
    case group_rr::bound::smooth:
      return p.smooth_error(plan.count, closure);
    case group_rr::bound::limited_pairs:
      break;
  }
  limit_table limits;
  for (const auto& [size, bound] : plan.by_size) limits[size] = bound.limit;
  return p.limited_error(limits, plan.count, closure);
}

}  // namespace

group_rr group_rr::published(epsilon total, double sampling) {
  return {total, sampling};
}

group_rr group_rr::smooth(epsilon total, double sampling) {
  group_rr method{total, sampling};
  method.rule = bound::smooth;
  return method;
}

group_rr group_rr::strongest(epsilon total, double sampling) {
  group_rr method{total, sampling};
  method.rule = bound::limited_pairs;
  method.order = user_order::noisy_degree;
  method.degree_share = 0.02;
  method.size_share = 0.08;
  method.is_compressed = true;
  return method;
}

baseline_result estimate_triangles(session& s, const group_rr& method) {
  const roster all = s.everybody();
  if (all.size() == 0) throw bad_graph_input("the graph has no vertices");
  check(method);
  const group_setting setting(method, all.size());
  const first_rounds paid(method);
  group_start start = ask_sizes(s, method, paid);
  const auto plan = s.decide<group_plan>(
      "plan", [&] { return plan_group_rr(method, start.known, setting, paid.rest_of(method.total)); });
  const auto layout =
      s.publish(std::make_shared<const group_layout>(start.order, plan, std::move(start.sizes)));

  const auto rows = s.publish(
      std::make_shared<const group_rows>(s.ask(group_row_round{layout}, {plan.edges, all}).finish()));
  const roster speakers = speakers_of(*layout);
  personal_downloads downloads(all.size(), [&](vertex_id reader) { return sample_for(*rows, reader); });
  const int128 sum = ask_counts(s, {layout, rows.name, speakers, &downloads}, {plan.count, speakers});

  const double value = static_cast<double>(sum) / static_cast<double>(pair_grid::unit);
  const error_parts error = predict_error(prediction(method, start.known, setting, plan.edges), plan, value);
  baseline_communication communication =
      downloads.measure(spread_evenly(start.order->ranks(), plan.measured));
  communication.upload_bytes = static_cast<double>(s.upload_bytes()) / static_cast<double>(all.size());
  const bool is_private = plan.rule != group_rr::bound::allowances;
  return {{value, error.standard_error(), error.bias},        error,    communication, is_private,
          is_private ? std::string_view() : published_caveat, s.close()};
}

static_assert(ProtocolBaseline<group_rr>);

}  // namespace edgeldp
