// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/codec/any/codec_spec.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/graph/belief/public_view.hpp"
#include "edgeldp/graph/errors/error_model.hpp"
#include "uniform/row_ends.hpp"

/// How the budget is divided between size, edges and count, by rank. Rows that matter as what
/// others read and users whose counts are noisy are almost disjoint: of wiki-Vote's sum of c_jk^2
/// the first 320 users hold 75%, of the squares of the lists 5%.
/// Derivations: graph/src/questions/triangles/centred/derivation.md.
namespace edgeldp {

/// What the degrees say of users of consecutive ranks.
struct rank_range {
  std::uint32_t first = 0, last = 0;        ///< ranks [first, last)
  double degrees = 0.0;                     ///< sum
  double sizes = 0.0, squared_sizes = 0.0;  ///< sums of their numbers of preceding neighbours
  double pairs = 0.0;                       ///< counted pairs whose later member they are
  double sharing = 0.0;  ///< of sum c_jk^2 over these pairs, the part beyond one user a pair

  double users() const noexcept { return static_cast<double>(last - first); }
};

/// Ranges of ranks that grow by 35%, the first of 16 users, at most 40 of them: finer ones gained
/// nothing on wiki-Vote, and each costs some 30 bytes of a file.
std::vector<rank_range> divide_ranks(const public_view& known);

/// Variance that randomized response gives the estimate by the rows of a range. `all_pairs`,
/// `edges`: of the whole graph; closure as in predict_triangle_error.
double response_variance(const rank_range& r, const bit_law& law, double closure, double all_pairs,
                         double edges);

struct range_budgets {
  epsilon size, edges, count;
};

/// The budgets with the least predicted error if limits are some 1.3 times what lists are expected
/// to need, by range.
///
/// Definition: what a range costs is the response of its rows, the noise of its counts, the price
///     of pairs from noisy sizes, and what the noise of its rows adds to the limits of all later
///     ranges; eight rounds of a fixed point over a grid, damped by a half from the third on. One
///     law for all rows is the best of those that are tried, sizes being divided under each.
/// Cost: about 0.3 ms a range.
/// Errors: invalid_parameter where the codec expresses no such budgets.
std::vector<range_budgets> divide_budget(std::span<const rank_range> ranges, const codec_spec& codec,
                                         const round_room& room, double all_pairs, double edges);

}  // namespace edgeldp
