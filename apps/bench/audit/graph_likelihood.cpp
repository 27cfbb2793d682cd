// SPDX-License-Identifier: MIT
#include "bench/audit/likelihood.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <iterator>
#include <numeric>

#include "bench/audit/likelihood_parts.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/random/public_randomness.hpp"

namespace edgeldp::audit {

namespace {

int neighbors(std::uint32_t bits) {
  return std::popcount(bits);
}

/// Of u's neighbours those with a lower place.
std::uint32_t preceding(std::uint32_t bits, std::span<const std::uint32_t> places, vertex_id u) {
  std::uint32_t kept = 0;
  for (vertex_id v = 0; v < places.size(); ++v)
    if (places[v] < places[u]) kept |= bits & (1U << v);
  return kept;
}

/// The members of a list in the public order.
std::vector<vertex_id> in_order(std::uint32_t bits, std::span<const std::uint32_t> places) {
  std::vector<vertex_id> members;
  for (; bits != 0; bits &= bits - 1) members.push_back(static_cast<vertex_id>(std::countr_zero(bits)));
  std::ranges::sort(members, {}, [&](vertex_id v) { return places[v]; });
  return members;
}

}  // namespace

std::vector<std::uint32_t> public_places(const release_parameters& p, std::span<const std::int64_t> degrees) {
  if (p.order == user_order::random) throw invalid_parameter("the audit knows no random order");
  std::vector<vertex_id> users(degrees.size());
  std::iota(users.begin(), users.end(), vertex_id{0});
  if (p.order == user_order::noisy_degree || p.order == user_order::hubs_last)
    std::ranges::sort(users, [&](vertex_id u, vertex_id v) {
      return degrees[u] != degrees[v] ? degrees[u] > degrees[v] : u < v;
    });
  if (p.order == user_order::hubs_last) std::ranges::reverse(users);
  std::vector<std::uint32_t> places(users.size());
  for (std::uint32_t place = 0; place < users.size(); ++place) places[users[place]] = place;
  return places;
}

double number_log_ratio(const release& published, std::span<const std::uint32_t> places,
                        two_inputs<held_bits> inputs) {
  const release_parameters& p = published.parameters();
  const release_layout& layout = published.layout();
  const rank_budgets sizes = p.size.is_zero() ? rank_budgets() : p.size_budgets();
  return over_changed(inputs, [&](vertex_id u, std::uint32_t a, std::uint32_t b) {
    double sum = laplace_log_ratio(layout.degrees()[u], neighbors(a), neighbors(b), 1, p.degree);
    if (!p.size.is_zero())
      sum += laplace_log_ratio(layout.sizes()[u], neighbors(preceding(a, places, u)),
                               neighbors(preceding(b, places, u)), 1, sizes.at(places[u]));
    return sum;
  });
}

double size_log_ratio(std::span<const std::int64_t> sizes, std::span<const std::uint32_t> places,
                      const rank_budgets& budgets, two_inputs<held_bits> inputs) {
  return over_changed(inputs, [&](vertex_id u, std::uint32_t a, std::uint32_t b) {
    return laplace_log_ratio(sizes[u], neighbors(preceding(a, places, u)), neighbors(preceding(b, places, u)),
                             1, budgets.at(places[u]));
  });
}

namespace {

/// Of plain bits each of which has the law of whom it is about.
double likelihood_by_position(const release_layout& layout, std::span<const std::uint64_t> words,
                              std::span<const std::uint32_t> values) {
  double all = 1.0;
  for (std::uint32_t rank = 0; rank < values.size(); ++rank) {
    const bit_law law = layout.codec(layout.user_at(rank)).law();
    const double one = values[rank] != 0 ? law.p1 : law.p0;
    all *= (words[rank / 64] >> (rank % 64) & 1) != 0 ? one : 1.0 - one;
  }
  return all;
}

}  // namespace

double row_log_ratio(const release& published, std::span<const std::uint32_t> places,
                     two_inputs<held_bits> inputs) {
  const release_layout& layout = published.layout();
  return over_changed(inputs, [&](vertex_id u, std::uint32_t a, std::uint32_t b) {
    const auto likelihood = [&](std::uint32_t bits) {
      std::vector<std::uint32_t> values(places[u]), positions;
      for (const vertex_id v : in_order(preceding(bits, places, u), places)) {
        values[places[v]] = 1;
        positions.push_back(layout.position(v));
      }
      return layout.parameters().has_laws_by_position()
                 ? likelihood_by_position(layout, published.words(u), values)
                 : row_likelihood(layout, u, published.words(u), values, positions);
    };
    return log_of(likelihood(a), likelihood(b));
  });
}

double triangle_count_log_ratio(const release& published, std::span<const std::uint32_t> places,
                                std::span<const user_bound> bounds, std::span<const int128> messages,
                                epsilon budget, two_inputs<held_bits> inputs) {
  const bit_lattice lattice = published.layout().codec().lattice();
  return over_changed(inputs, [&](vertex_id u, std::uint32_t a, std::uint32_t b) {
    if (bounds[u].sensitivity == 0) return messages[u] == 0 ? 0.0 : infinity;
    // Pairs in the order of their later, then of their earlier member; ones and zeros apart.
    const auto statistic = [&](std::uint32_t bits) {
      const std::vector<vertex_id> members = in_order(preceding(bits, places, u), places);
      const std::array<std::uint64_t, 2> most = {bounds[u].pairs.zeros, bounds[u].pairs.ones};
      std::array<std::vector<std::uint64_t>, 2> taken;
      taken.fill(std::vector<std::uint64_t>(members.size()));
      std::array<std::int64_t, 2> accepted{};
      for (std::size_t i = 0; i < members.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          const std::size_t kind = published.edge(members[i], members[j]) ? 1 : 0;
          if (taken[kind][i] >= most[kind] || taken[kind][j] >= most[kind]) continue;
          ++taken[kind][i];
          ++taken[kind][j];
          ++accepted[kind];
        }
      }
      return int128{accepted[1]} * static_cast<std::int64_t>(lattice.scale - lattice.offset) -
             int128{accepted[0]} * static_cast<std::int64_t>(lattice.offset);
    };
    return laplace_log_ratio(messages[u], statistic(a), statistic(b), bounds[u].sensitivity, budget);
  });
}

