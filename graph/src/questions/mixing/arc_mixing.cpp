// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/mixing/arc_mixing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "belief/lost_users.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/graph/errors/inflation.hpp"
#include "edgeldp/graph/errors/interval.hpp"
#include "edgeldp/graph/errors/inverse_filter.hpp"
#include "edgeldp/graph/questions/degrees/degrees.hpp"
#include "edgeldp/graph/rounds/public_values.hpp"
#include "questions/mixing/degree_classes.hpp"
#include "questions/mixing/mixing_rounds.hpp"
#include "questions/mixing/tuning.hpp"

namespace edgeldp {

namespace {

constexpr double nothing_known = std::numeric_limits<double>::infinity();
/// Of a ratio whose denominator is no more than so many standard errors from 0, nothing is known.
constexpr double least_errors = 2.0;

}  // namespace

arc_matrix::arc_matrix(std::vector<std::string> names, std::vector<double> sums,
                       std::vector<double> variances, std::vector<double> members, double step)
    : m_names(std::move(names)),
      m_sums(std::move(sums)),
      m_variances(std::move(variances)),
      m_members(std::move(members)),
      m_step(step) {
  const std::size_t entries = (size() + 1) * size();
  if (m_sums.size() != entries || m_variances.size() != entries || m_members.size() != size())
    throw internal_error("a matrix of arcs of another shape than its groups");
}

void arc_matrix::require_group(std::size_t group) const {
  if (group >= size())
    throw invalid_parameter("group " + std::to_string(group) + " of " + std::to_string(size()));
}

template <class F>
arc_matrix::number arc_matrix::total(F&& keep) const {
  number all;
  for (std::size_t a = 0; a < size(); ++a)
    for (std::size_t b = 0; b < size(); ++b)
      if (keep(a, b)) {
        all.value += sum(a, b);
        all.variance += variance(a, b);
      }
  return all;
}

estimate arc_matrix::of(const number& n) const {
  estimate e{n.value, std::sqrt(n.variance)};
  e.inflation = inflation::arcs;
  if (std::isfinite(n.variance)) e.bias_bound += bound_of_steps(m_step, e.inflation, e.standard_error);
  return e;
}

estimate arc_matrix::arcs() const {
  return of(total([](std::size_t, std::size_t) { return true; }));
}
estimate arc_matrix::within() const {
  return of(total([](std::size_t a, std::size_t b) { return a == b; }));
}
estimate arc_matrix::between() const {
  return of(total([](std::size_t a, std::size_t b) { return a != b; }));
}
estimate arc_matrix::arcs_between(std::size_t from, std::size_t to) const {
  require_group(from);
  require_group(to);
  return of({sum(from, to), variance(from, to)});
}

estimate arc_matrix::in_degree(std::size_t group) const {
  require_group(group);
  if (!(m_members[group] > 0.0)) return {0.0, nothing_known};
  number all;
  for (std::size_t a = 0; a <= size(); ++a) {
    all.value += sum(a, group);
    all.variance += variance(a, group);
  }
  return scaled(of(all), 1.0 / m_members[group]);
}

estimate arc_matrix::fraction_within() const {
  const number same = total([](std::size_t a, std::size_t b) { return a == b; }),
               other = total([](std::size_t a, std::size_t b) { return a != b; });
  const double all = same.value + other.value, variance = same.variance + other.variance;
  if (!(all > least_errors * std::sqrt(variance))) return {0.0, nothing_known};
  const double fraction = same.value / all;
  estimate e{fraction, std::sqrt((1.0 - fraction) * (1.0 - fraction) * same.variance +
                                 fraction * fraction * other.variance) /
                           all};
  e.inflation = inflation::arcs;
  e.bias = (fraction * variance - same.variance) / (all * all);
  e.bias_bound = std::abs(e.bias);
  return e;
}

double arc_matrix::assortativity_of(const std::vector<double>& sums) const {
  std::vector<double> rows(size()), columns(size());
  double all = 0.0, same = 0.0;
  for (std::size_t a = 0; a < size(); ++a)
    for (std::size_t b = 0; b < size(); ++b) {
      const double x = sums[a * size() + b];
      rows[a] += x;
      columns[b] += x;
      all += x;
      if (a == b) same += x;
    }
  double chance = 0.0;
  for (std::size_t a = 0; a < size(); ++a) chance += rows[a] * columns[a] / (all * all);
  return (same / all - chance) / (1.0 - chance);
}

/// The law of small errors, by differences of one standard error of each entry up and down: so
/// second differences give the bias.
estimate arc_matrix::assortativity() const {
  const number all = total([](std::size_t, std::size_t) { return true; });
  if (size() < 2 || !(all.value > least_errors * std::sqrt(all.variance))) return {0.0, nothing_known};
  std::vector<double> sums = m_sums;
  const double here = assortativity_of(sums);
  double variance_of_all = 0.0, bias = 0.0;
  for (std::size_t i = 0; i < size() * size(); ++i) {
    if (m_variances[i] == 0.0) continue;
    const double error = std::sqrt(m_variances[i]);
    sums[i] = m_sums[i] + error;
    const double up = assortativity_of(sums);
    sums[i] = m_sums[i] - error;
    const double down = assortativity_of(sums);
    sums[i] = m_sums[i];
    variance_of_all += 0.25 * (up - down) * (up - down);
    bias += 0.5 * (up + down - 2.0 * here);
  }
  const double error = std::sqrt(variance_of_all);
  if (!std::isfinite(here) || !std::isfinite(error) || error > 1.0) return {0.0, nothing_known};
  estimate e{here, error};
  e.inflation = inflation::arcs;
  e.bias = bias;
  e.bias_bound = std::abs(bias);
  return e;
}

namespace {

/// Users by group, the last row of who is in none: all who were asked, and those who answered.
class rows_of_users {
 public:
  rows_of_users(std::span<const std::int64_t> of, std::size_t groups, const roster& asked,
                const std::vector<bool>& has_come)
      : m_of(of), m_groups(groups), m_all(groups + 1), m_came(groups + 1) {
    asked.for_each([&](std::uint64_t, vertex_id user) {
      m_all[row(user)] += 1.0;
      if (has_come[user]) m_came[row(user)] += 1.0;
    });
  }
  std::size_t count() const noexcept { return m_all.size(); }
  std::size_t row(vertex_id user) const {
    return m_of[user] < 0 ? m_groups : static_cast<std::size_t>(m_of[user]);
  }
  double all(std::size_t row) const noexcept { return m_all[row]; }
  double came(std::size_t row) const noexcept { return m_came[row]; }
  /// All for one who came.
  double stretch(std::size_t row) const noexcept {
    return m_came[row] > 0.0 ? m_all[row] / m_came[row] : 0.0;
  }

