// SPDX-License-Identifier: MIT
#include "edgeldp/graph/vectors/vector_rounds.hpp"

#include <atomic>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "protocol/budget_shares.hpp"
#include "protocol/release_numbers.hpp"
#include "protocol/row_words.hpp"

namespace edgeldp {

namespace {

std::vector<std::int64_t> true_sizes(const sparse_vectors& data) {
  std::vector<std::int64_t> sizes(data.users());
  for (std::uint64_t u = 0; u < data.users(); ++u) sizes[u] = static_cast<std::int64_t>(data.row(u).size());
  return sizes;
}

void check(const vector_split& s) {
  for (const double share : {s.size, s.entries, s.count}) {
    if (!(share >= 0.0 && share <= 1.0))
      throw invalid_parameter("split " + std::to_string(share) + ": must lie in [0, 1]");
  }
  if (s.entries == 0.0) throw invalid_parameter("split entries = 0: must lie in (0, 1]");
  if (s.size + s.entries + s.count > 1.0 + 1e-9)
    throw invalid_parameter("split adds up to " + std::to_string(s.size + s.entries + s.count) +
                            ": must be at most 1");
}

size_rule rule_of(const vector_options& options, const vector_budgets& budgets) {
  return options.true_sizes       ? size_rule::true_size
         : budgets.size.is_zero() ? size_rule::public_bound
                                  : size_rule::released_size;
}

}  // namespace

vector_budgets plan_vector_budgets(const vector_options& options) {
  const bool needs_sizes = options.codec.kind != codec_kind::bitmap && !options.true_sizes;
  if (options.true_sizes && options.codec.kind != codec_kind::ppr)
    throw invalid_parameter(
        "only ppr has chunks whose number could follow true sizes: not bitmap, not nullspace");
  if (!options.split) {
    const epsilon most = epsilon::from_nats(options.codec.largest_edges());
    if (!(options.size_share > 0.0) || !(options.size_share < 1.0))
      throw invalid_parameter("size share = " + std::to_string(options.size_share) + ": must lie in (0, 1)");
    const epsilon size = needs_sizes ? share_of(options.total, options.size_share) : epsilon();
    return {size, std::min(difference(options.total, size), most), epsilon()};
  }
  const vector_split& s = *options.split;
  check(s);
  if (needs_sizes != (s.size > 0.0))
    throw invalid_parameter(needs_sizes ? "split size = 0: rows of this codec are shaped by released sizes"
                                        : "split size is positive, but no sizes are released");
  const epsilon size = share_of(options.total, s.size);
  const epsilon entries = std::min(share_of(options.total, s.entries), difference(options.total, size));
  options.codec.require_possible(entries);
  return {size, entries,
          std::min(share_of(options.total, s.count), difference(difference(options.total, size), entries))};
}

void set_vector_codec(vector_parameters& p, const codec_spec& codec, std::span<const std::int64_t> sizes) {
  const bool has_true_sizes = p.sizes == size_rule::true_size;
  set_codec(p, codec, p.entries, has_true_sizes ? std::nullopt : std::optional(p.size), sizes,
            released_number::size, p.alphabet);
}

vector_parameters plan_vectors(const vector_options& options, const vector_budgets& budgets,
                               std::uint64_t users, std::uint64_t length, std::uint32_t alphabet,
                               std::span<const std::int64_t> sizes, release_key key, bool simulated) {
  if (options.codec.kind == codec_kind::nullspace && alphabet != 2)
    throw invalid_parameter("alphabet = " + std::to_string(alphabet) +
                            ": nullspace rows are binary, use ppr or bitmap for more than 2 values");
  vector_parameters p;
  p.key = key;
  p.users = users;
  p.length = length;
  p.alphabet = alphabet;
  p.sizes = rule_of(options, budgets);
  p.simulated = simulated;
  p.total = options.total;
  p.size = budgets.size;
  p.entries = budgets.entries;
  p.count = budgets.count;
  set_vector_codec(p, options.codec, sizes);
  return p;
}

released_numbers release_vector_sizes(const sparse_vectors& data, epsilon budget, const coin_source& coins) {
  return release_numbers(true_sizes(data), budget, coin_purpose::size, coins);
}

vector_round release_vectors(const sparse_vectors& data, vector_layout layout, const coin_source& source,
                             std::string catalog) {
  if (data.users() != layout.users() || data.length() != layout.length() ||
      data.alphabet() != layout.alphabet())
    throw invalid_parameter("the data have " + std::to_string(data.users()) + " users, " +
                            std::to_string(data.length()) + " items and " + std::to_string(data.alphabet()) +
                            " values, the layout " + std::to_string(layout.users()) + ", " +
                            std::to_string(layout.length()) + " and " + std::to_string(layout.alphabet()));
  std::vector<std::uint64_t> words = make_row_words(layout.codec(), layout.word_offset(layout.users()));
  std::atomic<std::uint64_t> bytes{0};
  parallel_for(0, data.users(), 16, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t user = first; user < last; ++user) {
      const auto u = static_cast<vertex_id>(user);
      const auto row = std::span(words).subspan(layout.word_offset(user),
                                                layout.word_offset(user + 1) - layout.word_offset(user));
      source(coin_purpose::edges, u,
             [&](private_randomness& coins) { encode_vector(layout, u, data.row(u), coins, row); });
      const std::vector<std::byte> message = write_vector(layout, u, row);
      std::ranges::copy(read_vector(layout, u, message), row.begin());
      bytes += message.size();
    }
  });
  return {vector_release(std::move(layout), std::move(words), std::move(catalog)), bytes};
}

ledger ledger_of(const vector_parameters& p) {
  ledger spent(p.total);
  if (!p.size.is_zero()) spent.spend(rounds::size, p.size);
  spent.spend(rounds::entries, p.entries);
  return spent;
}

published_vectors publish_vectors(const sparse_vectors& data, const vector_options& wanted, release_key key,
                                  const coin_source& coins, std::string catalog) {
  if (data.users() == 0) throw invalid_parameter("the data have no users");
  vector_options options = wanted;
  constexpr std::uint64_t short_list = 512;  // a bitmap of 64 bytes
  options.codec = wanted.codec.settled(wanted.total, data.length() <= short_list ? 1.0 : 0.0);
  if (!wanted.codec.kind && data.alphabet() != 2) options.codec.kind = codec_kind::ppr;
  const vector_budgets budgets = plan_vector_budgets(options);
  released_numbers sizes;
  if (!budgets.size.is_zero()) sizes = release_vector_sizes(data, budgets.size, coins);
  if (options.true_sizes) sizes.values = true_sizes(data);
  const vector_parameters p = plan_vectors(options, budgets, data.users(), data.length(), data.alphabet(),
                                           sizes.values, key, coins.is_simulated());
  vector_round round =
      release_vectors(data, vector_layout(p, std::move(sizes.values)), coins, std::move(catalog));
  return {std::make_shared<const vector_release>(std::move(round.published)), ledger_of(p),
          sizes.upload_bytes + round.upload_bytes};
}

}  // namespace edgeldp
