// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/centrality/centrality.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>

#include "belief/lost_users.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/graph/errors/inverse_filter.hpp"
#include "edgeldp/graph/rounds/public_values.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"
#include "questions/centrality/rank_by_scores.hpp"
#include "questions/centrality/tuning.hpp"

namespace edgeldp {

namespace {

void require_between(const char* name, double value, double low, double high) {
  if (!(value >= low && value <= high))
    throw invalid_parameter(std::string(name) + " = " + std::to_string(value) + ": must lie in [" +
                            std::to_string(low) + ", " + std::to_string(high) + "]");
}

/// Walks of one length from every user, with the variance of their noise.
struct noisy_walks {
  std::vector<double> from, variances;
};

/// Numbers of walks round after round, each from those of the round before.
class walk_rounds {
 public:
  walk_rounds(session& s, epsilon degree) : m_session(s), m_degree(degree) {
    const roster asked = s.everybody();
    m_degrees = s.ask(degree_round{degree}, {degree, asked}).values;
    require_somebody(s.present());
    m_check.clamp_degrees(degree, m_degrees);
    noisy_walks first{std::vector<double>(m_degrees.size()), std::vector<double>(m_degrees.size())};
    s.present().for_each([&](std::uint64_t, vertex_id user) {
      first.from[user] = static_cast<double>(m_degrees[user]);
      first.variances[user] = inverse_filter(degree).noise_variance();
    });
    m_walks.push_back(std::move(first));
  }

  /// Walks of one step more.
  void step(epsilon budget) {
    const cut_walks cut = cut_last();
    const auto published = publish_values(m_session, cut.on.numbers);
    const auto number = static_cast<std::uint32_t>(m_walks.size() - 1);
    const roster asked = m_session.present();
    const std::uint64_t reach = cut.on.numbers.reach();
    released_vectors sums{1, 0, std::vector<std::int64_t>(asked.size())};
    if (reach > 0)  // else all numbers are the centre, and nobody has anything to say
      sums = m_session.ask(sum_round{budget, {published, number}}, {budget, asked});
    require_somebody(m_session.present());
    noisy_walks next{std::vector<double>(m_degrees.size()), std::vector<double>(m_degrees.size())};
    const double of_sum =
        reach > 0 ? discrete_laplace(reach, budget).variance() * cut.on.unit * cut.on.unit : 0.0;
    const double of_degree = inverse_filter(m_degree).noise_variance(), centre = cut.on.centres.front();
    const std::vector<bool> is_present = on_roster(m_session.present());
    asked.for_each([&](std::uint64_t number_of, vertex_id user) {
      if (!is_present[user]) return;
      const std::int64_t sum = reach > 0 ? clamp(user, reach, budget, sums.values[number_of]) : 0;
      const auto degree = static_cast<double>(m_degrees[user]);
      next.from[user] = cut.on.unit * static_cast<double>(sum) + centre * degree;
      next.variances[user] =
          of_sum + centre * centre * of_degree + std::max(0.0, degree) * cut.variance_of_a_contact;
    });
    m_walks.push_back(std::move(next));
  }

  const std::vector<noisy_walks>& walks() const noexcept { return m_walks; }
  plausibility lies() const { return m_check.found(); }
  /// Shares of walks that were cut, summed over the steps.
  double cut() const noexcept { return m_cut; }

 private:
  /// The last numbers as users read them.
  struct cut_walks {
    lattice_values on;
    double variance_of_a_contact = 0.0;  ///< of the noise in a contact's number: mean over contacts
  };

  /// Contacts of a user, as far as is known.
  double contacts_of(vertex_id user) const {
    return static_cast<double>(std::max<std::int64_t>(0, m_degrees[user]));
  }

  /// The least number at which no more than a share of all walks of one step more is cut: with the
  /// share that is.
  std::pair<double, double> find_cut(const std::vector<double>& walks) const {
    std::vector<std::pair<double, double>> hubs;  // walks, contacts
    double all = 0.0, contacts = 0.0, over = 0.0;
    m_session.present().for_each([&](std::uint64_t, vertex_id user) {
      hubs.emplace_back(std::max(0.0, walks[user]), contacts_of(user));
      all += hubs.back().first * hubs.back().second;
    });
    ranges::sort(hubs, std::greater());
    std::pair<double, double> cut{hubs.front().first, 0.0};
    for (const auto& [number, of_contacts] : hubs) {
      const double lost = all > 0.0 ? (over - number * contacts) / all : 0.0;
      if (lost > centrality_tuning::cut_share) break;
      cut = {number, lost};
      contacts += of_contacts;
      over += number * of_contacts;
    }
    return cut;
  }

