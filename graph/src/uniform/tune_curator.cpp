// SPDX-License-Identifier: MIT
#include "edgeldp/graph/uniform/tune_curator.hpp"

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/graph/rounds/rounds_simulation.hpp"

namespace edgeldp {

tuning_subject tuning_subject_of(const graph_view& g, double triangles) {
  tuning_subject subject;
  std::vector<vertex_id> scratch;
  for (std::uint64_t u = 0; u < g.vertex_count(); ++u)
    subject.degrees.push_back(
        static_cast<std::int64_t>(g.neighbors(static_cast<vertex_id>(u), scratch).size()));
  subject.sizes = [g](std::span<const std::uint32_t> rank) { return true_sizes_of_rows(g, rank); };
  subject.triangles = triangles;
  return subject;
}

}  // namespace edgeldp
