// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/codec/range_coder.hpp"
#include "edgeldp/core/privacy/rounding.hpp"
#include "edgeldp/rivals/group_rr/group_rr.hpp"

namespace edgeldp {

namespace {

constexpr std::uint64_t whole = randomized_response::resolution;

bool is_prime(std::uint64_t x) {
  if (x < 4) return x >= 2;
  if (x % 2 == 0) return false;
  for (std::uint64_t d = 3; d * d <= x; d += 2)
    if (x % d == 0) return false;
  return true;
}

/// ln of what one neighbour can change, from the integer.
double loss_of(std::uint64_t threshold, std::uint32_t group) {
  return std::log1p(static_cast<double>(whole - 2 * threshold) /
                    (static_cast<double>(group) * static_cast<double>(threshold)));
}

void require_group(std::uint32_t group) {
  if (group == 0 || group > group_response::largest_group)
    throw invalid_parameter("group size = " + std::to_string(group) + ": must lie in [1, 65536]");
}

std::uint64_t scale_word(std::uint32_t low, std::uint32_t high, std::uint64_t range) {
  const std::uint64_t word = low | (std::uint64_t{high} << 32);
  return static_cast<std::uint64_t>((uint128{word} * range) >> 64);
}

/// As if one geometric step in two had gone on.
constexpr adaptive_bit unary_prior(32, 32);

unsigned bits_below(std::uint64_t bound) {
  return static_cast<unsigned>(std::bit_width(bound - 1));
}

void write_gaps(const bin_sets& sets, const bin_set_format& format, range_encoder& out) {
  adaptive_bit more = unary_prior;
  std::uint64_t next = 0;  // first position not yet passed, rows laid end to end
  const auto rice = static_cast<unsigned>(format.rice_bits);
  const auto write_gap = [&](std::uint64_t gap) {
    for (std::uint64_t step = gap >> rice; step != 0; --step) out.encode(true, more);
    out.encode(false, more);
    if (rice != 0) out.encode_direct(gap & ((std::uint64_t{1} << rice) - 1), rice);
  };
  out.encode_direct(sets.bins.size(), 64);
  for (std::uint64_t r = 0; r < sets.rows(); ++r) {
    for (const std::uint32_t bin : sets.row(r)) {
      write_gap(r * format.bins + bin - next);
      next = r * format.bins + bin + 1;
    }
  }
}

bin_sets read_gaps(range_decoder& in, const bin_set_format& format, std::uint64_t bytes) {
  adaptive_bit more = unary_prior;
  const auto rice = static_cast<unsigned>(format.rice_bits);
  const std::uint64_t positions = format.rows * format.bins;
  std::uint64_t left = in.decode_direct(64), next = 0;
  if (left > positions) throw format_error(0, "more entries than bins");
  // An entry ends with a modelled bit, which costs 0.0014 bits at least: 5700 a byte.
  if (left > 8192 * (bytes + 8)) throw format_error(0, "more entries than the bytes could hold");
  bin_sets sets;
  for (; left != 0; --left) {
    std::uint64_t position = next;
    while (in.decode(more)) {
      position += std::uint64_t{1} << rice;
      if (position >= positions) throw format_error(in.position(), "entry beyond the last bin");
    }
    if (rice != 0) position += in.decode_direct(rice);
    if (position >= positions) throw format_error(in.position(), "entry beyond the last bin");
    while (sets.rows() < position / format.bins) sets.end_row();
    sets.bins.push_back(static_cast<std::uint32_t>(position % format.bins));
    next = position + 1;
  }
  while (sets.rows() < format.rows) sets.end_row();
  return sets;
}

void write_lists(const bin_sets& sets, const bin_set_format& format, range_encoder& out) {
  for (std::uint64_t r = 0; r < sets.rows(); ++r) {
    out.encode_direct(sets.row(r).size(), bits_below(format.bins + 1));
    for (const std::uint32_t bin : sets.row(r)) out.encode_direct(bin, bits_below(format.bins));
  }
}

bin_sets read_lists(range_decoder& in, const bin_set_format& format) {
  bin_sets sets;
  for (std::uint64_t r = 0; r < format.rows; ++r) {
    const std::uint64_t size = in.decode_direct(bits_below(format.bins + 1));
    if (size > format.bins) throw format_error(in.position(), "more entries than bins");
    for (std::uint64_t i = 0; i < size; ++i) {
      const std::uint64_t bin = in.decode_direct(bits_below(format.bins));
      if (bin >= format.bins) throw format_error(in.position(), "entry beyond the last bin");
      if (i != 0 && bin <= sets.bins.back()) throw format_error(in.position(), "entries do not increase");
      sets.bins.push_back(static_cast<std::uint32_t>(bin));
    }
    sets.end_row();
  }
  return sets;
}

}  // namespace

std::uint32_t group_size_for(double sampling) {
  if (!(sampling >= 1.0) || !(sampling <= 1073741824.0))
    throw invalid_parameter("sampling factor = " + std::to_string(sampling) + ": must lie in [1, 2^30]");
  std::uint32_t s = 1;
  while (static_cast<double>(std::uint64_t{s} * s * s) < sampling) ++s;  // exact: at most 2^30
  return s;
}

group_bins group_bins::for_users(std::uint64_t users, std::uint32_t group) {
  group_bins g;
  g.prime = std::max<std::uint64_t>(2, users);
  while (!is_prime(g.prime)) ++g.prime;
  // Two bins at least: with one, a row would say nothing about single pairs.
  g.group = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(group, 1, (g.prime + 1) / 2));
  g.bins = (g.prime + g.group - 1) / g.group;
  return g;
}

