// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/common_neighbors/common_neighbors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <unordered_map>
#include <utility>

#include "belief/lost_users.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "edgeldp/graph/errors/inflation.hpp"
#include "edgeldp/graph/errors/interval.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"
#include "edgeldp/graph/rounds/row_release.hpp"
#include "edgeldp/graph/uniform/release_plan.hpp"
#include "noisy/present_bits.hpp"
#include "questions/common_neighbors/partner_round.hpp"
#include "questions/common_neighbors/steps.hpp"

namespace edgeldp {

std::vector<std::vector<std::uint64_t>> split_into_disjoint(std::span<const user_pair> pairs) {
  std::vector<std::vector<std::uint64_t>> groups;
  std::unordered_map<vertex_id, std::vector<bool>> busy;  // in which groups a user is
  const auto is_free = [&](vertex_id u, std::size_t group) {
    const std::vector<bool>& in = busy[u];
    return group >= in.size() || !in[group];
  };
  const auto take = [&](vertex_id u, std::size_t group) {
    std::vector<bool>& in = busy[u];
    if (in.size() <= group) in.resize(group + 1);
    in[group] = true;
  };
  for (std::uint64_t i = 0; i < pairs.size(); ++i) {
    const auto [u, w] = pairs[i];
    if (u == w)
      throw invalid_parameter("pair " + std::to_string(i) + " is of user " + std::to_string(u) +
                              " with itself");
    std::size_t group = 0;
    while (!is_free(u, group) || !is_free(w, group)) ++group;
    take(u, group);
    take(w, group);
    if (group == groups.size()) groups.emplace_back();
    groups[group].push_back(i);
  }
  return groups;
}

asked_users users_of_pairs(std::span<const user_pair> pairs, std::uint64_t users, common_method method) {
  asked_users asked;
  std::unordered_map<vertex_id, vertex_id> places;
  const auto place_of = [&](vertex_id u) {
    if (u >= users)
      throw invalid_parameter("user = " + std::to_string(u) + ": must be below " + std::to_string(users));
    const auto [at, is_new] = places.try_emplace(u, static_cast<vertex_id>(asked.users.size()));
    if (is_new)
      asked.users.push_back(u);
    else if (users_count(method))
      throw invalid_parameter("user = " + std::to_string(u) +
                              ": in two pairs; a run in which users count answers for disjoint pairs "
                              "(split_into_disjoint)");
    return at->second;
  };
  for (const auto& [u, w] : pairs) {
    if (u == w) throw invalid_parameter("a pair of user " + std::to_string(u) + " with itself");
    const vertex_id first = place_of(u);
    asked.places.push_back({first, place_of(w)});
  }
  return asked;
}

epsilon plan_first_round(const common_options& options) {
  two_step rows;
  rows.total = options.total;
  rows.degree_share = options.degree_share;
  return plan_degree_round(rows);
}

std::vector<two_degrees> degrees_of_pairs(std::span<const user_pair> places,
                                          std::span<const public_degree> of_users) {
  std::vector<two_degrees> pairs;
  for (const auto& [first, second] : places) pairs.push_back({of_users[first], of_users[second]});
  return pairs;
}

namespace {

estimate nothing_known() {
  return {0.0, std::numeric_limits<double>::infinity(), 0.0};
}

}  // namespace

std::vector<bool> pairs_with_rows(std::span<const user_pair> places, std::span<const vertex_id> absent) {
  std::vector<bool> has_rows;
  for (const auto& [u, w] : places)
    has_rows.push_back(!ranges::binary_search(absent, u) && !ranges::binary_search(absent, w));
  return has_rows;
}

std::vector<pair_result> conclude_rows(const common_settings& s, std::span<const user_pair> places,
                                       std::span<const two_degrees> degrees,
                                       const std::vector<bool>& has_rows, const common_neighbor_index& rows) {
  // The naive bias falls by almost one with each common neighbour: per pair they are known too
  // badly, and clamping them to what is possible would be a bias of its own.
  double mean_common = 0.0;
  if (s.method == common_method::naive) {
    const auto known = static_cast<double>(ranges::count(has_rows, true));
    for (std::size_t i = 0; i < places.size(); ++i)
      if (has_rows[i]) mean_common += rows.common(places[i]) / known;
  }
  std::vector<pair_result> results(degrees.size());
  parallel_for(0, results.size(), 64, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i) {
      if (!has_rows[i]) {
        results[i].value = nothing_known();
        continue;
      }
      const user_pair p = places[i];
      const double debiased = rows.common(p);
      const pair_numbers pair{degrees[i], s.items, plausible_common(debiased, degrees[i])};
      estimate common = one_round_estimate(debiased, one_round_variance(s.law, pair));
      if (s.method == common_method::naive) {
        common = naive_error(s.law, {degrees[i], s.items, plausible_common(mean_common, degrees[i])});
        common.value = static_cast<double>(rows.noisy_common(p));
      }
      results[i].error.response_variance = common.standard_error * common.standard_error;
      results[i].value = estimate_measure(s.measure, common, degrees[i]);
    }
  });
  return results;
}

