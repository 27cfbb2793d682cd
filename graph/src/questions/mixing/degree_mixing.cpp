// SPDX-License-Identifier: MIT
#include "questions/mixing/degree_mixing.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

#include "belief/lost_users.hpp"
#include "edgeldp/graph/errors/inflation.hpp"
#include "edgeldp/graph/errors/inverse_filter.hpp"
#include "questions/homophily/eigen_index.hpp"
#include "questions/mixing/degree_correlation.hpp"

namespace edgeldp {

namespace {

using Eigen::Matrix4d;
using Eigen::MatrixXd;
using Eigen::Vector4d;
using Eigen::VectorXd;

/// Of users of a class who answered and chose one part.
struct part_luck {
  double users = 0.0;
  double luck = 0.0;    ///< sum of released degrees less what counts make of them
  double within = 0.0;  ///< sum of counts of the own class
};

/// What is summed over users who answered, by their class; of members who were lost they stand for.
struct class_sums {
  MatrixXd by_rest;  ///< [a][k]: sum of rest x count of class k
  /// Times the relative noise of counts.
  VectorXd rests, squared_rests;
  VectorXd furthest_rest;
  /// Times the relative noise of degrees. z is what a user's counts and centres make of the degrees
  /// of its contacts.
  MatrixXd squares;  ///< [a][k]: of squared counts
  VectorXd squared_z, noise_of_counts;
  VectorXd inverse_noise;    ///< of all members: one over the relative noise of degrees
  double least_noise = 0.0;  ///< of degrees, relative
  std::vector<std::array<part_luck, all_parts.size()>> luck;
  std::array<VectorXd, 3> z_by_covariance;  ///< z x covariance of its degree with its powers
  double spread_of_walks = 0.0;             ///< variance by who was lost

  class_sums(const degree_knowledge& known, const degree_powers& powers, const VectorXd& centres);
};

class_sums::class_sums(const degree_knowledge& known, const degree_powers& powers, const VectorXd& centres) {
  const Eigen::Index size = centres.size();
  by_rest = squares = MatrixXd::Zero(size, size);
  rests = squared_rests = furthest_rest = squared_z = noise_of_counts = inverse_noise = VectorXd::Zero(size);
  luck.resize(known.classes.size());
  z_by_covariance.fill(VectorXd::Zero(size));
  stretched_spread of_walks(known.classes.size());
  for (std::size_t u = 0; u < known.classes.of.size(); ++u)
    if (known.classes.of[u] >= 0) {
      const Eigen::Index own = index(static_cast<std::size_t>(known.classes.of[u]));
      furthest_rest[own] = std::max(furthest_rest[own], std::abs(known.classes.rest(u)));
      const double of_degree = powers.relative_noise_of(static_cast<vertex_id>(u));
      inverse_noise[own] += 1.0 / of_degree;
      least_noise = least_noise > 0.0 ? std::min(least_noise, of_degree) : of_degree;
    }
  known.said.for_each([&](vertex_id user, std::size_t a, std::span<const std::int64_t> said) {
    const Eigen::Index own = index(a);
    const double rest = known.classes.rest(user);
    const double of_counts = known.said.relative.of(user), of_degree = powers.relative_noise_of(user);
    double z = 0.0, walks = 0.0, contacts = 0.0;
    for (Eigen::Index k = 0; k < size; ++k) {
      const auto count = static_cast<double>(said[static_cast<std::size_t>(k)]);
      by_rest(own, k) += rest * count;
      contacts += count;
      squares(own, k) += of_degree * count * count;
      z += centres[k] * count;
      walks += 2.0 * centres[k] * (rest + centres[own] * known.matrix.weights(own, k)) * count;
    }
    rests[own] += of_counts * rest;
    squared_rests[own] += of_counts * rest * rest;
    squared_z[own] += of_degree * z * z;
    noise_of_counts[own] += of_degree * of_counts;
    part_luck& alike = luck[a][static_cast<std::size_t>(known.degrees.chosen.of(user))];
    alike.users += 1.0;
    alike.luck += static_cast<double>(known.degrees.values[user]) - contacts;
    alike.within += static_cast<double>(said[a]);
    for (std::size_t i = 0; i < 3; ++i) z_by_covariance[i][own] += z * powers.covariance(user, 0, i);
    of_walks.add(a, walks);
  });
  spread_of_walks = of_walks.variance(known.matrix.members);
}

/// Degrees of contacts and walks of 3 edges.
class degree_sums {
 public:
  explicit degree_sums(const degree_knowledge& known)
      : m_known(known),
        m_members(known.matrix.members),
        m_powers(known.degrees),
        m_centres(Eigen::Map<const VectorXd>(known.classes.centres.data(), index(known.classes.size()))),
        m_stretch(m_centres.size()),
        m_noise(m_centres.size()),
        m_of(known, m_powers, m_centres) {
    for (Eigen::Index a = 0; a < m_centres.size(); ++a) {
      m_stretch[a] = m_members.stretch(static_cast<std::size_t>(a));
      m_noise[a] = m_members.noise[static_cast<std::size_t>(a)];
    }
    add_counts();
    if (known.rests) add_rests(*known.rests);
    m_of_counts = m_covariance(0, 0);
    add_degrees();
  }

