// SPDX-License-Identifier: MIT
#include "group_rr/rounds.hpp"

#include <algorithm>

#include "edgeldp/core/wire/canonical.hpp"
#include "group_rr/counting.hpp"

namespace edgeldp {

namespace {
constexpr round_kind rows_kind{rounds::edges, edge_use::one_endpoint};
constexpr round_kind counts_kind{rounds::count, edge_use::one_endpoint};
}  // namespace

void group_row_round::answers::accept(std::uint64_t number, std::span<const std::byte> message) {
  const group_layout& under = *m_rows.layout;
  std::vector<std::uint64_t> row(under.row_words());
  for (const std::uint32_t b : read_bin_sets(message, under.upload_format()).bins)
    row[b / 64] |= std::uint64_t{1} << (b % 64);
  accept_words(number, row);
}

void group_row_round::answers::accept_words(std::uint64_t number, std::span<const std::uint64_t> row) {
  const std::uint32_t place = m_rows.layout->order()->rank(static_cast<vertex_id>(number));
  std::ranges::copy(row, m_rows.row(place).begin());
}

const round_kind& group_row_round::kind() const noexcept {
  return rows_kind;
}

void group_row_round::write(byte_string& out) const {
  canonical_writer(out).text(layout.name);
}

group_row_round group_row_round::read(std::span<const std::byte> in, const public_objects& published) {
  canonical_reader from(in);
  const std::string name = from.text();
  from.end();
  return {published.get<group_layout>(name)};
}

const round_kind& group_count_round::kind() const noexcept {
  return counts_kind;
}

void group_count_round::write(byte_string& out) const {
  canonical_writer(out).text(layout.name).text(rows);
}

group_count_round group_count_round::read(std::span<const std::byte> in, const public_objects& published) {
  canonical_reader from(in);
  const std::string layout = from.text(), rows = from.text();
  from.end();
  return {published.get<group_layout>(layout), rows};
}

byte_string sample_for(const group_rows& rows, vertex_id reader) {
  const std::uint32_t place = rows.layout->order()->rank(reader);
  const sampled_rows source(rows, reader);
  bin_sets sets;
  for (std::uint32_t row = 0; row < place; ++row) {
    source.for_each(row, [&](std::uint32_t b) { sets.bins.push_back(b); });
    sets.end_row();
  }
  return write_bin_sets(sets, rows.layout->download_format(place));
}

}  // namespace edgeldp