double centred_count_log_ratio(const centred_result& t, two_inputs<held_bits> inputs) {
  const release& published = *t.published;
  const std::vector<int128> messages = messages_by_user(t);
  const std::span<const std::uint32_t> places = t.order->ranks();
  const bool is_forward = t.rows == endpoint::earlier;
  const double of_sizes = is_forward ? size_log_ratio(t.preceding, places, t.budgets.size, inputs) : 0.0;
  const double of_counts = over_changed(inputs, [&](vertex_id u, std::uint32_t a, std::uint32_t b) {
    const bool is_first = is_in_first_group(published.parameters().key, u, t.groups[0].share);
    const centred_rule& rule = t.groups[is_first ? 0 : 1].rule;
    const auto [begin, each, margin] =
        *std::prev(std::ranges::upper_bound(rule.limits, places[u], {}, &centred_limit::first));
    const std::int64_t members = std::min<std::int64_t>(places[u], t.preceding[u] + margin);
    const std::int64_t limit = members < 2 ? 0 : static_cast<std::int64_t>(each) * (members - 1);
    if (limit == 0) return messages[u] == 0 ? 0.0 : infinity;
    const auto weight = [&](vertex_id owner, vertex_id about) {
      const bit_law law = published.law(owner, about);
      const double spread = law.p1 - law.p0;
      return published.edge(owner, about)
                 ? std::max<std::int64_t>(0, std::llround((1.0 - law.p0) / spread * 0x1p20) - rule.theta)
                 : -std::llround(law.p0 / spread * 0x1p20) - static_cast<std::int64_t>(rule.theta);
    };
    const auto statistic = [&](std::uint32_t bits) {
      std::vector<vertex_id> list = in_order(preceding(bits, places, u), places);
      if (is_forward) std::ranges::reverse(list);  // who owns a row comes behind
      return limited_sum(list.size(), limit,
                         [&](std::size_t j, std::size_t i) { return weight(list[j], list[i]); });
    };
    return laplace_log_ratio(messages[u], statistic(a), statistic(b), static_cast<uint128>(limit),
                             t.budgets.count.at(places[u]));
  });
  return of_sizes + of_counts;
}

