// SPDX-License-Identifier: MIT
#include "edgeldp/rivals/arr/asymmetric_response.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/privacy/rounding.hpp"

namespace edgeldp {

double asymmetric_response::largest_mu(epsilon budget) {
  return 1.0 / (1.0 + std::exp(-budget.nats()));
}

asymmetric_response asymmetric_response::for_budget(epsilon budget, double mu) {
  const double most = largest_mu(budget);
  // A number that was computed as the largest one may have been rounded on its way here.
  if (budget.is_zero() || !(mu >= smallest_mu) || !(mu <= most * (1.0 + 1e-9)))
    throw invalid_parameter("mu = " + std::to_string(mu) + ": must lie in [2^-24, " + std::to_string(most) +
                            "] at an edge budget of " + std::to_string(budget.nats()));
  constexpr auto scale = static_cast<double>(resolution);
  const auto edge =
      std::clamp<std::uint64_t>(static_cast<std::uint64_t>(std::fmin(mu, most) * scale), 2, resolution - 1);
  const double kept = static_cast<double>(edge) * std::exp(-budget.nats());
  const double dropped = scale - static_cast<double>(resolution - edge) * std::exp(budget.nats());
  const double stranger = std::fmax(1.0, std::ceil(std::fmax(kept, dropped)));
  asymmetric_response response(edge, static_cast<std::uint64_t>(stranger));
  // A step up costs 2^-40 of utility; it pays for every rounding of exp, log and the products.
  while (response.m_stranger < edge && !is_surely_within(response.loss_nats(), budget.nats()))
    ++response.m_stranger;
  return from_thresholds(edge, response.m_stranger);
}

asymmetric_response asymmetric_response::from_thresholds(std::uint64_t edge, std::uint64_t stranger) {
  if (stranger == 0 || stranger >= edge || edge >= resolution)
    throw invalid_parameter("thresholds " + std::to_string(edge) + " and " + std::to_string(stranger) +
                            ": need 0 < stranger < edge < 2^40");
  return {edge, stranger};
}

bit_law asymmetric_response::law() const noexcept {
  constexpr auto scale = static_cast<double>(resolution);
  return {static_cast<double>(m_edge) / scale, static_cast<double>(m_stranger) / scale};
}

double asymmetric_response::loss_nats() const noexcept {
  const auto ratio = [](std::uint64_t a, std::uint64_t b) {
    return std::log1p(static_cast<double>(a - b) / static_cast<double>(b));
  };
  return std::fmax(ratio(m_edge, m_stranger), ratio(resolution - m_stranger, resolution - m_edge));
}

}  // namespace edgeldp
