// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/triangles/sampled/sampled_triangles.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "belief/lost_users.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/core/protocol/public_forms.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/graph/errors/interval.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_rule.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sampled_rounds.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"
#include "questions/triangles/sampled/sample_plan.hpp"
#include "questions/triangles/sampled/tuning.hpp"

namespace edgeldp {

namespace {

void check(const sampled_options& o) {
  if (!(o.degree_share > 0.0) || !(o.degree_share < 1.0))
    throw invalid_parameter("degree share = " + std::to_string(o.degree_share) + ": must lie in (0, 1)");
  if (!(o.download_bytes > 0.0) || !std::isfinite(o.download_bytes))
    throw invalid_parameter("download = " + std::to_string(o.download_bytes) + " bytes: must be positive");
}

/// A null space takes least; where rows are crowded, a bitmap.
codec_spec codec_for(std::span<const std::int64_t> degrees, epsilon edges) {
  const auto positions = static_cast<double>(degrees.size());
  const auto largest = static_cast<double>(ranges::max(degrees));
  const nullspace_spec small;
  if (small.serves(edges, std::clamp(sample_tuning::fullest_row * largest, 0.0, positions), positions))
    return small;
  return bitmap_spec{};
}

/// size_share: of what degrees leave.
sample_budgets divide(const sampled_options& o, double size_share) {
  const epsilon degree = share_of(o.total, o.degree_share), rest = difference(o.total, degree);
  const epsilon size = share_of(rest, size_share);
  const epsilon edges =
      std::min(difference(rest, size), epsilon::from_nats(codec_spec(nullspace_spec{}).possible_budget()));
  if (degree.is_zero() || size.is_zero() || edges.is_zero())
    throw invalid_parameter("the total is too small to be divided between the rounds");
  return {degree, size, edges, rest};
}

vector_parameters plan_rows(const sampled_options& o, const sample_budgets& budgets, const codec_spec& codec,
                            std::span<const std::int64_t> sizes, const session& s) {
  vector_parameters p;
  p.key = s.key();
  p.users = sizes.size();
  p.length = s.everybody().size();
  p.simulated = s.is_simulated();
  p.total = o.total;
  p.size = budgets.size;
  p.entries = budgets.edges;
  fill_codec(p, codec, sizes);
  return p;
}

/// A round of users who have an edge alone in their input, in every round of the kind.
std::vector<charge> charge_of(epsilon each, const roster& who) {
  return {{each, who}};
}

/// Much for sizes makes short rows, little sharp ones: the share with the least predicted error.
/// Errors: invalid_parameter where no row fits.
sample_plan plan_sample(release_key key, const sampled_options& options,
                        std::span<const std::int64_t> degrees) {
  sample_plan best;
  double least = std::numeric_limits<double>::infinity(), bytes = least;
  for (const double size_share : sample_tuning::size_shares) {
    const sample_budgets budgets = divide(options, size_share);
    const sample_planner planner(degrees, budgets, codec_for(degrees, budgets.edges));
    const planned_sample planned = planner.plan(options.download_bytes);
    bytes = std::min(bytes, planned.least_bytes);
    if (planned.score >= least) continue;
    least = planned.score;
    best = planner.draw(planned, key, options.download_bytes);
    best.size_share = size_share;
  }
  if (!std::isfinite(least))
    throw invalid_parameter("a download of " + std::to_string(std::llround(options.download_bytes)) +
                            " bytes has no room for a row of this graph: at least " +
                            std::to_string(std::llround(bytes)) + " are needed");
  return best;
}

/// Errors: format_error for a decision about other users, or about who is no candidate.
void require_candidates(const sample_plan& plan, std::uint64_t users) {
  for (const sampled_row& row : plan.owners)
    if (row.user >= users || plan.roles.of(row.user) != sample_role::candidate)
      throw format_error(0, "a sample of rows of others than its candidates");
}

roster owners_of_rows(const sample_plan& plan, std::uint64_t users) {
  std::vector<vertex_id> owners;
  owners.reserve(plan.owners.size());
  for (const sampled_row& row : plan.owners) owners.push_back(row.user);
  return roster::of(std::move(owners), users);
}

/// Who answered all that it was asked: the others are asked for no row.
void leave_out_the_lost(const session& s, sample_plan& plan) {
  const std::vector<bool> is_present = on_roster(s.present());
  std::erase_if(plan.owners, [&](const sampled_row& row) { return !is_present[row.user]; });
}

/// How many users of this role there are: nobody's list has more members of it.
std::uint64_t users_of_role(const sample_roles& roles, sample_role role, std::uint64_t users) {
  std::uint64_t all = 0;
  for (std::uint64_t u = 0; u < users; ++u) all += roles.of(static_cast<vertex_id>(u)) == role ? 1 : 0;
  return all;
}

/// What is public of all lists once degrees are: how long they are at most.
struct released_lists {
  std::span<const std::int64_t> degrees;
  epsilon degree;
  std::uint64_t columns = 0;
};

/// Numbers of columns, of the owners who said one. An owner who did not is left out.
std::vector<std::int64_t> ask_sizes(session& s, epsilon size, const released_lists& lists, sample_plan& plan,
                                    plausibility_check& check) {
  const roster owners = owners_of_rows(plan, lists.degrees.size());
  released_values sizes =
      s.ask(column_count_round{size, {plan.roles}}, std::span<const charge>(charge_of(size, owners)));
  const auto most = static_cast<std::uint32_t>(lists.columns);
  std::vector<std::int64_t> said;
  const std::vector<vertex_id>& absent = s.latest().absent;
  owners.for_each([&](std::uint64_t number, vertex_id user) {
    if (!ranges::binary_search(absent, user))
      said.push_back(
          check.clamp_size(user, most, size, lists.degrees[user], lists.degree, sizes.values[number]));
  });
  leave_out_the_lost(s, plan);
  return said;
}

/// Rows of the owners, of whom those are left who said their size; null where nobody is.
public_ref<vector_release> ask_rows(session& s, const sampled_options& o, const sample_budgets& budgets,
                                    const codec_spec& codec, const released_lists& lists, sample_plan& plan,
                                    plausibility_check& check) {
  std::vector<std::int64_t> sizes = ask_sizes(s, budgets.size, lists, plan, check);
  if (plan.owners.empty()) return {};
  const auto decided = s.decide<vector_row_parameters>(
      "rows", [&] { return vector_row_parameters{plan_rows(o, budgets, codec, sizes, s)}; });
  const auto layout = s.publish(std::make_shared<const vector_layout>(decided.parameters, std::move(sizes)));
  const roster owners = owners_of_rows(plan, lists.degrees.size());
  column_row_round::answers answers =
      s.ask(column_row_round{plan.roles, layout}, std::span<const charge>(charge_of(budgets.edges, owners)));
  return s.publish(std::make_shared<const vector_release>(std::move(answers).publish({})));
}

/// Messages and what is known of the noise on them.
struct counted_sample {
  double sum = 0.0, noise = 0.0;           ///< in triangles
  std::uint64_t counters = 0;              ///< who were asked
  std::uint64_t answered = 0, wanted = 0;  ///< of them; and whom the roles make counters
  std::vector<int128> messages;            ///< by user
  double bytes = 0.0;                      ///< of what a counter is told, rows apart
};

counted_sample count_pairs(session& s, const released_lists& lists, epsilon budget, const sample_plan& plan,
                           const sampled_limit& limit, const public_ref<vector_release>& rows,
                           plausibility_check& check) {
  const std::span<const std::int64_t> degrees = lists.degrees;
  const std::vector<bool> is_present = on_roster(s.present());
  sampled_count_round round{budget, {plan.roles, rows, plan.owners}};
  std::vector<vertex_id> counters;
  counted_sample counted;
  counted.messages.resize(degrees.size());
  for (std::size_t u = 0; u < degrees.size(); ++u) {
    const auto user = static_cast<vertex_id>(u);
    const std::uint64_t most = limit.of(plan.roles, degrees[u]);
    if (most == 0 || plan.roles.of(user) != sample_role::counter) continue;
    ++counted.wanted;
    if (!is_present[user]) continue;
    counters.push_back(user);
    round.told.push_back(most);
    counted.noise += discrete_laplace(most, budget).variance();
  }
  byte_string said;
  round.write(said);
  counted.bytes = static_cast<double>(said.size());
  counted.counters = counters.size();
  if (counters.empty()) return counted;
  counted.bytes += static_cast<double>(round.said_to(0).size());
  const roster who = roster::of(std::move(counters), degrees.size());
  const released_counts counts = s.ask(round, std::span<const charge>(charge_of(budget, who)));
  const presence& here = s.latest();
  counted.answered = here.answered;
  const plausible_noise on_degree(1, lists.degree);
  const auto others = static_cast<std::uint32_t>(lists.columns + plan.owners.size());
  int128 sum = 0;
  who.for_each([&](std::uint64_t number, vertex_id user) {
    if (ranges::binary_search(here.absent, user)) return;
    const std::uint64_t members = most_members(others, degrees[user], on_degree);
    counted.messages[user] = check.clamp_count(user, round.told[number], members, budget, 1.0 / weight_units,
                                               counts.values[number]);
    sum += counted.messages[user];
  });
  counted.sum = static_cast<double>(sum) / weight_units;
  counted.noise /= static_cast<double>(weight_units) * weight_units;
  return counted;
}

sampled_estimate conclude(const sample_planner& planner, const sample_plan& plan, const sampled_limit& limit,
                          const counted_sample& counted) {
  const std::vector<row_group> rows = planner.groups_of(plan);
  const closure_view view = view_closure(counted.sum, planner.pairs(), [&](double closure) {
    return error_parts{planner.response_variance(plan.roles, rows, closure), counted.noise,
                       planner.sampling_variance(plan, closure * planner.pairs()),
                       planner.effect(limit, plan.roles, rows, closure).bias};
  });
  // A bit of a row is counted by the counters among its owner's neighbours at most.
  double largest = 0.0;
  for (const row_group& g : rows)
    largest = std::max(largest,
                       g.weight * plan.roles.counter_chance() * std::min(g.degree, planner.second_degree()));
  estimate triangles =
      conclude_triangles(counted.sum, view, planner.pairs(), planner.law().non_edge_variance(), largest);
  triangles.inflation = sample_tuning::inflation;
  const sampled_effect refused = planner.effect(limit, plan.roles, rows, view.closure);
  triangles.bias_bound =
      std::hypot(triangles.bias_bound, sample_tuning::doubt * refused.refused_weight, refused.uneven);
  return {triangles, view.error, view.closure};
}

/// Rows and messages that never came are triangles that nobody counted: the interval holds what is
/// missing if they are like the others. drawn: owners by the coins, whoever was lost since.
void allow_for_absence(std::uint64_t drawn, const vector_release* rows, const counted_sample& counted,
                       estimate& triangles) {
  if (drawn == 0) return;
  const std::uint64_t came = rows == nullptr ? 0 : rows->layout().users() - rows->absent().size();
  double present = static_cast<double>(came) / static_cast<double>(drawn);
  if (counted.wanted > 0)
    present *= static_cast<double>(counted.answered) / static_cast<double>(counted.wanted);
  if (present < 1.0)
    triangles.bias_bound += present > 0.0 ? std::abs(triangles.value) * (1.0 / present - 1.0)
                                          : std::numeric_limits<double>::infinity();
}

}  // namespace

sampled_result estimate_sampled_triangles(session& s, const sampled_options& options) {
  const roster all = s.everybody();
  if (all.size() == 0) throw bad_graph_input("the graph has no vertices");
  check(options);
  for (const double share : sample_tuning::size_shares)
    divide(options, share);  // refuses before anybody is asked
  const epsilon degree = share_of(options.total, options.degree_share);
  released_values degrees = s.ask(degree_round{degree}, {degree, all});
  plausibility_check check(true);
  check.clamp_degrees(degree, degrees.values);
  auto plan = s.decide<sample_plan>("sample", [&] { return plan_sample(s.key(), options, degrees.values); });
  require_candidates(plan, all.size());
  const std::uint64_t drawn = plan.owners.size();
  leave_out_the_lost(s, plan);
  const sample_budgets budgets = divide(options, plan.size_share);
  const codec_spec codec = codec_for(degrees.values, budgets.edges);
  const sample_planner planner(degrees.values, budgets, codec);
  // Where the coin chose nobody nothing is counted, and the sum is 0: its mean over coins is right.
  public_ref<vector_release> rows;
  sampled_limit limit;
  counted_sample counted;
  const released_lists lists{degrees.values, degree,
                             users_of_role(plan.roles, sample_role::column, all.size())};
  if (!plan.owners.empty()) rows = ask_rows(s, options, budgets, codec, lists, plan, check);
  if (rows.object) {
    limit = s.decide<sampled_limit_plan>("limit", [&] {
               return sampled_limit_plan{planner.choose_limit(plan)};
             }).limit;
    counted = count_pairs(s, lists, budgets.count, plan, limit, rows, check);
  }

  sampled_estimate found = conclude(planner, plan, limit, counted);
  const auto upload = static_cast<double>(s.upload_bytes()) / static_cast<double>(all.size());
  const double row_bytes = rows.object ? static_cast<double>(write_rows(*rows).size()) : 0.0;
  allow_for_absence(drawn, rows.object.get(), counted, found.triangles);
  return {found,
          plan.roles,
          plan.owners,
          limit,
          counted.counters,
          std::move(degrees.values),
          std::move(counted.messages),
          budgets.degree,
          budgets.size,
          budgets.edges,
          budgets.count,
          {upload, static_cast<double>(s.published().size()) + counted.bytes, row_bytes},
          rows.object,
          s.close(),
          check.found()};
}

double predict_sampled_half_width(const sampled_result& run, const sampled_options& options, double total) {
  if (!(run.triangles.value > 0.0) || run.owners.empty()) return std::numeric_limits<double>::infinity();
  const codec_spec codec = codec_of(run.published->parameters());
  sampled_options wanted = options;
  wanted.total = epsilon::from_nats(total);
  const double size_share = run.size.nats() / run.count.nats();
  const sample_budgets then = divide(wanted, size_share);
  const double counting = run.count.nats() / then.count.nats();
  const double rows = codec.law(then.edges).non_edge_variance() / codec.law(run.edges).non_edge_variance();
  const double error = std::sqrt(run.error.response_variance * rows +
                                 run.error.laplace_variance * counting * counting + run.error.clip_variance);
  return relative_half_width(
      {run.triangles.value, error, 0.0, run.triangles.bias_bound * counting, sample_tuning::inflation});
}

double foresee_sampled_half_width(std::span<const std::int64_t> degrees, const sampled_options& options,
                                  double triangles, release_key key) {
  check(options);
  const sample_plan plan = plan_sample(key, options, degrees);
  const sample_budgets budgets = divide(options, plan.size_share);
  const sample_planner planner(degrees, budgets, codec_for(degrees, budgets.edges));
  if (plan.owners.empty() || !(triangles > 0.0)) return std::numeric_limits<double>::infinity();
  const double closure = std::min(1.0, triangles / planner.pairs());
  const std::vector<row_group> rows = planner.groups_of(plan);
  const sampled_effect limited = planner.effect(planner.choose_limit(plan), plan.roles, rows, closure);
  const double error = std::sqrt(planner.response_variance(plan.roles, rows, closure) + limited.noise +
                                 planner.sampling_variance(plan, triangles));
  const double unseen =
      std::hypot(limited.bias, sample_tuning::doubt * limited.refused_weight, limited.uneven);
  return relative_half_width({triangles, error, limited.bias, unseen, sample_tuning::inflation});
}

}  // namespace edgeldp
