// SPDX-License-Identifier: MIT
#include "edgeldp/graph/generate/generators.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/graph/generate/generate_file.hpp"
#include "generate/draws.hpp"

namespace edgeldp {

namespace {

using namespace drawn;

/// base^exponent from products and square roots only: std::pow differs between C libraries in the
/// last place, which could change a draw. Requires 0 < base <= 1, 0 <= exponent.
double portable_power(double base, double exponent) {
  double result = 1;
  for (; exponent >= 1; exponent -= 1) result *= base;
  for (int bit = 0; bit < 40; ++bit) {
    base = std::sqrt(base);
    exponent *= 2;
    if (exponent < 1) continue;
    exponent -= 1;
    result *= base;
  }
  return result;
}

/// The law on [low, high] with weight of k proportional to k^-exponent.
class power_law {
 public:
  power_law(std::uint64_t low, std::uint64_t high, double exponent) : m_low(low) {
    std::uint64_t total = 0;
    for (std::uint64_t k = low; k <= high; ++k) {
      const double weight = portable_power(static_cast<double>(low) / static_cast<double>(k), exponent);
      total += static_cast<std::uint64_t>(weight * 0x1p40);
      m_cumulative.push_back(total);
    }
  }

  std::uint64_t draw(draw_stream& stream) const { return at(stream.below(m_cumulative.back())); }

  /// The value at `fraction` / 2^64 of the law's weight.
  std::uint64_t quantile(std::uint64_t fraction) const {
    return at(static_cast<std::uint64_t>(uint128{fraction} * m_cumulative.back() >> 64));
  }

 private:
  std::uint64_t at(std::uint64_t point) const {
    const auto above = std::upper_bound(m_cumulative.begin(), m_cumulative.end(), point);
    return m_low + static_cast<std::uint64_t>(above - m_cumulative.begin());
  }

  std::uint64_t m_low;
  std::vector<std::uint64_t> m_cumulative;
};

/// The groups in order.
struct group_plan {
  std::vector<std::uint64_t> places{0};   ///< group g has places [g] .. [g + 1) in the list of members
  std::vector<std::uint64_t> offsets{0};  ///< and writes edges [g] .. [g + 1)

  group_plan(count_type edges, std::uint64_t seed, const affiliation_options& options) {
    const std::uint64_t density = threshold(options.density);
    const power_law size_law(options.min_group, options.max_group, options.group_exponent);
    // Multiples of the golden ratio modulo 1 (here times 2^64) are evenly spread wherever the plan
    // ends.
    constexpr std::uint64_t golden_step = 0x9e3779b97f4a7c15;
    std::uint64_t fraction = draw_stream(seed, purpose::group_size, 0).word64();
    while (offsets.back() < edges) {
      draw_stream stream(seed, purpose::group_size, places.size());
      const std::uint64_t size =
          options.even_groups ? size_law.quantile(fraction += golden_step) : size_law.draw(stream);
      const std::uint64_t wanted = (count_pairs(size) * density + (std::uint64_t{1} << 31)) >> 32;
      places.push_back(places.back() + size);
      offsets.push_back(std::min(edges, offsets.back() + std::max<std::uint64_t>(wanted, 1)));
    }
  }
};

/// Users, each as often as it is active.
std::vector<vertex_id> draw_activities(std::uint64_t n, std::uint64_t seed,
                                       const affiliation_options& options) {
  const power_law law(1, options.max_activity, options.activity_exponent);
  std::vector<std::uint32_t> activities(n);
  parallel_for(0, n, 1 << 12, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t v = first; v < last; ++v) {
      draw_stream stream(seed, purpose::activity, v);
      activities[v] = static_cast<std::uint32_t>(law.draw(stream));
    }
  });
  std::vector<vertex_id> entries;
  entries.reserve(std::accumulate(activities.begin(), activities.end(), std::uint64_t{0}));
  for (std::uint64_t v = 0; v < n; ++v)
    entries.insert(entries.end(), activities[v], static_cast<vertex_id>(v));
  return entries;
}

/// The members of all groups, one group after another: deals the shuffled entries out, then
/// shuffles again. So everybody is in a group once there are as many places as entries, and the
/// active are in more.
std::vector<vertex_id> deal_members(std::vector<vertex_id> entries, std::uint64_t places,
                                    std::uint64_t seed) {
  std::vector<vertex_id> members;
  members.reserve(places);
  for (std::uint64_t round = 0; members.size() < places; ++round) {
    draw_stream stream(seed, purpose::shuffle, round);
    for (std::uint64_t i = 0; i < entries.size() && members.size() < places; ++i) {
      std::swap(entries[i], entries[i + stream.below(entries.size() - i)]);
      members.push_back(entries[i]);
    }
  }
  return members;
}

/// Writes exactly `out.size()` pairs of members, uniform among all pairs (selection sampling).
void fill_group(std::span<std::pair<vertex_id, vertex_id>> out, std::span<const vertex_id> members,
                draw_stream& stream) {
  const std::uint64_t size = members.size();
  std::uint64_t left = count_pairs(size);
  std::uint64_t written = 0;
  for (std::uint64_t i = 1; i < size; ++i) {
    for (std::uint64_t j = 0; j < i && written < out.size(); ++j, --left) {
      if (stream.below(left) < out.size() - written) out[written++] = {members[i], members[j]};
    }
  }
}

