// SPDX-License-Identifier: MIT
#include "edgeldp/graph/generate/generators.hpp"

#include <Random123/philox.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/run_watch.hpp"
#include "edgeldp/graph/generate/generate_file.hpp"

namespace edgeldp {
namespace {

using edge_list = std::vector<std::pair<vertex_id, vertex_id>>;

constexpr std::uint64_t vertex_limit = std::uint64_t{1} << 32;

// ---- arguments ----

template <class T>
void require(bool good, const char* parameter, const T& value, const std::string& allowed) {
  if (good) return;
  std::ostringstream message;
  message << parameter << " = " << value << ": must be in " << allowed;
  throw invalid_parameter(message.str());
}

std::string interval(std::uint64_t low, std::uint64_t high) {
  return "[" + std::to_string(low) + ", " + std::to_string(high) + "]";
}

std::uint64_t count_pairs(std::uint64_t n) {
  return n % 2 == 0 ? n / 2 * (n - 1) : n * ((n - 1) / 2);
}

void require_sizes(std::uint64_t n, count_type edges, const char* edges_name) {
  require(n <= vertex_limit, "n", n, interval(0, vertex_limit));
  const count_type pairs = n == 0 ? 0 : count_pairs(n);
  require(edges <= pairs, edges_name, edges, interval(0, pairs));
}

// ---- draws ----

/// One tag a use: two uses never share a counter.
enum class purpose : std::uint32_t {
  erdos_renyi,
  rmat,
  holme_kim,
  group_size,
  group_pairs,
  activity,
  shuffle,
  label_order,
  label
};

/// The random words of one item (an edge, a vertex, a group): block b is Philox at counter (b,
/// item, purpose).
class draw_stream {
 public:
  draw_stream(std::uint64_t seed, purpose use, std::uint64_t item)
      : m_key{{low(seed), high(seed)}},
        m_counter{{0, low(item), high(item), static_cast<std::uint32_t>(use)}} {}

  std::uint32_t word() {
    if (m_used == 4) {
      m_block = r123::Philox4x32()(m_counter, m_key);
      ++m_counter[0];
      m_used = 0;
    }
    return m_block[m_used++];
  }

  std::uint64_t word64() {
    const std::uint64_t first = word();
    return first << 32 | word();
  }

  /// Uniform on [0, bound), without bias: Lemire, ACM TOMACS 29(1), 2019.
  std::uint64_t below(std::uint64_t bound) {
    uint128 product = uint128{word64()} * bound;
    if (static_cast<std::uint64_t>(product) < bound) {
      const std::uint64_t excess = (0 - bound) % bound;
      while (static_cast<std::uint64_t>(product) < excess) product = uint128{word64()} * bound;
    }
    return static_cast<std::uint64_t>(product >> 64);
  }

 private:
  static std::uint32_t low(std::uint64_t x) { return static_cast<std::uint32_t>(x); }
  static std::uint32_t high(std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); }

  r123::Philox4x32::key_type m_key;
  r123::Philox4x32::ctr_type m_counter;
  r123::Philox4x32::ctr_type m_block{};
  unsigned m_used = 4;
};

/// A probability as a threshold for a 32-bit word. Scaling by a power of two is exact, so every
/// machine agrees.
std::uint64_t threshold(double probability) {
  return static_cast<std::uint64_t>(probability * 0x1p32);
}

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

// ---- G(n, m) ----

/// A uniform set of `count` numbers below `bound`, increasing: the first `count` distinct values of
/// one endless sequence of draws. Each pass draws as many as are missing, so it never draws beyond
/// that point.
std::vector<std::uint64_t> draw_distinct(std::uint64_t bound, std::uint64_t count, std::uint64_t seed) {
  std::vector<std::uint64_t> values;
  for (std::uint64_t drawn = 0; values.size() < count;) {
    const std::uint64_t kept = values.size();
    values.resize(count);
    parallel_for(kept, count, 1 << 12, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t i = first; i < last; ++i) {
        values[i] = draw_stream(seed, purpose::erdos_renyi, drawn + i - kept).below(bound);
      }
    });
    drawn += count - kept;
    const auto fresh = values.begin() + static_cast<std::ptrdiff_t>(kept);
    std::sort(fresh, values.end());
    values.erase(std::unique(fresh, values.end()), values.end());
    if (kept == 0) continue;
    std::vector<std::uint64_t> merged;
    merged.reserve(values.size());
    std::set_union(values.begin(), fresh, fresh, values.end(), std::back_inserter(merged));
    values = std::move(merged);
  }
  return values;
}

/// Pair number v (v - 1) / 2 + u stands for u < v.
std::pair<vertex_id, vertex_id> pair_of(std::uint64_t number) {
  auto v = static_cast<std::uint64_t>(std::sqrt(2 * static_cast<double>(number)));
  while (v > 0 && count_pairs(v) > number) --v;
  while (count_pairs(v + 1) <= number) ++v;
  return {static_cast<vertex_id>(number - count_pairs(v)), static_cast<vertex_id>(v)};
}

