// SPDX-License-Identifier: MIT
#include "edgeldp/channel/randomized_answers.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/privacy/rounding.hpp"

namespace edgeldp {

namespace {

/// Below, rounding a weight would move it by more than 2^-22 of itself.
constexpr std::uint64_t least_other = channel::resolution >> 40;

}  // namespace

k_ary_response k_ary_response::for_budget(epsilon budget, std::uint32_t k) {
  if (k < 2 || k > std::uint32_t{1} << 31)
    throw invalid_parameter("randomized response has 2 to 2^31 answers, not " + std::to_string(k));
  const double nats = budget.nats();
  const double ideal =
      std::ldexp(1.0 / (std::exp(nats) + static_cast<double>(k - 1)), channel::resolution_bits);
  if (budget.is_zero() || ideal < static_cast<double>(least_other))
    throw invalid_parameter("randomized response of " + std::to_string(k) + " answers at epsilon " +
                            std::to_string(nats) +
                            ": the others must be as likely as 2^-40, and epsilon not 0");
  auto other = static_cast<std::uint64_t>(ideal) + 1;
  // exp and the division are off by a few 2^-53, which is up to a few thousand units; each step
  // halves what is left of the way and costs as little.
  for (std::uint64_t step = 1;; step *= 2) {
    const k_ary_response law(k, std::min(other, channel::resolution / k));
    // loss_nats() itself is off by the rounding of a quotient and a logarithm.
    if (is_surely_within(law.loss_nats(), nats)) return law;
    // 2^62 is no multiple of k: the truth keeps the rest of the division even where nothing should
    // be told.
    if (other >= channel::resolution / k)
      throw invalid_parameter("randomized response of " + std::to_string(k) + " answers loses at least " +
                              std::to_string(law.loss_nats()) + ", more than epsilon " +
                              std::to_string(nats));
    other += step;
  }
}

double k_ary_response::other_probability() const noexcept {
  return std::ldexp(static_cast<double>(m_other), -static_cast<int>(channel::resolution_bits));
}

double k_ary_response::same_probability() const noexcept {
  return std::ldexp(static_cast<double>(same_weight()), -static_cast<int>(channel::resolution_bits));
}

double k_ary_response::loss_nats() const noexcept {
  // log1p keeps the digits of a small loss.
  return std::log1p(static_cast<double>(same_weight() - m_other) / static_cast<double>(m_other));
}

channel warner_channel(epsilon budget, channel::labels answers) {
  if (answers.size() != 2)
    throw invalid_parameter("Warner's channel has 2 answers, not " + std::to_string(answers.size()));
  return k_ary_channel(budget, std::move(answers));
}

channel k_ary_channel(epsilon budget, channel::labels answers) {
  if (answers.size() > 8192)
    throw invalid_parameter("a channel of " + std::to_string(answers.size()) +
                            " answers has too many entries; 2 to 8192 answers");
  const k_ary_response law = k_ary_response::for_budget(budget, static_cast<std::uint32_t>(answers.size()));
  std::vector<std::uint64_t> weights(answers.size() * answers.size(), law.other_weight());
  for (std::size_t x = 0; x < answers.size(); ++x) weights[x * (answers.size() + 1)] = law.same_weight();
  return channel::from_weights(answers, answers, std::move(weights));
}

}  // namespace edgeldp
