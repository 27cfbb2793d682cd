// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "edgeldp/channel/mechanisms/block.hpp"
#include "edgeldp/channel/mechanisms/laplace_channels.hpp"
#include "edgeldp/core/codec/bitmap/bitmap.hpp"
#include "edgeldp/core/codec/nullspace/response.hpp"
#include "edgeldp/core/codec/ppr/ppr.hpp"
#include "edgeldp/core/random/big_ball.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/graph/questions/homophily/attribute_rounds.hpp"
#include "edgeldp/rivals/arr/asymmetric_response.hpp"
#include "edgeldp/rivals/group_rr/group_rr_simulation.hpp"
#include "support/nullspace_oracle.hpp"
#include "support/output_law.hpp"

/// Twins of the real mechanisms with one fault each, all of them seen in published code or
/// tempting. The checkers that accept the real mechanism must reject the twin.
namespace edgeldp::test::broken {

/// Randomized response whose flip threshold is rounded down: more loss than asked for.
inline randomized_response threshold_rounded_down(epsilon budget) {
  const wide_float ideal = wide_float(randomized_response::resolution) /
                           (exp(wide_float(budget.units()) / wide_float(epsilon::units_per_nat)) + 1);
  return randomized_response::from_threshold(static_cast<std::uint64_t>(floor(ideal)));
}

/// Plain randomized response that forgets the last position (opendp's bit vectors, 20 months).
inline void last_bit_in_clear(const bitmap_codec& codec, const row_shape& shape,
                              std::span<const row_entry> entries, private_randomness& coins,
                              std::span<std::uint64_t> words) {
  codec.encode(shape, entries, coins, words);
  const std::uint64_t last = shape.length - 1;
  const bool present = !entries.empty() && entries.back().position == last;
  words[last / 64] &= ~(std::uint64_t{1} << (last % 64));
  words[last / 64] |= std::uint64_t{present} << (last % 64);
}

/// Randomizes neighbours only; non-neighbours keep their zero.
inline void zeros_in_clear(const bitmap_codec& codec, const row_shape& shape,
                           std::span<const row_entry> entries, private_randomness& coins,
                           std::span<std::uint64_t> words) {
  codec.encode(shape, entries, coins, words);
  std::uint64_t kept = 0;
  for (const row_entry& entry : entries) kept |= std::uint64_t{1} << entry.position;
  words[0] &= kept;
}

/// A count message clamped at the limit of the count alone: noise beyond it is cut on one side, and
/// whoever is near the limit is counted too low.
inline int128 clamped_at_limit(int128 message, std::uint64_t limit) {
  return std::clamp(message, -static_cast<int128>(limit), static_cast<int128>(limit));
}

/// [Hillebrand 2026]'s rule: the number of chunks follows the true degree, and everybody sees it.
template <class OffsetAt>
output_law<rational> chunks_by_true_degree(const ppr_model<rational>& model, std::uint64_t n,
                                           std::span<const row_entry> entries, OffsetAt&& offset_at) {
  ppr_model<rational> cut = model;
  const std::uint64_t chunks = entries.empty() ? 1 : entries.size();
  cut.chunk_size = (n + chunks - 1) / chunks;
  cut.point_weights.resize((n + cut.chunk_size - 1) / cut.chunk_size, model.point_weights.front());
  return cut.row_law(entries, offset_at);
}

/// Sends 0 instead of an index for a chunk without entries ("no need to waste bits on it").
template <class OffsetAt>
output_law<rational> symbol_for_empty_chunk(const ppr_model<rational>& model,
                                            std::span<const row_entry> entries, OffsetAt&& offset_at) {
  if (entries.empty()) return {{{0}, rational(1)}};
  return model.row_law(entries, offset_at);
}

/// Draws everything afresh until K <= limit, instead of taking the best of a finite public list:
/// the law of K averaged over equally likely point processes (`models`, one chunk each, over a
/// longer list), conditioned on K <= limit.
template <class OffsetAt>
output_law<rational> redraw_until_small(std::span<const ppr_model<rational>> models, std::uint64_t limit,
                                        std::span<const row_entry> entries, OffsetAt&& offset_at) {
  output_law<rational> law;
  rational kept = 0;
  for (const auto& model : models) {
    const std::vector<rational> full = model.chunk_law(0, entries, offset_at);
    for (std::uint64_t k = 1; k <= limit; ++k) {
      law[{k}] += full[k - 1];
      kept += full[k - 1];
    }
  }
  for (auto& [message, probability] : law) probability /= kept;
  return law;
}

/// A walk in coarse balls that takes fresh coins where it cannot decide, instead of further digits
/// of the same: it conditions on walks that are easy to decide.
template <class Loss>
ppr_choice fresh_coins_where_undecided(unsigned bits, const ppr_law& law, std::uint64_t limit,
                                       uniform_digits& digits, Loss& loss) {
  const big_arithmetic arithmetic(bits);
  const auto constants = law.constants(arithmetic);
  for (;;) {
    digits.restart();
    try {
      return ppr_walk(arithmetic, constants, limit, digits, loss).run();
    } catch (const undecided&) {
      continue;
    }
  }
}

/// Noise for a statistic of sensitivity D, made for D - 1: scale too small by (D - 1) / D.
inline discrete_laplace scale_one_step_short(std::uint64_t sensitivity, epsilon budget) {
  return {sensitivity - 1, budget};
}

/// Empty chunks whose noise is addressed by an offset inside the chunk instead of the row's
/// position: equal indices then decode to equal noise.
class offsets_inside_chunk {
 public:
  offsets_inside_chunk(const ppr_candidates& candidates, std::span<const std::uint64_t> indices,
                       std::uint64_t chunk_size)
      : m_candidates(candidates), m_indices(indices.begin(), indices.end()), m_chunk_size(chunk_size) {}
  bool bit(std::uint32_t position) const noexcept {
    return m_candidates.bit(m_indices[position / m_chunk_size],
                            static_cast<std::uint32_t>(position % m_chunk_size));
  }