/// The numbers below `bound` that are not in `sorted`.
std::vector<std::uint64_t> complement(const std::vector<std::uint64_t>& sorted, std::uint64_t bound) {
  std::vector<std::uint64_t> others;
  others.reserve(bound - sorted.size());
  auto next = sorted.begin();
  for (std::uint64_t i = 0; i < bound; ++i) {
    if (next != sorted.end() && *next == i) {
      ++next;
    } else {
      others.push_back(i);
    }
  }
  return others;
}

// ---- Holme and Kim ----

/// The graph as it grows. Newcomer v >= m_each owns edges (v - m_each) m_each and following.
class growing_graph {
 public:
  growing_graph(std::uint64_t n, unsigned each) : m_each(each), m_followers(n), m_linked_to(n) {
    m_edges.reserve((n - each) * each);
  }

  void add_vertex(vertex_id newcomer, std::uint64_t triad_threshold, draw_stream& stream) {
    const std::uint64_t known = m_edges.size();
    std::vector<vertex_id> chosen;
    vertex_id attached = 0;
    while (chosen.size() < m_each) {
      const bool closes = !chosen.empty() && stream.word() < triad_threshold;
      if (!closes || !link_neighbor(newcomer, attached, chosen, stream)) {
        do attached = draw_by_degree(known, stream);
        while (is_linked(attached, newcomer));
        link(newcomer, attached, chosen);
      }
    }
    for (const vertex_id target : chosen) {
      m_edges.emplace_back(newcomer, target);
      m_followers[target].push_back(newcomer);
    }
  }

  const edge_list& edges() const { return m_edges; }

 private:
  /// Every end of an edge once, and each of the first vertices once more, so that they can be found
  /// at all.
  vertex_id draw_by_degree(std::uint64_t known, draw_stream& stream) const {
    const std::uint64_t place = stream.below(2 * known + m_each);
    if (place < m_each) return static_cast<vertex_id>(place);
    const auto& [from, to] = m_edges[(place - m_each) / 2];
    return (place - m_each) % 2 == 0 ? from : to;
  }

  bool is_linked(vertex_id target, vertex_id newcomer) const { return m_linked_to[target] == newcomer; }

  void link(vertex_id newcomer, vertex_id target, std::vector<vertex_id>& chosen) {
    m_linked_to[target] = newcomer;  // 0 is nobody's newcomer: the first vertices arrive unlinked
    chosen.push_back(target);
  }

  std::uint64_t own_edges(vertex_id v) const { return v < m_each ? 0 : m_each; }
  std::uint64_t degree(vertex_id v) const { return own_edges(v) + m_followers[v].size(); }
  vertex_id neighbor(vertex_id v, std::uint64_t i) const {
    const std::uint64_t own = own_edges(v);
    return i < own ? m_edges[(v - m_each) * std::uint64_t{m_each} + i].second : m_followers[v][i - own];
  }

  /// Links the newcomer to a uniform neighbour of `attached` that it is not linked to, if there is
  /// one.
  bool link_neighbor(vertex_id newcomer, vertex_id attached, std::vector<vertex_id>& chosen,
                     draw_stream& stream) {
    std::vector<vertex_id> open;
    const std::uint64_t d = degree(attached);
    if (d < 2 * chosen.size()) {  // few neighbours, perhaps all linked: list those that are not
      for (std::uint64_t i = 0; i < d; ++i) {
        if (!is_linked(neighbor(attached, i), newcomer)) open.push_back(neighbor(attached, i));
      }
      if (open.empty()) return false;
      link(newcomer, open[stream.below(open.size())], chosen);
      return true;
    }
    vertex_id target = 0;
    do target = neighbor(attached, stream.below(d));
    while (is_linked(target, newcomer));
    link(newcomer, target, chosen);
    return true;
  }

  unsigned m_each;
  edge_list m_edges;
  std::vector<std::vector<vertex_id>> m_followers;
  std::vector<vertex_id> m_linked_to;  ///< the last newcomer that linked to a vertex
};

// ---- affiliation ----

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

// ---- R-MAT ----

/// The edges that R-MAT draws, each by itself.
class rmat_draws {
 public:
  rmat_draws(unsigned scale, count_type edges, std::uint64_t seed, const rmat_options& options)
      : m_scale(scale), m_seed(seed) {
    require(scale >= 1 && scale <= 32, "scale", scale, interval(1, 32));
    require(options.a >= 0 && options.a <= 1, "a", options.a, "[0, 1]");
    require(options.b >= 0 && options.b <= 1, "b", options.b, "[0, 1]");
    require(options.c >= 0 && options.c <= 1, "c", options.c, "[0, 1]");
    m_a = threshold(options.a);
    m_ab = m_a + threshold(options.b);
    m_abc = m_ab + threshold(options.c);
    require(m_abc <= vertex_limit, "a + b + c", options.a + options.b + options.c, "[0, 1]");
    require_sizes(vertices(), edges, "edges");
  }

