// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/vector_release.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "wire/rows.hpp"

namespace edgeldp {

void encode_vector(const vector_layout& layout, vertex_id u, std::span<const row_entry> entries,
                   private_randomness& coins, std::span<std::uint64_t> words) {
  if (coins.is_simulated() && !layout.parameters().simulated)
    throw invalid_parameter("simulated coins in a release that is not marked simulated");
  std::vector<row_entry> placed;
  placed.reserve(entries.size());
  for (const row_entry& entry : entries) {
    if (entry.position >= layout.length())
      throw invalid_parameter("item " + std::to_string(entry.position) + ": must lie in [0, " +
                              std::to_string(layout.length()) + ")");
    if (entry.offset == 0 || entry.offset >= layout.alphabet())
      throw invalid_parameter("offset " + std::to_string(entry.offset) +
                              " from the reference: must lie in [1, " + std::to_string(layout.alphabet()) +
                              ")");
    placed.push_back({layout.position(entry.position), entry.offset});
  }
  ranges::sort(placed, {}, &row_entry::position);
  if (ranges::adjacent_find(placed, {}, &row_entry::position) != placed.end())
    throw invalid_parameter("user " + std::to_string(u) + " names an item twice");
  layout.codec().visit([&](const auto& codec) { codec.encode(layout.shape(u), placed, coins, words); });
}

std::vector<std::byte> write_vector(const vector_layout& layout, vertex_id u,
                                    std::span<const std::uint64_t> words) {
  return wire::write_row(layout, u, words);
}

std::vector<std::uint64_t> read_vector(const vector_layout& layout, vertex_id u,
                                       std::span<const std::byte> message) {
  return wire::read_row(layout, u, message, "vector");
}

vector_release::vector_release(vector_layout layout, shared_numbers<std::uint64_t> words, std::string catalog,
                               std::vector<vertex_id> absent)
    : m_layout(std::move(layout)),
      m_words(std::move(words)),
      m_catalog(std::move(catalog)),
      m_absent(std::move(absent)) {
  wire::require_rows(m_layout, m_words.size(), m_absent);
}

bit_law vector_release::difference_law() const noexcept {
  return edgeldp::difference_law(m_layout.codec());
}

std::uint32_t vector_release::offset(vertex_id u, std::uint32_t item) const noexcept {
  const std::uint32_t position = m_layout.position(item);
  return visit_row(u, [&](const auto& row) { return row.offset(position); });
}

void vector_release::decode_offsets(vertex_id u, std::span<std::uint8_t> offsets) const {
  visit_row(u, [&](const auto& row) { row.decode_offsets(offsets); });
}

void vector_release::decode_differences(vertex_id u, std::span<std::uint64_t> bits) const {
  if (m_layout.alphabet() == 2) {
    visit_row(u, [&](const auto& row) { row.decode_bits(bits); });
    return;
  }
  std::vector<std::uint8_t> offsets(size_of(m_layout.length()));
  decode_offsets(u, offsets);
  ranges::fill(bits, 0);
  for (std::size_t x = 0; x < offsets.size(); ++x) bits[x / 64] |= std::uint64_t{offsets[x] != 0} << (x % 64);
}

std::vector<std::byte> write_rows(const vector_release& rows) {
  return wire::write_blocks(rows.layout(), rows.all_words());
}

vector_release read_rows(const vector_layout& layout, std::span<const std::byte> bytes,
                         std::vector<vertex_id> absent, std::string_view name) {
  wire::require_absent(layout.users(), absent, 0);
  auto words = shared_numbers<std::uint64_t>::held(
      name, "words", [&] { return wire::block_reader(public_bytes(bytes), 0, layout).read_all(layout); });
  return {layout, std::move(words), {}, std::move(absent)};
}

}  // namespace edgeldp