namespace {

/// The rounds size and edges of row `number`, about columns.
double sampled_row_log_ratio(const sampled_result& t, vertex_id number, std::uint32_t first,
                             std::uint32_t second) {
  const vector_layout& layout = t.published->layout();
  const auto likelihood = [&](std::uint32_t bits) {
    std::vector<std::uint32_t> values(layout.length()), positions;
    for (; bits != 0; bits &= bits - 1) {
      positions.push_back(layout.position(static_cast<std::uint32_t>(std::countr_zero(bits))));
      values[positions.back()] = 1;
    }
    return row_likelihood(layout, number, t.published->words(number), values, positions);
  };
  return laplace_log_ratio(layout.sizes()[number], neighbors(first), neighbors(second), 1, t.size) +
         log_of(likelihood(first), likelihood(second));
}

/// The round count of one counter: columns and rows of its list, in this order.
double sampled_count_log_ratio(const sampled_result& t, vertex_id user, std::uint32_t columns,
                               std::uint32_t first, std::uint32_t second) {
  const double column_chance = t.roles.column_chance();
  const auto degree = static_cast<double>(std::max<std::int64_t>(0, t.degrees[user]));
  const std::int64_t members = static_cast<std::int64_t>(degree * column_chance) + t.limit.margin;
  const auto limit = static_cast<std::int64_t>(t.limit.each) * std::max<std::int64_t>(0, members);
  if (limit == 0) return t.messages[user] == 0 ? 0.0 : infinity;
  const bit_law law = t.published->difference_law();
  const auto statistic = [&](std::uint32_t bits) {
    std::vector<std::uint32_t> list;
    for (std::uint32_t left = bits & columns; left != 0; left &= left - 1)
      list.push_back(static_cast<std::uint32_t>(std::countr_zero(left)));
    const std::size_t count = list.size();
    for (std::uint32_t row = 0; row < t.owners.size(); ++row)
      if ((bits >> t.owners[row].user & 1) != 0) list.push_back(row);
    return limited_sum(list.size(), limit, [&](std::size_t j, std::size_t i) -> std::int64_t {
      if (j < count || i >= count) return 0;
      const double weight = 0x1p20 /
                            (6.0 * t.roles.candidate_chance() * column_chance * t.roles.counter_chance() *
                             std::exp2(-t.owners[list[j]].rarity / 8.0)) /
                            (law.p1 - law.p0);
      return t.published->offset(list[j], list[i]) != 0 ? std::llround(weight * (1.0 - law.p0))
                                                        : -std::llround(weight * law.p0);
    });
  };
  return laplace_log_ratio(t.messages[user], statistic(first), statistic(second), static_cast<uint128>(limit),
                           t.count);
}

}  // namespace

double sampled_log_ratio(const sampled_result& t, two_inputs<held_bits> inputs) {
  std::uint32_t columns = 0;
  for (vertex_id u = 0; u < t.degrees.size(); ++u)
    if (t.roles.of(u) == sample_role::column) columns |= 1U << u;
  return over_changed(inputs, [&](vertex_id u, std::uint32_t a, std::uint32_t b) {
    double sum = laplace_log_ratio(t.degrees[u], neighbors(a), neighbors(b), 1, t.degree);
    if (t.owners.empty()) return sum;
    const auto owner = std::ranges::find(t.owners, u, &sampled_row::user);
    if (owner != t.owners.end())
      sum += sampled_row_log_ratio(t, static_cast<vertex_id>(owner - t.owners.begin()), a & columns,
                                   b & columns);
    if (t.roles.of(u) == sample_role::counter) sum += sampled_count_log_ratio(t, u, columns, a, b);
    return sum;
  });
}

