// SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "belief/lost_users.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/graph/questions/common_neighbors/common_neighbors.hpp"
#include "questions/common_neighbors/partner_round.hpp"
#include "questions/common_neighbors/steps.hpp"

/// Pairs of one layer of a bipartite graph.
namespace edgeldp {

namespace {

/// Who does what, in the order of asked_users. Where users count pairs are disjoint, so that the
/// first of a pair has an even number.
struct pair_roles {
  roster both, senders, counters;

  pair_roles(std::vector<vertex_id> asked, std::uint64_t users, common_method method)
      : both(roster::of(std::move(asked), users)), senders(both), counters(both) {
    if (method != common_method::single_source) return;
    senders = both.stride(1, 2);
    counters = both.stride(0, 2);
  }
};

/// What is known of list lengths, one a user asked.
struct known_sizes {
  std::vector<std::int64_t> values;
  std::vector<public_degree> degrees;
  epsilon budget;                ///< zero where they are public
  std::uint64_t open_bytes = 0;  ///< of messages that tell what is public anyway
};

known_sizes ask_sizes(session& s, const roster& who, std::uint64_t items, const common_options& options) {
  if (options.variant == common_variant::public_degrees) {
    released_values lengths =
        s.disclose(open_entry_count_round{}, who, "true degrees are used, which must have been public");
    std::vector<public_degree> degrees = exact_degrees(lengths.values);
    return {std::move(lengths.values), std::move(degrees), epsilon(), s.upload_bytes()};
  }
  const epsilon budget = plan_first_round(options);
  released_values sizes = s.ask(entry_count_round{budget}, {budget, who});
  std::vector<public_degree> degrees = posterior_degrees(sizes.values, budget, items);
  return {std::move(sizes.values), std::move(degrees), budget};
}

struct sent_rows {
  std::shared_ptr<const vector_release> rows;
  std::uint64_t bytes = 0;
};

sent_rows ask_rows(session& s, const pair_roles& who, std::uint64_t items, const common_options& options,
                   const common_plan& plan, const known_sizes& known) {
  std::vector<std::int64_t> sizes;
  const std::size_t senders = who.senders.size(), step = who.both.size() / senders;
  sizes.reserve(senders);
  for (std::size_t i = 0; i < senders; ++i) sizes.push_back(known.values[step * (i + 1) - 1]);
  const auto header = [&](std::span<const std::int64_t> of_senders) {
    vector_parameters p;
    p.users = of_senders.size();
    p.length = items;
    p.sizes = known.budget.is_zero() ? size_rule::public_bound : size_rule::released_size;
    p.simulated = s.is_simulated();
    p.total = options.total;
    p.size = known.budget;
    p.entries = plan.edges;
    if (options.variant != common_variant::separate_roles) p.count = plan.count;
    p.key = s.key();
    fill_codec(p, options.codec, of_senders);
    return p;
  };
  const std::uint64_t before = s.upload_bytes();
  auto rows = ask_entries(s, who.senders, std::move(sizes), header);
  return {std::move(rows), s.upload_bytes() - before};
}

/// The round `count`, of users who are left and whose partners sent a row. The other user of a pair
/// has the row of the same number where only the second sends one, else the other number of the
/// pair.
partner_answers ask_partners(session& s, const pair_roles& who,
                             const std::shared_ptr<const vector_release>& sent, const common_options& options,
                             epsilon budget) {
  layer_partner_round round{budget, {s.publish(sent), counts_are_centred(options)}};
  const std::vector<bool> is_present = on_roster(s.present());
  std::vector<vertex_id> asked;
  std::vector<std::uint64_t> places;
  who.counters.for_each([&](std::uint64_t number, vertex_id user) {
    const auto partner =
        static_cast<vertex_id>(options.method == common_method::single_source ? number : number ^ 1U);
    if (!is_present[user] || ranges::binary_search(sent->absent(), partner)) return;
    asked.push_back(user);
    round.told.push_back(partner);
    places.push_back(number);
  });
  const roster left = roster::of(std::move(asked), s.everybody().size());
  const released_counts counts = s.ask(round, {budget, left});
  return answers_in_places(counts, left, places, s.latest().absent, who.counters.size());
}

/// What has to be added back to centred counts: the degrees of who counts.
std::vector<std::int64_t> added_back(const pair_roles& who, const known_sizes& known, bool is_centred) {
  std::vector<std::int64_t> degrees;
  if (is_centred)
    for (std::size_t number = 0; number < who.counters.size(); ++number)
      degrees.push_back(known.values[number * (who.both.size() / who.counters.size())]);
  return degrees;
}

void require_possible(const vector_shape& shape, std::span<const user_pair> pairs) {
  if (shape.alphabet != 2)
    throw invalid_parameter("alphabet = " + std::to_string(shape.alphabet) +
                            ": neighbours are sets, of values 0 and 1");
  if (shape.length == 0) throw invalid_parameter("the other layer has no vertices");
  if (pairs.empty()) throw invalid_parameter("no pairs: a run needs at least one");
}

}  // namespace

common_result estimate_common_neighbors(session& s, const vector_shape& shape,
                                        std::span<const user_pair> pairs, const common_options& options) {
  require_possible(shape, pairs);
  auto [users, places] = users_of_pairs(pairs, s.everybody().size(), options.method);
  const auto participants = static_cast<double>(users.size());
  const pair_roles who(std::move(users), s.everybody().size(), options.method);
  const known_sizes known = ask_sizes(s, who.both, shape.length, options);
  const std::vector<two_degrees> degrees = degrees_of_pairs(places, known.degrees);
  const auto plan = s.decide<common_plan>("plan", [&] {
    return plan_common_neighbors(options, difference(options.total, known.budget), degrees);
  });
  const sent_rows sent = ask_rows(s, who, shape.length, options, plan, known);
  const vector_layout& layout = sent.rows->layout();
  const any_codec& codec = layout.codec();

  common_settings settings{options.method, options.measure, codec.law()};
  settings.items = static_cast<double>(shape.length);
  double download = 0.0;
  // Of methods by which all users of pairs send a row.
  const auto has_rows = [&, &whose = places] { return pairs_with_rows(whose, sent.rows->absent()); };
  const auto index = [&] { return make_common_neighbor_index(*sent.rows, known.degrees); };
  std::vector<pair_result> results;
  std::vector<pair_counts_read> counts;
  if (users_count(options.method)) {
    settings.is_centred = counts_are_centred(options);
    settings.count_noise =
        count_noise_variance({codec.lattice(), settings.is_centred}, codec.law(), plan.count);
    const partner_answers answers = ask_partners(s, who, sent.rows, options, plan.count);
    counts =
        read_counts(answers.messages, codec, options.method, added_back(who, known, settings.is_centred));
    download = static_cast<double>(sent.bytes);
    results = conclude_counts(settings, degrees, plan.weights, counts, answers.came);
    if (options.method == common_method::double_source)
      fall_back_on_rows(settings, places, degrees, has_rows(), index, results);
  } else {
    results = conclude_rows(settings, places, degrees, has_rows(), index());
  }

  const auto upload = static_cast<double>(s.upload_bytes() - known.open_bytes);
  double released_entries = 0.0;
  for (const std::int64_t size : layout.sizes()) released_entries += static_cast<double>(size);
  return {.pairs = std::move(results),
          .budgets = {{}, known.budget, plan.edges, plan.count},
          .law = codec.law(),
          .participants = who.both.size(),
          .communication = {upload / participants, download / participants, static_cast<double>(sent.bytes)},
          .degrees = degrees,
          .items = settings.items,
          .counts = std::move(counts),
          .released_entries = released_entries,
          .codec = codec_of(layout.parameters()),
          .rows = sent.rows,
          .run = s.close()};
}

}  // namespace edgeldp
