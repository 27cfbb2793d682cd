// SPDX-License-Identifier: MIT
#include "edgeldp/graph/triangles/sampled/sampled_rounds.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/canonical.hpp"
#include "protocol/limited_round.hpp"

namespace edgeldp {

const round_kind& column_count_round::kind() const noexcept {
  static constexpr round_kind sizes{rounds::size, edge_use::one_endpoint};
  return sizes;
}

void column_count_round::write(byte_string& out) const {
  canonical_writer to(out);
  to.budget(budget);
  roles.write(to);
}

column_count_round column_count_round::read(std::span<const std::byte> in, const public_objects&) {
  canonical_reader from(in);
  const epsilon budget = from.budget();
  const column_count_round round{budget, sample_roles::read(from)};
  from.end();
  return round;
}

const round_kind& column_row_round::kind() const noexcept {
  static constexpr round_kind rows{rounds::edges, edge_use::one_endpoint};
  return rows;
}

void column_row_round::write(byte_string& out) const {
  canonical_writer to(out);
  roles.write(to);
  to.text(layout.name);
}

column_row_round column_row_round::read(std::span<const std::byte> in, const public_objects& published) {
  canonical_reader from(in);
  const sample_roles roles = sample_roles::read(from);
  const std::string layout = from.text();
  from.end();
  column_row_round round{roles, published.get<vector_layout>(layout)};
  if (round.layout->parameters().key != roles.key) throw format_error(0, "rows under another key than roles");
  return round;
}

const round_kind& sampled_count_round::kind() const noexcept {
  static constexpr round_kind counts{rounds::count, edge_use::one_endpoint};
  return counts;
}

void write_owners(canonical_writer& to, std::span<const sampled_row> owners) {
  to.number(static_cast<int128>(owners.size()));
  std::int64_t last = -1;
  for (const auto& [user, rarity] : owners) {
    to.number(user - last).number(rarity);
    last = user;
  }
}

std::vector<sampled_row> read_owners(canonical_reader& from) {
  constexpr std::uint64_t most = std::uint64_t{1} << 32;
  std::vector<sampled_row> owners;
  std::uint64_t next = 0;
  for (std::uint64_t left = from.count(most); left > 0; --left) {
    const std::uint64_t gap = from.count(most);
    const std::uint64_t rarity = from.count(255);
    next += gap;
    if (gap == 0 || next > most) throw format_error(0, "owners of rows that are not in increasing order");
    owners.push_back({static_cast<vertex_id>(next - 1), static_cast<std::uint8_t>(rarity)});
  }
  return owners;
}

void sampled_count_round::write(byte_string& out) const {
  canonical_writer to(out);
  to.budget(budget);
  roles.write(to);
  to.text(rows.name);
  write_owners(to, owners);
}

byte_string sampled_count_round::said_to(std::uint64_t number) const {
  return write_limit(limits[number]);
}

sampled_count_round sampled_count_round::read(std::span<const std::byte> in,
                                              const public_objects& published) {
  canonical_reader from(in);
  const epsilon budget = from.budget();
  const sample_roles roles = sample_roles::read(from);
  const std::string rows = from.text();
  std::vector<sampled_row> owners = read_owners(from);
  from.end();
  sampled_count_round round{budget, roles, published.get<vector_release>(rows), std::move(owners), {}};
  const vector_layout& layout = round.rows->layout();
  if (round.owners.size() != layout.users()) throw format_error(0, "a sample of rows with other owners");
  if (layout.parameters().key != roles.key || layout.alphabet() != 2)
    throw format_error(0, "rows that are none of this sample");
  for (const sampled_row& owner : round.owners)
    if (owner.user >= round.rows->layout().length() || roles.of(owner.user) != sample_role::candidate)
      throw format_error(0, "user " + std::to_string(owner.user) + " owns a row and is no candidate");
  return round;
}

}  // namespace edgeldp
