// SPDX-License-Identifier: MIT
#include "edgeldp/graph/synthesis/synthetic_graph.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/random/public_coins.hpp"
#include "synthesis/blocks.hpp"
#include "synthesis/draws.hpp"
#include "synthesis/power_sums.hpp"
#include "synthesis/streams.hpp"
#include "synthesis/swaps.hpp"
#include "synthesis/wiring.hpp"

namespace edgeldp {

namespace {

using namespace synthesis;

/// Of a random graph's triangles so many are there in every graph with these degrees and groups;
/// and predicted errors may be so much too small.
constexpr double sure_share = 0.9, error_inflation = 1.3;
/// A correlation of degrees this near is near enough; and how much of its error is let be, where
/// triangles ask for something else.
constexpr double near_correlation = 0.003, error_share = 0.3;
/// A start with this share of the triangles is dense enough: swaps find the others.
constexpr double dense_enough = 0.8;

void require(bool holds, const std::string& what) {
  if (!holds) throw invalid_parameter("synthetic graph: " + what);
}

void check_groups(const wanted_graph& wanted) {
  const std::size_t users = wanted.degrees.size(), k = wanted.group_count;
  require(k >= 1, "there is no group");
  if (k == 1) return;
  require(wanted.group_of.size() == users, "group_of has " + std::to_string(wanted.group_of.size()) +
                                               " entries for " + std::to_string(users) + " users");
  for (const std::uint32_t group : wanted.group_of)
    require(group < k, "group " + std::to_string(group) + " of a user is none of " + std::to_string(k));
  // By division, since the square of what a file says may be 0.
  require(wanted.ends.size() % k == 0 && wanted.ends.size() / k == k &&
              wanted.ends_errors.size() == wanted.ends.size(),
          "ends and ends_errors have an entry for each two of " + std::to_string(k) + " groups");
  for (std::size_t i = 0; i < k * k; ++i) {
    require(std::isfinite(wanted.ends[i]), "ends of a pair of groups are no number");
    require(wanted.ends_errors[i] >= 0.0, "the error of ends lies below 0, or is no number");
    require(wanted.ends[i] == wanted.ends[i % k * k + i / k], "ends are not symmetric");
  }
}

void check(const wanted_graph& wanted) {
  const std::uint64_t users = wanted.degrees.size();
  require(users <= std::uint64_t{1} << 32, "more than 2^32 users");
  std::uint64_t sum = 0;
  for (const std::uint64_t degree : wanted.degrees) {
    require(degree < users, "degree " + std::to_string(degree) + " among " + std::to_string(users) +
                                " users: must lie below their number");
    sum += degree;
  }
  require(sum % 2 == 0, "degrees sum to the odd number " + std::to_string(sum));
  check_groups(wanted);
  require(std::isfinite(wanted.triangles) && wanted.triangles_error >= 0.0,
          "triangles or their error are no number, or the error lies below 0");
  require(std::isfinite(wanted.walks) && wanted.walks_error >= 0.0,
          "walks or their error are no number, or the error lies below 0");
  for (std::size_t i = 0; i < wanted.classes.size(); ++i) {
    require(i == 0 || wanted.classes[i - 1].from < wanted.classes[i].from, "classes do not increase");
    require(wanted.classes[i].triangles >= 0.0 && std::isfinite(wanted.classes[i].triangles),
            "triangles of a class lie below 0, or are no number");
    require(
        std::isfinite(wanted.classes[i].contact_degrees) && wanted.classes[i].contact_degrees_error >= 0.0,
        "degrees of contacts of a class or their error are no number, or the error lies below 0");
  }
}

double all_triangles(std::uint64_t users, const edge_list& edges) {
  const std::vector<std::uint64_t> here = triangles_at_users(users, edges);
  return static_cast<double>(std::accumulate(here.begin(), here.end(), std::uint64_t{0}));
}

/// The mean of what may be behind a noisy number that is known not to lie below `least`: of a
/// normal law that is cut there. A number that lies far below says that the bound does not hold.
double at_least(double noisy, double error, double least) {
  const double z = error > 0.0 ? (least - noisy) / error : 0.0;
  if (error <= 0.0 || z > 3.0) return std::max(0.0, noisy);
  const double density = std::exp(-0.5 * z * z) / std::sqrt(2.0 * std::acos(-1.0));
  return std::max(0.0, noisy + error * density / (0.5 * std::erfc(z / std::sqrt(2.0))));
}

struct start {
  edge_list edges;
  double fill = 0.0;
};

/// The plain start, or the first dense one with enough triangles; where none has, the nearest.
/// aimed: what triangles are aimed at, once the plain start is known.
start best_start(const wanted_graph& wanted, std::span<const std::uint64_t> blocks, double& aimed,
                 private_randomness& coins) {
  const std::uint64_t users = wanted.degrees.size();
  start best;
  double least = INFINITY;
  for (const double fill : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    edge_list edges = wire_ends(wanted, blocks, fill, coins);
    const double triangles = all_triangles(users, edges);
    if (fill == 0.0)
      aimed = at_least(wanted.triangles, error_inflation * wanted.triangles_error, sure_share * triangles);
    const double off = std::abs(std::log((triangles + 1.0) / (aimed + 1.0)));
    if (off < least) {
      least = off;
      best = {std::move(edges), fill};
    }
    if (triangles >= dense_enough * aimed) break;
  }
  return best;
}

std::vector<std::uint32_t> classes_of_users(const wanted_graph& wanted) {
  std::vector<std::uint32_t> class_of;
  for (const std::uint64_t degree : wanted.degrees) {
    const auto above = ranges::upper_bound(wanted.classes, degree, {}, &wanted_class::from);
    class_of.push_back(above == wanted.classes.begin()
                           ? no_class
                           : static_cast<std::uint32_t>(above - wanted.classes.begin() - 1));
  }
  return class_of;
}

/// Triangles by class, and of all users; then degrees of contacts.
std::vector<aim> aims_of(const wanted_graph& wanted, double all) {
  double sum = 0.0;
  for (const wanted_class& c : wanted.classes) sum += c.triangles;
  std::vector<aim> aims;
  for (const wanted_class& c : wanted.classes) {
    const double mine = sum > 0.0 ? c.triangles * all / sum : 0.0;
    aims.push_back({mine, 0.05 * mine + 0.5 * std::sqrt(mine + 1.0) + 3.0, 0.0});
  }
  aims.push_back({all, std::max(3.0, 0.01 * all), 0.0});
  for (const wanted_class& c : wanted.classes)
    aims.push_back({c.contact_degrees,
                    std::hypot(c.contact_degrees_error, 0.05 * std::abs(c.contact_degrees) + 3.0), 0.0});
  const double least = std::max(1.0, near_correlation * power_sums(wanted.degrees).of_correlation());
  aims.push_back({wanted.walks, std::hypot(error_share * wanted.walks_error, least), 0.0});
  return aims;
}

std::vector<std::uint64_t> blocks_of(const wanted_graph& wanted, const edge_list& edges) {
  const std::size_t k = wanted.group_count;
  const auto group = [&](vertex_id u) { return k == 1 ? std::size_t{0} : std::size_t{wanted.group_of[u]}; };
  std::vector<std::uint64_t> blocks(k * k);
  for (const auto& [u, v] : edges) {
    ++blocks[group(u) * k + group(v)];
    ++blocks[group(v) * k + group(u)];
  }
  return blocks;
}

/// Gives users other numbers, in random order.
edge_list renumbered(edge_list edges, std::uint64_t users, private_randomness& coins) {
  std::vector<vertex_id> number(static_cast<std::size_t>(users));
  std::iota(number.begin(), number.end(), vertex_id{0});
  shuffle(coins, number);
  for (auto& [u, v] : edges) {
    const auto [low, high] = std::minmax(number[u], number[v]);
    u = low;
    v = high;
  }
  ranges::sort(edges);
  return edges;
}

}  // namespace

synthetic_graph synthesize_graph(const wanted_graph& wanted, release_key key, std::uint32_t number) {
  check(wanted);
  public_coins coins(key, stream_tag::communities, stream_of_graph(number));
  synthetic_graph made;
  made.users = wanted.degrees.size();
  made.wanted_ends = std::accumulate(wanted.degrees.begin(), wanted.degrees.end(), std::uint64_t{0});
  made.wanted_blocks = agreed_blocks(wanted, coins);
  auto [edges, fill] = best_start(wanted, made.wanted_blocks, made.triangles.wanted, coins);
  made.fill = fill;
  std::vector<aim> aims = aims_of(wanted, made.triangles.wanted);
  const std::span<const std::uint32_t> groups =
      wanted.group_count == 1 ? std::span<const std::uint32_t>() : std::span(wanted.group_of);
  const swap_record swaps = swap_towards(aims, classes_of_users(wanted), groups, made.users, edges, coins);
  made.proposals = swaps.proposals;
  made.accepted = swaps.accepted;
  made.energy_before = swaps.energy_before;
  made.energy = swaps.energy;
  const std::size_t classes = wanted.classes.size();
  made.triangles.reached = aims[classes].reached;
  made.walks = {aims.back().wanted, aims.back().reached};
  for (std::size_t i = 0; i < classes; ++i) {
    const aim& contacts = aims[classes + 1 + i];
    made.classes.push_back({aims[i].wanted, aims[i].reached});
    made.contact_degrees.push_back({contacts.wanted, contacts.reached});
  }
  made.ends = 2 * edges.size();
  made.blocks = blocks_of(wanted, edges);
  made.edges = renumbered(std::move(edges), made.users, coins);
  return made;
}

}  // namespace edgeldp
