// SPDX-License-Identifier: MIT
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "bench/audit/held_lists.hpp"
#include "bench/audit/likelihood.hpp"
#include "bench/audit/protocol_audits.hpp"
#include "bench/audit/protocol_parts.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/graph/questions/degrees/degree_changes_user.hpp"
#include "edgeldp/graph/questions/degrees/degrees_simulation.hpp"

namespace edgeldp::audit {

namespace {

constexpr std::uint32_t dates = 3;
/// What everybody holds on each date.
using history = std::array<held_bits, dates>;

/// Both inputs of a pair in turn: one begins with the first where the other begins with the second,
/// and both change on the second date. On the third the contact stays, or changes once more than
/// the limit tells.
history history_of(const input_pair& pair, unsigned input, std::uint64_t run) {
  const unsigned last = run / 2 % 2 == 0 ? 1 - input : input;
  return {pair[input], pair[1 - input], pair[last]};
}

/// The numbers of each user on each date.
using transcript = std::array<std::vector<std::int64_t>, dates>;

std::vector<vertex_id> list_of(std::uint32_t bits) {
  std::vector<vertex_id> list;
  for (; bits != 0; bits &= bits - 1) list.push_back(static_cast<vertex_id>(std::countr_zero(bits)));
  return list;
}

transcript play(const history& held, const history_budgets& budgets, const coin_source& coins) {
  transcript t;
  const auto first = release_all_degrees(held_lists(held[0]), budgets.first, coins).degrees.values;
  t[0].assign(first.begin(), first.end());
  for (vertex_id u = 0; u < users; ++u) {
    told_contacts told{std::span<const vertex_id>(list_of(held[0][u]))};
    std::vector<told_number> numbers{{1, t[0][u]}};
    for (std::uint32_t date = 2; date <= dates; ++date) {
      const told_contacts now = told.next(list_of(held[date - 1][u]), budgets.most_changes);
      const byte_string said =
          answer(degree_change_round{budgets, date}, own_changes{u, now.degree() - told.degree(), numbers},
                 user_coins(coins, u));
      numbers = read_told(said, date);
      t[date - 1].push_back(numbers.back().value);
      told = now;
    }
  }
  return t;
}

/// By the definition: what is told of each bit, one by one, with a counter of its own.
std::array<int, dates> told_by_definition(const history& held, vertex_id u, std::uint32_t limit) {
  std::array<int, dates> told{};
  for (std::uint32_t v = 0; v < users; ++v) {
    std::uint32_t state = held[0][u] >> v & 1U, changes = 0;
    told[0] += static_cast<int>(state);
    for (std::uint32_t t = 1; t < dates; ++t) {
      if ((held[t][u] >> v & 1U) == state || changes == limit) continue;
      state = 1 - state;
      ++changes;
      told[t] += state == 1 ? 1 : -1;
    }
  }
  return told;
}

double log_ratio(const transcript& t, const history_budgets& budgets, const history& a, const history& b) {
  double sum = 0.0;
  for (vertex_id u = 0; u < users; ++u) {
    const auto of_a = told_by_definition(a, u, budgets.most_changes),
               of_b = told_by_definition(b, u, budgets.most_changes);
    sum += laplace_log_ratio(t[0][u], of_a[0], of_b[0], 1, budgets.first);
    for (std::uint32_t date = 1; date < dates; ++date)
      sum += laplace_log_ratio(t[date][u], of_a[date], of_b[date], 2 * budgets.most_changes, budgets.changes);
  }
  return sum;
}

}  // namespace

subject audit_degree_changes(relation r, const audit_options& options) {
  const epsilon first = share_of(options.total, 0.4);
  const history_budgets budgets{1, first, difference(options.total, first)};
  const std::vector<input_pair> pairs = pairs_under(r, false, 0);
  const auto run_of = [=, seed = options.seed](unsigned input, std::uint64_t run) {
    const input_pair& pair = pairs[run % pairs.size()];
    const history own = history_of(pair, input, run);
    const transcript t = play(own, budgets, private_coins(seed, input, run));
    history another = own;
    const auto u = static_cast<vertex_id>(run % users);
    for (held_bits& on : another) on[u] ^= 1U << ((u + 1 + run / users % (users - 1)) % users);
    const double ends = r == relation::relationship ? 2.0 : 1.0;
    return observation{ends * budgets.total().nats(),
                       log_ratio(t, budgets, history_of(pair, 0, run), history_of(pair, 1, run)), 0,
                       std::exp(log_ratio(t, budgets, another, own))};
  };
  return {"degree-changes", name_of(row_codec()), name_of(r), true, run_of};
}

}  // namespace edgeldp::audit
