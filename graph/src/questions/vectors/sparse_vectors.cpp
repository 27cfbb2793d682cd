// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/vectors/sparse_vectors.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <mutex>
#include <numeric>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/graph/errors/interval.hpp"

namespace edgeldp {

namespace {

/// Counts of ones by position, in bit planes: adding a row is a carry that ripples through the
/// planes, for 64 positions at a time.
class bit_counters {
 public:
  explicit bit_counters(std::uint64_t length) : m_words((length + 63) / 64) {}

  void add(std::span<const std::uint64_t> bits) {
    if (std::has_single_bit(++m_rows)) m_planes.resize(m_planes.size() + m_words);
    for (std::uint64_t w = 0; w < m_words; ++w) {
      std::uint64_t carry = bits[w];
      for (std::uint64_t plane = w; carry != 0; plane += m_words) {
        const std::uint64_t both = m_planes[plane] & carry;
        m_planes[plane] ^= carry;
        carry = both;
      }
    }
  }

  std::uint64_t operator[](std::uint64_t position) const noexcept {
    std::uint64_t count = 0;
    for (std::uint64_t plane = m_planes.size(); plane != 0; plane -= m_words)
      count = 2 * count + ((m_planes[plane - m_words + position / 64] >> (position % 64)) & 1);
    return count;
  }

 private:
  std::uint64_t m_words, m_rows = 0;
  std::vector<std::uint64_t> m_planes;
};

/// Calls count(first user, last user, add), where add(item, offset, how many) adds to the result;
/// ranges of users so long that few counters are needed.
template <class CountUsers>
value_counts count_by_position(const vector_release& published, CountUsers&& count) {
  const vector_layout& layout = published.layout();
  value_counts by_position(layout.users(), layout.length(), layout.alphabet());
  std::mutex mutex;
  const std::uint64_t grain = std::max<std::uint64_t>(16, layout.users() / (2 * thread_count()));
  parallel_for(0, layout.users(), grain, [&](std::uint64_t first, std::uint64_t last) {
    const auto part = count(static_cast<vertex_id>(first), static_cast<vertex_id>(last - 1));
    const std::lock_guard lock(mutex);
    for (std::uint64_t x = 0; x < layout.length(); ++x) part(x, by_position.item(x));
  });
  value_counts by_item(layout.users(), layout.length(), layout.alphabet());
  const std::vector<std::uint32_t> positions = layout.positions();
  parallel_for(0, layout.length(), 4096, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t item = first; item < last; ++item)
      ranges::copy(by_position.item(positions[item]), by_item.item(item).begin());
  });
  return by_item;
}

value_counts count_binary(const vector_release& published) {
  const std::uint64_t length = published.layout().length();
  return count_by_position(published, [&](vertex_id first, vertex_id last) {
    bit_counters ones(length);
    std::vector<std::uint64_t> bits((length + 63) / 64);
    for (std::uint64_t u = first; u <= last; ++u) {
      published.decode_differences(static_cast<vertex_id>(u), bits);
      ones.add(bits);
    }
    const std::uint64_t users = std::uint64_t{last} - first + 1;
    return [ones = std::move(ones), users](std::uint64_t x, std::span<std::uint64_t> counts) {
      counts[0] += users - ones[x];
      counts[1] += ones[x];
    };
  });
}

value_counts count_general(const vector_release& published) {
  const std::uint64_t length = published.layout().length(), k = published.layout().alphabet();
  return count_by_position(published, [&](vertex_id first, vertex_id last) {
    std::vector<std::uint64_t> part(length * k);
    std::vector<std::uint8_t> offsets(length);
    for (std::uint64_t u = first; u <= last; ++u) {
      published.decode_offsets(static_cast<vertex_id>(u), offsets);
      for (std::uint64_t x = 0; x < length; ++x) ++part[x * k + offsets[x]];
    }
    return [part = std::move(part), k](std::uint64_t x, std::span<std::uint64_t> counts) {
      for (std::uint64_t offset = 0; offset < k; ++offset) counts[offset] += part[x * k + offset];
    };
  });
}

std::uint64_t total(std::span<const std::uint64_t> counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

}  // namespace

value_counts count_noisy_values(const vector_release& published) {
  return published.layout().alphabet() == 2 ? count_binary(published) : count_general(published);
}

std::vector<std::uint64_t> count_noisy_offsets(const vector_release& published, vertex_id u) {
  const vector_layout& layout = published.layout();
  if (u >= layout.users())
    throw invalid_parameter("user " + std::to_string(u) + ": must lie in [0, " +
                            std::to_string(layout.users()) + ")");
  std::vector<std::uint8_t> offsets(layout.length());
  published.decode_offsets(u, offsets);
  std::vector<std::uint64_t> counts(layout.alphabet());
  for (const std::uint8_t offset : offsets) ++counts[offset];
  return counts;
}

