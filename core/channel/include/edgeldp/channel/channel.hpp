// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/random/private_randomness.hpp"

namespace edgeldp {

/// The worst log ratio Pr[output | likeliest] / Pr[output | unlikeliest] over all outputs and all
/// ordered pairs of inputs. Infinite when an output is impossible under one input and possible
/// under another; an output that is impossible under all of them tells nothing and is left out.
struct privacy_loss {
  double nats = 0.0;
  std::size_t output = 0, likeliest = 0, unlikeliest = 0;  ///< where it is reached; zeros when the loss is 0
  bool is_pure() const noexcept { return nats < std::numeric_limits<double>::infinity(); }
};

/// One randomized answer: Pr[report | truth] over labelled finite domains. Columns are truths and
/// add up to 1, rows are reports ("design matrix", [Wang 2016], equation 13).
///
/// A column is integers that add up to 2^62, and a report is drawn by comparing 62 random bits with
/// their running sums: the integers are the only source of what is sampled, of the privacy loss and
/// of the debiasing, so no rounding stands between a claim and the program. Immutable.
///
/// Promise: loss().nats is the least epsilon for which the channel is epsilon-locally
///     differentially private (core/doc/privacy.md, "Channels"), to the rounding of one logarithm.
/// Cost: sampling one word of coins and log2(outputs) comparisons; memory 16 bytes an entry.
class channel {
 public:
  using labels = std::vector<std::string>;
  static constexpr unsigned resolution_bits = 62;
  static constexpr std::uint64_t resolution = std::uint64_t{1} << resolution_bits;
  static constexpr std::size_t most_entries = std::size_t{1} << 26;

  /// Rounds each column to integers; what rounding leaves over goes to the column's largest entry,
  /// so that an entry moves by less than 2^-62 and the largest by less than 2^-50 for up to 4096
  /// outputs. A positive entry stays positive.
  /// Shape: p is outputs x inputs.
  /// Errors: invalid_parameter for an empty or repeated label, a wrong shape, an entry that is
  ///     negative or not finite, or a column whose sum is more than 1e-9 from 1.
  static channel from_probabilities(labels inputs, labels outputs, const Eigen::MatrixXd& p);

  /// Columns one after the other, outputs() integers each.
  /// Errors: as above; a column must add up to 2^62.
  static channel from_weights(labels inputs, labels outputs, std::vector<std::uint64_t> weights);

  std::size_t input_count() const noexcept { return m_inputs.size(); }
  std::size_t output_count() const noexcept { return m_outputs.size(); }
  const labels& inputs() const noexcept { return m_inputs; }
  const labels& outputs() const noexcept { return m_outputs; }

  /// Pr[output | input] 2^62.
  std::uint64_t weight(std::size_t output, std::size_t input) const noexcept {
    const std::uint64_t* column = m_sums.data() + input * output_count();
    return column[output] - (output == 0 ? 0 : column[output - 1]);
  }
  /// outputs x inputs, each within 2^-54 of itself.
  const Eigen::MatrixXd& probabilities() const noexcept { return m_probabilities; }

  privacy_loss loss() const;

  /// A report on `input`. Requires input < input_count().
  std::size_t sample(std::size_t input, private_randomness& coins) const noexcept;

  /// Position of a label.
  /// Errors: invalid_parameter that names the label and the domain.
  std::size_t input_index(std::string_view label) const;
  std::size_t output_index(std::string_view label) const;

  bool operator==(const channel& other) const {
    return m_inputs == other.m_inputs && m_outputs == other.m_outputs && m_sums == other.m_sums;
  }

 private:
  channel(labels inputs, labels outputs, std::vector<std::uint64_t> weights);
  labels m_inputs, m_outputs;
  std::vector<std::uint64_t> m_sums;  // running sums, a column after the other
  Eigen::MatrixXd m_probabilities;
};

/// What a user spends who reports through all of them: the sum of their losses, each rounded up to
/// a unit.
/// Errors: invalid_parameter for a channel without a finite loss.
epsilon loss_of(std::span<const channel> channels);

/// Whether they cost a user at most the budget; without a finite loss they cost more than anything.
bool is_within(std::span<const channel> channels, epsilon budget);

/// "first", "first + 1", ... as decimal numbers.
channel::labels numbered_labels(std::size_t count, std::int64_t first = 0);

/// The channel of a law with one parameter, its budget in nats, a little below `budget`: by what
/// rounding to integers adds to the loss (1e-14 nat for few outputs, 2e-12 for 4096), found by
/// trying.
/// Promise: loss() is at most the budget in exact arithmetic, its own rounding included.
/// Errors: invalid_parameter when even law(0) loses more, or for more than most_entries.
/// Cost: the law, once for each fourfold step from 2^-50 nat to what rounding adds: 1 to 5 times.
using channel_law = std::function<Eigen::MatrixXd(double nats)>;
channel channel_within(epsilon budget, channel::labels inputs, channel::labels outputs,
                       const channel_law& law);

/// What is left of a channel when several reports are called alike: output i becomes
/// outputs[target[i]]. Exact; never loses more than `c` (post-processing).
/// Errors: invalid_parameter for a wrong size or target.
channel relabel_outputs(const channel& c, channel::labels outputs, std::span<const std::size_t> target);

/// A channel on other truths: inputs[i] is treated as c's input source[i]. Exact; never loses more
/// than `c`.
channel relabel_inputs(const channel& c, channel::labels inputs, std::span<const std::size_t> source);

/// The report of `second` on the report of `first`, whose outputs must be the inputs of `second`
/// (else invalid_parameter). Loses at most as much as each of them, to 2^-50.
channel compose(const channel& first, const channel& second);

/// Q per input: the expected utility of a report, sum over outputs of utility(output, input)
/// Pr[output | input].
/// Source: [Zhang 2025], section IV B.
/// Shape: utility is outputs x inputs.
Eigen::VectorXd expected_utility(const channel& c, const Eigen::MatrixXd& utility);

}  // namespace edgeldp
