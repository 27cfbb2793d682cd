// SPDX-License-Identifier: MIT
#include "group_rr/layout.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/privacy/rounding.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "triangles/packed_words.hpp"

namespace edgeldp {

namespace {

constexpr std::uint64_t q = randomized_response::resolution;
constexpr std::uint64_t largest_pair = std::uint64_t{1} << 45, largest_limit = std::uint64_t{1} << 62;

/// Low bits of a gap in a set where one bin in 2^80 / (a b) is present.
int rice_bits_for(std::uint64_t a, std::uint64_t b) {
  const uint128 gap = (uint128{1} << 80) / (uint128{a} * b) * 11 / 16;
  return std::max(0, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(gap))) - 1);
}

group_response read_response(canonical_reader& from, epsilon edges) {
  const auto group = static_cast<std::uint32_t>(from.count(group_response::largest_group));
  const std::uint64_t threshold = from.count(q);
  if (group == 0 || threshold == 0 || 2 * threshold >= q) throw format_error(0, "a response out of range");
  const auto response = group_response::from_threshold(threshold, group);
  if (!is_surely_within(response.loss_nats(), edges.nats()))
    throw format_error(0, "a response that costs more than is paid");
  return response;
}

group_plan read_numbers(canonical_reader& from) {
  const auto rule = static_cast<group_rr::bound>(from.count(2));
  const bool is_compressed = from.count(1) == 1;
  const epsilon edges = from.budget(), count = from.budget();
  const group_response response = read_response(from, edges);
  const std::uint64_t sampling = from.count(q), one = from.count(largest_pair), measured = from.word();
  if (sampling == 0) throw format_error(0, "nothing is passed on");
  group_plan plan{rule,    is_compressed, edges, count, response, sampling, static_cast<std::int64_t>(one),
                  measured};
  std::int64_t previous = 0;
  for (std::uint64_t left = from.word(); left != 0; --left) {  // each takes bytes
    const std::int64_t size = from.number();
    if (!plan.by_size.empty() && size <= previous) throw format_error(0, "sizes do not increase");
    const auto offset = static_cast<std::int64_t>(from.count(largest_pair));
    plan.by_size[size] = {offset, from.count(largest_limit)};
    previous = size;
  }
  return plan;
}

}  // namespace

void group_plan::write(byte_string& out) const {
  canonical_writer to(out);
  to.number(static_cast<int128>(rule)).number(is_compressed ? 1 : 0).budget(edges).budget(count);
  to.number(response.group()).number(static_cast<int128>(response.threshold()));
  to.number(static_cast<int128>(sampling_threshold)).number(one).number(static_cast<int128>(measured));
  to.number(static_cast<int128>(by_size.size()));
  for (const auto& [size, bound] : by_size)
    to.number(size).number(bound.offset).number(static_cast<int128>(bound.limit));
}

group_plan group_plan::read(std::span<const std::byte> in) {
  canonical_reader from(in);
  group_plan plan = read_numbers(from);
  from.end();
  return plan;
}

group_layout::group_layout(public_ref<public_order> order, group_plan plan,
                           std::vector<std::int64_t> sizes_by_user)
    : m_order(std::move(order)),
      m_plan(std::move(plan)),
      m_sizes(std::move(sizes_by_user)),
      m_bins(group_bins::for_users(m_sizes.size(), m_plan.response.group())),
      m_user_at(m_sizes.size()),
      m_bounds(m_sizes.size()) {
  if (m_sizes.empty() || m_sizes.size() != m_order->users())
    throw invalid_parameter("sizes of other users than the order has");
  if (m_bins.group != m_plan.response.group())
    throw invalid_parameter("groups of " + std::to_string(m_plan.response.group()) + " of " +
                            std::to_string(m_sizes.size()) + " users");
  for (vertex_id u = 0; u < m_sizes.size(); ++u) {
    const auto bound = m_plan.by_size.find(m_sizes[u]);
    if (bound == m_plan.by_size.end())
      throw invalid_parameter("a size of " + std::to_string(m_sizes[u]) + ", which the plan does not know");
    m_user_at[m_order->rank(u)] = u;
    m_bounds[m_order->rank(u)] = bound->second;
  }
  for (const vertex_id u : m_user_at) m_hash.push_back(bin_hash::draw(m_order->key(), u, m_bins));
  const auto [least, largest] = std::ranges::minmax(m_bounds, {}, &group_bound::offset);
  m_largest_offset = largest.offset;
  m_largest_estimate = std::max(m_plan.one - least.offset, m_largest_offset);
}

std::uint64_t group_layout::inverse_of(std::uint64_t a) const noexcept {
  std::uint64_t result = 1;
  for (std::uint64_t e = m_bins.prime - 2; e != 0; e >>= 1, a = a * a % m_bins.prime)
    if ((e & 1) != 0) result = result * a % m_bins.prime;
  return result;
}

std::uint64_t group_layout::pair_limit(std::uint64_t ones) const noexcept {
  if (m_largest_offset == 0) return users();
  const uint128 reach = static_cast<uint128>(m_plan.one) * ones;
  return static_cast<std::uint64_t>(reach / static_cast<uint128>(m_largest_offset));
}

bin_set_format group_layout::upload_format() const {
  return {1, m_bins.bins, m_plan.is_compressed ? rice_bits_for(m_plan.response.threshold(), q) : -1};
}

bin_set_format group_layout::download_format(std::uint32_t reader) const {
  const std::uint64_t threshold = m_plan.response.threshold();
  return {reader, m_bins.bins,
          m_plan.is_compressed ? rice_bits_for(threshold, m_plan.sampling_threshold) : -1};
}

group_rows::group_rows(public_ref<group_layout> under)
    : layout(std::move(under)), words(layout->users() * layout->row_words()) {}

byte_string public_form<group_layout>::write(const group_layout& layout) {
  byte_string out;
  canonical_writer(out).text(layout.order().name);
  layout.plan().write(out);
  canonical_writer(out).numbers(layout.sizes_by_user());
  return out;
}

group_layout public_form<group_layout>::read(std::span<const std::byte> in, const public_objects& before) {
  canonical_reader from(in);
  public_ref<public_order> order = before.get<public_order>(from.text());
  group_plan plan = read_numbers(from);
  std::vector<std::int64_t> sizes = from.numbers();
  from.end();
  try {
    return {std::move(order), std::move(plan), std::move(sizes)};
  } catch (const invalid_parameter& e) {
    throw format_error(0, std::string("a plan that does not fit: ") + e.what());
  }
}

byte_string public_form<group_rows>::write(const group_rows& rows) {
  byte_string out;
  canonical_writer(out).text(rows.layout.name);
  append_words(out, rows.words);
  return out;
}

group_rows public_form<group_rows>::read(std::span<const std::byte> in, const public_objects& before) {
  canonical_reader from(in);
  const auto layout = before.get<group_layout>(from.text());
  std::span<const std::byte> bytes = from.rest();
  if (bytes.size() != 8 * layout->users() * layout->row_words())
    throw format_error(in.size() - bytes.size(), "rows of another length");
  group_rows rows(layout);
  take_words(bytes, rows.words);
  const std::uint64_t used = layout->bins().bins % 64;
  for (std::uint32_t place = 0; place < layout->users(); ++place)
    if (used != 0 && rows.row(place).back() >> used != 0) throw format_error(0, "a bin beyond the last");
  return rows;
}

}  // namespace edgeldp
