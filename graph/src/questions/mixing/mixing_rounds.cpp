// SPDX-License-Identifier: MIT
#include "questions/mixing/mixing_rounds.hpp"

#include <string>
#include <utility>

#include "belief/lost_users.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/graph/rounds/public_values.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"
#include "rounds/ask_by_part.hpp"

namespace edgeldp {

void require_fit(const mixing_options& options, std::uint64_t users) {
  if (users == 0) throw bad_graph_input("the graph has no vertices");
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

released_degrees mixing_rounds::degrees(epsilon budget) {
  const roster all = m_session.everybody();
  released_values answers = ask_by_part(m_session, degree_round{budget}, all);
  m_check.clamp_degrees(budget, answers.values, m_session.chosen());
  return {std::move(answers.values), budget, m_session.latest().absent, m_session.chosen()};
}

group_answers mixing_rounds::groups(std::span<const std::int64_t> of, std::size_t groups, epsilon budget) {
  const auto published = publish_values(m_session, {1, std::vector(of.begin(), of.end())});
  const roster asked = m_session.present();
  released_vectors answers =
      ask_by_part(m_session, group_round{budget, {published, groups, m_step++}}, asked);
  m_check.clamp_each(
      asked, budget, m_session.chosen(), [&](epsilon own) { return plausible_in_groups(of, groups, own); },
      answers.values);
  return {of,
          groups,
          std::move(answers.values),
          asked,
          on_roster(m_session.present()),
          discrete_laplace(1, budget).variance(),
          {1, budget, m_session.chosen()}};
}

std::optional<rest_answers> mixing_rounds::rests(std::vector<std::int64_t> numbers, epsilon budget) {
  int128 least = 0, most = 0;
  for (const std::int64_t x : numbers) (x < 0 ? least : most) += x;
  if (least == 0 && most == 0) return std::nullopt;
  const auto published = publish_values(m_session, {1, std::move(numbers)});
  const std::uint64_t reach = published->reach();
  const roster asked = m_session.present();
  released_vectors answers = ask_by_part(m_session, sum_round{budget, {published, m_step++}}, asked);
  m_check.clamp_each(
      asked, budget, m_session.chosen(),
      [&](epsilon own) { return std::vector{plausible_number(least, most, reach, own)}; }, answers.values);
  return rest_answers{std::move(answers.values),
                      asked,
                      on_roster(m_session.present()),
                      discrete_laplace(reach, budget).variance(),
                      {reach, budget, m_session.chosen()}};
}

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

}  // namespace edgeldp