partner_answers answers_in_places(const released_counts& counts, const roster& who,
                                  std::span<const std::uint64_t> places, std::span<const vertex_id> absent,
                                  std::size_t all) {
  partner_answers answers{wide_numbers(all), std::vector<bool>(all)};
  who.for_each([&](std::uint64_t number, vertex_id user) {
    if (ranges::binary_search(absent, user)) return;
    answers.messages.set(places[number], counts.values[number]);
    answers.came[places[number]] = true;
  });
  return answers;
}

std::vector<pair_counts_read> read_counts(const wide_numbers& messages, const any_codec& codec,
                                          common_method method,
                                          std::span<const std::int64_t> public_degrees) {
  const bool is_centred = !public_degrees.empty();
  const bit_law law = codec.law();
  const double unit = count_weights(codec.lattice(), is_centred).divisor(law);
  const auto count = [&](std::size_t i) {
    const auto said = static_cast<double>(messages[i]);
    // A bit of a neighbour weighs 2 (1 - p0) or -2 p0, of which 1 - 2 p0 was left out.
    return (is_centred ? said + (1.0 - 2.0 * law.p0) * static_cast<double>(public_degrees[i]) : said) / unit;
  };
  const std::size_t of_a_pair = method == common_method::double_source ? 2 : 1;
  std::vector<pair_counts_read> read(messages.size() / of_a_pair);
  for (std::size_t i = 0; i < read.size(); ++i) {
    read[i].first = count(i * of_a_pair);
    if (of_a_pair == 2) read[i].second = count(2 * i + 1);
  }
  return read;
}

std::vector<pair_result> conclude_counts(const common_settings& s, std::span<const two_degrees> degrees,
                                         std::span<const double> weights,
                                         std::span<const pair_counts_read> counts,
                                         const std::vector<bool>& came) {
  const std::size_t of_a_pair = s.method == common_method::double_source ? 2 : 1;
  std::vector<pair_result> results(degrees.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    const bool first = came[i * of_a_pair], second = of_a_pair == 2 && came[2 * i + 1];
    if (!first && !second) {
      results[i].value = nothing_known();
      continue;
    }
    const double a = first && second ? weights[i]
                     : first         ? 1.0
                                     : 0.0,
                 value = a * counts[i].first + (1.0 - a) * counts[i].second;
    const pair_numbers pair{degrees[i], s.items, plausible_common(value, degrees[i])};
    const common_error error = counted_error(s.law, pair, a, s.count_noise);
    two_degrees cautious = degrees[i];
    for (public_degree* d : {&cautious.first, &cautious.second}) d->mean = d->cautious;
    const common_error most = counted_error(s.law, {cautious, s.items, pair.common}, a, s.count_noise);
    const double known = std::sqrt(error.response_variance + error.laplace_variance);
    const double caution = std::sqrt(most.response_variance + most.laplace_variance) / known;
    const double steps = s.is_centred ? bound_of_count_steps(s.law, pair, a, known) : 0.0;
    const estimate common{value, known, 0.0, steps, inflation::common_neighbors * std::fmax(1.0, caution)};
    results[i] = {estimate_measure(s.measure, common, degrees[i]), error, a};
  }
  return results;
}

namespace {

common_neighbor_index index_of_pairs(const release& published, std::span<const vertex_id> users,
                                     std::span<const public_degree> degrees) {
  std::vector<std::uint32_t> own;
  for (const vertex_id u : users) own.push_back(published.layout().rank(u));
  return {bits_among_present(published, users),
          published.law(),
          {degrees.begin(), degrees.end()},
          std::move(own)};
}

/// Who counts on whose rows, in the order of the messages.
std::vector<user_pair> counting_pairs(std::span<const user_pair> pairs, common_method method) {
  std::vector<user_pair> all;
  for (const auto& [u, w] : pairs) {
    all.push_back({u, w});
    if (method == common_method::double_source) all.push_back({w, u});
  }
  return all;
}

/// The round `count`, of users who are left and whose partners sent a row.
partner_answers ask_partners(session& s, const public_ref<release>& rows, std::span<const user_pair> pairs,
                             common_method method, epsilon budget) {
  partner_round round{budget, {rows}};
  std::vector<vertex_id> asked;
  std::vector<std::uint64_t> places;
  const std::vector<user_pair> counting = counting_pairs(pairs, method);
  const std::vector<bool> is_present = on_roster(s.present());
  for (std::size_t i = 0; i < counting.size(); ++i) {
    const auto [u, w] = counting[i];
    if (!is_present[u] || ranges::binary_search(rows->absent(), w)) continue;
    asked.push_back(u);
    round.told.push_back(w);
    places.push_back(i);
  }
  const roster who = roster::of(std::move(asked), s.everybody().size());
  const released_counts counts = s.ask(round, {budget, who});
  return answers_in_places(counts, who, places, s.latest().absent, counting.size());
}

void check_graph(const common_options& options) {
  if (options.variant == common_variant::public_degrees)
    throw invalid_parameter("degrees of users of one graph are always released: they order its rows");
  if (options.variant == common_variant::separate_roles)
    throw invalid_parameter("all users of a graph send rows: separate roles need a bipartite graph");
}

}  // namespace

