// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "belief/released_law.hpp"
#include "edgeldp/core/protocol/public_objects.hpp"
#include "edgeldp/graph/errors/error_model.hpp"
#include "edgeldp/graph/limits/limited_pairs.hpp"
#include "edgeldp/graph/rounds/pair_rule.hpp"
#include "edgeldp/graph/uniform/two_step.hpp"

/// Protocols in which every user counts on ALL its neighbours: what is known after the degree
/// round, limits on pairs, and what they lose.
namespace edgeldp {

/// How noisy edges come out at an edge budget.
struct edge_law {
  bit_law law;
  bit_lattice lattice;
};

inline edge_law law_at(const codec_spec& codec, epsilon edges) {
  return {codec.law(edges), codec.lattice(edges)};
}

/// What the released degrees say.
class public_degrees {
 public:
  public_degrees(std::span<const std::int64_t> released, epsilon budget)
      : m_released(released.begin(), released.end()), m_law(m_released, budget) {
    const double noise = clip_model(budget).variance();
    double sum = 0.0, squares = 0.0, fourths = 0.0, ends = 0.0;
    for (const std::int64_t r : m_released) {
      const auto d = static_cast<double>(r);
      m_terms.pairs += 0.5 * (d * (d - 1.0) - noise);  // unbiased
      m_terms.edges += 0.5 * d;
      const degree_posterior::moments m = m_law.posterior().of(r);
      sum += m.mean;
      squares += m.square;
      fourths += m.square * m.square;
      ends += m.square - m.mean;
    }
    m_terms.pairs = std::max(0.0, m_terms.pairs);
    // Configuration model: a pair j, k has d_j d_k sum_i d_i (d_i - 1) / (sum d)^2 common
    // neighbours.
    const double rate = sum > 0.0 ? ends / (sum * sum) : 0.0;
    m_terms.squared_sharing = m_terms.pairs + 0.5 * std::max(0.0, squares * squares - fourths) * rate * rate;
  }

  const std::vector<std::int64_t>& released() const noexcept { return m_released; }
  std::uint64_t users() const noexcept { return m_released.size(); }
  /// Pairs, edges and sharing; nothing on caps.
  const error_terms& terms() const noexcept { return m_terms; }
  const released_law& law() const noexcept { return m_law; }
  const std::map<std::int64_t, std::uint64_t>& histogram() const noexcept { return m_law.histogram(); }
  epsilon budget() const noexcept { return m_law.budget(); }

 private:
  std::vector<std::int64_t> m_released;
  released_law m_law;
  error_terms m_terms;
};

/// The limits for a user whose degree is at most `degree`, the ones expected among degree - 1 noisy
/// bits of which a share `closure` are edges, and `deviations` standard deviations more; zeros get
/// what costs no sensitivity beyond that. No pairs below degree 2.
pair_limits limits_for_degree(double degree, const bit_law& law, const bit_lattice& lattice, double closure,
                              double deviations);

/// What limits do to the counts of users that released the same degree, each on its own.
struct limited_count {
  double users = 0.0;
  double pairs = 0.0;             ///< expected, of a user
  double laplace_variance = 0.0;  ///< of a user's debiased count
  double lost = 0.0;              ///< expected loss of a user
  double lost_variance = 0.0;
};

/// The share of edges among the pairs of users that released this degree.
using closure_by_degree = std::function<double(std::int64_t released)>;

std::map<std::int64_t, limited_count> predict_limited_counts(const public_degrees& known,
                                                             const limits_by_degree& limits,
                                                             const edge_law& noisy, epsilon count,
                                                             const closure_by_degree& closure);

/// The error of the sum of all counts, every triangle counted three times and the sum divided by
/// three.
error_parts predict_limited(const public_degrees& known, const limits_by_degree& limits,
                            const edge_law& noisy, epsilon count, double closure);
error_parts divide_by_three(error_parts e);

/// Public decisions before the edge round.
struct limited_plan {
  epsilon edges, count;
  limits_by_degree limits;

  /// As a decision of a session.
  void write(byte_string& out) const;
  static limited_plan read(std::span<const std::byte> in);
};

/// Predicted error of what is wanted, to be minimised.
using limited_risk = std::function<double(const limits_by_degree&, const edge_law&, epsilon count)>;

/// Divides the rest of the budget and chooses limits.
limited_plan plan_limited(const public_degrees& known, const codec_spec& codec, epsilon rest,
                          const limited_risk& risk);

/// The header of the release, its rows planned from released degrees.
release_parameters plan_rows(const two_step& options, const public_degrees& known,
                             const round_budgets& budgets, release_key key, bool simulated);

}  // namespace edgeldp
