// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/ppr/effort.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

namespace {

const double log_planned_limit = std::log(0.5 * row_candidate_limit);  // half is left to coins

constexpr double least_load = 0x1p-30;

/// ln of a bound on the chunks of more than `most` entries, per entry of the row: the chance that
/// `most` + 1 given entries share a chunk, or Chernoff's bound, whichever is less.
double log_overfull(double load, double most) {
  const double too_many = most + 1.0;
  const double shared = most * std::log(load) - std::lgamma(too_many + 1.0);
  const double chernoff = too_many * (1.0 + std::log(load / too_many)) - load - std::log(load);
  return std::min(shared, chernoff);
}

/// The largest load, at most `load`, at which overfull chunks are rare enough.
double rarely_overfull(double load, double mechanism_loss) {
  constexpr double log_rare = -22.33270374938051;  // ln 2e-10, an entry
  const double most = std::max(1.0, std::floor(log_planned_limit / mechanism_loss));
  load = std::min(load, most);
  if (log_overfull(load, most) <= log_rare) return load;
  double low = std::log(least_load), high = std::log(load);  // chunk_rate_for knows nothing below
  for (int i = 0; i < 40; ++i) {
    const double middle = 0.5 * (low + high);
    (log_overfull(std::exp(middle), most) <= log_rare ? low : high) = middle;
  }
  return std::exp(low);
}

}  // namespace

double test_budget(unsigned level) {
  constexpr std::array<double, largest_level> budgets = {2, 4, 8, 16, 32, 80, 200, 500, 1200};
  if (level < smallest_level || level > largest_level)
    throw invalid_parameter("level = " + std::to_string(level) + ": must lie in [1, 9]");
  return budgets[level - 1];
}

double entries_per_chunk(unsigned level, double mechanism_loss) {
  return rarely_overfull(std::log(test_budget(level) / 1.25) / std::expm1(mechanism_loss), mechanism_loss);
}

double expected_candidates(double entries, std::uint64_t length, std::uint64_t chunks,
                           double mechanism_loss) {
  const auto positions = static_cast<double>(length), parts = static_cast<double>(chunks);
  const double size = std::ceil(positions / parts), excess = std::expm1(mechanism_loss);
  return std::ceil(positions / size) * std::exp(std::min(entries * std::log1p(excess * size / positions),
                                                         size * std::log1p(excess * entries / positions)));
}

double candidates_per_entry(double entries_per_chunk, double mechanism_loss) {
  return std::exp(entries_per_chunk * std::expm1(mechanism_loss)) / entries_per_chunk;
}

chunk_floor chunk_floor_for(double mechanism_loss, double entries_per_chunk, epsilon budget,
                            released_number number) {
  const double hidden = std::ceil(std::log(0.5 / hidden_probability) / budget.nats());
  const auto slack = static_cast<std::uint64_t>(std::min(hidden, 0x1.0p32));
  const double excess = std::expm1(mechanism_loss), planned = entries_per_chunk * excess;
  // chunks: beyond these the planned ones are enough; growth: what leaves the limit to all of them
  // together.
  double growth = log_planned_limit, chunks = 1.0;
  for (int i = 0; i < 20; ++i) {
    chunks = std::max(1.0, std::ceil(hidden * excess / (growth - planned)));
    growth = std::max(planned + 1.0, log_planned_limit - std::log(chunks));
  }
  if (number == released_number::degree)
    return {chunk_rate_for(std::max(planned + 1.0, 0.5 * growth) / excess), slack};
  return {chunk_rate_for(growth / (chunks * std::log1p(excess / chunks))), slack};
}

std::uint64_t chunk_rate_for(double entries_per_chunk) {
  const double rate = std::ceil(0x1.0p32 / entries_per_chunk);
  if (!(rate >= 1.0) || !(rate <= 0x1.0p32 / least_load))
    throw invalid_parameter("entries per chunk = " + std::to_string(entries_per_chunk) +
                            ": must lie in [2^-30, 2^32]");
  return static_cast<std::uint64_t>(rate);
}

}  // namespace edgeldp
