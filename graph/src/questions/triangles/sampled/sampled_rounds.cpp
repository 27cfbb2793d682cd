// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/triangles/sampled/sampled_rounds.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/canonical.hpp"

namespace edgeldp {

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

void sampled_pairs::write(canonical_writer& to) const {
  roles.write(to);
  to.text(rows.name);
  write_owners(to, owners);
}

sampled_pairs sampled_pairs::read(canonical_reader& from, const public_objects& published) {
  const sample_roles roles = sample_roles::read(from);
  const std::string rows = from.text();
  std::vector<sampled_row> owners = read_owners(from);
  sampled_pairs what{roles, published.get<vector_release>(rows), std::move(owners)};
  const vector_layout& layout = what.rows->layout();
  if (what.owners.size() != layout.users()) throw format_error(0, "a sample of rows with other owners");
  if (layout.parameters().key != roles.key || layout.alphabet() != 2)
    throw format_error(0, "rows that are none of this sample");
  for (const sampled_row& owner : what.owners)
    if (owner.user >= layout.length() || roles.of(owner.user) != sample_role::candidate)
      throw format_error(0, "user " + std::to_string(owner.user) + " owns a row and is no candidate");
  return what;
}

}  // namespace edgeldp