void check(const affiliation_options& options) {
  constexpr unsigned limit = 1 << 15;  // so that pairs of a group times 2^32 stay below 2^64
  require(options.min_group >= 2 && options.min_group <= limit, "min_group", options.min_group,
          interval(2, limit));
  require(options.max_group >= options.min_group && options.max_group <= limit, "max_group",
          options.max_group, interval(options.min_group, limit));
  require(options.max_activity >= 1 && options.max_activity <= limit, "max_activity", options.max_activity,
          interval(1, limit));
  require(options.density > 0 && options.density <= 1, "density", options.density, "(0, 1]");
  require(options.group_exponent >= 0 && options.group_exponent <= 16, "group_exponent",
          options.group_exponent, "[0, 16]");
  require(options.activity_exponent >= 0 && options.activity_exponent <= 16, "activity_exponent",
          options.activity_exponent, "[0, 16]");
}

/// The edges that an affiliation graph draws, group by group.
class affiliation_draws {
 public:
  affiliation_draws(std::uint64_t n, count_type edges, std::uint64_t seed, const affiliation_options& options)
      : m_seed(seed), m_plan(checked(n, edges, options), seed, options) {
    if (edges != 0) m_members = deal_members(draw_activities(n, seed, options), m_plan.places.back(), seed);
  }

  std::uint64_t groups() const { return m_plan.places.size() - 1; }
  count_type edges_of(std::uint64_t first, std::uint64_t last) const {
    return m_plan.offsets[last] - m_plan.offsets[first];
  }
  /// As many groups from `first` on as have at most so many edges, but one at least.
  std::uint64_t groups_up_to(std::uint64_t first, count_type edges) const {
    const auto begin = m_plan.offsets.begin();
    const auto beyond = std::upper_bound(begin + static_cast<std::ptrdiff_t>(first), m_plan.offsets.end(),
                                         m_plan.offsets[first] + edges);
    return std::max(first + 1, static_cast<std::uint64_t>(beyond - begin) - 1);
  }

  /// The edges of these groups.
  void fill(std::uint64_t first_group, std::uint64_t last_group, std::span<edge_list::value_type> out) const {
    const count_type before = m_plan.offsets[first_group];
    parallel_for(first_group, last_group, 1, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t g = first; g < last; ++g) {
        draw_stream stream(m_seed, purpose::group_pairs, g);
        fill_group(out.subspan(m_plan.offsets[g] - before, edges_of(g, g + 1)),
                   std::span(m_members).subspan(m_plan.places[g], m_plan.places[g + 1] - m_plan.places[g]),
                   stream);
      }
    });
  }

 private:
  static count_type checked(std::uint64_t n, count_type edges, const affiliation_options& options) {
    check(options);
    require_sizes(n, edges, "edges");
    return edges;
  }

  std::uint64_t m_seed;
  group_plan m_plan;
  std::vector<vertex_id> m_members;
};

}  // namespace

csr_graph generate_affiliation(std::uint64_t n, count_type edges, std::uint64_t seed,
                               const affiliation_options& options) {
  const affiliation_draws draws(n, edges, seed, options);
  edge_list drawn(edges);
  draws.fill(0, draws.groups(), drawn);
  return {n, drawn};
}

ecsr_summary generate_affiliation_file(std::uint64_t n, count_type edges, std::uint64_t seed,
                                       const affiliation_options& options, const std::string& path,
                                       std::uint64_t memory) {
  const affiliation_draws draws(n, edges, seed, options);
  ecsr_builder file(path, memory);
  edge_list drawn;
  for (std::uint64_t first = 0; first < draws.groups();) {
    const std::uint64_t last = draws.groups_up_to(first, most_at_a_time);
    drawn.resize(draws.edges_of(first, last));
    draws.fill(first, last, drawn);
    for (const auto& [u, v] : drawn) file.add(u, v);
    first = last;
  }
  return file.finish(n, {}, true);
}

csr_graph generate_google_plus(unsigned halvings, std::uint64_t seed) {
  require(halvings <= google_plus_max_halvings, "halvings", halvings, interval(0, google_plus_max_halvings));
  constexpr std::uint64_t vertices = google_plus_vertices;
  constexpr count_type edges = 12238285;
  // Two groups share a pair with a probability like 1 / n, so about as many draws repeat in every
  // member: 11170 to 20311 of them over all members at seeds 1 to 3.
  constexpr count_type repeats = 16000;
  // Large dense groups of users with little else make the closure; the few active in many are the
  // hubs.
  constexpr affiliation_options shape{.group_exponent = 1.55,
                                      .min_group = 10,
                                      .max_group = 500,
                                      .density = 0.94,
                                      .activity_exponent = 4,
                                      .max_activity = 100,
                                      .even_groups = true};
  return generate_affiliation(vertices >> halvings, (edges >> halvings) + repeats, seed, shape);
}

}  // namespace edgeldp
