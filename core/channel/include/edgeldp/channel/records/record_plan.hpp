// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "edgeldp/core/privacy/epsilon.hpp"

/// How a record of several categorical answers spends one budget.
/// Source: [Feng 2020] ("OBRR", "OMRR"; its BRR is randomized response on every bit of one-hot
///     vectors and has nothing to do with [Zhang 2025]'s).
/// Privacy: core/doc/privacy.md, "Records".
namespace edgeldp {

/// How one answer among k is sent.
enum class answer_encoding {
  unary,   ///< k bits, each by randomized response at half the share, for a change of answer moves two bits
  direct,  ///< one answer by k-ary randomized response at the whole share
};

/// Expected squared error of an answer's estimated histogram for one person, summed over its k
/// categories: a histogram of n people errs by n times as much. Exact for any truth.
/// Source: [Feng 2020], "Optimal budget allocation for the BRR" (at share / 2) and "for the MRR".
/// Errors: invalid_parameter unless k >= 2 and nats > 0.
double histogram_error(answer_encoding encoding, std::uint32_t k, double nats);

/// Everything public about how records are sent. Every person spends `total`: on all answers, each
/// at its share, or, when `chances` is not empty, on one answer alone that public randomness picks
/// with its chance.
struct record_plan {
  std::vector<std::uint32_t> categories;
  std::vector<answer_encoding> encodings;
  std::vector<epsilon> shares;  ///< add up to total exactly; all of them total when answers are sampled
  std::vector<double> chances;
  epsilon total;

  bool is_sampled() const noexcept { return !chances.empty(); }
  /// Expected squared error of all histograms together, for one person. Exact; with sampling an
  /// upper bound that counts the lot in full, reached by answers of many rare categories.
  double squared_error() const;
};

/// The same share for every answer: [Feng 2020]'s BRR (unary) and MRR (direct).
record_plan even_plan(epsilon total, std::span<const std::uint32_t> categories, answer_encoding encoding);

/// The shares of least squared error: OBRR (unary), OMRR (direct). The minimum of a strictly convex
/// function on a simplex (core/doc/channels.md, "Records"), found to 1e-12 by two nested root
/// searches; then rounded to units of 2^-32 so that they add up to total.
/// Errors: invalid_parameter for no answers, an answer of fewer than 2 categories, or a total below
///     2^-32 an answer.
record_plan optimal_plan(epsilon total, std::span<const std::uint32_t> categories, answer_encoding encoding);

/// The same with an encoding of its own for every answer, and the best such choice that single
/// changes find from three starts (all unary, all direct, each the better one at even shares).
record_plan optimal_plan(epsilon total, std::span<const std::uint32_t> categories,
                         std::span<const answer_encoding> encodings);
record_plan mixed_plan(epsilon total, std::span<const std::uint32_t> categories);

/// One answer a person, drawn with chances in proportion to sqrt(1 + histogram_error), which
/// minimise the squared error; each answer in its better encoding. Cost in error: (sum of those
/// roots)^2 - answers.
record_plan sampled_plan(epsilon total, std::span<const std::uint32_t> categories);

/// Of mixed_plan and sampled_plan the one with the smaller squared error.
record_plan best_plan(epsilon total, std::span<const std::uint32_t> categories);

}  // namespace edgeldp
