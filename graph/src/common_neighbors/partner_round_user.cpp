// SPDX-License-Identifier: MIT
#include <algorithm>
#include <vector>

#include "common_neighbors/error_model.hpp"
#include "common_neighbors/partner_round.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/common_neighbors/common_neighbors_user.hpp"
#include "edgeldp/graph/noisy/access_plan.hpp"
#include "edgeldp/graph/protocol/noisy_number_user.hpp"
#include "edgeldp/graph/protocol/rounds_user.hpp"

namespace edgeldp {

namespace {

/// My neighbours by their bit in the partner's noisy row.
struct seen_neighbors {
  std::uint64_t ones = 0, zeros = 0;
};

/// w left out, and those without a row: those before w are in w's own row, the others in rows of
/// their own.
seen_neighbors count_on_row(const release& published, const own_list& me, vertex_id w) {
  const release_layout& layout = published.layout();
  std::vector<std::uint32_t> positions;
  std::uint64_t all = 0, ones = 0;
  for (const vertex_id v : me.neighbors) {
    if (v == w || std::ranges::binary_search(published.absent(), v)) continue;
    ++all;
    if (layout.rank(v) < layout.rank(w)) {
      positions.push_back(layout.position(v));
    } else {
      ones += published.edge(v, w) ? 1U : 0U;
    }
  }
  std::vector<std::uint64_t> bits;
  with_row(published, w, choose_access(published, w, positions.size()), bits,
           [&](const auto& row) { ones += row.count_ones(positions); });
  return {ones, all - ones};
}

/// w's row is over the whole other layer.
seen_neighbors count_on_row(const vector_release& published, const own_vector& me, vertex_id w) {
  const vector_layout& layout = published.layout();
  std::vector<std::uint32_t> positions;
  for (const row_entry& e : me.entries) positions.push_back(layout.position(e.position));
  const row_access access = choose_access(access_cost(layout.codec()), layout.length(), positions.size());
  std::vector<std::uint64_t> bits;
  std::uint64_t ones = 0;
  with_row(published, w, access, bits, [&](const auto& row) { ones = row.count_ones(positions); });
  return {ones, positions.size() - ones};
}

byte_string noisy_count(const seen_neighbors& seen, const count_weights& weights, epsilon budget,
                        const user_coins& coins) {
  return coins(coin_purpose::count, [&](private_randomness& source) {
    return noisy_number(weights.sum(seen.ones, seen.zeros), weights.sensitivity(), budget, source);
  });
}

/// Costs round.budget for one bit of the list.
byte_string answer_partner(const user_call& asked, const own_list& me, const user_coins& coins) {
  const partner_round round = partner_round::read(asked.said, asked.said_to_me, asked.published);
  const release& published = *round.rows;
  require_known(published.layout().users(), me);
  const vertex_id partner = round.partners.front();
  if (partner == me.user) throw format_error(0, "a pair of a user with itself");
  return noisy_count(count_on_row(published, me, partner), {published.layout().codec().lattice(), false},
                     round.budget, coins);
}

/// Costs round.budget for one bit of the list.
byte_string answer_layer_partner(const user_call& asked, const own_vector& me, const user_coins& coins) {
  const layer_partner_round round = layer_partner_round::read(asked.said, asked.said_to_me, asked.published);
  const vector_layout& layout = round.rows->layout();
  if (layout.length() != me.shape.length || layout.alphabet() != me.shape.alphabet)
    throw format_error(0, "the rows are of other vectors");
  return noisy_count(count_on_row(*round.rows, me, round.partners.front()),
                     {layout.codec().lattice(), round.is_centred}, round.budget, coins);
}

}  // namespace

std::span<const user_task> common_neighbor_tasks() {
  static const std::vector<user_task> tasks = [] {
    std::vector<user_task> all(row_tasks().begin(), row_tasks().end());
    all.push_back({partner_round::asks, answer_partner});
    return all;
  }();
  return tasks;
}

std::span<const user_task_for<own_vector>> layer_common_neighbor_tasks() {
  static const std::vector<user_task_for<own_vector>> tasks = [] {
    std::vector<user_task_for<own_vector>> all(vector_tasks().begin(), vector_tasks().end());
    all.push_back({layer_partner_round::asks, answer_layer_partner});
    return all;
  }();
  return tasks;
}

}  // namespace edgeldp
