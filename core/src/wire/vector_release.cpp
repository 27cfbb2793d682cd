// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/vector_release.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "wire/row_file.hpp"

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
  std::ranges::sort(placed, {}, &row_entry::position);
  if (std::ranges::adjacent_find(placed, {}, &row_entry::position) != placed.end())
    throw invalid_parameter("user " + std::to_string(u) + " names an item twice");
  layout.codec().visit([&](const auto& codec) { codec.encode(layout.shape(u), placed, coins, words); });
}

std::vector<std::byte> write_vector(const vector_layout& layout, vertex_id u,
                                    std::span<const std::uint64_t> words) {
  return row_file::write_row(layout, u, words);
}

std::vector<std::uint64_t> read_vector(const vector_layout& layout, vertex_id u,
                                       std::span<const std::byte> message) {
  return row_file::read_row(layout, u, message, "vector");
}

vector_release::vector_release(vector_layout layout, std::vector<std::uint64_t> words, std::string catalog)
    : m_layout(std::move(layout)), m_words(std::move(words)), m_catalog(std::move(catalog)) {
  if (m_words.size() != m_layout.word_offset(m_layout.users()))
    throw invalid_parameter("a release needs the words of every user's row");
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
  std::vector<std::uint8_t> offsets(m_layout.length());
  decode_offsets(u, offsets);
  std::ranges::fill(bits, 0);
  for (std::size_t x = 0; x < offsets.size(); ++x) bits[x / 64] |= std::uint64_t{offsets[x] != 0} << (x % 64);
}

}  // namespace edgeldp
