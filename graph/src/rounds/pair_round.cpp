// SPDX-License-Identifier: MIT
#include "edgeldp/graph/rounds/pair_round.hpp"

#include <string>
#include <utility>
#include <vector>

#include "belief/lost_users.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/canonical.hpp"

namespace edgeldp {

namespace {
constexpr round_kind by_one{rounds::count, edge_use::one_endpoint};
constexpr round_kind by_both{rounds::count, edge_use::both_endpoints};
}  // namespace

int128 statistic_of(const pair_counts& pairs, const bit_lattice& lattice) {
  return static_cast<int128>(uint128{pairs[1]} * (lattice.scale - lattice.offset)) -
         static_cast<int128>(uint128{pairs[0]} * lattice.offset);
}

const round_kind& counted_pairs::kind() const noexcept {
  return side_of(rule) == counted_side::all ? by_both : by_one;
}

void counted_pairs::write(canonical_writer& to) const {
  edgeldp::write(to, rule);
  to.text(rows.name);
}

counted_pairs counted_pairs::read(canonical_reader& from, const public_objects& published) {
  pair_rule rule = read_pair_rule(from);
  return {std::move(rule), published.get<release>(from.text())};
}

roster speakers_of(std::span<const user_bound> bounds) {
  std::vector<vertex_id> speakers;
  for (std::size_t u = 0; u < bounds.size(); ++u)
    if (bounds[u].sensitivity != 0) speakers.push_back(static_cast<vertex_id>(u));
  if (speakers.size() == bounds.size()) return roster::everybody(bounds.size());
  return roster::of(std::move(speakers), bounds.size());
}

namespace {

roster in_both(const roster& a, const roster& b) {
  if (b.is_everybody()) return a;
  const std::vector<bool> is_in_b = on_roster(b);
  std::vector<vertex_id> both;
  a.for_each([&](std::uint64_t, vertex_id user) {
    if (is_in_b[user]) both.push_back(user);
  });
  return roster::of(std::move(both), a.users());
}

}  // namespace

std::vector<int128> ask_pairs(session& s, const pair_round& round) {
  const roster speakers =
      in_both(speakers_of(make_bounds(round.what.rows->layout(), round.what.rule)), s.present());
  const charge paid{round.budget, speakers};
  const released_counts counts = std::holds_alternative<stated_cap>(round.what.rule)
                                     ? s.ask_flawed(stated_pair_round{round.budget, {round.what}}, paid,
                                                    "counts have the noise of a published program, which is "
                                                    "less than a neighbour at the cap needs")
                                     : s.ask(round, paid);
  std::vector<int128> messages(speakers.users());
  speakers.for_each([&](std::uint64_t number, vertex_id user) { messages[user] = counts.values[number]; });
  return messages;
}

}  // namespace edgeldp
