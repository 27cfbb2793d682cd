// SPDX-License-Identifier: MIT
#include "edgeldp/rivals/triangles/local_two_rounds.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "edgeldp/graph/rounds/pair_round.hpp"
#include "edgeldp/graph/uniform/triangles.hpp"
#include "errors/noise_variance.hpp"
#include "triangles/downloads.hpp"

namespace edgeldp {

namespace {

/// The largest released degree, in [0, n - 1].
std::int64_t largest_degree(const public_view& known) {
  const auto most = static_cast<std::int64_t>(known.degrees().size()) - 1;
  return std::clamp<std::int64_t>(*std::ranges::max_element(known.degrees()), 0, most);
}

/// The count round with one cap, and noise of the paper's scale, for everybody.
triangle_count count_under_common_cap(session& s, const published_graph& graph, epsilon budget) {
  const release_layout& layout = graph.published->layout();
  const std::int64_t most = largest_degree(graph.known);
  const common_cap cap{static_cast<std::uint64_t>(most)};
  const std::vector<user_bound> bounds = make_bounds(layout, pair_rule(cap));
  triangle_count result;
  result.messages = ask_pairs(s, {budget, {cap, graph.rows()}});
  result.lattice_sum = std::accumulate(result.messages.begin(), result.messages.end(), int128{0});
  const bit_law law = graph.published->law();
  const double divisor = layout.codec().lattice().divisor(law);
  result.triangles.value = static_cast<double>(result.lattice_sum) / divisor;
  result.error =
      predict_triangle_error(graph.known.terms_above_degrees(std::vector<std::int64_t>(bounds.size(), most)),
                             law, budget, estimate_closure(result.triangles.value, graph.known));
  result.error.laplace_variance = noise_variance(bounds, budget) / (divisor * divisor);
  result.triangles = {result.triangles.value, result.error.standard_error(), result.error.bias};
  return result;
}

}  // namespace

baseline_result estimate_triangles(session& s, const local_two_rounds& method) {
  two_step options;
  options.total = method.total;
  options.codec = bitmap_spec{};
  options.order = user_order::id;
  options.split = method.split;
  const published_graph graph = publish_graph(s, options);
  const round_budgets& budgets = graph.plan.budgets;
  const triangle_count count = method.common_cap ? count_under_common_cap(s, graph, budgets.count)
                                                 : count_triangles(s, graph, {budgets.count, graph.plan.cap});

  return {count.triangles, count.error, shared_download(s, graph.sizes.total()), true, {}, s.close()};
}

static_assert(ProtocolBaseline<local_two_rounds>);

}  // namespace edgeldp
