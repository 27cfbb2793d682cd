// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/wire/vector_release.hpp"
#include "edgeldp/graph/noisy/noisy_matrix.hpp"
#include "edgeldp/graph/questions/reciprocity/reciprocity.hpp"

/// Who is named, from noisy rows alone: sums down columns.
/// Derivation: graph/src/questions/reciprocity/derivation.md#columns.
namespace edgeldp {

class noisy_columns {
 public:
  /// The release outlives it. size: the budget of released sizes.
  noisy_columns(const vector_release& published, epsilon size);

  /// arcs: of all users.
  named_users in_degrees(double arcs);
  named_users pagerank();

 private:
  static constexpr int steps = 40;  ///< pagerank_damping^40 is 0.0015

  /// Rows of users who sent one, columns by position: decoded once if ever.
  const noisy_matrix& rows();
  /// What the arcs of each user are, by the ones of its row and its released size.
  std::vector<double> out_degrees(const noisy_matrix& rows) const;
  /// Of one user's PageRank, where users have these shares of the surfer and name so many.
  double error_of_pagerank(const std::vector<double>& shares, const std::vector<double>& out) const;
  /// A step of the surfer from these shares.
  std::vector<double> step(const noisy_matrix& rows, const std::vector<double>& out,
                           const std::vector<double>& shares) const;

  const vector_release& m_published;
  bit_law m_law;
  std::vector<vertex_id> m_present;
  double m_of_size, m_of_row;  ///< variances of the two ways to tell an out-degree
  std::optional<noisy_matrix> m_rows;
};

}  // namespace edgeldp
