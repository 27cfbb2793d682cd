// SPDX-License-Identifier: MIT
#include "bench/audit/protocol_audits.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "bench/audit/likelihood.hpp"
#include "bench/audit/protocol_parts.hpp"
#include "bench/audit/protocols.hpp"
#include "edgeldp/core/random/public_randomness.hpp"
#include "edgeldp/graph/input/sparse_vectors.hpp"
#include "edgeldp/graph/questions/butterflies/butterflies_simulation.hpp"
#include "edgeldp/graph/questions/common_neighbors/common_neighbors_simulation.hpp"
#include "edgeldp/graph/questions/reciprocity/reciprocity_simulation.hpp"
#include "edgeldp/graph/rounds/vector_rounds_simulation.hpp"

namespace edgeldp::audit {

namespace {

sparse_vectors as_vectors(const held_values& values, std::uint32_t alphabet) {
  std::vector<std::vector<row_entry>> rows;
  for (const std::vector<std::uint32_t>& of_user : values) {
    rows.emplace_back();
    for (std::uint32_t item = 0; item < of_user.size(); ++item)
      if (of_user[item] != 0) rows.back().push_back({item, of_user[item]});
  }
  return {values[0].size(), alphabet, rows};
}

/// How a verb over vectors is played and judged. log_ratio: what users said after their rows.
template <class Result>
struct vector_protocol {
  std::string_view verb;
  std::uint32_t alphabet = 2;
  std::optional<release_key> key;  ///< of ppr
  std::function<Result(const sparse_vectors&, release_key, const coin_source&)> play;
  std::function<double(const Result&, two_inputs<held_values>)> log_ratio;
  std::function<std::shared_ptr<const vector_release>(const Result&)> published;
};

/// One position of one user's vector changes: an item more, and in a swap another one less.
template <class Result>
subject vector_audit(const vector_protocol<Result>& p, const codec_spec& codec, const audit_options& options,
                     relation r = relation::position) {
  const bool has_cells = is_ppr(codec);
  const std::uint32_t largest = p.alphabet - 1;
  held_values first(users, std::vector<std::uint32_t>(users));
  for (vertex_id u = 0; u < users; ++u)
    for (std::uint32_t item = 0; item < users; ++item) first[u][item] = (u + item) % 3 == 0 ? largest : 0;
  held_values second = first;
  second[changed][other] = largest - first[changed][other];
  if (r == relation::swap) second[changed][other + 1] = 0;
  if (r == relation::both_ways) second[other][changed] = largest - first[other][changed];
  const std::array<held_values, 2> pair = {first, second};
  const auto play = [=, seed = options.seed](unsigned input, std::uint64_t run) {
    const Result t =
        p.play(as_vectors(pair[input], p.alphabet),
               p.key.value_or(release_key{coin_word(seed, input, run, 1)}), private_coins(seed, input, run));
    const std::shared_ptr<const vector_release> published = p.published(t);
    const vector_layout& layout = published->layout();
    const auto log_ratio = [&](two_inputs<held_values> inputs) {
      const double said = size_log_ratio(*published, inputs) + p.log_ratio(t, inputs);
      return has_cells ? said : said + entry_log_ratio(*published, inputs);
    };
    observation seen{loss(t.run, r), log_ratio({pair[0], pair[1]})};
    if (has_cells) {
      seen.cell = ppr_cell(layout, published->words(changed), layout.position(other));
    } else {
      held_values another = pair[input];
      std::uint32_t& value = another[run % users][run / users % users];
      value = largest - value;
      seen.other_ratio = std::exp(log_ratio({another, pair[input]}));
    }
    return seen;
  };
  return {std::string(p.verb), name_of(codec), name_of(r), !has_cells, play};
}

}  // namespace

subject audit_vectors(const codec_spec& codec, const audit_options& options) {
  vector_options o;
  o.total = options.total;
  o.codec = codec;
  vector_protocol<published_vectors> p{"vectors", std::min(codec.largest_alphabet(), 3U), {}, {}, {}, {}};
  p.key = key_for(codec, plan_vector_budgets(o).entries, p.alphabet);
  p.play = [o](const sparse_vectors& data, release_key key, const coin_source& coins) {
    return publish_vectors(data, o, key, coins);
  };
  p.log_ratio = [](const published_vectors&, two_inputs<held_values>) { return 0.0; };
  p.published = [](const published_vectors& t) { return t.published; };
  return vector_audit(p, codec, options);
}

subject audit_butterflies(const codec_spec& codec, const audit_options& options) {
  butterfly_options o{options.total, {}};
  o.codec = codec;
  vector_protocol<butterfly_result> p{"butterflies", 2, {}, {}, {}, {}};
  p.key = key_for(codec, plan_butterfly_budgets(o).entries);
  p.play = [o](const sparse_vectors& data, release_key key, const coin_source& coins) {
    auto all = simulated_butterfly_users(data, coins);
    account paid(o.total, all.users());
    session s(all, paid, key);
    return estimate_butterflies(s, {data.length(), data.alphabet()}, o);
  };
  p.log_ratio = [](const butterfly_result& t, two_inputs<held_values> inputs) {
    return item_pair_log_ratio(*t.published, t.unit, t.pilot_counts, t.budgets.pilot, inputs) +
           item_pair_log_ratio(*t.published, t.unit, t.counts, t.budgets.count, inputs);
  };
  p.published = [](const butterfly_result& t) { return t.published; };
  return vector_audit(p, codec, options);
}

subject audit_reciprocity(const codec_spec& codec, relation r, const audit_options& options) {
  reciprocity_options o{options.total, {}};
  o.codec = codec;
  vector_protocol<reciprocity_result> p{"reciprocity", 2, {}, {}, {}, {}};
  p.key = key_for(codec, plan_reciprocity(o).entries);
  p.play = [o](const sparse_vectors& data, release_key key, const coin_source& coins) {
    return simulate_run(simulated_reciprocity_users(data, coins), o.total, key,
                        [&](session& s) { return estimate_reciprocity(s, o); });
  };
  p.log_ratio = returned_log_ratio;
  p.published = [](const reciprocity_result& t) { return t.published; };
  return vector_audit(p, codec, options, r);
}

subject audit_public_degrees(const codec_spec& codec, const audit_options& options) {
  common_options o;
  o.total = options.total;
  o.codec = codec;
  o.variant = common_variant::public_degrees;
  const std::vector<user_pair> pairs = {{0, 1}, {2, 3}, {4, 5}, {6, changed}};
  vector_protocol<common_result> p{"public-degrees", 2, {}, {}, {}, {}};
  p.play = [=](const sparse_vectors& data, release_key key, const coin_source& coins) {
    auto all = simulated_layer_users(data, coins);
    account paid(o.total, all.users());
    session s(all, paid, key);
    return estimate_common_neighbors(s, {data.length(), data.alphabet()}, pairs, o);
  };
  p.log_ratio = [=](const common_result& t, two_inputs<held_values> inputs) {
    double sum = 0.0;
    const auto add = [&](vertex_id u, vertex_id w, double count) {
      const double added_back = (1.0 - 2.0 * t.law.p0) * static_cast<double>(t.rows->layout().sizes()[u]);
      const double message = 2.0 * (t.law.p1 - t.law.p0) * count - added_back;
      sum += centred_common_log_ratio(*t.rows, u, w, static_cast<int128>(std::nearbyint(message)),
                                      t.budgets.count, inputs);
    };
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      add(pairs[i].first, pairs[i].second, t.counts[i].first);
      add(pairs[i].second, pairs[i].first, t.counts[i].second);
    }
    return sum;
  };
  p.published = [](const common_result& t) { return t.rows; };
  return vector_audit(p, codec, options, relation::swap);
}

}  // namespace edgeldp::audit
