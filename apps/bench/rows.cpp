// SPDX-License-Identifier: MIT
#include "bench/rows.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/codec/nullspace/columns.hpp"
#include "edgeldp/core/codec/ppr/effort.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"

namespace edgeldp::cli {

namespace {

enum purpose : std::uint32_t { entries_of_row = 101, order_of_positions = 102 };

}  // namespace

void row_arguments::add_to(verb_options& verb) {
  add_epsilon(verb, edge_budget, "Budget of the edge round");
  verb.add_option("--entries", entries, "Entries of a row")
      ->check(between(std::uint64_t{1}, std::uint64_t{1} << 26))
      ->capture_default_str();
  verb.add_option("--length", length, "Positions of a row")
      ->check(between(std::uint64_t{2}, std::uint64_t{1} << 26))
      ->capture_default_str();
  add_seed(verb, seed, "rows, keys and coins");
}

void row_arguments::check() const {
  if (entries >= length)
    throw invalid_parameter("entries = " + std::to_string(entries) + ": must lie in [1, " +
                            std::to_string(length - 1) + "], below the length");
}

std::vector<row_entry> random_entries(const row_arguments& a, vertex_id row) {
  simulation_randomness coins(a.seed, entries_of_row, row);
  std::vector<bool> taken(a.length);
  std::vector<row_entry> entries;
  while (entries.size() < a.entries) {
    const auto position = static_cast<std::uint32_t>(uniform_below(coins, a.length));
    if (taken[position]) continue;
    taken[position] = true;
    entries.push_back({position});
  }
  std::ranges::sort(entries, {}, &row_entry::position);
  return entries;
}

std::vector<std::uint32_t> shuffled_positions(const row_arguments& a) {
  simulation_randomness coins(a.seed, order_of_positions, 0);
  std::vector<std::uint32_t> positions(a.length);
  std::iota(positions.begin(), positions.end(), 0U);
  for (std::size_t i = positions.size(); i > 1; --i)
    std::swap(positions[i - 1], positions[static_cast<std::size_t>(uniform_below(coins, i))]);
  return positions;
}

release_key key_of(const row_arguments& a) {
  return {philox4x32_10(a.seed, {})[0]};
}

ppr_codec make_ppr(const row_arguments& a, double alpha) {
  const epsilon mechanism = mechanism_epsilon(ppr_alpha(alpha), a.budget());
  return {key_of(a), randomized_response::for_budget(mechanism), ppr_alpha(alpha)};
}

bitmap_codec make_bitmap(const row_arguments& a) {
  return bitmap_codec(randomized_response::for_budget(a.budget()));
}

row_shape plain_shape(const row_arguments& a, vertex_id user) {
  return {user, a.length, 1, a.entries, 0};
}

row_shape ppr_shape(const row_arguments& a, const ppr_codec& codec, unsigned level, vertex_id user) {
  const double loss = codec.response().loss_nats();
  const std::uint64_t rate = chunk_rate_for(entries_per_chunk(level, loss));
  const uint128 chunks = (uint128{a.entries} * rate + 0xffffffffU) >> 32;
  return {user, a.length, static_cast<std::uint64_t>(std::clamp<uint128>(chunks, 1, a.length)), a.entries, 0};
}

row_shape nullspace_shape(const row_arguments& a, const nullspace_codec& codec, vertex_id user) {
  const auto entries = static_cast<double>(a.entries);
  const double drop = codec.response().drop_probability();
  const double bound = std::ceil(entries * (1.0 - drop) + 5.0 * std::sqrt(entries * drop * (1.0 - drop)));
  const auto kept = std::min(a.entries, static_cast<std::uint64_t>(bound));
  constexpr std::uint64_t beyond = 14;  // 2^-14: a stranger is spanned less than once in 10 000 times
  return {user, a.length, 1, a.entries, columns_for_provided(kept + beyond, a.length)};
}

}  // namespace edgeldp::cli
