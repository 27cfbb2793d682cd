// SPDX-License-Identifier: MIT
#include "edgeldp/graph/protocol/rounds.hpp"

#include <algorithm>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "edgeldp/core/wire/varint.hpp"

namespace edgeldp {

namespace {

constexpr round_kind degrees{rounds::degree, edge_use::both_endpoints};
constexpr round_kind sizes{rounds::size, edge_use::one_endpoint};
constexpr round_kind rows{rounds::edges, edge_use::one_endpoint};

int128 read_alone(std::span<const std::byte> message, int128 limit) {
  std::size_t position = 0;
  const int128 value = read_integer(message, position, limit);
  if (position != message.size()) throw format_error(position, "something after the number");
  return value;
}

}  // namespace

void released_values::accept(std::uint64_t number, std::span<const std::byte> message) {
  values[number] = static_cast<std::int64_t>(read_alone(message, largest_released_number));
}

void released_counts::accept(std::uint64_t number, std::span<const std::byte> message) {
  // Honest ones stay far below: pairs of 2^32 users times 2^40, stars of 76 bits and their noise.
  values[number] = read_alone(message, (int128{1} << 126) / static_cast<int128>(values.size()));
}

const round_kind& degree_round::kind() const noexcept {
  return degrees;
}

void degree_round::write(byte_string& out) const {
  canonical_writer(out).budget(budget);
}

degree_round degree_round::read(std::span<const std::byte> in, const public_objects&) {
  canonical_reader from(in);
  const degree_round round{from.budget()};
  from.end();
  return round;
}

const round_kind& size_round::kind() const noexcept {
  return sizes;
}

void size_round::write(byte_string& out) const {
  canonical_writer(out).budgets(budget).text(order.name);
}

size_round size_round::read(std::span<const std::byte> in, const public_objects& published) {
  canonical_reader from(in);
  rank_budgets budget = from.budgets();
  const std::string order = from.text();
  from.end();
  return {std::move(budget), published.get<public_order>(order)};
}

const round_kind& open_size_round::kind() const noexcept {
  return sizes;
}

void open_size_round::write(byte_string& out) const {
  canonical_writer(out).text(order.name);
}

open_size_round open_size_round::read(std::span<const std::byte> in, const public_objects& published) {
  canonical_reader from(in);
  const std::string order = from.text();
  from.end();
  return {published.get<public_order>(order)};
}

const round_kind& row_round::kind() const noexcept {
  return rows;
}

void row_round::write(byte_string& out) const {
  canonical_writer(out).text(layout.name);
}

row_round row_round::read(std::span<const std::byte> in, const public_objects& published) {
  canonical_reader from(in);
  const std::string name = from.text();
  from.end();
  return {published.get<release_layout>(name)};
}

row_round::answers row_round::open(const roster& who) const {
  if (who.users() != layout->users())
    throw invalid_parameter("the round 'edges' asks some of " + std::to_string(who.users()) +
                            " users, the layout has " + std::to_string(layout->users()));
  return {layout, who};
}

row_round::answers::answers(public_ref<release_layout> layout, roster who)
    : m_layout(std::move(layout)), m_who(std::move(who)), m_rows(*m_layout) {}

void row_round::answers::accept(std::uint64_t number, std::span<const std::byte> message) {
  accept_words(number, read_report(*m_layout, m_who.user(number), message));
}

void row_round::answers::accept_words(std::uint64_t number, std::span<const std::uint64_t> row) {
  m_rows.put(*m_layout, m_who.user(number), row);
}

release row_round::answers::publish() && {
  auto [words, absent] = std::move(m_rows).finish(*m_layout);
  return {*m_layout, std::move(words), std::move(absent)};
}

}  // namespace edgeldp
