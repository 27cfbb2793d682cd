// SPDX-License-Identifier: MIT
#include "questions/cycles/model.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "edgeldp/core/base/ranges.hpp"

namespace edgeldp {

cycle_model::cycle_model(std::span<const rank_moments> by_rank, const peak_shares& shares, unsigned length)
    : m_length(length) {
  cut_into_blocks(shares);
  fit_edges(by_rank);
  gather_users(by_rank, shares);
  weigh_pairs();
  if (length == 4) {
    sum_four();
  } else {
    sum_five();
  }
}

std::size_t cycle_model::block_of(std::uint64_t rank) const noexcept {
  return static_cast<std::size_t>(ranges::upper_bound(m_begin, rank) - m_begin.begin()) - 1;
}

/// Segments of shares; the first, where the hubs are, in pieces that double.
void cycle_model::cut_into_blocks(const peak_shares& shares) {
  for (std::uint64_t first = 0; first < shares.end(0); first = 2 * first + 2) m_begin.push_back(first);
  for (std::size_t s = 1; s < shares.segments(); ++s) m_begin.push_back(shares.begin(s));
  m_size.resize(m_begin.size());
  for (std::size_t b = 0; b < blocks(); ++b) {
    const std::uint64_t end = b + 1 < blocks() ? m_begin[b + 1] : shares.users();
    m_size[b] = static_cast<double>(end - m_begin[b]);
  }
}

/// Edge probabilities x_a x_b / (1 + x_a x_b), the x fitted so that degrees come out.
void cycle_model::fit_edges(std::span<const rank_moments> by_rank) {
  const std::size_t n = blocks();
  std::vector<double> degree(n), x(n);
  double all = 0.0;
  for (std::uint64_t r = 0; r < by_rank.size(); ++r) {
    degree[block_of(r)] += std::fmax(by_rank[r].degree, 0.0);
    all += std::fmax(by_rank[r].degree, 0.0);
  }
  m_edges = 0.5 * all;
  for (std::size_t b = 0; b < n; ++b) {
    degree[b] /= m_size[b];
    x[b] = degree[b] / std::sqrt(std::fmax(all, 1.0));
  }
  for (int step = 0; step < 30; ++step) {
    for (std::size_t a = 0; a < n; ++a) {
      double reach = 0.0;
      for (std::size_t b = 0; b < n; ++b)
        reach += (m_size[b] - (a == b ? 1.0 : 0.0)) * x[b] / (1.0 + x[a] * x[b]);
      if (reach > 0.0) x[a] = std::sqrt(x[a] * std::fmin(degree[a] / reach, 1e6));
    }
  }
  m_edge.resize(n * n);
  for (std::size_t a = 0; a < n; ++a)
    for (std::size_t b = 0; b < n; ++b) m_edge[a * n + b] = x[a] * x[b] / (1.0 + x[a] * x[b]);
}

void cycle_model::gather_users(std::span<const rank_moments> by_rank, const peak_shares& shares) {
  const std::size_t n = blocks();
  m_two_stars.resize(n);
  for (std::uint64_t r = 0; r < by_rank.size(); ++r)
    m_two_stars[block_of(r)] += std::fmax(by_rank[r].two_stars, 0.0);
  m_share.resize(n * n);
  m_member.resize(n * n);
  for (std::size_t a = 0; a < n; ++a) {
    m_pairs += 0.5 * m_two_stars[a];
    double all = 0.0;
    for (std::size_t b = 0; b <= a; ++b) {
      m_member[a * n + b] = edge(a, b) * m_size[b] * (a == b ? 0.5 : 1.0);
      all += m_member[a * n + b];
    }
    for (std::size_t b = 0; b <= a; ++b) m_member[a * n + b] /= std::fmax(all, 1e-300);
    const auto row = shares.of(shares.segment_of(m_begin[a]));
    for (std::size_t b = 0; b < n; ++b) m_share[a * n + b] = row[shares.segment_of(m_begin[b])];
  }
  m_users.resize(n * n * (n + 1));
  for (std::size_t b = 0; b < n; ++b) {
    for (std::size_t c = 0; c < n; ++c) {
      const double pairs = pairs_of(b, c);
      if (pairs <= 0.0) continue;
      for (std::size_t a = std::max(b, c); a < n; ++a) {
        const double rate = m_two_stars[a] * m_member[a * n + b] * m_member[a * n + c] / pairs;
        for (std::size_t k = 0; k <= n; ++k) {
          const double share = k < n ? m_share[a * n + k] : 1.0;
          m_users[(b * n + c) * (n + 1) + k].mean += rate * share;
          m_users[(b * n + c) * (n + 1) + k].square += rate * share * share;
        }
      }
      for (std::size_t k = 0; k <= n; ++k) {  // counts of users vary like Poisson numbers
        coefficient& of = m_users[(b * n + c) * (n + 1) + k];
        of.square += of.mean * of.mean;
      }
      m_sharing += 0.5 * pairs * m_users[(b * n + c) * (n + 1) + n].square;
    }
  }
}

/// Pairs that several users count are two-peaked cycles of length 4, so that they concentrate like
/// these; and longer cycles concentrate with them (fitted).
double cycle_model::sharing(double cycles) const {
  if (!(m_cycles > 0.0)) return m_sharing;
  const double ratio = std::fmax(cycles, m_cycles) / m_cycles;
  return m_pairs + (m_sharing - m_pairs) *
                       (m_length == 4 ? ratio : std::pow(ratio, cycle_tuning::sharing_power_of_five));
}

double cycle_model::product_variance(const bit_law& law, double cycles) const {
  const double v = law.non_edge_variance();
  const double factor = m_sharing > 0.0 ? sharing(cycles) / m_sharing : 1.0;
  return factor * v * v * (m_response.degree[1] + v * m_response.degree[2]);
}

double cycle_model::response_variance(const bit_law& law, double cycles, double concentration) const {
  const double through_edges = (m_length - 2.0) * std::fmax(cycles, 0.0);  // cycles, once for each bit
  const auto& [edges, sum, squares] = m_on_edges;
  const double ratio = sum > 0.0 ? edges * squares / (sum * sum) : 1.0;
  const double on_edges =
      concentration * std::sqrt(ratio) * through_edges * through_edges / std::fmax(m_edges, 1.0);
  return law.non_edge_variance() * m_response.degree[0] + product_variance(law, cycles) +
         law.edge_variance() * on_edges;
}

/// Users with neighbours in b and c, when `peak` is a peak if it lies above `end`.
cycle_model::coefficient cycle_model::with_peak(std::size_t b, std::size_t c, std::size_t peak,
                                                std::size_t end) const noexcept {
  const coefficient* const of = m_users.data() + (b * blocks() + c) * (blocks() + 1);
  if (peak > end) return of[peak];
  if (peak < end) return of[blocks()];
  return {0.5 * (of[peak].mean + of[blocks()].mean), 0.5 * (of[peak].square + of[blocks()].square)};
}

/// The same for a path from b by e and f to c.
cycle_model::coefficient cycle_model::on_path(std::size_t b, std::size_t e, std::size_t f,
                                              std::size_t c) const noexcept {
  if (e > f) return with_peak(b, c, e, b);
  if (f > e) return with_peak(b, c, f, c);
  const coefficient one = with_peak(b, c, e, b), other = with_peak(b, c, f, c);
  return {0.5 * (one.mean + other.mean), 0.5 * (one.square + other.square)};
}

/// Weights of pairs as the users of each block see them: their two members, then what lies between.
void cycle_model::weigh_pairs() {
  const std::size_t n = blocks();
  m_weights.resize(n);
  for (std::size_t a = 0; a < n; ++a) {
    const auto share = [&](std::size_t peak, std::size_t end) {
      const double s = m_share[a * n + peak];
      return peak > end   ? coefficient{s, s * s}
             : peak < end ? coefficient{1.0, 1.0}
                          : coefficient{0.5 * (1.0 + s), 0.5 * (1.0 + s * s)};
    };
    weight_moments& of = m_weights[a];
    for (std::size_t b = 0; b <= a; ++b) {
      for (std::size_t c = 0; c <= a; ++c) {
        const double chance = m_member[a * n + b] * m_member[a * n + c];
        for (std::size_t e = 0; e < n; ++e) {
          if (m_length == 4) {
            const coefficient s = share(e, std::max(b, c));
            of.mean += chance * m_size[e] * edge(b, e) * edge(e, c) * s.mean;
            of.squares += chance * m_size[e] * s.square;
            continue;
          }
          for (std::size_t f = 0; f < n; ++f) {
            const coefficient s = e > f ? share(e, b) : share(f, c);
            of.mean += chance * pairs_of(e, f) * edge(b, e) * edge(e, f) * edge(f, c) * s.mean;
            of.squares += chance * pairs_of(e, f) * s.square;
          }
        }
      }
    }
    m_cycles += 0.5 * m_two_stars[a] * of.mean;
  }
}

void cycle_model::add_edges(std::size_t a, std::size_t b, double through) noexcept {
  double power = 0.5 * m_size[a] * m_size[b] * edge(a, b);
  for (double& sum : m_on_edges) {
    sum += power;
    power *= through;
  }
}

void cycle_model::sum_four() {
  const std::size_t n = blocks();
  std::vector<double> mean(n * n), square(n * n);  // of the coefficient of the bit between u and an end
  double quadratic = 0.0, linear = 0.0;
  for (std::size_t e = 0; e < n; ++e) {
    for (std::size_t b = 0; b < n; ++b) {
      for (std::size_t c = 0; c < n; ++c) {
        const coefficient of = with_peak(b, c, e, std::max(b, c));
        quadratic += 0.5 * pairs_of(b, c) * m_size[e] * of.square;
        mean[e * n + b] += m_size[c] * edge(e, c) * of.mean;
        square[e * n + b] += m_size[c] * edge(e, c) * of.square;
      }
    }
  }
  for (std::size_t e = 0; e < n; ++e) {
    for (std::size_t b = 0; b < n; ++b) {
      const double both = mean[e * n + b] + mean[b * n + e];
      add_edges(e, b, both);
      linear += 0.5 * m_size[e] * m_size[b] * (both * both + square[e * n + b] + square[b * n + e]);
    }
  }
  m_response.degree = {linear, quadratic, 0.0};
}

void cycle_model::sum_five() {
  const std::size_t n = blocks();
  const auto at = [n](std::size_t b, std::size_t e, std::size_t f) { return (b * n + e) * n + f; };
  std::vector<coefficient> middle(n * n), end(n * n), two(n * n * n);
  double cubic = 0.0, quadratic = 0.0, linear = 0.0;
  for (std::size_t b = 0; b < n; ++b) {
    for (std::size_t e = 0; e < n; ++e) {
      for (std::size_t f = 0; f < n; ++f) {
        coefficient& sum = two[at(b, e, f)];
        for (std::size_t c = 0; c < n; ++c) {
          const coefficient of = on_path(b, e, f, c);
          const double paths = pairs_of(b, c) * m_size[e] * m_size[f];
          cubic += 0.5 * paths * of.square;
          // The two outer bits, around an edge; two more edges make the other ways through these
          // bits.
          quadratic += 0.5 * paths * edge(e, f) * (of.square + 3.0 * edge(e, f) * of.mean * of.mean);
          sum.mean += m_size[c] * edge(f, c) * of.mean;
          sum.square += m_size[c] * edge(f, c) * of.square;
          middle[e * n + f].mean += pairs_of(b, c) * edge(b, e) * edge(f, c) * of.mean;
          middle[e * n + f].square += pairs_of(b, c) * edge(b, e) * edge(f, c) * of.square;
        }
        end[b * n + e].mean += m_size[f] * edge(e, f) * sum.mean;
        end[b * n + e].square += m_size[f] * edge(e, f) * sum.square;
      }
    }
  }
  for (std::size_t e = 0; e < n; ++e) {
    for (std::size_t b = 0; b < n; ++b) {
      for (std::size_t f = 0; f < n; ++f) {
        const coefficient &one = two[at(b, e, f)], &other = two[at(f, e, b)];
        const double both = one.mean + other.mean;
        quadratic += 0.5 * m_size[b] * m_size[e] * m_size[f] * (both * both + one.square + other.square);
      }
      const double all = middle[e * n + b].mean + end[e * n + b].mean + end[b * n + e].mean;
      const double squares = middle[e * n + b].square + end[e * n + b].square + end[b * n + e].square;
      add_edges(e, b, all);
      linear += 0.5 * m_size[e] * m_size[b] * (all * all + squares);
    }
  }
  m_response.degree = {linear, quadratic, cubic};
}

}  // namespace edgeldp
