// SPDX-License-Identifier: MIT
#include "edgeldp/graph/rounds/neighbor_questions.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#include "belief/lost_users.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"

namespace edgeldp {

namespace {

constexpr double quantile = 1.959963984540054;  // of 95% of a normal law

/// a of the law a^|x|.
double falls_by(const lattice_noise& noise) {
  return std::exp(-noise.budget.nats() / static_cast<double>(noise.sensitivity));
}
/// 1 - a, without the digits that a near 1 would lose.
double falls_short_by(const lattice_noise& noise) {
  return -std::expm1(-noise.budget.nats() / static_cast<double>(noise.sensitivity));
}

/// A sum of weight x noise, independent from number to number.
class noise_sum {
 public:
  noise_sum(const lattice_noise& each, std::vector<double> weights)
      : m_each(each), m_weights(std::move(weights)) {}

  double variance() const { return m_each.variance() * sum_of(2); }
  double fourth_cumulant() const { return m_each.fourth_cumulant() * sum_of(4); }

  /// The smallest move; 0 where nothing moves.
  double least_step() const {
    double least = std::numeric_limits<double>::infinity();
    for (const double weight : m_weights)
      if (weight != 0.0) least = std::min(least, std::abs(weight));
    return m_each.sensitivity > 0 && std::isfinite(least) ? least * m_each.unit : 0.0;
  }

  /// How far the sum moves at least in more than `rare` of all runs, if it moves at all: by the
  /// smallest of the largest steps that so many runs have one of.
  double likely_step(double rare) const {
    const double each = m_each.probability();
    if (!(each * static_cast<double>(m_weights.size()) > rare)) return 0.0;
    std::vector<double> sizes = m_weights;
    for (double& size : sizes) size = std::abs(size);
    const auto at = static_cast<std::ptrdiff_t>(rare / each);
    ranges::nth_element(sizes, sizes.begin() + at, std::greater());
    return sizes[static_cast<std::size_t>(at)] * m_each.unit;
  }

