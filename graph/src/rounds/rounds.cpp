// SPDX-License-Identifier: MIT
#include "edgeldp/graph/rounds/rounds.hpp"

#include <algorithm>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/canonical.hpp"

namespace edgeldp {

namespace {

constexpr round_kind size_kind{rounds::size, edge_use::one_endpoint};
constexpr round_kind row_kind{rounds::edges, edge_use::one_endpoint};

}  // namespace

const round_kind& open_size_round::kind() const noexcept {
  return size_kind;
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

template <class Layout>
const round_kind& row_round_on<Layout>::kind() const noexcept {
  return row_kind;
}

template <class Layout>
void row_round_on<Layout>::write(byte_string& out) const {
  canonical_writer(out).text(layout.name);
}

template <class Layout>
row_round_on<Layout> row_round_on<Layout>::read(std::span<const std::byte> in,
                                                const public_objects& published) {
  canonical_reader from(in);
  const std::string name = from.text();
  from.end();
  return {published.get<Layout>(name)};
}

template <class Layout>
row_answers row_round_on<Layout>::open(const roster& who) const
  requires std::same_as<Layout, release_layout>
{
  if (who.users() != layout->users())
    throw invalid_parameter("the round 'edges' asks some of " + std::to_string(who.users()) +
                            " users, the layout has " + std::to_string(layout->users()));
  return {layout, who};
}

template struct row_round_on<release_layout>;
// All but `open`, which clang before 15 would make in spite of what it requires.
template const round_kind& row_round_on<layout_excerpt>::kind() const noexcept;
template void row_round_on<layout_excerpt>::write(byte_string&) const;
template row_round_on<layout_excerpt> row_round_on<layout_excerpt>::read(std::span<const std::byte>,
                                                                         const public_objects&);

row_answers::row_answers(public_ref<release_layout> layout, roster who)
    : m_layout(std::move(layout)), m_who(std::move(who)), m_rows(*m_layout) {}

void row_answers::accept(std::uint64_t number, std::span<const std::byte> message) {
  accept_words(number, read_report(*m_layout, m_who.user(number), message));
}

void row_answers::accept_words(std::uint64_t number, std::span<const std::uint64_t> row) {
  m_rows.put(*m_layout, m_who.user(number), row);
}

release row_answers::publish() && {
  auto [words, absent] = std::move(m_rows).finish(*m_layout);
  return {std::move(m_layout.object), std::move(words), std::move(absent)};
}

}  // namespace edgeldp
