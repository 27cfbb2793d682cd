// SPDX-License-Identifier: MIT
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "edgeldp/core/codec/codec.hpp"
#include "edgeldp/core/codec/randomized_response.hpp"
#include "support/scripted_randomness.hpp"

/// Exact output laws on tiny rows, and the one checker that judges real mechanisms and their broken
/// twins alike.
namespace edgeldp::test {

using rational = boost::multiprecision::cpp_rational;
using wide_float = boost::multiprecision::cpp_bin_float_100;

/// Probability of every message that can occur. A message is what a collector sees, its length
/// included.
template <class Real>
using output_law = std::map<std::vector<std::uint64_t>, Real>;

template <class Real>
Real total_probability(const output_law<Real>& law) {
  Real sum = 0;
  for (const auto& [message, probability] : law) sum += probability;
  return sum;
}

/// The largest ratio between two laws, in both directions; nothing when a message can occur under
/// one law only.
template <class Real>
std::optional<Real> largest_ratio(const output_law<Real>& a, const output_law<Real>& b) {
  Real worst = 1;
  for (const auto* side : {&a, &b}) {
    const auto& other = side == &a ? b : a;
    for (const auto& [message, probability] : *side) {
      if (probability == 0) continue;
      const auto it = other.find(message);
      if (it == other.end() || it->second == 0) return std::nullopt;
      const Real ratio = probability / it->second;
      if (ratio > worst) worst = ratio;
    }
  }
  return worst;
}

/// The largest ratio over all binary rows of n positions and all single-bit changes: every position
/// added and removed. `law_of(mask)` is the law of the row whose neighbours are the set bits of
/// mask.
template <class Real, class Mechanism>
std::optional<Real> worst_neighbor_ratio(unsigned n, Mechanism&& law_of) {
  std::vector<output_law<Real>> laws;
  for (std::uint32_t mask = 0; mask < (1U << n); ++mask) laws.push_back(law_of(mask));
  Real worst = 1;
  for (std::uint32_t mask = 0; mask < (1U << n); ++mask) {
    for (unsigned position = 0; position < n; ++position) {
      if ((mask >> position) & 1) continue;
      const auto ratio = largest_ratio(laws[mask], laws[mask | (1U << position)]);
      if (!ratio) return std::nullopt;
      if (*ratio > worst) worst = *ratio;
    }
  }
  return worst;
}

/// The set bits of a mask as the entries of an adjacency row.
inline std::vector<row_entry> entries_of(std::uint32_t mask) {
  std::vector<row_entry> entries;
  for (std::uint32_t position = 0; position < 32; ++position)
    if ((mask >> position) & 1) entries.push_back({position, 1});
  return entries;
}

/// exp(loss) of a randomized response, exactly: (2^40 - (k - 1) T) / T.
inline rational exact_ratio(const randomized_response& rr) {
  return rational(randomized_response::resolution - (rr.alphabet() - 1) * rr.threshold(), rr.threshold());
}

template <class Real>
Real power(const Real& base, int exponent) {
  Real result = 1;
  for (int i = 0; i < (exponent < 0 ? -exponent : exponent); ++i) result *= base;
  return exponent < 0 ? Real(1) / result : result;
}

/// The law of an encoder that compares one 40-bit number a position with T, by running it on every
/// combination of numbers, whose 2^40 values fall into the intervals [0, T) and [T, 2^40). Both
/// ends of each interval are tried; nothing when they disagree, that is when some number's
/// threshold is not T. in_turn: each number is the top bits of a word, position after position;
/// else words are digits of all (bernoulli_40_of_each).
///
/// encode(shape, entries, coins, words) is bitmap_codec::encode or a twin.
template <class Encode>
std::optional<output_law<rational>> law_by_coin_enumeration(unsigned n, std::uint32_t mask,
                                                            std::uint64_t threshold, bool in_turn,
                                                            Encode&& encode) {
  const std::vector<row_entry> entries = entries_of(mask);
  const rational below(threshold, randomized_response::resolution);
  const std::uint64_t ends[2][2] = {{0, threshold - 1}, {threshold, randomized_response::resolution - 1}};
  output_law<rational> law;
  for (std::uint32_t flips = 0; flips < (1U << n); ++flips) {
    rational probability = 1;
    for (unsigned i = 0; i < n; ++i) probability *= (flips >> i) & 1 ? below : 1 - below;
    std::optional<std::vector<std::uint64_t>> message;
    for (std::uint32_t end = 0; end < (1U << n); ++end) {
      std::vector<std::uint64_t> numbers(n), script;
      for (unsigned i = 0; i < n; ++i) numbers[i] = ends[(flips >> i) & 1 ? 0 : 1][(end >> i) & 1];
      if (in_turn)
        for (const std::uint64_t number : numbers) script.push_back(number << 24 | 0xabcdef);
      else
        append_digits(script, numbers, threshold);
      scripted_randomness coins(script, in_turn);
      std::vector<std::uint64_t> words(1);
      encode(row_shape{0, n, 1, 0}, entries, coins, words);
      if (!message) message = words;
      if (*message != words) return std::nullopt;
    }
    law[*message] += probability;
  }
  return law;
}

/// Everything public and private that fixes the law of a ppr row given its point processes T: the
/// closed form Pr[K = k | T, Z] = (r(Z_k) / T_k)^alpha / sum, chunk by chunk.
template <class Real>
struct ppr_model {
  Real ratio_to_alpha;                           ///< exp(alpha e0)
  std::uint64_t chunk_size = 1;                  ///< positions a chunk
  std::vector<std::vector<Real>> point_weights;  ///< [chunk][k - 1]: T_k^-alpha