bin_hash bin_hash::draw(release_key key, vertex_id user, const group_bins& bins) {
  const philox_block w = public_randomness(key).block(stream_tag::group_hash, 0, 0, user);
  return {1 + scale_word(w[0], w[1], bins.prime - 1), scale_word(w[2], w[3], bins.prime)};
}

group_response::group_response(epsilon budget, std::uint32_t group) : m_group(group) {
  require_group(group);
  if (budget.is_zero() || budget.nats() > 25.0)
    throw invalid_parameter("epsilon of grouped randomized response = " + std::to_string(budget.nats()) +
                            ": must lie in (0, 25]");
  const double ideal = static_cast<double>(whole) / (2.0 + group * std::expm1(budget.nats()));
  m_threshold = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(ideal)));
  // The next step up costs 2^-40 of utility; it pays for every rounding of exp, log and the
  // division.
  const auto is_within = [&] { return is_surely_within(loss_of(m_threshold, group), budget.nats()); };
  while (!is_within() && 2 * m_threshold + 2 < whole) ++m_threshold;
  if (!is_within() || 2 * m_threshold >= whole)
    throw invalid_parameter("epsilon of grouped randomized response = " + std::to_string(budget.nats()) +
                            ": too small for thresholds of 40 bits");
}

group_response group_response::from_threshold(std::uint64_t threshold, std::uint32_t group) {
  require_group(group);
  if (threshold == 0 || 2 * threshold >= whole)
    throw invalid_parameter("threshold " + std::to_string(threshold) + ": must lie in [1, 2^39)");
  return {threshold, group};
}

double group_response::loss_nats() const noexcept {
  return loss_of(m_threshold, m_group);
}

std::vector<std::byte> write_bin_sets(const bin_sets& sets, const bin_set_format& format) {
  range_encoder out;
  format.rice_bits < 0 ? write_lists(sets, format, out) : write_gaps(sets, format, out);
  return out.finish();
}

bin_sets read_bin_sets(std::span<const std::byte> bytes, const bin_set_format& format) {
  range_decoder in(bytes);
  bin_sets sets = format.rice_bits < 0 ? read_lists(in, format) : read_gaps(in, format, bytes.size());
  const std::vector<std::byte> again = write_bin_sets(sets, format);
  const auto [ours, theirs] = std::ranges::mismatch(again, bytes);
  if (ours != again.end() || theirs != bytes.end())
    throw format_error(static_cast<std::uint64_t>(theirs - bytes.begin()), "not in canonical form");
  return sets;
}

double smooth_bound(double sensitivity, double step, double beta) {
  if (!(step > 0.0)) return sensitivity;
  // The maximum over real k lies at 1 / beta - sensitivity / step; over integers at one of its
  // neighbours.
  const double peak = std::fmax(0.0, std::floor(1.0 / beta - sensitivity / step));
  const auto value = [&](double k) { return std::exp(-beta * k) * (sensitivity + k * step); };
  return std::fmax(value(0.0), std::fmax(value(peak), value(peak + 1.0)));
}

int128 output_grid::release(int128 exact, double noise) const noexcept {
  return round(exact + static_cast<int128>(std::floor(std::clamp(noise, -2.0 * largest, 2.0 * largest))));
}

int128 output_grid::round(int128 sum) const noexcept {
  const auto most = static_cast<int128>(largest);
  const int128 shifted = std::clamp(sum, -most, most) + step / 2;
  const int128 remainder = shifted % step;
  return shifted - (remainder < 0 ? remainder + step : remainder);
}

output_grid smooth_output_grid(std::uint64_t users, std::int64_t largest_estimate, double budget) {
  const double beta = budget / 6.0, members = static_cast<double>(users),
               one = static_cast<double>(largest_estimate);
  const double smooth = (members + 1.0 / beta) * one;  // at least any smooth bound
  output_grid grid{1, 6.0 / budget * smooth * 0x1p12 + members * members * one};
  while (static_cast<double>(grid.step) < grid.largest * 0x1p-50) grid.step *= 2;
  return grid;
}

}  // namespace edgeldp
