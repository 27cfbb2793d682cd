// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/mixing/mixing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/graph/errors/interval.hpp"
#include "edgeldp/graph/rounds/public_values.hpp"
#include "questions/mixing/degree_classes.hpp"
#include "questions/mixing/degree_mixing.hpp"
#include "questions/mixing/group_counts.hpp"
#include "questions/mixing/mixing_rounds.hpp"

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
estimate group_mixing::modularity() const {
  return or_unknown(m_known.modularity());
}

mixing_result estimate_mixing(session& s, const mixing_options& options) {
  const std::uint64_t users = s.everybody().size();
  require_fit(options, users);
  const mixing_plan plan = plan_mixing(options);
  mixing_rounds played(s);
  if (options.groups) {
    const public_groups& groups = *options.groups;
    const std::vector<std::int64_t> of = numbered(groups.of);
    group_answers said = played.groups(of, groups.names.size(), plan.count);
    group_matrix matrix = matrix_of(said, groups.names);
    const double step = matrix.members.largest_step();
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
  const double step = matrix.members.largest_step();
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
