// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "edgeldp/channel/channel.hpp"

/// Randomized response on one answer. Every constructor keeps its loss within the budget; proofs:
/// core/doc/privacy.md, "Channels".
namespace edgeldp {

/// The law of k-ary randomized response without its matrix, for any k: each of the k - 1 other
/// answers has probability other_weight / 2^62. k_ary_channel is this law as a channel.
class k_ary_response {
 public:
  /// The smallest weight that keeps the loss within the budget.
  /// Errors: invalid_parameter unless 2 <= k <= 2^31, or when k and the budget leave the other
  ///     answers less than 2^-40 each.
  static k_ary_response for_budget(epsilon budget, std::uint32_t k);

  std::uint32_t answers() const noexcept { return m_k; }
  std::uint64_t other_weight() const noexcept { return m_other; }
  std::uint64_t same_weight() const noexcept { return channel::resolution - (m_k - 1) * m_other; }
  double other_probability() const noexcept;
  double same_probability() const noexcept;
  double loss_nats() const noexcept;

  /// A report on `answer`. Requires answer < answers().
  /// Cost: one word of coins.
  std::uint32_t sample(std::uint32_t answer, private_randomness& coins) const noexcept {
    const std::uint64_t u = coins() >> (64 - channel::resolution_bits), step = u / m_other;
    return step < m_k - 1 ? static_cast<std::uint32_t>((answer + 1 + step) % m_k) : answer;
  }

 private:
  k_ary_response(std::uint32_t k, std::uint64_t other) : m_k(k), m_other(other) {}
  std::uint32_t m_k;
  std::uint64_t m_other;
};

/// Two answers, truth with probability exp(e) / (1 + exp(e)).
/// Source: Warner 1965; [Wang 2016], equation 8.
channel warner_channel(epsilon budget, channel::labels answers = {"0", "1"});

/// k answers, truth with probability exp(e) / (exp(e) + k - 1) ("generalized randomized response",
/// GRR, k-RR).
/// Source: [Kairouz 2016]; [Zhang 2025], equation 5; [Wang 2016], equation 19; [Liu 2026],
///     definition 2.3.
/// Errors: invalid_parameter for fewer than 2 answers.
channel k_ary_channel(epsilon budget, channel::labels answers);

}  // namespace edgeldp