  std::uint64_t vertices() const { return std::uint64_t{1} << m_scale; }

  /// Draws `before` and following.
  void fill(count_type before, std::span<edge_list::value_type> out) const {
    parallel_for(0, out.size(), 1 << 12, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t i = first; i < last; ++i) out[i] = draw(before + i);
    });
  }

 private:
  edge_list::value_type draw(count_type number) const {
    draw_stream stream(m_seed, purpose::rmat, number);
    std::uint64_t row = 0;
    std::uint64_t column = 0;
    for (unsigned level = 0; level < m_scale; ++level) {
      const std::uint32_t word = stream.word();
      row = 2 * row + (word >= m_ab ? 1 : 0);
      column = 2 * column + ((word >= m_a && word < m_ab) || word >= m_abc ? 1 : 0);
    }
    return {static_cast<vertex_id>(row), static_cast<vertex_id>(column)};
  }

  unsigned m_scale;
  std::uint64_t m_seed, m_a = 0, m_ab = 0, m_abc = 0;
};

/// Edges that are in memory while a file is made: 32 MiB.
constexpr count_type most_at_a_time = count_type{1} << 22;

}  // namespace

csr_graph generate_erdos_renyi(std::uint64_t n, count_type m, std::uint64_t seed) {
  require_sizes(n, m, "m");
  const std::uint64_t pairs = n == 0 ? 0 : count_pairs(n);
  // Of a dense graph draw the missing edges.
  const std::vector<std::uint64_t> numbers = m <= pairs / 2
                                                 ? draw_distinct(pairs, m, seed)
                                                 : complement(draw_distinct(pairs, pairs - m, seed), pairs);
  edge_list edges(m);
  parallel_for(0, m, 1 << 12, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i) edges[i] = pair_of(numbers[i]);
  });
  return {n, edges};
}

csr_graph generate_rmat(unsigned scale, count_type edges, std::uint64_t seed, const rmat_options& options) {
  const rmat_draws draws(scale, edges, seed, options);
  edge_list drawn(edges);
  draws.fill(0, drawn);
  return {draws.vertices(), drawn};
}

ecsr_summary generate_rmat_file(unsigned scale, count_type edges, std::uint64_t seed,
                                const rmat_options& options, const std::string& path, std::uint64_t memory) {
  const rmat_draws draws(scale, edges, seed, options);
  ecsr_builder file(path, memory);
  edge_list drawn;
  for (count_type done = 0; done < edges; done += drawn.size()) {
    drawn.resize(std::min(edges - done, most_at_a_time));
    draws.fill(done, drawn);
    for (const auto& [u, v] : drawn) file.add(u, v);
  }
  return file.finish(draws.vertices(), {}, true);
}

csr_graph generate_holme_kim(std::uint64_t n, unsigned edges_per_vertex, double triad_probability,
                             std::uint64_t seed) {
  require(n >= 2 && n <= vertex_limit, "n", n, interval(2, vertex_limit));
  require(edges_per_vertex >= 1 && edges_per_vertex < n, "edges_per_vertex", edges_per_vertex,
          interval(1, n - 1));
  require(triad_probability >= 0 && triad_probability <= 1, "triad_probability", triad_probability, "[0, 1]");
  growing_graph graph(n, edges_per_vertex);
  for (std::uint64_t v = edges_per_vertex; v < n; ++v) {
    if (v % 8192 == 0) {
      check_stop();
      tell_step(v, n);
    }
    draw_stream stream(seed, purpose::holme_kim, v);
    graph.add_vertex(static_cast<vertex_id>(v), threshold(triad_probability), stream);
  }
  return {n, graph.edges()};
}

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

std::vector<std::uint32_t> generate_labels(const csr_graph& g, std::uint32_t count, double homophily,
                                           std::uint64_t seed) {
  require(count >= 1, "count", count, interval(1, vertex_limit - 1));
  require(homophily >= 0 && homophily <= 1, "homophily", homophily, "[0, 1]");
  const std::uint64_t n = g.vertex_count();
  std::vector<vertex_id> order(n);
  std::iota(order.begin(), order.end(), vertex_id{0});
  draw_stream swaps(seed, purpose::label_order, 0);
  for (std::uint64_t left = n; left > 1; --left) std::swap(order[left - 1], order[swaps.below(left)]);

  constexpr std::uint32_t unlabelled = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> labels(n, unlabelled), around;
  for (const vertex_id v : order) {
    draw_stream stream(seed, purpose::label, v);
    around.clear();
    for (const vertex_id u : g.neighbors(v))
      if (labels[u] != unlabelled) around.push_back(labels[u]);
    const bool copies = stream.word() < threshold(homophily);
    labels[v] = copies && !around.empty() ? around[stream.below(around.size())]
                                          : static_cast<std::uint32_t>(stream.below(count));
  }
  return labels;
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
