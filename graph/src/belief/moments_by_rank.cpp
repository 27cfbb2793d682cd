// SPDX-License-Identifier: MIT
#include "edgeldp/graph/belief/moments_by_rank.hpp"

#include <algorithm>

#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

namespace {

/// Of the neighbours that are left where each is with this probability.
degree_posterior::moments thinned(const degree_posterior::moments& d, double share) {
  if (share == 1.0) return d;
  return {share * d.mean, share * share * (d.square - d.mean) + share * d.mean};
}

}  // namespace

moments_by_rank::moments_by_rank(const public_order& order, const degree_posterior& posterior,
                                 double present_neighbors) {
  for (const auto& [degree, users] : order.runs()) {
    const degree_posterior::moments d = thinned(posterior.of(degree), present_neighbors);
    m_runs.push_back({m_users, d, m_degrees});
    m_users += users;
    m_degrees += static_cast<double>(users) * d.mean;
  }
}

rank_moments moments_by_rank::at(std::size_t run, std::uint64_t rank) const noexcept {
  const auto& [first, degree, before_first] = m_runs[run];
  const double before = before_first + static_cast<double>(rank - first) * degree.mean;
  const double share = m_degrees > 0.0 ? before / m_degrees : 0.0;
  return {degree.mean, degree.square, m_two_stars * (degree.square - degree.mean) * share * share,
          std::min(static_cast<double>(rank), degree.mean * share)};
}

rank_moments moments_by_rank::operator[](std::uint64_t rank) const noexcept {
  const auto after = ranges::upper_bound(m_runs, rank, {}, &run_of_users::first);
  return at(static_cast<std::size_t>(after - m_runs.begin()) - 1, rank);
}

}  // namespace edgeldp
