// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/cores/cores.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include "belief/lost_users.hpp"
#include "belief/noise_by_part.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/graph/belief/degree_posterior.hpp"
#include "edgeldp/graph/errors/inverse_filter.hpp"
#include "edgeldp/graph/rounds/public_values.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"
#include "questions/cores/core_bounds.hpp"
#include "questions/cores/dense_sets.hpp"
#include "questions/cores/tuning.hpp"
#include "questions/degrees/alike_users.hpp"
#include "rounds/ask_by_part.hpp"

namespace edgeldp {

core_plan plan_cores(epsilon total, unsigned rounds) {
  if (rounds < 1 || rounds > core_tuning::most_rounds)
    throw invalid_parameter("rounds = " + std::to_string(rounds) + ": must lie in [1, 8]");
  core_plan plan{share_of(total, core_degree_share), {}, share_of(total, core_density_share)};
  const epsilon rest = difference(difference(total, plan.degree), plan.density);
  if (rounds == 1) return plan.steps = {rest}, plan;
  const epsilon last = share_of(total, core_tuning::last_share);
  plan.steps.assign(rounds - 1, share_of(difference(rest, last), 1.0 / static_cast<double>(rounds - 1)));
  plan.steps.push_back(last);
  return plan;
}

unsigned plan_core_rounds(epsilon total, const released_degrees& released) {
  const own_filters filters(released.budget, released.chosen);
  double degrees = 0.0, squares = 0.0, users = 0.0, spent = 0.0;
  for_each_user_but(released.absent, released.values.size(), [&](vertex_id user) {
    const auto degree = static_cast<double>(released.values[user]);
    degrees += degree;
    squares += degree * degree - filters.of(user).noise_variance();
    users += 1.0;
    spent += std::ldexp(1.0, -static_cast<int>(released.chosen.of(user)));  // of the total
  });
  const double of_a_contact = degrees > 0.0 ? squares / degrees * (spent / users) : 0.0;
  const double above_noise = total.nats() * of_a_contact;
  return above_noise >= core_tuning::four_rounds_from    ? 4
         : above_noise >= core_tuning::three_rounds_from ? 3
                                                         : 2;
}

namespace {

/// The numbers of all users round after round, and what of them has been published.
class core_rounds {
 public:
  explicit core_rounds(session& s) : m_session(s), m_numbers(s.everybody().size()) {}

  /// Asks `round` of who is left; who is lost counts as 0.
  template <class R>
  void ask(const R& round) {
    const roster who = m_session.present();
    const released_values answers = ask_by_part(m_session, round, who);
    m_numbers.assign(m_numbers.size(), 0);
    who.for_each([&](std::uint64_t number, vertex_id user) { m_numbers[user] = answers.values[number]; });
    m_check.clamp_degrees(round.budget, m_numbers, m_session.chosen());
    m_sent.push_back({m_numbers, round.budget, not_on(m_session.present()), m_session.chosen()});
    m_means.push_back(mean_now());
  }

  /// The numbers as users read them: nobody has less than 0 contacts.
  public_ref<public_values> publish_numbers() {
    std::vector<std::int64_t> readable = m_numbers;
    for (std::int64_t& x : readable) x = std::clamp<std::int64_t>(x, 0, public_values::most_reach);
    return publish_values(m_session, {1, std::move(readable)});
  }

  std::vector<released_degrees>& sent() noexcept { return m_sent; }
  plausibility_check& check() noexcept { return m_check; }
  /// How much the mean would still fall: changes of means are known well, since noise averages out,
  /// and fall about geometrically.
  double unfinished() const {
    const std::size_t last = m_means.size() - 1;
    double ratio = core_tuning::most_ratio;
    if (last >= 2 && change(last - 1) > 0.0)
      ratio = std::clamp(change(last) / change(last - 1), 0.0, core_tuning::most_ratio);
    return std::max(0.0, change(last)) * ratio / (1.0 - ratio);
  }
  /// How far the last round moved numbers: root of the mean square, without the noise of either.
  double last_change() const {
    const released_degrees &before = m_sent[m_sent.size() - 2], &now = m_sent.back();
    double squares = 0.0;
    m_session.present().for_each([&](std::uint64_t, vertex_id user) {
      const auto moved = static_cast<double>(now.values[user] - before.values[user]);
      squares += moved * moved;
    });
    const double noise = mean_noise(before) + mean_noise(now);
    return std::sqrt(std::max(0.0, squares / static_cast<double>(m_session.present().size()) - noise));
  }
  double mean_degree() const noexcept { return m_means.front(); }

 private:
  /// Variance of who is left, in the mean.
  double mean_noise(const released_degrees& sent) const {
    const relative_noise relative(1, sent.budget, sent.chosen);
    double sum = 0.0;
    m_session.present().for_each([&](std::uint64_t, vertex_id user) { sum += relative.of(user); });
    return inverse_filter(sent.budget).noise_variance() *
           (sum / static_cast<double>(m_session.present().size()));
  }
  double change(std::size_t round) const noexcept { return m_means[round - 1] - m_means[round]; }
  double mean_now() const {
    double sum = 0.0;
    m_session.present().for_each(
        [&](std::uint64_t, vertex_id user) { sum += static_cast<double>(m_numbers[user]); });
    return sum / static_cast<double>(m_session.present().size());
  }

  session& m_session;
  std::vector<std::int64_t> m_numbers;
  std::vector<released_degrees> m_sent;
  std::vector<double> m_means;
  plausibility_check m_check{true};
};

/// What may be behind the numbers of the last round: of users of each part by themselves, since
/// those who sit deep may have chosen otherwise.
class likely_cores {
 public:
  explicit likely_cores(const released_degrees& last) : m_last(last), m_alike(by_part(last)) {
    for (const alike_users& alike : m_alike) m_present += alike.users();
    for (const alike_users& alike : m_alike) m_posteriors.push_back(alike.posterior(m_present));
  }