 private:
  std::span<const std::int64_t> m_of;
  std::size_t m_groups;
  std::vector<double> m_all, m_came;
};

/// A sum over the users of a row, of whom some were lost: these are taken for random ones of the
/// others.
struct stretched_sum {
  double sum = 0.0, squares = 0.0;

  void add(double number) {
    sum += number;
    squares += number * number;
  }
  double value(const rows_of_users& users, std::size_t row) const { return users.stretch(row) * sum; }
  /// noise: variance of that of a number.
  double variance(const rows_of_users& users, std::size_t row, double noise) const {
    const double came = users.came(row), stretch = users.stretch(row);
    if (came == 0.0) return users.all(row) > 0.0 ? nothing_known : 0.0;
    // Of one member alone nothing is known of how far apart they lie: as far as from 0.
    const double spread = squares - (came > 1.0 ? sum * sum / came : 0.0);
    return stretch * stretch * came * noise + std::max(0.0, stretch * (stretch - 1.0)) * spread;
  }
};

arc_matrix matrix_of(const group_answers& said, const rows_of_users& users, std::vector<std::string> names) {
  const std::size_t groups = said.groups;
  std::vector<stretched_sum> entries(users.count() * groups);
  said.asked.for_each([&](std::uint64_t number, vertex_id user) {
    if (!said.came[user]) return;
    for (std::size_t b = 0; b < groups; ++b)
      entries[users.row(user) * groups + b].add(static_cast<double>(said.counts[number * groups + b]));
  });
  std::vector<double> sums, variances, members(groups);
  double step = 1.0;
  for (std::size_t row = 0; row < users.count(); ++row) {
    step = std::max(step, users.stretch(row));
    for (std::size_t b = 0; b < groups; ++b) {
      sums.push_back(entries[row * groups + b].value(users, row));
      variances.push_back(entries[row * groups + b].variance(users, row, said.noise));
    }
  }
  for (const std::int64_t group : said.of)
    if (group >= 0) members[static_cast<std::size_t>(group)] += 1.0;
  return {std::move(names), std::move(sums), std::move(variances), std::move(members), step};
}

/// What out-degrees say by themselves.
struct degree_sum {
  double sum = 0.0, squares = 0.0;  ///< of the true ones: unbiased
  double users = 0.0, noise = 0.0;  ///< variance of that of one

