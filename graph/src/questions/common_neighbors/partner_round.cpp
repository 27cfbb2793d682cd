// SPDX-License-Identifier: MIT
#include "questions/common_neighbors/partner_round.hpp"

#include "edgeldp/core/base/error.hpp"

namespace edgeldp {

namespace {
constexpr std::string_view centred = "centred";
}  // namespace

template <class Rows>
void seen_by_partner<Rows>::write(canonical_writer& to) const {
  to.text(rows.name);
  if (is_centred) to.text(centred);
}

template <class Rows>
seen_by_partner<Rows> seen_by_partner<Rows>::read(canonical_reader& from, const public_objects& published) {
  seen_by_partner what{published.get<Rows>(from.text())};
  if constexpr (in_a_layer) {
    what.is_centred = !from.is_at_end();
    if (what.is_centred && from.text() != centred) throw format_error(0, "no known way to count");
  }
  return what;
}

template struct seen_by_partner<release>;
template struct seen_by_partner<vector_release>;

}  // namespace edgeldp
