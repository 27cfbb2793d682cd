// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/ppr/sampler.hpp"

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/random/big_ball.hpp"

namespace edgeldp {

namespace {

constexpr std::uint64_t largest_integer = std::uint64_t{1} << 53;

ppr_constants<double_ball> rounded(const ppr_constants<big_ball>& c) {
  return {c.alpha_milli,
          c.one.to_double(),
          c.alpha.to_double(),
          c.inverse_alpha.to_double(),
          c.inverse_alpha_minus_1.to_double(),
          c.e0.to_double(),
          c.inverse_loss.to_double()};
}

}  // namespace

ppr_law::ppr_law(const ppr_alpha& alpha, std::uint64_t numerator, std::uint64_t denominator)
    : m_alpha_milli(alpha.milli()),
      m_numerator(static_cast<std::int64_t>(numerator)),
      m_denominator(static_cast<std::int64_t>(denominator)) {
  if (denominator == 0 || numerator <= denominator || numerator > largest_integer)
    throw invalid_parameter("a step between two ratios must be a fraction above 1 of integers up to 2^53");
  m_in_doubles = rounded(constants(big_arithmetic(256)));
}

ppr_choice sample_ppr_index_in_bits(unsigned bits, const ppr_law& law, std::uint64_t candidate_limit,
                                    uniform_digits& digits, const ppr_loss_function& loss) {
  for (;; bits *= 2) {
    try {
      const big_arithmetic arithmetic(bits);
      const auto constants = law.constants(arithmetic);
      return ppr_walk(arithmetic, constants, candidate_limit, digits, loss).run();
    } catch (const undecided&) {
      continue;
    }
  }
}

}  // namespace edgeldp