 private:
  double sum_of(int power) const {
    double sum = 0.0;
    for (const double weight : m_weights) sum += std::pow(weight, power);
    return sum;
  }
  lattice_noise m_each;
  std::vector<double> m_weights;
};

/// To six digits behind the point.
std::string in_nats(epsilon e) {
  std::string text = std::to_string(e.nats());
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

/// From the sum of the negative to that of the positive numbers of each column.
std::vector<plausible_number> ranges_of(const public_values& values, const plausible_noise& noise) {
  std::vector<plausible_number> ranges;
  for (std::uint64_t column = 0; column < values.width(); ++column) {
    int128 least = 0, most = 0;
    for (std::uint64_t u = 0; u < values.users(); ++u) {
      const std::int64_t x = values.of(u)[column];
      (x < 0 ? least : most) += x;
    }
    ranges.emplace_back(least, most, noise);
  }
  return ranges;
}

}  // namespace

double lattice_noise::variance() const noexcept {
  if (sensitivity == 0) return 0.0;
  const double short_by = falls_short_by(*this);
  return unit * unit * 2.0 * falls_by(*this) / (short_by * short_by);
}

double lattice_noise::fourth_cumulant() const noexcept {
  if (sensitivity == 0) return 0.0;
  const double a = falls_by(*this), squared = std::pow(unit / falls_short_by(*this), 2.0);
  return squared * squared * 2.0 * a * (1.0 + 4.0 * a + a * a);
}

double lattice_noise::probability() const noexcept {
  if (sensitivity == 0) return 0.0;
  const double a = falls_by(*this);
  return 2.0 * a / (1.0 + a);
}

double neighbor_numbers::standard_error(std::uint64_t column) const {
  return std::sqrt(noise.variance() + centres[column] * centres[column] * degree_noise.variance());
}

estimate total_of(const neighbor_numbers& numbers, std::span<const double> weights) {
  if (!weights.empty() && weights.size() != numbers.values.size())
    throw invalid_parameter(std::to_string(weights.size()) + " weights of " +
                            std::to_string(numbers.values.size()) + " numbers");
  if (!ranges::all_of(weights, [](double w) { return std::isfinite(w); }))
    throw invalid_parameter("weights must be finite");
  double sum = 0.0;
  std::vector<double> of_numbers, of_degrees;
  for (std::uint64_t u = 0; u < numbers.users(); ++u) {
    if (std::isnan(numbers.values[u * numbers.width])) continue;
    double of_degree = 0.0;
    for (std::uint64_t i = 0; i < numbers.width; ++i) {
      const std::size_t at = u * numbers.width + i;
      const double weight = weights.empty() ? 1.0 : weights[at];
      sum += weight * numbers.values[at];
      of_degree += weight * numbers.centres[i];
      of_numbers.push_back(weight);
    }
    of_degrees.push_back(of_degree);
  }
  const noise_sum own(numbers.noise, std::move(of_numbers)), by_degree(numbers.degree_noise, of_degrees);
  estimate total{sum, std::sqrt(own.variance() + by_degree.variance())};
  if (total.standard_error == 0.0) return total;
  // The first term of the expansion of Cornish and Fisher. Where noise is rare its kurtosis tells
  // of steps, and not of tails: no single number of a smooth law has more than 3.
  const double squared = total.standard_error * total.standard_error;
  const double excess =
      std::min(3.0, (own.fourth_cumulant() + by_degree.fourth_cumulant()) / squared / squared);
  total.inflation = 1.0 + (quantile * quantile - 3.0) / 24.0 * excess;
  constexpr double rare = 0.02;  // of either noise: both are within 95%
  const double likely = std::max(own.likely_step(rare), by_degree.likely_step(rare));
  // A sum on a lattice is within the half-width only up to the lattice's last point before it.
  double step = own.least_step();
  if (own.variance() < std::pow(by_degree.least_step(), 2.0)) step = std::max(step, by_degree.least_step());
  total.bias_bound = std::max(0.5 * step, likely - total.half_width());
  return total;
}

neighbor_questions::neighbor_questions(population& users, account& paid_from, release_key key)
    : m_paid_from(paid_from), m_session(users, paid_from, key) {
  if (users.users() == 0) throw bad_graph_input("there are no users to ask");
}

double neighbor_questions::plan_centre(double least, double most, epsilon budget,
                                       epsilon degree_budget) noexcept {
  const double e = budget.nats(), of_degree = degree_budget.nats();
  const double share = of_degree * of_degree / (e * e + of_degree * of_degree);
  // Up to the middle the largest number decides, beyond it the least; either half is a parabola.
  const double middle = 0.5 * least + 0.5 * most;
  if (share * most <= middle) return share * most;
  return std::max(middle, share * least);
}

void neighbor_questions::require_payable(epsilon budget) const {
  const epsilon left = m_session.remaining(m_session.present());
  if (budget.is_zero()) throw invalid_parameter("epsilon = 0: a question costs something");
  if (budget.units() > left.units())
    throw invalid_parameter("epsilon = " + in_nats(budget) + ": of this collection's total " +
                            in_nats(m_paid_from.ceiling()) + " there is " + in_nats(left) +
                            " left; nobody was asked");
  if (m_step >= std::uint32_t{1} << 24U) throw invalid_parameter("more than 2^24 questions");
}

void neighbor_questions::require_one_a_user(std::size_t values, std::uint64_t width) const {
  if (width == 0 || values != users() * width)
    throw invalid_parameter(std::to_string(values) + " values: must be " + std::to_string(width) +
                            " for each of " + std::to_string(users()) + " users");
}

neighbor_questions::published_numbers neighbor_questions::publish(public_values values,
                                                                  std::span<const double> given) {
  const bool is_declared = !is_own(given);
  const auto published = publish_values(m_session, std::move(values));
  if (is_declared) m_paid_from.declare_public("values that users of a collection read: " + published.name);
  return {published, is_declared};
}

bool neighbor_questions::is_own(std::span<const double> values) const {
  return m_own.contains(name_of(std::as_bytes(values)));
}

void neighbor_questions::note_own(std::span<const double> values) {
  m_own.insert(name_of(std::as_bytes(values)));
}

template <class Round>
neighbor_numbers neighbor_questions::ask(const Round& round, const published_numbers* about,
                                         lattice_noise noise, std::span<const plausible_number> ranges) {
  const roster who = m_session.present();
  m_asked.push_back(
      {Round::asks, noise.budget, about ? about->values.name : "", about && about->is_declared, who.size()});
  const charge paid{noise.budget, who};
  // In the order of users' numbers the later end of an edge has it in all rounds of one endpoint.
  constexpr bool is_by_one = std::is_same_v<Round, earlier_sum_round>;
  const auto answers = is_by_one ? m_session.ask(round, std::span(&paid, 1)) : m_session.ask(round, paid);
  require_somebody(m_session.present());
  const std::uint64_t width = ranges.size();
  neighbor_numbers found{width, std::vector(users() * width, std::numeric_limits<double>::quiet_NaN()),
                         std::vector<double>(width), noise, lattice_noise{1.0, 0, {}}};
  plausibility_check check(true);
  const std::vector<vertex_id>& absent = m_session.latest().absent;
  who.for_each([&](std::uint64_t number, vertex_id user) {
    if (ranges::binary_search(absent, user)) return;
    for (std::uint64_t i = 0; i < width; ++i) {
      const int128 said = check.clamp(user, ranges[i], answers.values[number * width + i]);
      found.values[user * width + i] = noise.unit * static_cast<double>(said);
    }
  });
  m_asked.back().answered = m_session.latest().answered;
  m_asked.back().clamped = check.found().clamped.size();
  return found;
}

neighbor_numbers neighbor_questions::degrees(epsilon budget) {
  if (!m_degree_budget.is_zero())
    throw invalid_parameter("degrees: they have been asked for in this collection");
  require_payable(budget);
  m_degree_budget = budget;  // whatever comes of it: they have no steps
  const plausible_noise noise(1, budget);
  const std::vector<plausible_number> range{{0, static_cast<int128>(users()) - 1, noise}};
  neighbor_numbers found = ask(degree_round{budget}, nullptr, {1.0, 1, budget}, range);
  m_degrees = found.values;
  note_own(found.values);
  return found;
}

void neighbor_questions::add_degrees(neighbor_numbers& to) const {
  if (ranges::all_of(to.centres, [](double c) { return c == 0.0; })) return;
  to.degree_noise = {1.0, 1, m_degree_budget};
  for (std::size_t at = 0; at < to.values.size(); ++at)
    to.values[at] += to.centres[at % to.width] * m_degrees[at / to.width];
}

neighbor_numbers neighbor_questions::sums(std::uint64_t width, std::span<const double> x, epsilon budget,
                                          const std::optional<std::vector<double>>& centres) {
  require_one_a_user(x.size(), width);
  require_payable(budget);
  std::vector<double> around(width);
  if (centres) {
    around = *centres;
  } else if (width == 1 && !m_degrees.empty()) {
    const auto [least, most] = ranges::minmax(x);
    around[0] = plan_centre(least, most, budget, m_degree_budget);
  }
  if (m_degrees.empty() && ranges::any_of(around, [](double c) { return c != 0.0; }))
    throw invalid_parameter("centre: it comes back times the degree, and degrees were not released");
  const lattice_values on = to_lattice(width, x, around);
  if (on.numbers.reach() == 0)
    throw invalid_parameter("values less their centre are 0 for all users: there is nothing to ask");
  const plausible_noise noise(on.numbers.reach(), budget);
  const std::vector<plausible_number> ranges = ranges_of(on.numbers, noise);
  const published_numbers about = publish(on.numbers, x);
  neighbor_numbers found =
      ask(sum_round{budget, {about.values, m_step++}}, &about, {on.unit, on.numbers.reach(), budget}, ranges);
  found.centres = around;
  add_degrees(found);
  note_own(found.values);
  return found;
}

neighbor_numbers neighbor_questions::sums_over_edges(std::uint64_t width, std::span<const double> x,
                                                     epsilon budget) {
  require_one_a_user(x.size(), width);
  require_payable(budget);
  const lattice_values on = to_lattice(width, x, std::vector<double>(width));
  if (on.numbers.reach() == 0) throw invalid_parameter("values are 0 for all users: there is nothing to ask");
  const plausible_noise noise(on.numbers.reach(), budget);
  const std::vector<plausible_number> ranges = ranges_of(on.numbers, noise);
  const published_numbers about = publish(on.numbers, x);
  neighbor_numbers found = ask(earlier_sum_round{budget, {about.values, m_step++}}, &about,
                               {on.unit, on.numbers.reach(), budget}, ranges);
  note_own(found.values);
  return found;
}

neighbor_numbers neighbor_questions::h_index(std::span<const double> x, epsilon budget) {
  require_one_a_user(x.size(), 1);
  require_payable(budget);
  // Nobody has an h-index above the number of others, and a part of a contact counts for none.
  const auto most = static_cast<double>(
      std::min<std::uint64_t>(users() - 1, static_cast<std::uint64_t>(public_values::most_reach)));
  std::vector<std::int64_t> numbers(x.size());
  for (std::size_t u = 0; u < x.size(); ++u) {
    if (!std::isfinite(x[u])) throw invalid_parameter("public values must be finite");
    numbers[u] = static_cast<std::int64_t>(std::clamp(std::floor(x[u]), 0.0, most));
  }
  public_values values(1, std::move(numbers));
  if (values.reach() == 0)
    throw invalid_parameter("values are below 1 for all users: there is nothing to ask");
  const std::vector<plausible_number> range{
      {0, static_cast<int128>(values.reach()), plausible_noise(1, budget)}};
  const published_numbers about = publish(std::move(values), x);
  neighbor_numbers found =
      ask(h_index_round{budget, {about.values, m_step++}}, &about, {1.0, 1, budget}, range);
  note_own(found.values);
  return found;
}

neighbor_numbers neighbor_questions::groups(std::span<const std::int64_t> group_of, std::uint64_t groups,
                                            epsilon budget) {
  require_one_a_user(group_of.size(), 1);
  require_payable(budget);
  if (groups < 1 || groups > public_values::most_width)
    throw invalid_parameter("groups = " + std::to_string(groups) + ": must lie in [1, 65536]");
  std::vector<std::int64_t> numbers(group_of.size(), -1);
  std::vector<double> given(group_of.size());
  for (std::size_t u = 0; u < numbers.size(); ++u) {
    given[u] = static_cast<double>(group_of[u]);
    if (group_of[u] < 0 || std::cmp_greater_equal(group_of[u], groups)) continue;
    numbers[u] = group_of[u];
  }
  if (ranges::all_of(numbers, [](std::int64_t group) { return group < 0; }))
    throw invalid_parameter("nobody is in a group: there is nothing to ask");
  const std::vector<plausible_number> ranges = plausible_in_groups(numbers, groups, budget);
  const published_numbers about = publish(public_values(1, std::move(numbers)), given);
  neighbor_numbers found =
      ask(group_round{budget, {about.values, groups, m_step++}}, &about, {1.0, 1, budget}, ranges);
  note_own(found.values);
  return found;
}

}  // namespace edgeldp
