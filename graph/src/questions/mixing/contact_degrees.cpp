// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/mixing/contact_degrees.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "belief/lost_users.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/graph/belief/degree_posterior.hpp"
#include "edgeldp/graph/errors/inflation.hpp"
#include "edgeldp/graph/errors/interval.hpp"
#include "edgeldp/graph/rounds/public_values.hpp"
#include "questions/mixing/contact_degrees_in_session.hpp"
#include "questions/mixing/degree_correlation.hpp"
#include "questions/mixing/mixing_rounds.hpp"

namespace edgeldp {

namespace {

using Eigen::Matrix4d;
using Eigen::Vector4d;

/// What cutting released degrees to [0, ceiling] does.
struct cut_degrees {
  double ceiling = 0.0;
  double squares = 0.0;  ///< of released degrees, with what was cut off once more
  double beyond = 0.0;   ///< what was cut off, of all contacts: sum of it times the likely degree

  double off(double degree) const { return degree - std::clamp(degree, 0.0, ceiling); }
};

degree_posterior posterior_of(const released_degrees& degrees) {
  return {without(degrees.values, degrees.absent), degrees.budget, degrees.values.size() - 1};
}

cut_degrees cut_at(double ceiling, const released_degrees& degrees, const degree_posterior& behind) {
  cut_degrees cut{ceiling};
  for_each_but(degrees.absent, degrees.values, [&](std::int64_t number) {
    const auto degree = static_cast<double>(number);
    const double off = cut.off(degree);
    cut.squares += (degree + off) * (degree + off);
    if (off != 0.0) cut.beyond += off * behind.of(number).mean;
  });
  return cut;
}

/// What chance makes of contacts both of whose degrees were cut.
double both_beyond(const cut_degrees& cut, const degree_powers& powers) {
  return cut.beyond * cut.beyond / std::max(1.0, powers.sums[0]);
}

/// The ceiling among the largest degree and ever smaller ones where the squared error of walks is
/// predicted to be least.
double best_ceiling(const released_degrees& degrees, epsilon budget) {
  constexpr double step = 0.8;
  constexpr int steps = 16;
  const degree_posterior behind = posterior_of(degrees);
  const degree_powers powers(degrees);
  double best = 0.0, least = std::numeric_limits<double>::infinity(), ceiling = 0.0;
  for_each_but(degrees.absent, degrees.values,
               [&](std::int64_t number) { ceiling = std::max(ceiling, static_cast<double>(number)); });
  for (int i = 0; i < steps && ceiling > 0.0; ++i, ceiling *= step) {
    const cut_degrees cut = cut_at(ceiling, degrees, behind);
    const double scale = 0.5 * ceiling / budget.nats();  // of the noise of a sum
    const double error = 2.0 * scale * scale * cut.squares + std::pow(both_beyond(cut, powers), 2);
    if (error >= least) continue;
    least = error;
    best = ceiling;
  }
  return best;
}

/// Walks, then sums of degrees, of their squares and cubes, with their errors.
struct walks_and_powers {
  Vector4d numbers = Vector4d::Zero();
  Matrix4d covariance = Matrix4d::Zero();
  double of_sums = 0.0;  ///< part of the variance of walks, by the noise of sums
  double chance = 0.0;   ///< part of the walks that chance makes, and nobody said
  double share = 1.0;    ///< of all degrees, those of users who said a sum
};

walks_and_powers walks_and_powers_of(const released_degrees& degrees, const contact_degrees& contacts) {
  const std::size_t users = degrees.values.size();
  const degree_powers powers(degrees);
  const degree_posterior behind = posterior_of(degrees);
  const cut_degrees cut = cut_at(contacts.ceiling, degrees, behind);
  const double noise = powers.noise(), centre = contacts.centre();
  std::vector<bool> came(users, true);
  for (const vertex_id u : contacts.absent) came[u] = false;
  walks_and_powers r;
  double said = 0.0, of_came = 0.0;
  for_each_user_but(degrees.absent, users, [&](vertex_id u) {
    if (!came[u]) return;
    const auto degree = static_cast<double>(degrees.values[u]);
    const double off = cut.off(degree), sum = contacts.sums[u];
    const double mean = off == 0.0 ? 0.0 : behind.of(degrees.values[u]).mean;
    r.numbers[0] += (degree + off) * sum + centre * (degree * degree - noise + off * mean);
    r.of_sums += (degree + off) * (degree + off) * contacts.noise;
    said +=
        std::pow(2.0 * sum + 3.0 * centre * degree, 2) - 4.0 * contacts.noise - 9.0 * centre * centre * noise;
    for (std::size_t i = 0; i < 3; ++i)
      r.covariance(0, static_cast<Eigen::Index>(i) + 1) +=
          (2.0 * sum + centre * degree) * powers.covariance(u, 0, i) + centre * powers.covariance(u, 1, i);
    of_came += degree;
  });
  for (Eigen::Index i = 0; i < 3; ++i) {
    const auto power = static_cast<std::size_t>(i);
    r.numbers[i + 1] = powers.sums[power];
    r.covariance(i + 1, 0) = r.covariance(0, i + 1);
    for (Eigen::Index j = 0; j < 3; ++j)
      r.covariance(i + 1, j + 1) = powers.covariances[power][static_cast<std::size_t>(j)];
  }
  const double ends = std::max(1.0, powers.sums[0]);
  // Degrees of contacts sum to all squared degrees, and each is whole.
  const double squares = std::max(0.0, powers.sums[1]), n = static_cast<double>(users);
  const double moved =
      std::max(said, 4.0 * std::max(squares, squares * squares / n) + centre * centre * squares);
  r.covariance(0, 0) = r.of_sums + noise * moved + (5.0 * centre * centre * n + 2.0 * ends) * noise * noise;
  r.share = std::clamp(of_came / ends, 0.01, 1.0);
  r.chance = both_beyond(cut, powers);
  r.numbers[0] += r.share * r.chance;
  return r;
}

/// What a contact of unknown degree has: the mean over contacts.
double mean_contact_degree(const released_degrees& degrees) {
  const degree_powers powers(degrees);
  return powers.sums[0] > 0.0 ? std::max(0.0, powers.sums[1] / powers.sums[0]) : 0.0;
}

}  // namespace

contact_degrees release_contact_degrees(session& s, const released_degrees& degrees, epsilon budget) {
  mixing_rounds played(s);
  return ask_contact_degrees(s, played, degrees, budget);
}

contact_degrees ask_contact_degrees(session& s, mixing_rounds& played, const released_degrees& degrees,
                                    epsilon budget) {
  const std::size_t users = degrees.values.size();
  if (s.everybody().users() != users)
    throw invalid_parameter("degrees of " + std::to_string(users) + " users for others");
  contact_degrees said{std::vector<double>(users), best_ceiling(degrees, budget)};
  std::vector<double> numbers(users);
  for (std::size_t u = 0; u < users; ++u)
    numbers[u] = std::clamp(static_cast<double>(degrees.values[u]), 0.0, said.ceiling);
  if (!degrees.absent.empty()) {
    const double mean = std::min(said.ceiling, mean_contact_degree(degrees));
    for (const vertex_id u : degrees.absent) numbers[u] = mean;
  }
  const lattice_values on = to_lattice(1, numbers, std::vector{said.centre()});
  const std::span<const std::int64_t> all = on.numbers.all();
  const std::optional<rest_answers> answers = played.rests({all.begin(), all.end()}, budget);
  if (!answers) return said;  // everybody is of the centre's degree, which is 0
  said.noise = answers->noise * on.unit * on.unit;
  answers->asked.for_each([&](std::uint64_t number, vertex_id user) {
    if (answers->came[user]) said.sums[user] = on.unit * static_cast<double>(answers->sums[number]);
  });
  said.absent = not_on(s.present());
  return said;
}

estimate estimate_walks(const released_degrees& degrees, const contact_degrees& contacts) {
  const walks_and_powers known = walks_and_powers_of(degrees, contacts);
  return {known.numbers[0] / known.share, std::sqrt(known.covariance(0, 0)) / known.share, 0.0, known.chance,
          inflation::mixing};
}

estimate estimate_degree_assortativity(const released_degrees& degrees, const contact_degrees& contacts) {
  const walks_and_powers known = walks_and_powers_of(degrees, contacts);
  const Vector4d& x = known.numbers;
  estimate found = correlate_degrees(x, {known.covariance, known.of_sums}, known.share);
  if (std::isinf(found.standard_error)) return found;
  // Those who released no degree are contacts whom nobody knows.
  const double unknown =
      static_cast<double>(degrees.absent.size()) / static_cast<double>(degrees.values.size());
  found.bias_bound += unknown + known.chance * x[1] / (x[1] * x[3] - x[2] * x[2]);
  return found;
}

double share_below_ceiling(const released_degrees& degrees, const contact_degrees& contacts) {
  const cut_degrees cut = cut_at(contacts.ceiling, degrees, posterior_of(degrees));
  const double squares = degree_powers(degrees).sums[1];
  return squares > 0.0 ? std::clamp(1.0 - cut.beyond / squares, 0.1, 1.0) : 1.0;
}

}  // namespace edgeldp