  /// Walks, then sums of degrees, of their squares and cubes.
  const Vector4d& numbers() const noexcept { return m_numbers; }
  const Matrix4d& covariance() const noexcept { return m_covariance; }
  /// Of walks, by the noise of counts and of sums of rests.
  double variance_of_counts() const noexcept { return m_of_counts; }
  estimate contact_degree(Eigen::Index a) const;

 private:
  double noise() const noexcept { return m_known.said.noise; }
  /// The sum over all users of their squared numbers of contacts in class a, each times the
  /// relative noise of the user's degree.
  double squared_contacts(Eigen::Index a) const {
    const VectorXd by_class = m_of.squares.col(a) - noise() * m_of.noise_of_counts;
    return std::max(m_stretch.dot(by_class), m_of.least_noise * m_known.matrix.ends.row(a).sum());
  }
  double luck_within(Eigen::Index a, double luck) const;
  void add_counts();
  void add_rests(const rest_answers& rests);
  void add_degrees();
  double squared_z() const;

  const degree_knowledge& m_known;
  const group_members& m_members;
  degree_powers m_powers;
  VectorXd m_centres, m_stretch;
  VectorXd m_noise;  // of counts of who came, by class: as of so many who spend all
  class_sums m_of;
  Vector4d m_numbers = Vector4d::Zero();
  Matrix4d m_covariance = Matrix4d::Zero();
  double m_of_counts = 0.0;
};

/// Walks between centres, and between centres and rests.
void degree_sums::add_counts() {
  const group_matrix& m = m_known.matrix;
  m_numbers[0] = m_centres.dot(m.ends * m_centres) + 2.0 * m_stretch.dot(m_of.by_rest * m_centres);
  double variance = m_of.spread_of_walks;
  for (Eigen::Index a = 0; a < m_centres.size(); ++a) {
    double coefficients = 0.0;  // squared, over users of the class who came
    for (Eigen::Index k = 0; k < m_centres.size(); ++k) {
      const double centre = m_centres[a] * m.weights(a, k);
      coefficients += m_centres[k] * m_centres[k] *
                      (m_of.squared_rests[a] + 2.0 * centre * m_of.rests[a] + m_noise[a] * centre * centre);
      variance +=
          (a == k ? 1.0 : 2.0) * m_centres[a] * m_centres[a] * m_centres[k] * m_centres[k] * m.unknown(a, k);
    }
    variance += 4.0 * noise() * m_stretch[a] * m_stretch[a] * coefficients;
    if (m_noise[a] == 0.0)
      variance += std::pow(2.0 * m_of.furthest_rest[a] * m.ends.row(a).dot(m_centres), 2);
  }
  m_covariance(0, 0) += variance;
}

/// Walks between rests.
void degree_sums::add_rests(const rest_answers& rests) {
  const group_members members(m_known.classes.of, m_known.classes.size(), rests.came, rests.relative);
  const auto unit = static_cast<double>(m_known.classes.unit);
  std::vector<double> sums(m_known.classes.size()), squares(sums.size());
  stretched_spread spread(sums.size());
  rests.asked.for_each([&](std::uint64_t number, vertex_id user) {
    if (!rests.came[user] || m_known.classes.of[user] < 0) return;
    const auto a = static_cast<std::size_t>(m_known.classes.of[user]);
    const double rest = m_known.classes.rest(user);
    const double walks = rest * unit * static_cast<double>(rests.sums[number]);
    sums[a] += walks;
    squares[a] += rests.relative.of(user) * rest * rest;
    spread.add(a, walks);
  });
  double variance = spread.variance(members);
  const double furthest = m_of.furthest_rest.maxCoeff();
  for (std::size_t a = 0; a < sums.size(); ++a) {
    const double stretch = members.stretch(a);
    m_numbers[0] += stretch * sums[a];
    variance += stretch * stretch * squares[a] * unit * unit * rests.noise;
    if (members.came[a] == 0.0)
      variance +=
          std::pow(m_of.furthest_rest[index(a)] * furthest * m_known.matrix.ends.row(index(a)).sum(), 2);
  }
  m_covariance(0, 0) += variance;
}

/// The sum over users of the squared degrees of their contacts, summed, each times the relative
/// noise of the user's degree: as what they say has it less its noise, and no less than classes (by
/// the inequality of Cauchy and Schwarz) and single contacts make of it.
double degree_sums::squared_z() const {
  const double noise_of_z = noise() * m_centres.squaredNorm();
  double said = 0.0, of_classes = 0.0;
  for (Eigen::Index a = 0; a < m_centres.size(); ++a) {
    const auto group = static_cast<std::size_t>(a);
    const double members = m_of.inverse_noise[a];
    said += m_stretch[a] * (m_of.squared_z[a] - m_of.noise_of_counts[a] * noise_of_z);
    if (members > 0.0)
      of_classes += std::pow(m_known.matrix.ends.row(a).dot(m_centres), 2) / members -
                    m_stretch[a] * noise_of_z * m_members.mean_noise(group) * m_members.all[group] / members;
  }
  return std::max({said, of_classes, m_powers.noisy_squares, 0.0});
}

void degree_sums::add_degrees() {
  const double noise = m_powers.noise(), ends = std::max(0.0, m_powers.noisy_ends);
  m_covariance(0, 0) += 4.0 * noise * squared_z() + 2.0 * ends * noise * noise;
  for (Eigen::Index i = 0; i < 3; ++i) {
    const auto power = static_cast<std::size_t>(i);
    m_numbers[i + 1] = m_powers.sums[power];
    m_covariance(0, i + 1) = m_covariance(i + 1, 0) = 2.0 * m_stretch.dot(m_of.z_by_covariance[power]);
    for (Eigen::Index j = 0; j < 3; ++j)
      m_covariance(i + 1, j + 1) = m_powers.covariances[power][static_cast<std::size_t>(j)];
  }
}

/// Noise of degrees that made members of the class: of two who know each other both. luck: of a
/// member, in the mean. Those of each part have luck of their own; of two who know each other its
/// product is no more than half its squares.
double degree_sums::luck_within(Eigen::Index a, double luck) const {
  const group_matrix& m = m_known.matrix;
  part_luck all;
  for (const part_luck& alike : m_of.luck[static_cast<std::size_t>(a)])
    all.users += alike.users, all.luck += alike.luck;
  double squares = std::max(0.0, m.ends(a, a)) * luck * luck;
  for (const part_luck& alike : m_of.luck[static_cast<std::size_t>(a)]) {
    if (alike.users == 0.0) continue;
    const double own = luck + (alike.luck / alike.users - all.luck / all.users);
    const double within = std::max(0.0, 2.0 * m.weights(a, a) * m_stretch[a] * alike.within);
    squares += within * (own * own - luck * luck);
  }
  return std::max(0.0, squares);
}

estimate degree_sums::contact_degree(Eigen::Index a) const {
  const group_matrix& m = m_known.matrix;
  const double contacts = m.ends.row(a).sum();
  const double degrees = m.ends.row(a).dot(m_centres) + m_stretch.dot(m_of.by_rest.col(a));
  const double mean = degrees / contacts;
  double of_contacts = 0.0, of_degrees = m.unknown.row(a).dot((m_centres.array() - mean).square().matrix());
  for (Eigen::Index b = 0; b < m_centres.size(); ++b) {
    const double squared_stretch = noise() * m_stretch[b] * m_stretch[b];
    const double weight = a == b ? 2.0 * m.weights(a, a) : m.weights(b, a);
    const double apart = weight * (m_centres[b] - mean), forth = m.weights(a, b);
    of_contacts += squared_stretch * m_noise[b] * weight * weight;
    of_degrees +=
        squared_stretch * (m_noise[b] * apart * apart + 2.0 * apart * m_of.rests[b] + m_of.squared_rests[b]);
    if (a == b) continue;
    const double own = noise() * m_stretch[a] * m_stretch[a] * m_noise[a] * forth * forth;
    of_contacts += own;
    of_degrees += own * std::pow(m_centres[b] - mean, 2);
  }
  if (!(contacts > 2.0 * std::sqrt(of_contacts))) return {0.0, std::numeric_limits<double>::infinity()};
  const double users = m_members.all[static_cast<std::size_t>(a)];
  of_degrees += m_powers.noise() * squared_contacts(a) + luck_within(a, m_centres[a] - contacts / users);
  return {mean, std::sqrt(of_degrees) / contacts, 0.0, 0.0, inflation::mixing};
}

/// At most, 97.5% sure.
double upper(double value, double standard_error) {
  return std::max(0.0, estimate{value, standard_error, 0.0, 0.0, inflation::mixing}.high());
}

/// Three times the triangles: no more than pairs of contacts of one user, nor than the root of
/// twice the cube of the edges.
double most_closed(const Vector4d& x, const joint_errors& errors) {
  const Vector4d of_wedges(0.0, -0.5, 0.5, 0.0);
  const double wedges = upper(of_wedges.dot(x), errors.deviation(of_wedges));
  const double edges = upper(0.5 * x[1], 0.5 * std::sqrt(errors.covariance(1, 1)));
  return std::min(wedges, std::sqrt(2.0) * std::pow(edges, 1.5));
}

}  // namespace

degree_mixing mix_degrees(const degree_knowledge& known) {
  const degree_sums sums(known);
  const Vector4d& x = sums.numbers();
  const joint_errors errors{sums.covariance(), sums.variance_of_counts()};
  degree_mixing found;
  for (std::size_t a = 0; a < known.classes.size(); ++a)
    found.contact_degrees.push_back(sums.contact_degree(index(a)));
  const auto unit = static_cast<double>(known.classes.unit);
  const double rounded = unit > 1.0 ? unit * std::max(0.0, x[2]) : 0.0;
  found.walks = {x[0], std::sqrt(errors.covariance(0, 0)), 0.0, rounded, inflation::mixing};
  double share = 1.0;
  if (!known.degrees.absent.empty() && x[1] > 0.0)
    share = std::clamp(known.matrix.ends.sum() / x[1], 0.01, 1.0);
  const Vector4d of_paths(0.5, 0.5 * share, -share, 0.0);
  const double closed = most_closed(x, errors);
  found.triangles_at_most = closed / 3.0;
  found.paths = {of_paths.dot(x) - 0.5 * closed, errors.deviation(of_paths), 0.0,
                 0.5 * (closed + rounded) + (1.0 - share) * std::max(0.0, x[2]), inflation::mixing};
  found.assortativity = correlate_degrees(x, errors, share);
  return found;
}

}  // namespace edgeldp
