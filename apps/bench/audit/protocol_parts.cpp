// SPDX-License-Identifier: MIT
#include "bench/audit/protocol_parts.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "bench/audit/held_lists.hpp"
#include "bench/audit/likelihood.hpp"
#include "edgeldp/core/codec/ppr/ppr.hpp"
#include "edgeldp/core/random/permutation.hpp"
#include "edgeldp/core/random/public_randomness.hpp"

namespace edgeldp::audit {

namespace {

/// Six users who all know each other, a seventh who knows them, the last of them, who has these
/// neighbours, and strangers who know nobody.
held_bits hubs_and(std::uint32_t of_last, std::uint32_t strangers) {
  held_bits bits(users + strangers);
  for (vertex_id u = 0; u < users; ++u)
    for (vertex_id v = 0; v < u; ++v)
      if (u == changed ? (of_last >> v & 1) != 0 : true) {
        bits[u] |= 1U << v;
        bits[v] |= 1U << u;
      }
  return bits;
}

/// ppr loses most when a candidate that fits comes after many that do not: the public key, of a few
/// thousand, under which the most first candidates of the last user have a 0 where its input
/// changes.
release_key telling_key(const randomized_response& response) {
  release_key best{1};
  std::uint64_t longest = 0;
  for (std::uint64_t key = 1; key <= 4096; ++key) {
    const std::uint32_t position = permutation(release_key{key}, users).table()[other];
    const ppr_candidates candidates(public_randomness(release_key{key}), response, changed);
    std::uint64_t zeros = 0;
    while (zeros < 64 && candidates.offset(zeros + 1, position) == 0) ++zeros;
    if (zeros > longest) {
      longest = zeros;
      best = release_key{key};
    }
  }
  return best;
}

}  // namespace

const char* name_of(relation r) {
  constexpr const char* names[] = {"edge",     "relationship", "attribute", "user",
                                   "position", "swap",         "both ways"};
  return names[static_cast<std::size_t>(r)];
}

std::string name_of(const row_codec& codec) {
  return codec ? std::string(codec->name()) : "none";
}

bool is_ppr(const row_codec& codec) {
  return codec && codec->is<ppr_spec>();
}

double loss(const run_record& run, relation r) {
  const account& spent = run.spent;
  if (r == relation::edge) return spent.edge_ldp().nats();
  if (r == relation::relationship) return spent.relationship_dp().nats();
  if (r == relation::both_ways) return 2.0 * spent.edge_ldp().nats();
  if (r == relation::swap) return 2.0 * spent.spent().nats();
  if (r == relation::attribute) return spent.of(spent.who_paid_most()).spent(rounds::attributes).nats();
  return spent.spent().nats();
}

std::vector<input_pair> pairs_under(relation r, bool only_first, std::uint32_t strangers) {
  std::vector<input_pair> pairs;
  for (const std::uint32_t of_last : {0x01U, 0x00U, 0x7fU}) {
    if (only_first && !pairs.empty()) break;
    input_pair pair{hubs_and(of_last, strangers), hubs_and(of_last, strangers)};
    if (r != relation::attribute) pair[1][changed] ^= 1U << other;
    if (r == relation::relationship) pair[1][other] ^= 1U << changed;
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

std::uint64_t coin_word(std::uint64_t seed, unsigned input, std::uint64_t run, std::uint32_t which) {
  const philox_block b =
      philox4x32_10(seed, {static_cast<std::uint32_t>(run), static_cast<std::uint32_t>(run >> 32),
                           2 * which + input, 0x61756474});
  return b[0] | (std::uint64_t{b[1]} << 32);
}

coin_source private_coins(std::uint64_t seed, unsigned input, std::uint64_t run) {
  return coin_source::simulated(coin_word(seed, input, run, 0));
}

std::uint64_t ppr_cell(const release& published) {
  const release_layout& layout = published.layout();
  if (layout.owner(changed, other) != changed) return 0;
  return ppr_cell(layout, published.words(changed), layout.position(other));
}

double release_log_ratio(const release& published, two_inputs<held_bits> inputs) {
  const std::vector<std::uint32_t> places =
      public_places(published.parameters(), published.layout().degrees());
  const double numbers = number_log_ratio(published, places, inputs);
  return is_ppr(codec_of(published.parameters())) ? numbers
                                                  : numbers + row_log_ratio(published, places, inputs);
}

std::optional<release_key> key_for(const codec_spec& codec, epsilon budget, std::uint32_t alphabet) {
  const auto* ppr = codec.get_if<ppr_spec>();
  return ppr != nullptr ? std::optional(telling_key(ppr->response(budget, alphabet))) : std::nullopt;
}

std::optional<release_key> key_for(const two_step& o, double share) {
  return key_for(o.codec, epsilon::from_nats(share * o.total.nats()));
}

}  // namespace edgeldp::audit
