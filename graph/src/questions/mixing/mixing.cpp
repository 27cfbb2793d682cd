// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/mixing/mixing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "belief/lost_users.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/graph/errors/interval.hpp"
#include "edgeldp/graph/rounds/public_values.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"
#include "questions/mixing/degree_classes.hpp"
#include "questions/mixing/degree_mixing.hpp"
#include "questions/mixing/group_counts.hpp"

namespace edgeldp {

mixing_plan plan_mixing(const mixing_options& options) {
  if (options.groups) return {{}, options.total, {}};
  const epsilon degree = share_of(options.total, mixing_degree_share),
                rest = share_of(options.total, mixing_rest_share);
  return {degree, difference(difference(options.total, degree), rest), rest};
}

namespace {

/// A number of edges, which may move in steps.
estimate of_steps(estimate e, double step) {
  e.bias_bound += bound_of_steps(step, e.inflation, e.standard_error);
  return e;
}

estimate or_unknown(const std::optional<mixing_number>& ratio) {
  return ratio ? ratio->estimate : estimate{0.0, std::numeric_limits<double>::infinity()};
}

}  // namespace

estimate group_mixing::edges() const {
  return of_steps(m_known.edges().estimate, m_step);
}
estimate group_mixing::within() const {
  return of_steps(m_known.within().estimate, 0.5 * m_step);
}
estimate group_mixing::between() const {
  return of_steps(m_known.across().estimate, m_step);
}
estimate group_mixing::edges_between(std::size_t a, std::size_t b) const {
  return of_steps(m_known.edges_between(a, b).estimate, (a == b ? 0.5 : 1.0) * m_step);
}
estimate group_mixing::fraction_within() const {
  return or_unknown(m_known.fraction_within());
}
estimate group_mixing::assortativity() const {
  return or_unknown(m_known.assortativity());
}

namespace {

void require_fit(const mixing_options& options, std::uint64_t users) {
  if (!options.groups) {
    if (options.classes < 2 || options.classes > most_mixing_outputs)
      throw invalid_parameter("classes = " + std::to_string(options.classes) + ": must lie in [2, 64]");
    return;
  }
  const public_groups& groups = *options.groups;
  if (groups.names.empty() || groups.names.size() > most_mixing_outputs)
    throw invalid_parameter("groups = " + std::to_string(groups.names.size()) + ": must lie in [1, 64]");
  if (groups.of.size() != users)
    throw invalid_parameter("groups of " + std::to_string(groups.of.size()) + " users for " +
                            std::to_string(users));
  for (const std::uint32_t group : groups.of)
    if (group != no_group && group >= groups.names.size())
      throw invalid_parameter("a user's group is not among the groups");
}

/// The rounds of one run, with what came clamped to what is plausible.
class mixing_rounds {
 public:
  explicit mixing_rounds(session& s) : m_session(s) {}

  released_degrees degrees(epsilon budget) {
    const roster all = m_session.everybody();
    released_values answers = m_session.ask(degree_round{budget}, {budget, all});
    require_somebody(m_session.present());
    m_check.clamp_degrees(budget, answers.values);
    return {std::move(answers.values), budget, m_session.latest().absent};
  }

  /// Counts of neighbours by group. of: of each user; -1 of who is in none.
  group_answers groups(std::span<const std::int64_t> of, std::size_t groups, epsilon budget) {
    const auto published = publish_values(m_session, {1, std::vector(of.begin(), of.end())});
    const roster asked = m_session.present();
    released_vectors answers = m_session.ask(group_round{budget, {published, groups, 0}}, {budget, asked});
    require_somebody(m_session.present());
    m_check.clamp_each(asked, plausible_in_groups(of, groups, budget), answers.values);
    return {of,
            groups,
            std::move(answers.values),
            asked,
            on_roster(m_session.present()),
            discrete_laplace(1, budget).variance()};
  }

  /// Sums over neighbours of these numbers, one a user; none where all are 0.
  std::optional<rest_answers> rests(std::vector<std::int64_t> numbers, epsilon budget) {
    int128 least = 0, most = 0;
    for (const std::int64_t x : numbers) (x < 0 ? least : most) += x;
    if (least == 0 && most == 0) return std::nullopt;
    const auto published = publish_values(m_session, {1, std::move(numbers)});
    const std::uint64_t reach = published->reach();
    const roster asked = m_session.present();
    released_vectors answers = m_session.ask(sum_round{budget, {published, 1}}, {budget, asked});
    require_somebody(m_session.present());
    const plausible_number range(least, most, reach, budget);
    m_check.clamp_each(asked, {&range, 1}, answers.values);
    return rest_answers{std::move(answers.values), asked, on_roster(m_session.present()),
                        discrete_laplace(reach, budget).variance()};
  }

  plausibility lies() const { return m_check.found(); }

 private:
  session& m_session;
  plausibility_check m_check{true};
};

/// Stretched to members who were lost, a count moves an entry by more than 1.
double largest_step(const group_members& members) {
  double largest = 1.0;
  for (std::size_t a = 0; a < members.all.size(); ++a) largest = std::max(largest, members.stretch(a));
  return largest;
}

/// As they are published: -1 for none.
std::vector<std::int64_t> numbered(std::span<const std::uint32_t> of) {
  std::vector<std::int64_t> all;
  all.reserve(of.size());
  for (const std::uint32_t group : of) all.push_back(group == no_group ? -1 : std::int64_t{group});
  return all;
}

std::vector<std::uint32_t> named(std::span<const std::int64_t> of) {
  std::vector<std::uint32_t> all;
  all.reserve(of.size());
  for (const std::int64_t group : of) all.push_back(group < 0 ? no_group : static_cast<std::uint32_t>(group));
  return all;
}

}  // namespace

mixing_result estimate_mixing(session& s, const mixing_options& options) {
  const std::uint64_t users = s.everybody().size();
  if (users == 0) throw bad_graph_input("the graph has no vertices");
  require_fit(options, users);
  const mixing_plan plan = plan_mixing(options);
  mixing_rounds played(s);
  if (options.groups) {
    const public_groups& groups = *options.groups;
    const std::vector<std::int64_t> of = numbered(groups.of);
    group_answers said = played.groups(of, groups.names.size(), plan.count);
    group_matrix matrix = matrix_of(said, groups.names);
    const double step = largest_step(matrix.members);
    return {plan,       groups,    {std::move(matrix.estimate), step},
            {},         {},        {std::move(said.counts), {}, {}},
            sent_in(s), s.close(), played.lies()};
  }
  released_degrees degrees = played.degrees(plan.degree);
  degree_classes classes = classes_of(degrees, options.classes);
  group_answers said = played.groups(classes.of, classes.size(), plan.count);
  group_matrix matrix = matrix_of(said, classes.names);
  std::optional<rest_answers> rests = played.rests(classes.rests, plan.rest);
  degree_mixing by_degree = mix_degrees({degrees, classes, said, matrix, rests});
  const double step = largest_step(matrix.members);
  mixing_answers answers{std::move(said.counts), {}, {}};
  if (rests) answers.rests = std::move(classes.rests), answers.sums = std::move(rests->sums);
  return {plan,
          {std::move(classes.names), named(classes.of)},
          {std::move(matrix.estimate), step},
          std::move(degrees),
          std::move(by_degree),
          std::move(answers),
          sent_in(s),
          s.close(),
          played.lies()};
}

}  // namespace edgeldp