double cycle_count_log_ratio(const release& published, std::span<const std::uint32_t> places, double unit,
                             const limited_counts& counts, epsilon budget, two_inputs<held_bits> inputs) {
  if (places.size() > 64) throw invalid_parameter("the audit of cycles takes at most 64 users");
  const bit_law law = published.law();
  const auto phi = [&](vertex_id a, vertex_id b) {
    return ((published.edge(a, b) ? 1.0 : 0.0) - law.p0) / (law.p1 - law.p0);
  };
  // All paths of two edges between i and j around v, those by a later peak by half.
  const auto weight = [&](vertex_id v, vertex_id i, vertex_id j) {
    double sum = 0.0;
    for (vertex_id u = 0; u < places.size(); ++u) {
      if (u == i || u == j || u == v) continue;
      const bool is_peak = places[u] > places[i] && places[u] > places[j];
      sum += phi(i, u) * phi(u, j) * (is_peak ? 0.5 : 1.0);
    }
    return std::llround(sum / unit);
  };
  return over_changed(inputs, [&](vertex_id v, std::uint32_t a, std::uint32_t b) {
    const auto limit = static_cast<std::int64_t>(counts.limits[v]);
    if (limit == 0) return counts.messages[v] == 0 ? 0.0 : infinity;
    const auto statistic = [&](std::uint32_t bits) {
      const std::vector<vertex_id> members = in_order(preceding(bits, places, v), places);
      return limited_sum(members.size(), limit,
                         [&](std::size_t j, std::size_t i) { return weight(v, members[i], members[j]); });
    };
    return laplace_log_ratio(counts.messages[v], statistic(a), statistic(b), counts.limits[v], budget);
  });
}

double common_count_log_ratio(const release& published, vertex_id u, vertex_id w, int128 message,
                              epsilon budget, two_inputs<held_bits> inputs) {
  const bit_lattice lattice = published.layout().codec().lattice();
  const auto statistic = [&](std::uint32_t bits) {
    int128 sum = 0;
    for (vertex_id v = 0; v < inputs.first.size(); ++v) {
      if (v == w || ((bits >> v) & 1) == 0) continue;
      sum += published.edge(v, w) ? static_cast<int128>(lattice.scale - lattice.offset)
                                  : -static_cast<int128>(lattice.offset);
    }
    return sum;
  };
  const std::uint64_t sensitivity = std::max(lattice.scale - lattice.offset, lattice.offset);
  return laplace_log_ratio(message, statistic(inputs.first[u]), statistic(inputs.second[u]), sensitivity,
                           budget);
}

double neighbor_count_log_ratio(std::span<const attribute_reports> reports,
                                const neighbor_count_round& counts, epsilon budget,
                                two_inputs<held_bits> inputs) {
  return over_changed(inputs, [&](vertex_id u, std::uint32_t a, std::uint32_t b) {
    double sum = 0.0;
    std::size_t number = 0;
    for (const attribute_reports& attribute : reports) {
      for (std::uint32_t output = 0; output < attribute.law.output_count(); ++output) {
        const auto reported = [&](std::uint32_t bits) {
          int128 many = 0;
          for (; bits != 0; bits &= bits - 1)
            many += attribute.of[static_cast<std::size_t>(std::countr_zero(bits))] == output ? 1 : 0;
          return many;
        };
        sum += laplace_log_ratio(counts.of(u)[number++], reported(a), reported(b), reports.size(), budget);
      }
    }
    return sum;
  });
}

}  // namespace edgeldp::audit
