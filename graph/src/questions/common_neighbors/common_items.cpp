// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/common_neighbors/common_items.hpp"

#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/codec/bitset.hpp"
#include "edgeldp/graph/noisy/noisy_matrix.hpp"
#include "edgeldp/graph/questions/vectors/sparse_vectors.hpp"
#include "questions/common_neighbors/error_model.hpp"

namespace edgeldp {

estimate estimate_common_items(const vector_release& published, vertex_id u, vertex_id w) {
  if (u == w) throw invalid_parameter("user " + std::to_string(u) + ": common items need two users");
  const std::array<vertex_id, 2> users = {u, w};
  noisy_matrix rows = materialize(published, users);
  const bit_law law = published.difference_law();
  const auto length = static_cast<double>(rows.columns());
  double either = 0.0;  // items of the one plus items of the other, as estimated from the rows themselves
  for (std::uint64_t r = 0; r < 2; ++r)
    either += estimate_ones(count_common(rows.row(r), rows.row(r)), rows.columns(), law).value;
  const double common =
      common_neighbor_index(std::move(rows), law, std::vector<public_degree>(2)).common({0, 1});
  const double variance = one_round_variance(law, common, either - 2.0 * common, length - either + common);
  return one_round_estimate(common, variance);
}

}  // namespace edgeldp
