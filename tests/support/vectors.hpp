// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "edgeldp/core/wire/vector_release.hpp"

/// Small releases of vectors for tests.
namespace edgeldp::test {

/// Parameters that fit together for any codec; alphabet 2 for nullspace.
inline vector_parameters small_vectors(codec_kind codec, std::uint64_t users, std::uint64_t length,
                                       std::uint32_t alphabet) {
  vector_parameters p;
  p.users = users;
  p.length = length;
  p.alphabet = codec == codec_kind::nullspace ? 2 : alphabet;
  p.key.value = 77;
  p.codec = codec;
  p.flip_threshold = randomized_response::for_budget(epsilon::from_nats(0.7), p.alphabet).threshold();
  p.chunk_rate = codec == codec_kind::ppr ? std::uint64_t{1} << 31 : 0;
  if (codec == codec_kind::nullspace) {
    p.flip_threshold = p.alpha_milli = p.candidate_limit_log2 = p.level = 0;
    p.drop_threshold = nullspace_response::resolution / 4;
    p.field_order = 5;
    p.kept_rate = std::uint64_t{3} << 30;
    p.size_slack = 7;
  }
  p.simulated = true;
  p.size = epsilon::from_nats(1.0);
  p.entries = epsilon::from_nats(30.0);
  p.total = epsilon::from_nats(31.0);
  return p;
}

/// Each position differs from the reference with probability `share`.
template <class Random>
std::vector<row_entry> random_entries(Random& random, std::uint64_t length, std::uint32_t alphabet,
                                      double share) {
  std::bernoulli_distribution differs(share);
  std::vector<row_entry> entries;
  for (std::uint32_t x = 0; x < length; ++x)
    if (differs(random)) entries.push_back({x, 1 + static_cast<std::uint32_t>(random() % (alphabet - 1))});
  return entries;
}

inline std::vector<std::uint64_t> encode_alone(const vector_layout& layout, vertex_id u,
                                               const std::vector<row_entry>& entries) {
  std::vector<std::uint64_t> words(layout.word_offset(u + std::uint64_t{1}) - layout.word_offset(u));
  simulation_randomness coins(3, 1, u);
  encode_vector(layout, u, entries, coins, words);
  return words;
}

/// A release of random vectors.
inline vector_release random_vectors(const vector_parameters& p, unsigned seed, double share = 0.2,
                                     std::string catalog = {}) {
  std::mt19937_64 random(seed);
  std::vector<std::vector<row_entry>> rows(p.users);
  std::vector<std::int64_t> sizes;
  for (auto& row : rows) {
    row = random_entries(random, p.length, p.alphabet, share);
    sizes.push_back(static_cast<std::int64_t>(row.size() + random() % 5) - 2);
  }
  vector_layout layout(p, std::move(sizes));
  std::vector<std::uint64_t> words;
  for (vertex_id u = 0; u < p.users; ++u) {
    const auto row = encode_alone(layout, u, rows[u]);
    words.insert(words.end(), row.begin(), row.end());
  }
  return {std::move(layout), std::move(words), std::move(catalog)};
}

}  // namespace edgeldp::test
