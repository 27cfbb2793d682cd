// SPDX-License-Identifier: MIT
#include "bench/audit/protocol_audits.hpp"

#include <array>
#include <cmath>

#include "bench/audit/held_lists.hpp"
#include "bench/audit/likelihood.hpp"
#include "bench/audit/protocol_parts.hpp"
#include "bench/audit/protocols.hpp"
#include "edgeldp/core/random/public_randomness.hpp"
#include "edgeldp/graph/questions/homophily/homophily_simulation.hpp"

namespace edgeldp::audit {

namespace {

/// Two groups of users, and the last one in the first group, or in the second.
user_attribute groups(std::uint32_t of_last) {
  user_attribute attribute{"group", {"a", "b"}, {}};
  for (vertex_id u = 0; u < users; ++u) attribute.of.push_back(u == changed ? of_last : u % 2);
  return attribute;
}

}  // namespace

subject audit_homophily(const row_codec& codec, relation r, const audit_options& options) {
  homophily_options o;
  o.total = options.total;
  o.method = codec ? homophily_method::edges : homophily_method::counts;
  if (codec) o.codec = *codec;
  if (!options.planned) o.attribute_share = 0.4;
  const bool is_changed = r == relation::attribute || r == relation::user;
  const bool has_cells = is_ppr(codec);
  const std::vector<input_pair> pairs = pairs_under(r, has_cells, 0);
  std::optional<release_key> fixed_key;
  if (has_cells) {
    const std::vector<channel::labels> values = {groups(0).values};
    fixed_key = key_for(*codec, plan_homophily(o, users, values).edges);
  }
  const auto play = [=, seed = options.seed](unsigned input, std::uint64_t run) {
    const input_pair& pair = pairs[run % pairs.size()];
    const std::array<std::uint32_t, 2> value = {0, is_changed ? 1U : 0U};
    const std::vector<user_attribute> attributes = {groups(value[input])};
    const homophily_result t = estimate_homophily(
        held_lists(pair[input]), attributes, o,
        fixed_key.value_or(release_key{coin_word(seed, input, run, 1)}), private_coins(seed, input, run));
    const channel& law = t.reports[0].law;
    const std::uint32_t report = t.reports[0].of[changed];
    const auto log_ratio = [&](two_inputs<held_bits> inputs) {
      return t.published ? release_log_ratio(*t.published, inputs)
                         : neighbor_count_log_ratio(t.reports, t.counts, t.plan.count, inputs);
    };
    observation seen{loss(t.run, r), log_ratio({pair[0], pair[1]}) +
                                         std::log(static_cast<double>(law.weight(report, value[0]))) -
                                         std::log(static_cast<double>(law.weight(report, value[1])))};
    if (has_cells) {
      seen.cell = ppr_cell(*t.published);
      return seen;
    }
    held_bits another = pair[input];
    const auto u = static_cast<vertex_id>(run % users);
    another[u] ^= 1U << ((u + 1 + run / users % (users - 1)) % users);
    seen.other_ratio = std::exp(log_ratio({another, pair[input]}));
    return seen;
  };
  return {"homophily", name_of(codec), name_of(r), !has_cells, play};
}

}  // namespace edgeldp::audit