  numbers_by_part present() const {
    numbers_by_part numbers;
    for (const alike_users& alike : m_alike)
      for (const auto& [number, users] : alike.counts())
        numbers[static_cast<std::size_t>(alike.part())].insert(
            numbers[static_cast<std::size_t>(alike.part())].end(), size_of(users), number);
    return numbers;
  }
  /// Medians, one a user.
  std::vector<double> medians() const {
    std::array<const degree_posterior*, all_parts.size()> of_part{};
    for (std::size_t i = 0; i < m_alike.size(); ++i)
      of_part[static_cast<std::size_t>(m_alike[i].part())] = &m_posteriors[i];
    std::vector<double> all(m_last.values.size());
    for_each_user_but(m_last.absent, all.size(), [&](vertex_id user) {
      all[user] =
          of_part[static_cast<std::size_t>(m_last.chosen.of(user))]->quantile(m_last.values[user], 0.5);
    });
    return all;
  }
  /// Root of the mean variance.
  double unknown_by_noise() const {
    double squares = 0.0;
    for_each_number([&](const degree_posterior& posterior, std::int64_t number, double users) {
      const degree_posterior::moments of = posterior.of(number);
      squares += users * std::max(0.0, of.square - of.mean * of.mean);
    });
    return std::sqrt(squares / static_cast<double>(m_present));
  }
  /// How many users are expected to have at least k.
  double users_from(std::uint64_t k) const {
    double expected = 0.0;
    for_each_number([&](const degree_posterior& posterior, std::int64_t number, double users) {
      posterior.for_each_degree(number, [&](double core, double probability) {
        if (core >= static_cast<double>(k)) expected += users * probability;
      });
    });
    return expected;
  }

 private:
  /// Calls f(posterior, number, users) for each number of each part.
  template <class F>
  void for_each_number(F&& f) const {
    for (std::size_t i = 0; i < m_alike.size(); ++i)
      for (const auto& [number, users] : m_alike[i].counts())
        f(m_posteriors[i], number, static_cast<double>(users));
  }

  const released_degrees& m_last;
  std::vector<alike_users> m_alike;
  std::vector<degree_posterior> m_posteriors;  // of each of them
  std::uint64_t m_present = 0;
};

std::vector<core_size> sizes_of(const likely_cores& likely, const core_bounds& bounds, std::uint64_t most) {
  std::vector<core_size> sizes;
  for (std::uint64_t unit = 1; unit <= most; unit *= 10)
    for (const std::uint64_t k : {unit, 2 * unit, 3 * unit, 5 * unit})
      if (k <= most) sizes.push_back({k, likely.users_from(k), bounds.most_in_core(k)});
  return sizes;
}

/// Sets by these numbers, measured in a round of their own.
dense_set measure_sets(session& s, core_rounds& played, std::span<const double> cores,
                       const core_plan& plan) {
  const roster asked = s.present();
  const nested_sets sets = nest_by(cores, asked, played.mean_degree());
  const auto published = publish_values(s, {1, sets.of});
  const group_round round{plan.density,
                          {published, sets.size(), static_cast<std::uint32_t>(plan.steps.size())}};
  released_vectors counts = ask_by_part(s, round, asked);
  played.check().clamp_each(
      asked, plan.density, s.chosen(),
      [&](epsilon own) { return plausible_in_groups(sets.of, sets.size(), own); }, counts.values);
  return densest_of(sets, counts.values, asked, s.present(), plan.density, {1, plan.density, s.chosen()});
}

/// From the least that a density proves to the most that sizes of cores leave.
estimate between(const estimate& density, std::uint64_t most) {
  const double low = std::max(0.0, std::ceil(density.low())), high = std::max(low, static_cast<double>(most));
  const double half = 0.5 * (high - low), of_noise = 0.5 * density.inflation * density.standard_error;
  estimate middle{0.5 * (low + high), of_noise};
  if (middle.half_width() > half) middle.standard_error = 0.0;
  middle.bias_bound = half - middle.half_width();
  return middle;
}

}  // namespace

core_result estimate_cores(session& s, const core_options& options) {
  if (s.everybody().size() == 0) throw bad_graph_input("the graph has no vertices");
  core_rounds played(s);
  const epsilon degree = plan_cores(options.total, options.rounds.value_or(1)).degree;
  played.ask(degree_round{degree});
  core_plan plan =
      plan_cores(options.total,
                 options.rounds ? *options.rounds : plan_core_rounds(options.total, played.sent().back()));
  for (std::uint32_t step = 0; step < plan.steps.size(); ++step)
    played.ask(h_index_round{plan.steps[step], {played.publish_numbers(), step}});
  const likely_cores likely(played.sent().back());
  std::vector<epsilon> budgets{plan.degree};
  budgets.insert(budgets.end(), plan.steps.begin(), plan.steps.end());
  const core_bounds bounds(likely.present(), budgets);
  const std::uint64_t most = bounds.most_degeneracy();
  const double last_change = played.last_change();
  std::vector<double> cores = likely.medians();
  dense_set dense = measure_sets(s, played, cores, plan);
  const estimate degeneracy = between(dense.density, most);
  const communication sent = sent_in(s);
  const double error = std::hypot(likely.unknown_by_noise(), core_tuning::left_out_per_change * last_change);
  const double unfinished = played.unfinished();
  std::vector<core_size> sizes = sizes_of(likely, bounds, most);
  return {std::move(plan),       std::move(played.sent()), std::move(cores), error, unfinished,
          std::move(sizes),      std::move(dense),         degeneracy,       sent,  s.close(),
          played.check().found()};
}

}  // namespace edgeldp