  /// Nobody has less than 0 walks, nor more than the cut; the centre is the middle.
  cut_walks cut_last() {
    const noisy_walks& last = m_walks.back();
    const std::pair<double, double> cut = find_cut(last.from);
    const double most = cut.first;
    m_cut += cut.second;
    std::vector<double> numbers(last.from.size());
    double variance = 0.0, contacts = 0.0;
    m_session.present().for_each([&](std::uint64_t, vertex_id user) {
      numbers[user] = std::clamp(last.from[user], 0.0, most);
      contacts += contacts_of(user);
      if (last.from[user] < most) variance += contacts_of(user) * last.variances[user];
    });
    return {to_lattice(1, numbers, std::vector{0.5 * most}), contacts > 0.0 ? variance / contacts : 0.0};
  }

  /// Of a list that is as long as the released degree allows.
  std::int64_t clamp(vertex_id user, std::uint64_t reach, epsilon budget, std::int64_t sum) {
    const auto longest = std::clamp<int128>(m_degrees[user] + plausible_noise(1, m_degree).margin(), 0,
                                            static_cast<int128>(m_degrees.size()) - 1);
    const int128 most = longest * static_cast<int128>(reach);
    return static_cast<std::int64_t>(m_check.clamp(user, {-most, most, reach, budget}, sum));
  }

  session& m_session;
  epsilon m_degree;
  std::vector<std::int64_t> m_degrees;
  std::vector<noisy_walks> m_walks;
  double m_cut = 0.0;
  plausibility_check m_check{true};
};

double sum_of(const noisy_walks& walks, const roster& present) {
  double sum = 0.0;
  present.for_each([&](std::uint64_t, vertex_id user) { sum += walks.from[user]; });
  return sum;
}

/// Scores and variances by Katz; noise of different lengths is taken as independent.
noisy_walks katz_of(const std::vector<noisy_walks>& walks, double factor, double damping) {
  noisy_walks katz{std::vector<double>(walks.front().from.size()), {}};
  katz.variances = katz.from;
  double weight = 1.0;
  for (std::size_t i = 0; i < walks.size(); ++i) {
    weight *= factor;
    const double counts = i + 1 == walks.size() ? weight / (1.0 - damping) : weight;
    for (std::size_t u = 0; u < katz.from.size(); ++u) {
      katz.from[u] += counts * walks[i].from[u];
      katz.variances[u] += counts * counts * walks[i].variances[u];
    }
  }
  return katz;
}

}  // namespace

centrality_plan plan_centrality(const centrality_options& options) {
  using namespace centrality_tuning;
  require_between("steps", options.steps, least_steps, most_steps);
  require_between("damping", options.damping, 0.01, 0.99);
  require_between("top", options.top, 1e-9, 1.0);
  const epsilon degree = share_of(options.total, centrality_degree_share);
  const double rounds = static_cast<double>(options.steps - 1);
  return {degree, share_of(difference(options.total, degree), 1.0 / rounds)};
}

centrality_result estimate_centrality(session& s, const centrality_options& options) {
  const centrality_plan plan = plan_centrality(options);
  if (s.everybody().size() == 0) throw bad_graph_input("the graph has no vertices");
  walk_rounds played(s, plan.degree);
  for (unsigned length = 2; length <= options.steps; ++length) played.step(plan.sums);
  const roster present = s.present();
  const std::vector<noisy_walks>& walks = played.walks();
  const double longest = sum_of(walks.back(), present), before = sum_of(walks[walks.size() - 2], present);
  const double growth = before > 0.0 ? std::max(1.0, longest / before) : 1.0;
  const double factor = options.damping / growth;
  noisy_walks katz = katz_of(walks, factor, options.damping);
  const std::uint64_t top =
      std::max<std::uint64_t>(centrality_tuning::least_top,
                              static_cast<std::uint64_t>(options.top * static_cast<double>(present.size())));
  ranking by_katz = rank_by_scores(std::move(katz.from), katz.variances, present, top, played.cut());
  ranking by_eigenvector =
      rank_by_scores(walks.back().from, walks.back().variances, present, top, played.cut());
  const communication sent = sent_in(s);
  return {plan, growth,    factor,       std::move(by_katz), std::move(by_eigenvector),
          sent, s.close(), played.lies()};
}

}  // namespace edgeldp