estimate estimate_ones(std::uint64_t ones, std::uint64_t trials, const bit_law& law) {
  const auto n = static_cast<double>(trials);
  const double value = (static_cast<double>(ones) - n * law.p0) / (law.p1 - law.p0);
  // Linear in the estimate, hence unbiased; from n p0 p1 to n (1 - p0) (1 - p1), over the square of
  // the gain, as `ones` goes from 0 to n, hence positive. With the estimate cut to [0, n] it would
  // be biased.
  const double error = std::sqrt(value * law.edge_variance() + (n - value) * law.non_edge_variance());
  const double step = 1.0 / (law.p1 - law.p0);
  return {value, error, 0.0, bound_of_steps(step, inflation::vectors, error), inflation::vectors};
}

estimate estimate_frequency(const value_counts& noisy, const any_codec& codec, std::uint64_t item) {
  return estimate_ones(noisy.differing(item), noisy.users(), difference_law(codec));
}

std::vector<estimate> estimate_offsets(std::span<const std::uint64_t> noisy, const any_codec& codec) {
  const std::uint64_t trials = total(noisy);
  std::vector<estimate> result(noisy.size());
  // "As the reference" is what remains: exactly so for randomized response, and for null spaces
  // too, whose bits are not symmetric.
  result[0] = estimate_ones(trials - noisy[0], trials, difference_law(codec));
  result[0].value = static_cast<double>(trials) - result[0].value;
  for (std::size_t offset = 1; offset < noisy.size(); ++offset)
    result[offset] = estimate_ones(noisy[offset], trials, codec.law());
  return result;
}

std::vector<estimate> estimate_values(const value_counts& noisy, const any_codec& codec,
                                      std::span<const std::uint8_t> reference) {
  const std::uint32_t k = noisy.alphabet();
  if (!reference.empty() && reference.size() != noisy.length())
    throw invalid_parameter("a reference needs one value an item");
  std::vector<std::uint64_t> by_reference(std::size_t{k} * k);  // counts of offsets, by reference value
  for (std::uint64_t item = 0; item < noisy.length(); ++item) {
    const std::uint32_t r = reference.empty() ? 0 : reference[item];
    if (r >= k) throw invalid_parameter("reference value " + std::to_string(r) + " is not in the alphabet");
    for (std::uint32_t offset = 0; offset < k; ++offset)
      by_reference[r * k + offset] += noisy.item(item)[offset];
  }
  std::vector<estimate> result(k);
  for (std::uint32_t r = 0; r < k; ++r) {
    const auto part = estimate_offsets(std::span(by_reference).subspan(std::size_t{r} * k, k), codec);
    for (std::uint32_t offset = 0; offset < k; ++offset) {
      estimate& value = result[(r + offset) % k];
      value.value += part[offset].value;
      value.standard_error = std::hypot(value.standard_error, part[offset].standard_error);
    }
  }
  return result;
}

std::optional<estimate> estimate_mean(std::span<const std::uint64_t> noisy, const any_codec& codec,
                                      std::span<const double> scores) {
  if (scores.size() != noisy.size()) throw invalid_parameter("a mean needs one score an offset");
  const std::vector<estimate> counts = estimate_offsets(noisy, codec);
  const double rated = static_cast<double>(total(noisy)) - counts[0].value;
  if (!(rated > 2.0 * counts[0].standard_error)) return std::nullopt;
  double sum = 0.0;
  for (std::size_t offset = 1; offset < noisy.size(); ++offset) sum += scores[offset] * counts[offset].value;
  const double mean = sum / rated;
  // First order: the error of sum - mean * rated, a weighted sum of noisy counts. Given the truth
  // t, a value v is reported with probability q, or s when v = t; t itself is at the reference for
  // all but `rated`.
  const bit_law law = codec.law();
  double all = 0.0, all_squares = 0.0;
  const auto weight = [&](std::size_t offset) { return scores[offset] - mean; };
  for (std::size_t offset = 1; offset < noisy.size(); ++offset) {
    all += weight(offset);
    all_squares += weight(offset) * weight(offset);
  }
  const auto variance_of_report = [&](double own) {  // own: the weight of the true value
    const double gain = law.p1 - law.p0, first = law.p0 * all + gain * own;
    return law.p0 * all_squares + gain * own * own - first * first;
  };
  double variance = counts[0].value * variance_of_report(0.0);
  for (std::size_t offset = 1; offset < noisy.size(); ++offset)
    variance += counts[offset].value * variance_of_report(weight(offset));
  return estimate{mean, std::sqrt(std::max(0.0, variance)) / ((law.p1 - law.p0) * rated), 0.0, 0.0,
                  inflation::vectors};
}

}  // namespace edgeldp