  explicit degree_sum(const released_degrees& released)
      : noise(inverse_filter(released.budget).noise_variance()) {
    for_each_but(released.absent, released.values, [&](std::int64_t number) {
      const auto x = static_cast<double>(number);
      sum += x;
      squares += x * x - noise;
      users += 1.0;
    });
  }
};

/// The proportion that errs least.
estimate together(const degree_sum& degrees, const estimate& counted) {
  const double of_degrees = degrees.users * degrees.noise,
               of_counts = counted.standard_error * counted.standard_error;
  if (!std::isfinite(of_counts)) return {degrees.sum, std::sqrt(of_degrees)};
  const double both = of_degrees + of_counts, weight = both > 0.0 ? of_counts / both : 1.0;
  estimate e{weight * degrees.sum + (1.0 - weight) * counted.value,
             both > 0.0 ? std::sqrt(of_degrees * of_counts / both) : 0.0};
  e.inflation = inflation::arcs;
  e.bias_bound += bound_of_steps(1.0, e.inflation, e.standard_error);
  return e;
}

/// Walks of two arcs: what classes' centres say of the out-degrees of contacts, and what they
/// leave. A part of each user's centres is taken by its own out-degree, whose noise is another.
class walk_sum {
 public:
  walk_sum(const degree_classes& classes, const group_answers& said, const rows_of_users& users,
           const degree_sum& degrees)
      : m_classes(classes), m_users(users) {
    double centres = 0.0;
    for (const double c : classes.centres) centres += c;
    const double noises = static_cast<double>(classes.size()) * said.noise + degrees.noise;
    // Of whom no out-degree came nobody counts, but out-degrees of others do.
    const bool has_all = ranges::none_of(classes.of, [](std::int64_t c) { return c < 0; });
    m_by_degree = has_all && noises > 0.0 ? said.noise * centres / noises : 0.0;
    value = m_by_degree * degrees.sum;
    add_counts(said);
  }

  /// all: who was asked for counts, for whom others stand.
  void add_rests(const rest_answers& rests, const roster& all) {
    const rows_of_users users(m_classes.of, m_classes.size(), all, rests.came);
    const auto unit = static_cast<double>(m_classes.unit);
    add(rests.asked, rests.came, users, unit * unit * rests.noise,
        [&](std::uint64_t number) { return unit * static_cast<double>(rests.sums[number]); });
  }

  /// The noise of a user's out-degree counts as often as it is named, and once more where it stands
  /// for the user's own centres.
  void add_noise_of_degrees(const degree_sum& degrees, const arc_matrix& matrix) {
    double named = 0.0;  // the least that squared in-degrees sum up to
    for (std::size_t b = 0; b < matrix.size(); ++b) {
      const estimate mean = matrix.in_degree(b);
      if (std::isfinite(mean.standard_error)) named += mean.value * mean.value * members_of(b);
    }
    const double squares = std::max({0.0, degrees.squares, named}), sum = std::max(0.0, degrees.sum);
    variance +=
        degrees.noise * (squares + 2.0 * m_by_degree * sum + m_by_degree * m_by_degree * degrees.users);
  }

