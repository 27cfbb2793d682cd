// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/reciprocity/reciprocity.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "belief/lost_users.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/core/protocol/public_forms.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "edgeldp/core/wire/release_file.hpp"
#include "edgeldp/graph/errors/inverse_filter.hpp"
#include "questions/reciprocity/columns.hpp"
#include "questions/reciprocity/return_round.hpp"

namespace edgeldp {

vector_budgets plan_reciprocity(const reciprocity_options& options) {
  const codec_spec codec = options.codec.settled(options.total);
  const epsilon size = share_of(options.total, reciprocity_size_share),
                rest = difference(options.total, size);
  const epsilon entries = std::min(share_of(rest, 0.5), epsilon::from_nats(codec.largest_budget()));
  if (size.is_zero() || entries.is_zero())
    throw invalid_parameter("total epsilon = " + std::to_string(options.total.nats()) +
                            ": too little for three rounds");
  return {size, entries, difference(rest, entries)};
}

namespace {

/// Arcs of users who sent a row, as released sizes tell: unbiased.
estimate arcs_of(const vector_release& published, epsilon size) {
  const double noise = inverse_filter(size).noise_variance();
  double sum = 0.0, users = 0.0;
  for_each_but(published.absent(), published.layout().sizes(), [&](std::int64_t number) {
    sum += static_cast<double>(number);
    users += 1.0;
  });
  return {sum, std::sqrt(users * noise)};
}

struct returned_sum {
  estimate returned;
  std::vector<int128> counts;
  std::uint64_t lost = 0;
  double predicted_share = 0.0;
  plausibility lies{};
};

/// What users count, with the variance that noisy bits and their own noise give it.
class return_count {
 public:
  return_count(session& s, std::shared_ptr<const vector_release> published)
      : m_session(s), m_rows(std::move(published)), m_lattice(m_rows->layout().codec().lattice()) {}

  returned_sum ask(epsilon budget, double arcs) {
    const public_ref<vector_release> rows = m_session.publish(m_rows);
    const roster asked = m_session.present();
    const released_counts answers = m_session.ask(return_round{budget, {rows}}, {budget, asked});
    require_somebody(m_session.present());
    const std::vector<bool> came = on_roster(m_session.present());
    std::vector<std::optional<double>> said;
    std::vector<int128> counts(asked.users());
    double counted = 0.0, users = 0.0;
    asked.for_each([&](std::uint64_t number, vertex_id user) {
      if (!came[user]) return said.emplace_back(), void();
      counts[user] = clamp(user, budget, answers.values[number]);
      said.emplace_back(in_arcs(counts[user]));
      counted += *said.back();
      users += 1.0;
    });
    const lost_part lost = part_of_lost(counted, [&](auto&& f) {
      asked.for_each([&](std::uint64_t number, vertex_id user) { f(load(user), said[number]); });
    });
    returned_sum all{{counted + lost.predicted(), 0.0},
                     std::move(counts),
                     asked.size() - static_cast<std::uint64_t>(users),
                     lost.share(),
                     m_check.found()};
    all.returned.standard_error = std::sqrt(variance(budget, users, arcs, all.returned.value, lost));
    return all;
  }

 private:
  double in_arcs(int128 number) const {
    return static_cast<double>(number) / m_lattice.divisor(m_rows->difference_law());
  }
  std::uint64_t reach() const { return std::max(m_lattice.scale - m_lattice.offset, m_lattice.offset); }
  /// What a user's count is about proportional to; nobody's is nothing.
  double load(vertex_id user) const {
    return 1.0 + std::max(0.0, static_cast<double>(m_rows->layout().sizes()[user]));
  }

  /// A list has fewer members than there are users.
  int128 clamp(vertex_id user, epsilon budget, int128 number) {
    const auto longest = static_cast<int128>(m_rows->layout().users() - 1);
    return m_check.clamp(user,
                         {-longest * static_cast<int128>(m_lattice.offset),
                          longest * static_cast<int128>(m_lattice.scale - m_lattice.offset), reach(), budget},
                         number);
  }

  double variance(epsilon budget, double users, double arcs, double returned, const lost_part& lost) const {
    const bit_law law = m_rows->difference_law();
    const double ones = std::clamp(returned, 0.0, std::max(0.0, arcs)), others = std::max(0.0, arcs - ones);
    const double of_bits = ones * law.edge_variance() + others * law.non_edge_variance();
    const double of_count = in_arcs(1) * in_arcs(1) * discrete_laplace(reach(), budget).variance();
    const double stretch = 1.0 + lost.more;
    return of_bits + stretch * stretch * users * of_count + lost.spread;
  }

  session& m_session;
  std::shared_ptr<const vector_release> m_rows;
  bit_lattice m_lattice;
  plausibility_check m_check{true};
};

/// Errors of both by the delta method; nothing is known where arcs may be none. has_row: the part
/// of the others who sent a row, without whom no arc is seen to come back: they are taken for
/// random ones, and the interval reaches to where they are not.
estimate share_of_arcs(const estimate& returned, const estimate& of_all, double has_row) {
  const estimate arcs = scaled(of_all, has_row);
  if (!(arcs.value > 2.0 * arcs.standard_error)) return {0.0, std::numeric_limits<double>::infinity()};
  const double share = returned.value / arcs.value, relative = arcs.standard_error / arcs.value;
  estimate e{share, std::hypot(returned.standard_error / arcs.value, share * relative)};
  e.bias = share * relative * relative;
  e.bias_bound = std::abs(e.bias) + (1.0 - has_row) * std::abs(share);
  return e;
}

}  // namespace

reciprocity_result estimate_reciprocity(session& s, const reciprocity_options& options) {
  const std::uint64_t users = s.everybody().size();
  if (users == 0) throw bad_graph_input("the graph has no vertices");
  const vector_budgets budgets = plan_reciprocity(options);
  vector_options rows;
  rows.total = options.total;
  rows.codec = options.codec;
  const auto published = ask_vectors(s, {users, 2}, rows, budgets);
  require_somebody(s.present());
  const estimate arcs = arcs_of(*published, budgets.size);
  returned_sum counted = return_count(s, published).ask(budgets.count, arcs.value);
  noisy_columns columns(*published, budgets.size);
  const vector_release_sizes sizes = sizes_of(*published);
  const double each = static_cast<double>(users);
  const std::uint64_t absent = published->absent().size();
  const double has_row =
      users > 1 && absent + 1 < users ? 1.0 - static_cast<double>(absent) / (each - 1.0) : 1.0;
  return {budgets,
          arcs,
          counted.returned,
          share_of_arcs(counted.returned, arcs, has_row),
          columns.in_degrees(arcs.value),
          columns.pagerank(),
          {static_cast<double>(s.upload_bytes()) / each, static_cast<double>(sizes.total()),
           static_cast<double>(sizes.entries)},
          published,
          std::move(counted.counts),
          users - published->absent().size(),
          counted.lost,
          counted.predicted_share,
          s.close(),
          std::move(counted.lies)};
}

}  // namespace edgeldp
