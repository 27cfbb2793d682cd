// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/release.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "wire/rows.hpp"

namespace edgeldp {

void encode_row(const release_layout& layout, vertex_id u, std::span<const vertex_id> neighbors,
                private_randomness& coins, std::span<std::uint64_t> words) {
  wire::encode_row(layout, u, neighbors, coins, words);
}

std::vector<std::byte> write_report(const release_layout& layout, vertex_id u,
                                    std::span<const std::uint64_t> words) {
  return wire::write_row(layout, u, words);
}

std::vector<std::uint64_t> read_report(const release_layout& layout, vertex_id u,
                                       std::span<const std::byte> report) {
  return wire::read_row(layout, u, report, "edge report");
}

release::release(release_layout layout, shared_numbers<std::uint64_t> words, std::vector<vertex_id> absent)
    : release(std::make_shared<const release_layout>(std::move(layout)), std::move(words),
              std::move(absent)) {}

release::release(std::shared_ptr<const release_layout> layout, shared_numbers<std::uint64_t> words,
                 std::vector<vertex_id> absent)
    : m_layout(std::move(layout)), m_words(std::move(words)), m_absent(std::move(absent)) {
  wire::require_rows(*m_layout, m_words.size(), m_absent);
}

release release::held_as(std::shared_ptr<const release_layout> layout, std::string_view name) const {
  return {std::move(layout), shared_numbers<std::uint64_t>::held(name, "words", [&] { return m_words; }),
          m_absent};
}

bool release::edge(vertex_id u, vertex_id v) const noexcept {
  if (u == v) return false;
  const vertex_id owner = m_layout->owner(u, v);
  const std::uint32_t position = m_layout->position(owner == u ? v : u);
  return visit_row(owner, [&](const auto& row) { return row.bit(position); });
}

std::vector<std::byte> write_rows(const release& rows) {
  return wire::write_blocks(rows.layout(), rows.all_words());
}

release read_rows(std::shared_ptr<const release_layout> layout, std::span<const std::byte> bytes,
                  std::vector<vertex_id> absent, std::string_view name) {
  wire::require_absent(layout->users(), absent, 0);
  auto words = shared_numbers<std::uint64_t>::held(
      name, "words", [&] { return wire::block_reader(public_bytes(bytes), 0, *layout).read_all(*layout); });
  return {std::move(layout), std::move(words), std::move(absent)};
}

}  // namespace edgeldp
