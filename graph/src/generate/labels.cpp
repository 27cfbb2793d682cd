// SPDX-License-Identifier: MIT
#include "edgeldp/graph/generate/generators.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "generate/draws.hpp"

namespace edgeldp {

using namespace drawn;

std::vector<std::uint32_t> generate_labels(const csr_graph& g, std::uint32_t count, double homophily,
                                           std::uint64_t seed) {
  require(count >= 1, "count", count, interval(1, vertex_limit - 1));
  require(homophily >= 0 && homophily <= 1, "homophily", homophily, "[0, 1]");
  const std::uint64_t n = g.vertex_count();
  std::vector<vertex_id> order(n);
  std::iota(order.begin(), order.end(), vertex_id{0});
  draw_stream swaps(seed, purpose::label_order, 0);
  for (std::uint64_t left = n; left > 1; --left) std::swap(order[left - 1], order[swaps.below(left)]);

  constexpr std::uint32_t unlabelled = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> labels(n, unlabelled), around;
  for (const vertex_id v : order) {
    draw_stream stream(seed, purpose::label, v);
    around.clear();
    for (const vertex_id u : g.neighbors(v))
      if (labels[u] != unlabelled) around.push_back(labels[u]);
    const bool copies = stream.word() < threshold(homophily);
    labels[v] = copies && !around.empty() ? around[stream.below(around.size())]
                                          : static_cast<std::uint32_t>(stream.below(count));
  }
  return labels;
}

}  // namespace edgeldp
