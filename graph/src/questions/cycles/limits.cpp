// SPDX-License-Identifier: MIT
#include "questions/cycles/limits.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "limits/complementary_error.hpp"
#include "limits/limit_ladder.hpp"
#include "limits/refused_pairs.hpp"
#include "questions/cycles/tuning.hpp"

namespace edgeldp {

namespace {

std::span<const std::int64_t> numbers_of(const public_view& known) {
  return known.has_sizes() ? known.sizes() : known.degrees();
}

}  // namespace

cycle_limits::cycle_limits(const public_view& known, const cycle_model& model, unsigned length,
                           const bit_law& law)
    : m_model(model),
      m_deviation(std::pow(law.non_edge_variance(), 0.5 * (length - 2.0))),
      m_law(numbers_of(known), known.anchor_budget()),
      m_users(known.rank().size()) {
  const auto released = numbers_of(known);
  std::map<std::int64_t, double> provided;
  for (const auto& [number, users] : m_law.histogram())
    provided[number] = m_law.quantile(number, cycle_tuning::provided_quantile);
  for (std::size_t u = 0; u < m_users.size(); ++u) {
    const std::uint64_t rank = known.rank()[u];
    const double members = std::ceil(std::min(provided.at(released[u]), static_cast<double>(rank)));
    m_users[u] = {rank, released[u], std::fmax(members, 0.0)};
  }
}

double positive_part(double mean, double deviation) {
  if (deviation <= 0.0) return mean;
  const double x = mean / deviation;
  return deviation * 0.3989422804014327 * std::exp(-0.5 * x * x) +
         mean * 0.5 * complementary_error(-0.7071067811865476 * x);
}

double load_noise(double others) {
  return std::sqrt(cycle_tuning::half_normal_variance * others +
                   cycle_tuning::load_spread * cycle_tuning::load_spread * others * others);
}

/// Whoever needs more loses part of it, which is corrected for.
double pilot_generosity(double nats, double members) {
  return std::fmax(cycle_tuning::least_generosity, cycle_tuning::generosity * nats * std::sqrt(members));
}

/// A weight is taken as normal around its mean.
cycle_limits::load cycle_limits::load_at(std::uint64_t rank, double concentration) const {
  const cycle_model::weight_moments of = m_model.weight_at(rank);
  const double mean = concentration * of.mean;
  const double positive = positive_part(mean, m_deviation * std::sqrt(of.squares));
  return {positive, positive - mean};
}

std::vector<double> cycle_limits::for_pilot(epsilon budget) const {
  double squares = 0.0;
  for (const user& u : m_users) squares += u.members * u.members;
  const double generosity = pilot_generosity(budget.nats(), squares);
  std::vector<double> limits;
  limits.reserve(m_users.size());
  for (const user& u : m_users) {
    limits.push_back(generosity * std::fmax(0.0, u.members - 1.0) * load_at(u.rank, 1.0).positive);
  }
  return limits;
}

std::vector<double> cycle_limits::for_count(double concentration, double kappa) const {
  std::vector<double> limits;
  limits.reserve(m_users.size());
  for (const user& u : m_users)
    limits.push_back(kappa * std::fmax(0.0, u.members - 1.0) * load_at(u.rank, concentration).positive);
  return limits;
}

std::uint32_t cycle_limits::choose_kappa_percent(double concentration, epsilon budget) const {
  least_error<std::uint32_t> least;
  for (const std::uint32_t percent : cycle_tuning::kappa_percents) {
    const std::vector<double> limits = for_count(concentration, percent / 100.0);
    const double bias = expected_loss(limits, concentration).bias();
    least.consider(noise_of_limits(limits, budget) + bias * bias, percent);
  }
  return std::move(least).best();
}

refused_weight cycle_limits::expected_loss(std::span<const double> limits, double concentration,
                                           double path_spread) const {
  // Users that released the same number and have the same model of weights and limit are alike.
  struct group {
    double users = 0.0, limit = 0.0;
    load mean;
  };
  std::map<std::pair<std::int64_t, std::int64_t>, group> groups;
  for (std::size_t u = 0; u < m_users.size(); ++u) {
    const load mean = load_at(m_users[u].rank, concentration);
    group& of = groups[{m_users[u].released, std::llround(cycle_tuning::weight_classes_an_octave *
                                                          std::log2(std::fmax(mean.positive, 1e-30)))}];
    of.users += 1.0;
    of.limit += limits[u];
    of.mean = mean;
  }
  refused_weight refused;
  double whole = 0.0;
  for (const auto& [key, of] : groups) {
    const auto& behind = m_law.classes().at(key.first).behind;
    for (std::size_t piece = 0; piece < released_law::pieces; ++piece) {
      const double others = behind[piece] - 1.0, users = of.users * released_law::weight(piece);
      if (others <= 0.0) continue;
      whole += 0.5 * users * behind[piece] * others * (of.mean.positive - of.mean.negative);
      const double paths = path_spread * others * (of.mean.positive - of.mean.negative);
      const auto lost = [&, &alike = of](double mean) {
        const double spread = std::hypot(load_noise(others) * mean, paths);
        return users * refused_pairs(behind[piece], others * mean, spread, alike.limit / alike.users);
      };
      refused.positive += lost(of.mean.positive);
      refused.negative += lost(of.mean.negative);
    }
  }
  // Released numbers that seem clear of the noise overstate long lists, and users of one rank
  // differ (on ca-GrQc by a factor of 2): the model's cycles are what there is to lose.
  const double there = concentration * m_model.cycles(), part = whole > there ? there / whole : 1.0;
  return {refused.positive * part, refused.negative * part};
}

}  // namespace edgeldp
