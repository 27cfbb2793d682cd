// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "belief/lost_users.hpp"
#include "edgeldp/core/base/shared_numbers.hpp"
#include "edgeldp/core/privacy/rank_budgets.hpp"
#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/graph/belief/plausible_counts.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"
#include "edgeldp/graph/rounds/row_release.hpp"

/// Rounds that ask for one half of every list, in an order of degrees: what precedes a user is paid
/// apart from what follows it. The collector's side.
namespace edgeldp {

/// An order of degrees as its session has it, and what the degrees were paid.
struct ordered_by_degree {
  const public_ref<public_order>& order;
  epsilon degree;
};

/// How many neighbours precede every user who is present (the later endpoint: round `size`) or
/// follow it (the earlier one: round `length`), clamped to what is plausible.
/// Errors: bad_graph_input where nobody is left.
template <endpoint answered_by>
shared_numbers<std::int64_t> ask_half(session& s, const ordered_by_degree& by, const rank_budgets& budgets,
                                      plausibility_check& check) {
  const public_order& order = *by.order.object;
  const std::vector<charge> price = charges_by_rank(budgets, order.ranks(), s.present());
  const roster asked = asked_by(price);
  const count_round<half_count<public_order, answered_by>> round{budgets, {by.order}};
  released_values answers = s.ask(round, std::span(price), answered_by);
  if constexpr (answered_by == endpoint::later)
    check.clamp_sizes(order, asked, by.degree, budgets, answers.values);
  else
    check.clamp_sizes(order.turned_round(), asked, by.degree, budgets, answers.values);
  shared_numbers<std::int64_t> numbers = by_user(std::move(answers.values), asked);
  require_somebody(s.present());
  return numbers;
}

/// The layout of rows at the earlier ends of edges, in the order turned round; the round `length`
/// comes first where it has a budget. make(lengths) plans their parameters from the released
/// lengths of who is present, none without that round.
/// Errors: as ask_half and publish_layout.
template <class F>
  requires std::invocable<F, std::span<const std::int64_t>>
public_ref<release_layout> publish_earlier_layout(session& s, const ordered_by_degree& by, epsilon length,
                                                  plausibility_check& check, F&& make) {
  shared_numbers<std::int64_t> lengths;
  if (!length.is_zero()) lengths = ask_half<endpoint::earlier>(s, by, length, check);
  const auto turned = s.publish(std::make_shared<const public_order>(by.order->turned_round()));
  return publish_layout(s, turned, lengths, [&] {
    std::vector<std::int64_t> of_present;
    const std::vector<bool> is_present = on_roster(s.present());
    for (std::size_t u = 0; u < lengths.size(); ++u)
      if (is_present[u]) of_present.push_back(lengths[u]);
    return std::forward<F>(make)(of_present);
  });
}

}  // namespace edgeldp
