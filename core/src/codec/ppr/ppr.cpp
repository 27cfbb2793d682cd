// SPDX-License-Identifier: MIT
#include "edgeldp/core/codec/ppr/ppr.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "codec/ppr/kernels.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/size_of.hpp"

namespace edgeldp {

namespace {

/// How many e0 the ratio of a candidate falls short of the largest: none for an entry that shows
/// its true value, two where it shows the reference, one else. Gives up beyond `most` ([Hillebrand
/// 2026], Algorithm 3, with early exit).
template <class OffsetAt>
std::uint64_t matching_loss(std::span<const row_entry> entries, std::uint64_t most, OffsetAt&& offset_at) {
  std::uint64_t loss = 0;
  for (const row_entry& entry : entries) {
    const std::uint32_t offset = offset_at(entry.position);
    loss += offset == entry.offset ? 0 : offset == 0 ? 2 : 1;
    if (loss > most) break;
  }
  return loss;
}

/// The same for k = 2, where `positions` are those of the entries: each zero costs two.
std::uint64_t binary_loss(const ppr_candidates& candidates, count_zeros_function* count_zeros,
                          std::uint64_t candidate, std::span<const std::uint32_t> positions,
                          std::uint64_t most) {
  const std::uint64_t enough = std::min<std::uint64_t>(most / 2, positions.size()) + 1;
  return 2 * count_zeros(candidates, candidate, positions.data(), positions.size(), enough);
}

}  // namespace

void ppr_row::decode_offsets(std::span<std::uint8_t> offsets) const noexcept {
  std::array<std::uint32_t, 256> offset_of_byte;
  for (std::uint32_t byte = 0; byte < 256; ++byte)
    offset_of_byte[byte] = m_candidates.response().offset_of_byte(byte);
  for (std::uint64_t begin = 0; begin < m_length;) {
    const auto first = static_cast<std::uint32_t>(begin);
    const std::uint32_t chunk = chunk_of(first);
    const std::uint64_t end =
        std::min({m_length, (begin / 16 + 1) * 16, (std::uint64_t{chunk} + 1) * m_chunk_size});
    const philox_block block = m_candidates.positions(m_indices[chunk], first / 16);
    for (; begin < end; ++begin) {
      const auto x = static_cast<std::uint32_t>(begin);
      const std::uint32_t offset = offset_of_byte[ppr_candidates::lane_byte(block, x & 15)];
      offsets[size_of(begin)] = static_cast<std::uint8_t>(
          offset != randomized_response::tie ? offset : m_candidates.offset(m_indices[chunk], x));
    }
  }
}

ppr_codec::ppr_codec(release_key key, const randomized_response& response, const ppr_alpha& alpha,
                     unsigned candidate_limit_log2)
    : m_random(key),
      m_response(response),
      m_alpha(alpha),
      m_index_law(alpha, randomized_response::resolution - (response.alphabet() - 1) * response.threshold(),
                  response.threshold()),
      m_candidate_limit_log2(candidate_limit_log2 != 0 ? candidate_limit_log2
                                                       : default_candidate_limit_log2(alpha)) {
  if (m_candidate_limit_log2 > largest_candidate_limit_log2) {
    throw invalid_parameter("candidate limit = 2^" + std::to_string(m_candidate_limit_log2) +
                            ": must be at most 2^55");
  }
}

void ppr_codec::encode(const row_shape& shape, std::span<const row_entry> entries, private_randomness& coins,
                       std::span<std::uint64_t> words) const {
  encode_counting(shape, entries, coins, words);
}

void ppr_codec::require_room(std::uint64_t words) {
  if (words <= std::uint64_t{1} << 28) return;
  throw invalid_parameter("ppr rows of these users take " + std::to_string(words) +
                          " chunks at this budget, more than 2^28; --codec nullspace or bitmap serves, or a "
                          "smaller budget for rows");
}

std::uint64_t ppr_codec::encode_counting(const row_shape& shape, std::span<const row_entry> entries,
                                         private_randomness& coins, std::span<std::uint64_t> words) const {
  const ppr_candidates candidates(m_random, m_response, shape.user);
  const bool is_binary = m_response.alphabet() == 2;
  count_zeros_function* const count_zeros = choose_count_zeros();
  std::vector<std::uint32_t> positions(is_binary ? entries.size() + count_zeros_slack : 0);
  if (is_binary) ranges::transform(entries, positions.begin(), &row_entry::position);
  const std::uint64_t size = chunk_size(shape);
  const std::uint64_t limit = std::uint64_t{1} << m_candidate_limit_log2;
  uniform_digits digits(coins);
  std::uint64_t evaluations = 0;
  std::size_t first = 0, last = 0;
  const auto binary = [&](std::uint64_t candidate, std::uint64_t most) {
    const std::span<const std::uint32_t> mine(positions.data() + first, last - first);
    return binary_loss(candidates, count_zeros, candidate, mine, most);
  };
  const auto general = [&](std::uint64_t candidate, std::uint64_t most) {
    return matching_loss(entries.subspan(first, last - first), most,
                         [&](std::uint32_t x) { return candidates.offset(candidate, x); });
  };
  for (std::size_t chunk = 0; chunk < words.size(); ++chunk, first = last) {
    const std::uint64_t end = (chunk + 1) * size;
    while (last < entries.size() && entries[last].position < end) ++last;
    const ppr_choice choice = is_binary ? sample_ppr_index(m_index_law, limit, digits, binary)
                                        : sample_ppr_index(m_index_law, limit, digits, general);
    words[chunk] = choice.index;
    evaluations += choice.evaluations;
  }
  if (last != entries.size()) throw internal_error("row entries are not sorted or lie outside the row");
  return evaluations;
}

// --- entropy coding of K: the class floor(log2 K) in unary, one adaptive bit a step; then the low bits, raw
// -------------------

namespace {

/// 2^-x in units of 2^-16 for x in thousandths, to 0.4%: 2^f is close to 1 + 0.6565 f + 0.3435 f^2.
/// Integers only, since both ends must agree.
std::uint32_t half_power(std::uint32_t milli) {
  const std::uint64_t f = milli % 1000;
  const std::uint64_t power = 1000000 + 656 * f + 344 * f * f / 1000;  // 2^f in millionths
  return static_cast<std::uint32_t>((std::uint64_t{65536} * 1000000 / power) >> (milli / 1000));
}

}  // namespace

ppr_codec::model::model(const ppr_codec& codec) {
  // Pr[K > k] decays like k^(1 - alpha), so far classes continue with probability 2^(1 - alpha);
  // near ones less or more by load. Two observations' weight.
  const std::uint32_t tail = half_power(codec.alpha().milli() - 1000) >> 9;  // of 128
  for (unsigned load = 0; load < loads; ++load) {
    m_continues[load].reserve(classes);
    for (unsigned c = 0; c < classes; ++c) {
      const std::uint32_t ones = std::max(1U, c == 0 ? tail * (8 + load) / 12 : tail);
      m_continues[load].emplace_back(128 - std::min(127U, ones), ones);
    }
  }
}

std::vector<adaptive_bit>& ppr_codec::model::continues(const row_shape& shape) {
  const std::uint64_t load = shape.expected_entries / shape.chunks;
  return m_continues[size_of(
      std::min<std::uint64_t>(static_cast<std::uint64_t>(std::bit_width(load)), loads - 1))];
}

void ppr_codec::write(const row_shape& shape, std::span<const std::uint64_t> words, range_encoder& out,
                      model& m) const {
  std::vector<adaptive_bit>& continues = m.continues(shape);
  for (const std::uint64_t index : words) {
    const auto cls = static_cast<unsigned>(std::bit_width(index) - 1);
    for (unsigned c = 0; c < m_candidate_limit_log2 && c <= cls; ++c) out.encode(c < cls, continues[c]);
    if (cls < m_candidate_limit_log2) out.encode_direct(index, cls);
  }
}

void ppr_codec::read(const row_shape& shape, range_decoder& in, model& m,
                     std::span<std::uint64_t> words) const {
  std::vector<adaptive_bit>& continues = m.continues(shape);
  for (std::uint64_t& index : words) {
    unsigned cls = 0;
    while (cls < m_candidate_limit_log2 && in.decode(continues[cls])) ++cls;
    index = std::uint64_t{1} << cls;
    if (cls < m_candidate_limit_log2) index |= in.decode_direct(cls);
  }
}

double ppr_codec::truncation_bound(std::uint64_t entries) const noexcept {
  const double alpha = m_alpha.value();
  const double e0 = m_response.loss_nats();
  const double other = m_response.other_probability(), same = m_response.same_probability();
  // E_Q[r^alpha] of one entry: the true value +e0, the reference -e0, every other value 0.
  const double moment = other * std::exp(alpha * e0) + same * std::exp(-alpha * e0) + (1.0 - other - same);
  const double log_bound = std::lgamma(1.0 + alpha) - std::log(alpha - 1.0) +
                           static_cast<double>(entries) * std::log(moment) +
                           (1.0 - alpha) * m_candidate_limit_log2 * std::log(2.0);
  return std::min(1.0, std::exp(log_bound));
}

}  // namespace edgeldp
