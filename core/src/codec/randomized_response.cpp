// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/randomized_response.hpp"

#include <cmath>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/privacy/rounding.hpp"

namespace edgeldp {

namespace {

double loss_of(std::uint64_t threshold, std::uint32_t alphabet) {
  // ln(same / T), by the difference of the two: small losses keep their digits.
  const std::uint64_t excess = randomized_response::resolution - alphabet * threshold;
  return std::log1p(static_cast<double>(excess) / static_cast<double>(threshold));
}

void check_alphabet(std::uint32_t alphabet) {
  if (alphabet < 2 || alphabet > 256) {
    throw invalid_parameter("alphabet = " + std::to_string(alphabet) + ": must lie in [2, 256]");
  }
}

}  // namespace

randomized_response::randomized_response(std::uint64_t threshold, std::uint32_t alphabet)
    : m_threshold(threshold),
      m_changed((alphabet - 1) * threshold),
      m_alphabet(alphabet),
      m_loss(loss_of(threshold, alphabet)) {}

randomized_response randomized_response::for_budget(epsilon budget, std::uint32_t alphabet) {
  check_alphabet(alphabet);
  if (budget.is_zero() || budget.nats() > 25.0) {
    throw invalid_parameter("epsilon of randomized response = " + std::to_string(budget.nats()) +
                            ": must lie in (0, 25]");
  }
  const double ideal = static_cast<double>(resolution) / (std::exp(budget.nats()) + alphabet - 1.0);
  auto threshold = static_cast<std::uint64_t>(std::ceil(ideal));
  // The next step up costs 2^-40 of utility; it pays for every rounding of exp, log and the
  // division.
  while (!is_surely_within(loss_of(threshold, alphabet), budget.nats()) &&
         (threshold + 1) * alphabet < resolution)
    ++threshold;
  return from_threshold(threshold, alphabet);
}

randomized_response randomized_response::from_threshold(std::uint64_t threshold, std::uint32_t alphabet) {
  check_alphabet(alphabet);
  if (threshold == 0 || threshold >= resolution / alphabet + (resolution % alphabet != 0 ? 1 : 0)) {
    throw invalid_parameter("flip threshold = " + std::to_string(threshold) + ": must lie in [1, 2^40 / " +
                            std::to_string(alphabet) + ")");
  }
  return {threshold, alphabet};
}

}  // namespace edgeldp
