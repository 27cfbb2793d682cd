// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "edgeldp/core/base/shared_numbers.hpp"
#include "edgeldp/core/protocol/public_forms.hpp"
#include "edgeldp/core/protocol/session.hpp"

namespace edgeldp {

/// Published rows: what later rounds refer to, and the sections of their file.
struct row_release {
  public_ref<release> rows;
  release_sizes sizes;
};

/// Decides the parameters of rows in this order, as make() plans them, and publishes their layout.
/// sizes: released ones, or none.
template <std::invocable F>
public_ref<release_layout> publish_layout(session& s, const public_ref<public_order>& order,
                                          shared_numbers<std::int64_t> sizes, F&& make) {
  const auto decided =
      s.decide<row_parameters>("rows", [&] { return row_parameters{std::forward<F>(make)()}; });
  auto layout = std::make_shared<const release_layout>(decided.under(*order), order.object, std::move(sizes));
  byte_string form = public_form<release_layout>::write_under(order.name, *layout);
  return s.publish(std::move(layout), std::move(form));
}

/// Round `edges`: asks everybody who is present for its row, with the budget that the layout gives
/// them, and publishes the release. answers: the end of an edge that has it in its row, in the
/// order that sizes and counts of this session are asked in. It is the layout's own, or where the
/// earlier ends answer that order turned round.
/// Errors: as session::ask; invalid_parameter for rows that are too long, or where nobody is left.
row_release publish_rows(session& s, const public_ref<release_layout>& layout,
                         endpoint answers = endpoint::later);

/// Publishes a release of an earlier run with the order and the layout behind it.
/// Errors: invalid_parameter for a release of other users, or simulated coins against one that is
///     not marked simulated.
row_release publish_again(session& s, std::shared_ptr<const release> published);

}  // namespace edgeldp