void common_plan::write(byte_string& out) const {
  canonical_writer to(out);
  to.budget(edges).budget(count).number(static_cast<int128>(weights.size()));
  for (const double weight : weights) to.real(weight);
}

common_plan common_plan::read(std::span<const std::byte> in) {
  canonical_reader from(in);
  common_plan plan;
  plan.edges = from.budget();
  plan.count = from.budget();
  plan.weights.resize(from.count(in.size() / sizeof(double)));
  for (double& weight : plan.weights) weight = from.real();
  from.end();
  return plan;
}

common_result estimate_common_neighbors(session& s, std::span<const user_pair> pairs,
                                        const common_options& options) {
  const roster all = s.everybody();
  if (all.size() == 0) throw bad_graph_input("the graph has no vertices");
  check_graph(options);
  const asked_users asked = users_of_pairs(pairs, all.size(), options.method);
  two_step header;
  header.total = options.total;
  header.codec = options.codec;

  round_budgets budgets;
  budgets.degree = plan_first_round(options);
  released_values released = s.ask(degree_round{budgets.degree}, {budgets.degree, all});
  require_somebody(s.present());
  const auto order =
      s.publish(std::make_shared<const public_order>(header.order, s.key(), std::move(released.values)));
  const std::vector<public_degree> degrees =
      posterior_degrees(order->degrees(), budgets.degree, all.size() - 1);
  std::vector<public_degree> of_users;
  for (const vertex_id u : asked.users) of_users.push_back(degrees[u]);
  const std::vector<two_degrees> of_pairs = degrees_of_pairs(asked.places, of_users);

  const auto plan = s.decide<common_plan>("plan", [&] {
    return plan_common_neighbors(options, difference(options.total, budgets.degree), of_pairs);
  });
  budgets.edges = plan.edges;
  budgets.count = plan.count;
  const auto layout = publish_layout(s, order, {}, [&] {
    return plan_release(header, public_view(order.object, budgets.degree), budgets, s.key(),
                        s.is_simulated());
  });
  const row_release rows = publish_rows(s, layout);
  const release& published = *rows.rows;

  common_settings settings{options.method, options.measure, published.law()};
  settings.items = static_cast<double>(all.size()) - 2.0;
  double released_entries = 0.0, download = 0.0;
  for (const std::int64_t d : layout->degrees()) released_entries += 0.5 * static_cast<double>(d);
  const std::vector<bool> has_rows = pairs_with_rows(pairs, published.absent());
  const auto index = [&] { return index_of_pairs(published, asked.users, of_users); };
  std::vector<pair_counts_read> counts;
  std::vector<pair_result> results;
  if (users_count(options.method)) {
    const any_codec& codec = layout->codec();
    settings.count_noise = count_noise_variance({codec.lattice(), false}, codec.law(), plan.count);
    const partner_answers answers = ask_partners(s, rows.rows, pairs, options.method, plan.count);
    counts = read_counts(answers.messages, codec, options.method, {});
    download = static_cast<double>(rows.sizes.total());
    results = conclude_counts(settings, of_pairs, plan.weights, counts, answers.came);
    fall_back_on_rows(settings, asked.places, of_pairs, has_rows, index, results);
  } else {
    results = conclude_rows(settings, asked.places, of_pairs, has_rows, index());
  }
  const double upload = static_cast<double>(s.upload_bytes()) / static_cast<double>(all.size());
  return {.pairs = std::move(results),
          .budgets = budgets,
          .law = published.law(),
          .participants = all.size(),
          .communication = {upload, download, static_cast<double>(rows.sizes.edges)},
          .degrees = of_pairs,
          .items = settings.items,
          .published = rows.rows.object,
          .counts = std::move(counts),
          .released_entries = released_entries,
          .codec = codec_of(published.parameters()),
          .run = s.close()};
}

}  // namespace edgeldp