 private:
  ppr_candidates m_candidates;
  std::vector<std::uint64_t> m_indices;
  std::uint64_t m_chunk_size;
};

/// Asymmetric response whose threshold for strangers is one step too low.
inline asymmetric_response stranger_rounded_down(const asymmetric_response& honest, epsilon budget) {
  const wide_float ideal = wide_float(honest.edge_threshold()) /
                           exp(wide_float(budget.units()) / wide_float(epsilon::units_per_nat));
  return asymmetric_response::from_thresholds(honest.edge_threshold(),
                                              static_cast<std::uint64_t>(floor(ideal)));
}

/// Asymmetric response that keeps P1 / P0 = exp(e) beyond the largest mu, where a zero says too
/// much.
inline asymmetric_response above_the_largest_mu(epsilon budget) {
  const double mu = 0.5 * (1.0 + asymmetric_response::largest_mu(budget));
  const double scale = static_cast<double>(asymmetric_response::resolution);
  return asymmetric_response::from_thresholds(
      static_cast<std::uint64_t>(mu * scale),
      static_cast<std::uint64_t>(std::ceil(mu * std::exp(-budget.nats()) * scale)));
}

/// Smooth noise cut where sums are cut: what is cut twice shows how far the exact sum is from the
/// first cut.
inline int128 noise_cut_like_sums(const output_grid& grid, int128 exact, double noise) {
  return grid.round(exact + static_cast<int128>(std::floor(std::clamp(noise, -grid.largest, grid.largest))));
}

/// A null-space drop threshold rounded down: more loss than asked for.
inline nullspace_response drop_threshold_rounded_down(epsilon budget, unsigned q) {
  const wide_float limit = exp(wide_float(budget.units()) / wide_float(epsilon::units_per_nat));
  const wide_float least = std::max<wide_float>(1 / limit, (q - limit) / (q - 1));
  return nullspace_response::from_threshold(
      static_cast<std::uint64_t>(floor(least * wide_float(nullspace_response::resolution))), q);
}

/// Draws w again when it is zero ("a zero vector says nothing"), unless nothing else is left.
inline output_law<rational> redraw_zero_vector(const nullspace_model& model, std::uint32_t mask) {
  return model.law(mask, [&](std::uint32_t kept, std::size_t w) -> rational {
    const std::uint64_t size = model.null_size(kept);
    if (size == 1) return model.uniform(kept, w);
    return w == 0 || !model.is_null(kept, w) ? rational(0) : rational(1, size - 1);
  });
}

/// The same, but draws the kept set again when nothing else is left.
inline output_law<rational> redraw_zero_vector_and_trivial_space(const nullspace_model& model,
                                                                 std::uint32_t mask) {
  output_law<rational> law = model.law(mask, [&](std::uint32_t kept, std::size_t w) -> rational {
    return w == 0 || !model.is_null(kept, w) ? rational(0) : rational(1, model.null_size(kept) - 1);
  });
  const rational accepted = total_probability(law);
  for (auto& [message, probability] : law) probability /= accepted;
  return law;
}

/// Draws the kept set and w again until w is not zero.
inline output_law<rational> redraw_everything_until_nonzero(const nullspace_model& model,
                                                            std::uint32_t mask) {
  output_law<rational> law = model.law(mask);
  law.erase(model.message(0));
  const rational kept = total_probability(law);
  for (auto& [message, probability] : law) probability /= kept;
  return law;
}

/// Elements of the free columns by w = bits mod q without a rejection, so that the first codes are
/// likelier. A column is free when some null vector is nonzero there and zero in all later columns.
inline output_law<rational> biased_elements(const nullspace_model& model, unsigned bits, std::uint32_t mask) {
  const unsigned q = model.field().order();
  std::vector<rational> element(q);
  for (unsigned word = 0; word < 1U << bits; ++word) element[word % q] += rational(1, 1U << bits);
  return model.law(mask, [&](std::uint32_t kept, std::size_t w) -> rational {
    if (!model.is_null(kept, w)) return 0;
    rational probability = 1;
    for (unsigned c = 0; c < model.columns(); ++c) {
      bool is_free = false;
      for (std::size_t v = 0; v < model.vectors().size(); ++v) {
        bool ends_here = model.is_null(kept, v) && model.vectors()[v][c] != 0;
        for (unsigned later = c + 1; later < model.columns(); ++later)
          ends_here = ends_here && model.vectors()[v][later] == 0;
        is_free = is_free || ends_here;
      }
      if (is_free) probability *= element[model.vectors()[w][c]];
    }
    return probability;
  });
}

/// Noise for clipped k-stars that covers a neighbour more at one below the cap, not at the cap.
inline double star_reach_below_the_cap(double cap, int k) {
  double reach = 1.0;
  for (int i = 0; i < k - 1; ++i) reach *= (cap - 2.0 - i) / (i + 1);
  return std::fmax(reach, 0.5);
}

/// Weights of the pairs of a list of so many members, each limited by itself and not the sum at a
/// member: one neighbour more adds as many limits as there are members.
inline std::int64_t limit_of_single_weights(std::int64_t members, std::int64_t weight, std::int64_t limit) {
  return members * (members - 1) / 2 * std::min(weight, limit);
}

/// GroupRR's bins that say whether any place of the group holds a neighbour, instead of one place
/// drawn at random: the amplification that pays for the larger budget is gone.
inline bool any_neighbor_in_group(const group_response& response, std::uint32_t neighbors,
                                  private_randomness& coins) {
  return (neighbors != 0) != bernoulli_40(coins, response.threshold());
}

/// GroupRR's bins that look at a place among the neighbours and one more, not among the group's s:
/// the draw follows the data.
inline bool place_by_true_count(const group_response& response, std::uint32_t neighbors,
                                private_randomness& coins) {
  const bool flips = bernoulli_40(coins, response.threshold());
  return flips != (uniform_below(coins, std::uint32_t{neighbors + 1}) < neighbors);
}

/// k-ary values of which only "differs from the reference" is randomized: what differs shows its
/// true offset. Two bits a value, as a bitmap of 3 or 4 values.
inline void true_offset_where_different(const randomized_response& response, std::uint64_t length,
                                        std::span<const row_entry> entries, private_randomness& coins,
                                        std::span<std::uint64_t> words) {
  words[0] = 0;
  std::size_t next = 0;
  for (std::uint32_t x = 0; x < length; ++x) {
    const std::uint32_t drawn = response.offset_of(coins() >> 24);
    const bool differs = next < entries.size() && entries[next].position == x;
    const std::uint32_t offset = differs ? (drawn == 0 ? entries[next].offset : 0) : drawn;
    next += differs ? 1 : 0;
    words[0] |= std::uint64_t{offset} << (2 * x);
  }
}

/// A "size" of sensitivity k - 1 where 1 is paid for.
inline std::int64_t sum_of_offsets(std::span<const row_entry> entries) {
  std::int64_t sum = 0;
  for (const row_entry& entry : entries) sum += entry.offset;
  return sum;
}

/// A count of debiased bits whose noise hides what a neighbour with bit 0 adds, but not one with
/// bit 1.
inline std::uint64_t sensitivity_of_zeros(const bit_lattice& lattice) {
  return lattice.offset;
}

/// A centred count in units of half a step of the lattice, to which a user adds what its own degree
/// is worth, in place of a collector that adds the public one: an uncentred count, with the noise
/// of a centred one.
inline std::int64_t count_with_own_degree(const bit_lattice& lattice, std::int64_t ones, std::int64_t zeros) {
  const auto scale = static_cast<std::int64_t>(lattice.scale);
  const auto offset = static_cast<std::int64_t>(lattice.offset);
  return scale * (ones - zeros) + (scale - 2 * offset) * (ones + zeros);
}

/// A count around what a bit of 0 weighs, not halfway to what a bit of 1 does, as was announced.
inline std::int64_t count_around_another_centre(std::int64_t ones, std::int64_t /*zeros*/) {
  return 2 * ones;
}

/// Sums over neighbours of the columns of public numbers, with the noise of the largest number in
/// place of that of the largest sum of sizes of a user.
inline discrete_laplace noise_of_largest_number(std::span<const std::int64_t> of_a_user, epsilon budget) {
  std::int64_t largest = 0;
  for (const std::int64_t x : of_a_user) largest = std::max(largest, x < 0 ? -x : x);
  return {static_cast<uint128>(largest), budget};
}

/// Two rounds whose coins follow from the name of the round, and not from its step: the noise
/// cancels in what they say together.
inline std::vector<std::int64_t> same_noise_twice(std::int64_t first, std::int64_t second, epsilon budget,
                                                  private_randomness& coins) {
  const auto noise = static_cast<std::int64_t>(discrete_laplace(1, budget)(coins));
  return {first + noise, second + noise};
}

/// Laplace noise on categories with the scale that equation 21 of [Wang 2016] prints, epsilon / (t
/// - 1).
inline channel laplace_scale_as_printed(epsilon budget, std::size_t t) {
  return channel::from_probabilities(numbered_labels(t), numbered_labels(t),
                                     laplace_probabilities(t, static_cast<double>(t - 1) / budget.nats()));
}

/// Laplace noise on categories for neighbours that differ by one category, not by t - 1.
inline channel laplace_of_one_step(epsilon budget, std::size_t t) {
  return channel::from_probabilities(numbered_labels(t), numbered_labels(t),
                                     laplace_probabilities(t, budget.nats()));
}

/// Pr[noise <= x] of Laplace noise with scale (t - 1) / budget.
inline wide_float laplace_distribution(double x, unsigned t, epsilon budget) {
  const wide_float rate = wide_float(budget.units()) / wide_float(epsilon::units_per_nat) / (t - 1);
  return x < 0 ? wide_float(exp(rate * x) / 2) : wide_float(1 - exp(-rate * x) / 2);
}

/// Thresholds one apart around the mean of everybody's values ("so that categories come out
/// balanced").
inline std::vector<double> thresholds_around_the_mean(const std::vector<unsigned>& values, unsigned t) {
  double mean = 0.0;
  for (const unsigned v : values) mean += v / static_cast<double>(values.size());
  std::vector<double> at;
  for (unsigned u = 1; u < t; ++u) at.push_back(mean + u - 0.5 * t);
  return at;
}

/// The neighbours who reported the sender's own TRUE label, with the noise of an edge.
inline std::vector<std::int64_t> count_alike_by_true_label(std::uint32_t label,
                                                           std::span<const vertex_id> neighbors,
                                                           const attribute_reports& reports) {
  std::int64_t alike = 0;
  for (const vertex_id v : neighbors) alike += reports.of[v] == label ? 1 : 0;
  return {alike};
}

/// Counts of those labels only that some neighbour reported: the message's length tells how many.
inline std::vector<std::int64_t> counts_of_present_labels(std::uint32_t, std::span<const vertex_id> neighbors,
                                                          const attribute_reports& reports) {
  std::vector<std::int64_t> counts = count_by_report(neighbors, std::vector{reports});
  std::erase(counts, 0);
  return counts;
}

/// BlockRR's Algorithm 1 line by line: under a truth of S2 every output that is neither favoured
/// nor near has chance gamma, those of S~1 too. For B(y) = {y} and S~ = S.
inline Eigen::MatrixXd block_law_as_listed(const block_plan& plan, double nats) {
  const auto [beta, gamma] = chances_at(nats, sizes_of(plan));
  const auto labels = static_cast<Eigen::Index>(plan.inputs.size());
  Eigen::MatrixXd p(labels, labels);
  for (Eigen::Index y = 0; y < labels; ++y) {
    for (Eigen::Index o = 0; o < labels; ++o) {
      const bool from_majority = plan.majority[static_cast<std::size_t>(y)];
      const bool to_majority = plan.majority[static_cast<std::size_t>(o)];
      p(o, y) = (from_majority && to_majority ? beta : gamma) * (o == y ? std::exp(nats) : 1.0);
    }
    if (plan.majority[static_cast<std::size_t>(y)]) continue;
    for (const std::size_t o : plan.favoured)
      p(static_cast<Eigen::Index>(o), y) = 1.0 / static_cast<double>(labels);
  }
  return p;
}

/// BlockRR's Algorithm 3 as printed: a noisy count, by whatever noise the caller has, for each
/// label that occurs, and none for the others. A message names its labels.
template <class Real, class NoiseLaw>
output_law<Real> noisy_counts_of_labels_that_occur(std::span<const std::uint64_t> counts, NoiseLaw&& noisy) {
  output_law<Real> law{{{}, Real(1)}};
  for (std::size_t label = 0; label < counts.size(); ++label) {
    if (counts[label] == 0) continue;
    output_law<Real> longer;
    for (const auto& [message, probability] : law) {
      for (const auto& [value, chance] : noisy(counts[label])) {
        std::vector<std::uint64_t> extended = message;
        extended.push_back(label);
        extended.push_back(value);
        longer[std::move(extended)] = probability * chance;
      }
    }
    law = std::move(longer);
  }
  return law;
}

/// Released shares from a law of noisy counts (numbered from -1): each, cut at 0, over the sum of
/// weight times noisy count. As BlockRR's Algorithm 3 is printed that is a sum over records, so
/// that weights are the TRUE counts; with a weight of 1 for every label it is the sum over labels.
/// A message is reduced fractions.
template <class Real>
output_law<Real> shares_of_noisy_counts(const output_law<Real>& noisy,
                                        std::span<const std::uint64_t> weights) {
  output_law<Real> law;
  for (const auto& [message, probability] : noisy) {
    std::vector<std::uint64_t> counts;
    std::uint64_t divisor = 0;
    for (std::size_t label = 0; label < weights.size(); ++label) {
      counts.push_back(std::max<std::uint64_t>(message[label], 1) - 1);
      divisor += weights[label] * counts.back();
    }
    std::vector<std::uint64_t> shares;
    for (const std::uint64_t count : counts) {
      const std::uint64_t common = std::gcd(count, divisor);  // 0 only where both are: no share
      shares.push_back(common == 0 ? 0 : count / common);
      shares.push_back(common == 0 ? 0 : divisor / common);
    }
    law[std::move(shares)] += probability;
  }
  return law;
}

}  // namespace edgeldp::test::broken
