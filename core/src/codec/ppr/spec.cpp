// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/ppr/spec.hpp"

#include <algorithm>
#include <string>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

randomized_response ppr_spec::response(epsilon budget, std::uint32_t alphabet) const {
  return randomized_response::for_budget(mechanism_epsilon(alpha, budget), alphabet);
}

double ppr_spec::largest_budget(double entries) const {
  constexpr double affordable = 0x1.0p24;  // candidates of a run, about 5 s of a processor
  double low = 2.0, high = largest_mechanism_loss;
  const auto is_affordable = [&](double loss) {
    return entries * candidates_per_entry(chunk_entries(loss), loss) <= affordable;
  };
  for (int i = 0; i < 20 && high - low > 1e-3; ++i) {
    const double middle = 0.5 * (low + high);
    (is_affordable(middle) ? low : high) = middle;
  }
  return 2.0 * alpha.value() * low;
}

std::string ppr_spec::fault_of_budget(epsilon budget) const {
  if (budget.nats() <= possible_budget()) return {};
  return "edge budget = " + std::to_string(budget.nats()) + ": beyond " + std::to_string(possible_budget()) +
         " nats an entry costs ppr at alpha " + std::to_string(alpha.value()) +
         " more than 2^14 candidates; --codec nullspace serves at every budget";
}

bool ppr_spec::serves(epsilon budget, double, double) const {
  return response(budget).loss_nats() <= 2.0;
}

double ppr_spec::chunk_entries(double mechanism_loss) const {
  if (!beta) return entries_per_chunk(level, mechanism_loss);
  if (!(*beta > 0.0) || !(*beta <= 1000.0))
    throw invalid_parameter("beta = " + std::to_string(*beta) + ": must lie in (0, 1000]");
  return std::min(1.0 / (*beta * mechanism_loss), entries_per_chunk(largest_level, mechanism_loss));
}

void ppr_spec::fill(codec_parameters& p, epsilon budget, const row_numbers& numbers) const {
  if (const std::string fault = fault_of_budget(budget); !fault.empty()) throw invalid_parameter(fault);
  const randomized_response inside = response(budget, numbers.alphabet);
  const double loss = inside.loss_nats(), load = chunk_entries(loss);
  p.codec = kind;
  p.flip_threshold = inside.threshold();
  p.alpha_milli = alpha.milli();
  p.candidate_limit_log2 = ppr_codec::default_candidate_limit_log2(alpha);
  p.level = level;
  p.chunk_rate = chunk_rate_for(load);
  if (!numbers.released_at || numbers.released_at->is_zero()) return;  // nothing is hidden
  const chunk_floor floor = chunk_floor_for(loss, load, *numbers.released_at, numbers.number);
  p.chunk_floor_rate = floor.rate;
  p.size_slack = floor.slack;
}

ppr_spec ppr_spec::of(const codec_parameters& p) {
  return {ppr_alpha::from_milli(p.alpha_milli), p.level, std::nullopt};
}

codec_fields ppr_spec::fields() const {
  return {{"alpha", alpha.value()}, beta ? codec_field{"beta", *beta} : codec_field{"level", level}};
}

void ppr_spec::check_exponent(const codec_parameters& p) {
  ppr_alpha::from_milli(p.alpha_milli);
  if (p.candidate_limit_log2 < 1 || p.candidate_limit_log2 > ppr_codec::largest_candidate_limit_log2)
    throw invalid_parameter("candidate limit = 2^" + std::to_string(p.candidate_limit_log2) +
                            ": must lie in [2^1, 2^55]");
}

void ppr_spec::check(const codec_parameters& p) {
  check_exponent(p);
  if (p.chunk_rate == 0)
    throw invalid_parameter("chunk_rate = 0: ppr needs a positive number of chunks per entry");
  require_no_columns(p);
  require_plain_rows(p);
}

ppr_codec ppr_spec::make(const codec_parameters& p, std::uint32_t alphabet) {
  return {p.key, randomized_response::from_threshold(p.flip_threshold, alphabet),
          ppr_alpha::from_milli(p.alpha_milli), p.candidate_limit_log2};
}

row_shape ppr_spec::shape(const codec_parameters& p, vertex_id user, const row_knowledge& row) noexcept {
  const uint128 scaled =
      std::max(uint128{row.expected} * p.chunk_rate, uint128{possible_entries(p, row)} * p.chunk_floor_rate);
  const auto chunks = static_cast<std::uint64_t>(
      std::clamp<uint128>((scaled + 0xffffffffU) >> 32, 1, std::max<std::uint64_t>(row.length, 1)));
  return {user, row.length, chunks, row.expected, 0};
}

encoding_work ppr_spec::work(const codec_parameters& p) {
  const double load = 0x1p32 / static_cast<double>(p.chunk_rate);
  const double loss = randomized_response::from_threshold(p.flip_threshold).loss_nats();
  // A candidate is tested at all entries.
  return {100.0, 0.0, 10.0 + (1.0 + load) * candidates_per_entry(load, loss)};
}

}  // namespace edgeldp
