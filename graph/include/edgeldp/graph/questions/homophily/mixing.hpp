// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "edgeldp/channel/channel.hpp"
#include "edgeldp/channel/debiasing.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/graph/errors/estimate.hpp"
#include "edgeldp/graph/noisy/noisy_matrix.hpp"
#include "edgeldp/graph/questions/homophily/attribute_rounds.hpp"

/// Who is tied to whom: the mixing matrix of a private attribute and what follows from it, from
/// noisy reports of the attribute and noisy knowledge of edges.
/// Derivations: graph/src/questions/homophily/derivation.md.
///
/// Notation: S[a][b] is the number of edge ends from users with value a to users with value b;
/// symmetric, a diagonal entry is twice the number of edges.
namespace edgeldp {

/// Outputs that a channel may have here: moments take outputs^3 numbers.
inline constexpr std::size_t most_mixing_outputs = 64;

/// What is known of users' neighbourhoods, summed over users that reported the same. c_i[v]: an
/// unbiased number of user i's neighbours that reported v, given all reports.
struct noisy_profiles {
  std::vector<std::uint64_t> users;      ///< by report
  Eigen::MatrixXd sums;                  ///< [u][v]: sum of c_i[v] over users i that reported u
  std::vector<Eigen::MatrixXd> squares;  ///< [u]: sum of c_i c_i^T
  /// [u]: covariance of what row u of `sums` takes for users whose counts were lost; empty where
  /// none were.
  std::vector<Eigen::MatrixXd> spread;
  Eigen::MatrixXd noise;          ///< [u][v]: variance of the noise in sums, had each end its own
  bool is_mirrored = false;       ///< both ends of a pair have the same noise (noisy edges)
  Eigen::VectorXd largest;        ///< c_i of the user with the largest sum of noisy counts or ones
  Eigen::VectorXd largest_noise;  ///< variances of its noise
};

/// From the round `count`. Sums of integers, so the same for every thread count.
///
/// Users without a report are in no sum. Who reported and sent no counts is taken for the mean of
/// those who reported the same, or for somebody without neighbours where none of them sent any.
/// Requires: counts are those of `reports`; else invalid_parameter, as for a channel with too many
///     outputs.
std::vector<noisy_profiles> profiles_of(std::span<const attribute_reports> reports,
                                        const neighbor_count_round& counts);

/// From noisy edges, any codec.
/// Requires: noisy = materialize(published).
/// Cost: n^2 / 64 words an output.
std::vector<noisy_profiles> profiles_of(std::span<const attribute_reports> reports, const release& published,
                                        const noisy_matrix& noisy);

/// An estimate and the two parts of its variance: noise on attributes, and on edges or counts.
struct mixing_number {
  edgeldp::estimate estimate;
  double label_variance = 0.0, edge_variance = 0.0;
};

/// What errors of linear statistics, sums over entries of G S with G symmetric, follow from.
///
/// Definition: with D_a the dispersion matrix of a debiased report of value a, g_i the profile of
///     user i's neighbours, and R_a = 4 sum of g_i g_i^T over users of value a + 2 sum_b S[a][b]
///     D_b, Cov(G, H) = sum_a tr(G D_a H R_a) + (2 if mirrored) sum_uv noise[u][v] (w_u^T G w_v)
///     (w_u^T H w_v) + sum_u (w_u^T G W) spread[u] (w_u^T H W)^T.
struct mixing_moments {
  Eigen::MatrixXd weights;                     ///< of the channel: inputs x outputs, columns w_u
  std::vector<Eigen::MatrixXd> dispersion;     ///< D_a
  std::vector<Eigen::MatrixXd> neighborhoods;  ///< R_a, or an unbiased estimate of it
  Eigen::MatrixXd ends;                        ///< S
  Eigen::MatrixXd noise;                       ///< as in noisy_profiles
  bool is_mirrored = false;
  std::vector<Eigen::MatrixXd> spread{};  ///< as in noisy_profiles

  struct parts {
    double label = 0.0, edge = 0.0;
    double sum() const noexcept { return label + edge; }
  };
  parts covariance(const Eigen::MatrixXd& g, const Eigen::MatrixXd& h) const;
  /// Summed over values a, the variance of row a of S, G = (e_a 1^T + 1 e_a^T) / 2: k^3 steps, not
  /// k^5.
  double variance_of_rows() const;
};

/// Statistics of numeric values x across edges: means over both ends of all edges.
struct numeric_mixing {
  std::optional<mixing_number> mean_product;   ///< of x_i x_j
  std::optional<mixing_number> covariance;     ///< mean product less the squared mean
  std::optional<mixing_number> assortativity;  ///< covariance over variance
};

/// The mixing matrix of one attribute.
///
/// Source: Newman, "Mixing patterns in networks", Phys. Rev. E 67, 026126, 2003, for the
///     coefficients; the estimator is ours.
/// Promise: numbers of edges are unbiased, given only that the channel is invertible and edges'
///     noise is centred. Ratios are not; their bias is predicted to second order (estimate::bias),
///     and they are absent where the denominator is within two standard errors of zero. Where one
///     user's label may carry a third of the variance (a hub's, whose neighbours all count it),
///     estimate::rests_on_few is set. Standard errors use public numbers only; ratios' are those of
///     the delta method.
class mixing_estimate {
 public:
  /// Errors: invalid_parameter when the channel cannot be inverted (debiasing_of), or shapes
  ///     differ.
  mixing_estimate(const channel& law, noisy_profiles profiles);

  const channel::labels& values() const noexcept { return m_values; }
  /// Of the channel's design matrix: errors grow with it.
  double condition_number() const noexcept { return m_condition_number; }

  /// What errors follow from, also those of other functions of S.
  const mixing_moments& moments() const noexcept { return m_moments; }

  mixing_number edges() const;
  /// Edges between users of values a and b; a = b: among users of one value.
  mixing_number edges_between(std::size_t a, std::size_t b) const;
  mixing_number within() const;
  mixing_number across() const;
  std::optional<mixing_number> fraction_within() const;
  /// (tr e - sum_a e_a^2) / (1 - sum_a e_a^2), e = S / sum S and e_a its row sums.
  std::optional<mixing_number> assortativity() const;
  /// tr e - sum_a e_a^2: what the assortativity has in its numerator.
  std::optional<mixing_number> modularity() const;
  /// Errors: invalid_parameter unless there is a number for each value.
  numeric_mixing numeric(std::span<const double> numbers) const;

  /// Share of users with value a.
  mixing_number share(std::size_t a) const;

 private:
  struct polynomial;
  mixing_number linear(const Eigen::MatrixXd& g) const;
  mixing_number with_error(double value, double bias, const Eigen::MatrixXd& gradient, double scale) const;
  double largest_label_variance(const Eigen::MatrixXd& gradient) const;
  polynomial linear_part(const Eigen::MatrixXd& g) const;
  polynomial excess_within() const;
  std::optional<mixing_number> ratio(const polynomial& numerator, const polynomial& denominator) const;
  Eigen::MatrixXd ones() const;

  channel::labels m_values;
  double m_condition_number;
  std::vector<std::uint64_t> m_users;
  mixing_moments m_moments;
  Eigen::VectorXd m_largest;        ///< profile of the user with the most ties, by value
  Eigen::MatrixXd m_largest_noise;  ///< covariance of its noise
};

}  // namespace edgeldp
