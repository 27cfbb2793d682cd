// SPDX-License-Identifier: MIT
#include "edgeldp/graph/triangles/methods/local_two_rounds.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "edgeldp/graph/triangles/triangles.hpp"
#include "protocol/count_round.hpp"
#include "triangles/counting_round.hpp"

namespace edgeldp {

namespace {

/// The largest released degree, in [0, n - 1].
std::int64_t largest_degree(const public_view& known) {
  const auto most = static_cast<std::int64_t>(known.degrees().size()) - 1;
  return std::clamp<std::int64_t>(*std::ranges::max_element(known.degrees()), 0, most);
}

/// The count round with one cap, and noise of the paper's scale, for everybody.
triangle_count count_under_common_cap(const graph_view& g, const release& published, const public_view& known,
                                      epsilon budget, const coin_source& coins) {
  const release_layout& layout = published.layout();
  const bit_lattice lattice = layout.codec().lattice();
  const std::int64_t most = largest_degree(known);
  std::vector<user_bound> bounds(layout.users());
  for (std::uint64_t u = 0; u < bounds.size(); ++u) {
    const std::uint64_t rank = layout.rank(static_cast<vertex_id>(u));
    bounds[u] = {
        std::min(rank, static_cast<std::uint64_t>(most)), {}, static_cast<uint128>(most) * lattice.scale};
  }

  triangle_count result;
  const count_messages messages =
      count_on_release(g, published, bounds, bound_kind::neighbors, budget, {}, coins);
  const bit_law law = published.law();
  const double divisor = lattice.divisor(law);
  result.lattice_sum = messages.sum;
  result.upload_bytes = messages.bytes;
  result.triangles.value = static_cast<double>(messages.sum) / divisor;
  result.error =
      predict_triangle_error(known.terms_above_degrees(std::vector<std::int64_t>(bounds.size(), most)), law,
                             budget, estimate_closure(result.triangles.value, known));
  result.error.laplace_variance = noise_variance(bounds, budget) / (divisor * divisor);
  result.triangles = {result.triangles.value, result.error.standard_error(), result.error.bias};
  return result;
}

}  // namespace

baseline_result estimate_triangles(const graph_view& g, const local_two_rounds& method, release_key key,
                                   const coin_source& coins) {
  two_step options;
  options.total = method.total;
  options.codec.kind = codec_kind::bitmap;
  options.order = user_order::id;
  options.split = method.split;
  const published_graph graph = publish_graph(g, options, key, coins);
  const std::vector<std::byte> file = graph.published->serialize();
  const release received = release_reader(file).load();

  const round_budgets& budgets = graph.plan.budgets;
  const triangle_count count =
      method.common_cap
          ? count_under_common_cap(g, received, graph.known, budgets.count, coins)
          : count_triangles_on(g, received, graph.known, {budgets.count, graph.plan.cap}, coins);

  const auto users = static_cast<double>(g.vertex_count());
  baseline_result result{count.triangles, count.error, ledger_of(received.parameters()), {}, true, {}};
  result.communication.upload_bytes = static_cast<double>(graph.upload_bytes + count.upload_bytes) / users;
  result.communication.download_bytes = result.communication.largest_download_bytes =
      static_cast<double>(file.size());
  result.communication.measured_users = g.vertex_count();
  return result;
}

static_assert(TriangleBaseline<local_two_rounds>);

}  // namespace edgeldp