  double value = 0.0, variance = 0.0;

 private:
  double members_of(std::size_t group) const {
    return static_cast<double>(ranges::count(m_classes.of, static_cast<std::int64_t>(group)));
  }

  template <class F>
  void add(const roster& asked, const std::vector<bool>& came, const rows_of_users& users, double noise,
           F&& said) {
    std::vector<stretched_sum> rows(users.count());
    asked.for_each([&](std::uint64_t number, vertex_id user) {
      if (came[user]) rows[users.row(user)].add(said(number));
    });
    for (std::size_t row = 0; row < rows.size(); ++row) {
      value += rows[row].value(users, row);
      variance += rows[row].variance(users, row, noise);
    }
  }

  void add_counts(const group_answers& said) {
    double squares = 0.0;
    for (const double c : m_classes.centres) squares += (c - m_by_degree) * (c - m_by_degree);
    add(said.asked, said.came, m_users, squares * said.noise, [&](std::uint64_t number) {
      double sum = 0.0;
      for (std::size_t b = 0; b < m_classes.size(); ++b)
        sum += (m_classes.centres[b] - m_by_degree) *
               static_cast<double>(said.counts[number * m_classes.size() + b]);
      return sum;
    });
  }

  const degree_classes& m_classes;
  const rows_of_users& m_users;
  double m_by_degree = 0.0;  ///< the part of all centres that out-degrees stand for
};

arc_mixing_result mix_groups(session& s, const mixing_options& options, const mixing_plan& plan) {
  mixing_rounds played(s);
  const public_groups& groups = *options.groups;
  const std::vector<std::int64_t> of = numbered(groups.of);
  group_answers said = played.groups(of, groups.names.size(), plan.count);
  arc_matrix matrix = matrix_of(said, {of, said.groups, said.asked, said.came}, groups.names);
  const estimate arcs = matrix.arcs();
  return {plan,       groups,    std::move(matrix), arcs, {}, {}, {std::move(said.counts), {}, {}},
          sent_in(s), s.close(), played.lies()};
}

}  // namespace

arc_mixing_result estimate_arc_mixing(session& s, const mixing_options& options) {
  require_fit(options, s.everybody().size());
  const mixing_plan plan = plan_mixing(options);
  if (options.groups) return mix_groups(s, options, plan);
  mixing_rounds played(s);
  released_degrees degrees = played.degrees(plan.degree);
  degree_classes classes = classes_of(degrees, options.classes);
  group_answers said = played.groups(classes.of, classes.size(), plan.count);
  const std::optional<rest_answers> rests = played.rests(classes.rests, plan.rest);
  const rows_of_users users(classes.of, classes.size(), said.asked, said.came);
  arc_matrix matrix = matrix_of(said, users, classes.names);
  const degree_sum by_degrees(degrees);
  walk_sum walks(classes, said, users, by_degrees);
  if (rests) walks.add_rests(*rests, said.asked);
  walks.add_noise_of_degrees(by_degrees, matrix);
  // Who released no out-degree is in no class, but in the out-degrees of those who name it.
  const estimate arcs = degrees.absent.empty() ? together(by_degrees, matrix.arcs()) : matrix.arcs();
  estimate of_walks{walks.value, std::sqrt(walks.variance)};
  of_walks.inflation = inflation::arcs;
  return {
      plan,
      {std::move(classes.names), named(classes.of)},
      std::move(matrix),
      arcs,
      of_walks,
      std::move(degrees),
      {std::move(said.counts), std::move(classes.rests), rests ? rests->sums : std::vector<std::int64_t>()},
      sent_in(s),
      s.close(),
      played.lies()};
}

}  // namespace edgeldp
