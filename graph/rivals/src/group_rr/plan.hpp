// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "belief/released_law.hpp"
#include "edgeldp/graph/errors/error_model.hpp"
#include "edgeldp/rivals/group_rr/group_rr.hpp"
#include "group_rr/layout.hpp"

/// Public decisions and predictions of GroupRR; derivations:
/// graph/rivals/src/group_rr/derivation.md.
namespace edgeldp {

/// After the rounds that release sizes. Users are addressed by place in the public order from here
/// on.
struct public_sizes {
  std::vector<std::uint32_t> rank;
  std::vector<vertex_id> user_at;
  std::vector<std::int64_t> sizes;  // by place
  released_law law;
  error_terms terms;         // pairs, edges, sharing
  double row_squares = 0.0;  // sum over rows of the squared number of pairs that read them
  double usual_size = 0.0;   // mean size of the row that a pair reads

  public_sizes(std::vector<std::uint32_t> ranks, const std::vector<std::int64_t>& by_user, epsilon budget)
      : rank(std::move(ranks)), user_at(rank.size()), sizes(rank.size()), law(by_user, budget) {
    for (vertex_id u = 0; u < rank.size(); ++u) {
      user_at[rank[u]] = u;
      sizes[rank[u]] = by_user[u];
    }
  }

  std::uint64_t users() const noexcept { return rank.size(); }

  /// places: in public order. A row at place j is read by d_j S_j sum_{i>j} s_i (s_i - 1) / S_i^2
  /// pairs in a random graph, S_i the sum of the degrees before place i.
  void learn(std::span<const rank_moments> places);
};

/// Moments of the places where sizes alone are known, in an order that has nothing to do with
/// degrees: the same everywhere. noise: variance of the released sizes.
std::vector<rank_moments> unordered_places(const public_sizes& known, double noise);

/// Groups and sampling: constants of the settings and n.
struct group_setting {
  group_bins bins;
  std::uint64_t sampling_threshold;  // passed on below it, out of 2^40

  group_setting(const group_rr& method, std::uint64_t users);
  double passed_on() const {
    return static_cast<double>(sampling_threshold) / static_cast<double>(randomized_response::resolution);
  }
};

/// Law of a received bit: Pr[1 | edge] - Pr[1 | none] before sampling, and what one entry of a row
/// adds to the latter.
struct group_pair_law {
  double delta, step, floor;
  group_pair_law(const group_bins& bins, const group_response& response) {
    const double s = bins.group, slots = bins.slots(), p = response.flip_probability();
    delta = (slots - s) / (s * (slots - 1.0)) * (1.0 - 2.0 * p);
    step = (s - 1.0) / (s * (slots - 1.0)) * (1.0 - 2.0 * p);
    floor = p;
  }
  double p0(double size) const { return std::max(0.0, floor + step * size); }
};

/// How limits follow from released sizes.
struct group_limit_rule {
  double level;       // quantile of the sizes that may be behind a released one
  double deviations;  // of the ones received
};

/// Limits by released size.
using limit_table = std::map<std::int64_t, std::uint64_t>;

/// Public numbers that errors are predicted from, at one budget of the edge round.
struct prediction {
  const group_rr& method;
  const public_sizes& known;
  const group_setting& setting;
  group_response response;
  group_pair_law law;
  double p0;  // of the usual row

  prediction(const group_rr& m, const public_sizes& k, const group_setting& s, epsilon edges)
      : method(m),
        known(k),
        setting(s),
        response(edges, s.bins.group),
        law(s.bins, response),
        p0(law.p0(k.usual_size)) {}

  double one() const { return 1.0 / (setting.passed_on() * law.delta); }

  /// Without noise of the count round and clipping.
  error_parts response_error(double closure) const;

  /// Received ones that a member may take part in.
  limit_table limits_of(const group_limit_rule& rule) const;

  /// Triangles lost by a list of d members: refused ones, less pairs whose offsets are left out.
  double expected_loss(double d, std::uint64_t ones, double closure) const;

  /// The whole error under limits.
  error_parts limited_error(const limit_table& limits, epsilon count, double closure) const;

  /// The Chebyshev threshold of the paper, in triangles; 0 for those who say nothing.
  double allowance(double size) const;

  /// Clipping hardly ever binds where users speak; those of a released size below -margin do not.
  error_parts allowances_error(epsilon count, double closure) const;

  /// The bound that smooth noise scales with depends on the list; here: the largest of n Poisson
  /// numbers of ones.
  error_parts smooth_error(epsilon count, double closure) const;
};

/// Divides what is left between `edges` and `count`; bounds by released size.
/// Errors: invalid_parameter when estimates are too large for the grid (a tiny budget, a huge
///     sampling factor).
group_plan plan_group_rr(const group_rr& method, const public_sizes& known, const group_setting& setting,
                         epsilon rest);

}  // namespace edgeldp
