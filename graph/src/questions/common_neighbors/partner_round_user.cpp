// SPDX-License-Identifier: MIT
#include "questions/common_neighbors/partner_round_user.hpp"

#include <algorithm>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/graph/noisy/access_plan.hpp"
#include "edgeldp/graph/rounds/rounds_user.hpp"
#include "questions/common_neighbors/error_model.hpp"

namespace edgeldp {

namespace {

/// My neighbours by their bit in the partner's noisy row.
struct seen_neighbors {
  std::uint64_t ones = 0, zeros = 0;
};

/// w left out, and those without a row: those before w are in w's own row, the others in rows of
/// their own.
seen_neighbors count_on_row(const release& published, const own_list& me, vertex_id w) {
  const release_layout& layout = published.layout();
  std::vector<std::uint32_t> positions;
  std::uint64_t all = 0, ones = 0;
  for (const vertex_id v : me.neighbors) {
    if (v == w || ranges::binary_search(published.absent(), v)) continue;
    ++all;
    if (layout.rank(v) < layout.rank(w)) {
      positions.push_back(layout.position(v));
    } else {
      ones += published.edge(v, w) ? 1U : 0U;
    }
  }
  std::vector<std::uint64_t> bits;
  with_row(published, w, choose_access(published, w, positions.size()), bits,
           [&](const auto& row) { ones += row.count_ones(positions); });
  return {ones, all - ones};
}

/// w's row is over the whole other layer.
seen_neighbors count_on_row(const vector_release& published, const own_vector& me, vertex_id w) {
  const vector_layout& layout = published.layout();
  std::vector<std::uint32_t> positions;
  for (const row_entry& e : me.entries) positions.push_back(layout.position(e.position));
  const row_access access = choose_access(access_cost(layout.codec()), layout.length(), positions.size());
  std::vector<std::uint64_t> bits;
  std::uint64_t ones = 0;
  with_row(published, w, access, bits, [&](const auto& row) { ones = row.count_ones(positions); });
  return {ones, positions.size() - ones};
}

template <class Rows>
count_weights weights_of(const seen_by_partner<Rows>& what) {
  return {what.rows->layout().codec().lattice(), what.is_centred};
}

template <class Rows, class Own>
int128 weigh(const seen_by_partner<Rows>& what, const Own& me, std::uint64_t partner) {
  const seen_neighbors seen = count_on_row(*what.rows, me, static_cast<vertex_id>(partner));
  return weights_of(what).sum(seen.ones, seen.zeros);
}

void require_partner(std::uint64_t partner, std::uint64_t users) {
  if (partner >= users) throw format_error(0, "the partner is not a user");
}

}  // namespace

uint128 sensitivity(const seen_by_partner<release>& what, const own_list& me, std::uint64_t partner) {
  require_known(what.rows->layout().users(), me);
  require_partner(partner, me.users);
  if (partner == me.user) throw format_error(0, "a pair of a user with itself");
  return weights_of(what).sensitivity();
}

uint128 sensitivity(const seen_by_partner<vector_release>& what, const own_vector& me,
                    std::uint64_t partner) {
  const vector_layout& layout = what.rows->layout();
  if (layout.length() != me.shape.length || layout.alphabet() != me.shape.alphabet)
    throw format_error(0, "the rows are of other vectors");
  require_partner(partner, layout.users());
  return weights_of(what).sensitivity();
}

int128 statistic(const seen_by_partner<release>& what, const own_list& me, const count_call& asked) {
  return weigh(what, me, asked.told);
}

int128 statistic(const seen_by_partner<vector_release>& what, const own_vector& me, const count_call& asked) {
  return weigh(what, me, asked.told);
}

}  // namespace edgeldp