  /// ln r / e0 of candidate k on one chunk: + 1 where it shows the entry's value, - 1 where it
  /// shows the reference.
  template <class OffsetAt>
  static int score(std::span<const row_entry> entries, std::uint64_t k, OffsetAt&& offset_at) {
    int sum = 0;
    for (const row_entry& entry : entries) {
      const std::uint32_t offset = offset_at(k, entry.position);
      sum += offset == entry.offset ? 1 : offset == 0 ? -1 : 0;
    }
    return sum;
  }

  /// The law of one chunk's index. entries: those of this chunk. offset_at(k, position): value of
  /// candidate k.
  template <class OffsetAt>
  std::vector<Real> chunk_law(std::size_t chunk, std::span<const row_entry> entries,
                              OffsetAt&& offset_at) const {
    std::vector<Real> law;
    Real sum = 0;
    for (std::size_t i = 0; i < point_weights[chunk].size(); ++i) {
      law.push_back(power(ratio_to_alpha, score(entries, i + 1, offset_at)) * point_weights[chunk][i]);
      sum += law.back();
    }
    for (Real& p : law) p /= sum;
    return law;
  }

  /// The joint law of a row cut into chunks: independent given Z and the T of each chunk.
  template <class OffsetAt>
  output_law<Real> row_law(std::span<const row_entry> entries, OffsetAt&& offset_at) const {
    output_law<Real> joint{{{}, Real(1)}};
    for (std::size_t chunk = 0; chunk < point_weights.size(); ++chunk) {
      std::vector<row_entry> inside;
      for (const row_entry& entry : entries)
        if (entry.position / chunk_size == chunk) inside.push_back(entry);
      const std::vector<Real> law = chunk_law(chunk, inside, offset_at);
      output_law<Real> longer;
      for (const auto& [message, probability] : joint) {
        for (std::size_t i = 0; i < law.size(); ++i) {
          std::vector<std::uint64_t> extended = message;
          extended.push_back(i + 1);
          longer[std::move(extended)] = probability * law[i];
        }
      }
      joint = std::move(longer);
    }
    return joint;
  }
};

}  // namespace edgeldp::test
