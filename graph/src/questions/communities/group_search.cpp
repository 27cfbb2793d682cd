// SPDX-License-Identifier: MIT
#include "questions/communities/group_search.hpp"

#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/random/discrete_laplace.hpp"
#include "questions/communities/k_means.hpp"
#include "questions/communities/tuning.hpp"
#include "questions/homophily/eigen_index.hpp"

namespace edgeldp {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

user_groups random_groups(std::span<const double> degrees, std::size_t groups,
                          private_randomness& public_coins) {
  user_groups of(degrees.size(), -1);
  for (std::size_t u = 0; u < of.size(); ++u) {
    const auto group = static_cast<std::int64_t>(uniform_below(public_coins, groups));
    if (degrees[u] >= 0.0) of[u] = group;
  }
  return of;
}

VectorXd degrees_by_group(std::span<const std::int64_t> of, std::size_t groups,
                          std::span<const double> degrees) {
  VectorXd sums = VectorXd::Zero(index(groups));
  for (std::size_t u = 0; u < of.size(); ++u)
    if (of[u] >= 0) sums[of[u]] += degrees[u];
  return sums;
}

/// Where users stand: their counts by random groups, less what chance has there, along the
/// directions in which these differ most from noise; of length 1.
struct positions {
  std::vector<std::size_t> users;  ///< who answered
  point_rows at;                   ///< one a row
  VectorXd weights;                ///< the root of the degree
};

positions embed(const group_answers& sketch, std::span<const double> degrees) {
  const Eigen::Index width = index(sketch.groups);
  VectorXd by_chance = degrees_by_group(sketch.of, sketch.groups, degrees);
  by_chance /= std::max(1.0, by_chance.sum());
  positions all;
  point_rows rows(index(degrees.size()), width);
  MatrixXd moments = MatrixXd::Zero(width, width);
  sketch.for_each([&](vertex_id user, std::size_t, std::span<const std::int64_t> counts) {
    auto row = rows.row(index(all.users.size()));
    for (std::size_t b = 0; b < counts.size(); ++b)
      row[index(b)] = static_cast<double>(counts[b]) - degrees[user] * by_chance[index(b)];
    const double variance = degrees[user] / static_cast<double>(sketch.groups) + sketch.noise;
    moments.selfadjointView<Eigen::Lower>().rankUpdate(row.transpose(), 1.0 / variance);
    all.users.push_back(user);
  });
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solved(moments);
  const Eigen::Index kept = std::min(width, index(community_tuning::directions));
  all.at = rows.topRows(index(all.users.size())) * solved.eigenvectors().rightCols(kept);
  all.weights.resize(index(all.users.size()));
  for (std::size_t i = 0; i < all.users.size(); ++i) {
    const double length = all.at.row(index(i)).norm();
    if (length > 0.0) all.at.row(index(i)) /= length;
    all.weights[index(i)] = std::sqrt(std::max(0.5, degrees[all.users[i]]));
  }
  return all;
}

user_groups first_groups(const group_answers& sketch, std::span<const double> degrees, std::size_t groups,
                         private_randomness& public_coins) {
  const positions placed = embed(sketch, degrees);
  user_groups of(degrees.size(), -1);
  for (std::size_t u = 0; u < of.size(); ++u)
    if (degrees[u] >= 0.0) of[u] = 0;
  if (placed.users.empty()) return of;
  const std::vector<std::size_t> nearest =
      k_means(placed.at, placed.weights, groups, community_tuning::kmeans_steps, public_coins);
  for (std::size_t i = 0; i < placed.users.size(); ++i)
    of[placed.users[i]] = static_cast<std::int64_t>(nearest[i]);
  return of;
}

/// [a][b]: what members of a said of group b.
MatrixXd sums_by_group(const group_answers& said, std::span<const std::int64_t> of, std::size_t groups) {
  MatrixXd sums = MatrixXd::Zero(index(groups), index(said.groups));
  said.for_each([&](vertex_id user, std::size_t, std::span<const std::int64_t> counts) {
    for (std::size_t b = 0; b < counts.size(); ++b)
      sums(of[user], index(b)) += static_cast<double>(counts[b]);
  });
  return sums;
}

/// The likelihood of users' counts in the degree-corrected block model: a member of a with degree d
/// has d rate[a][b] contacts in b, spread like a Poisson number beside the noise.
class group_likelihood {
 public:
  group_likelihood(std::span<const group_answers> rounds, std::span<const double> degrees, std::size_t groups)
      : m_rounds(rounds), m_degrees(degrees), m_groups(groups) {
    for (const group_answers& said : rounds) {
      std::vector<std::int64_t> at(degrees.size(), -1);
      said.asked.for_each([&](std::uint64_t number, vertex_id user) {
        if (said.came[user]) at[user] = static_cast<std::int64_t>(number);
      });
      m_at.push_back(std::move(at));
    }
  }

  /// Everybody where its counts fit best, groups as they were before.
  user_groups fitted(std::span<const std::int64_t> of) const {
    const VectorXd ends = degrees_by_group(of, m_groups, m_degrees).cwiseMax(1.0);
    std::vector<MatrixXd> rates;
    for (const group_answers& said : m_rounds)
      rates.push_back(ends.cwiseInverse().asDiagonal() * sums_by_group(said, of, m_groups).cwiseMax(0.0));
    const VectorXd prior = (ends / ends.sum()).array().log();
    user_groups moved(of.begin(), of.end());
    parallel_for(0, moved.size(), 256, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t u = first; u < last; ++u)
        if (of[u] >= 0) moved[u] = best_of(u, rates, prior);
    });
    return moved;
  }

 private:
  std::int64_t best_of(std::uint64_t user, std::span<const MatrixXd> rates, const VectorXd& prior) const {
    VectorXd likelihood = prior;
    const double degree = std::max(0.5, m_degrees[user]);
    for (std::size_t round = 0; round < m_rounds.size(); ++round) {
      if (m_at[round][user] < 0) continue;
      const group_answers& said = m_rounds[round];
      const std::int64_t* const counts = said.counts.data() + m_at[round][user] * index(said.groups);
      for (Eigen::Index b = 0; b < index(said.groups); ++b)
        for (Eigen::Index a = 0; a < likelihood.size(); ++a) {
          const double mean = degree * rates[round](a, b), off = static_cast<double>(counts[b]) - mean;
          const double variance = said.noise + std::max(mean, least_spread);
          likelihood[a] -= 0.5 * (off * off / variance + std::log(variance));
        }
    }
    Eigen::Index best = 0;
    likelihood.maxCoeff(&best);
    return best;
  }

  static constexpr double least_spread = 0.05;
  std::span<const group_answers> m_rounds;
  std::span<const double> m_degrees;
  std::size_t m_groups;
  std::vector<std::vector<std::int64_t>> m_at;  // by round and user: its place among those asked
};

/// Merges the two groups whose union adds most to the modularity that these counts show, as long as
/// one adds; two groups stay.
user_groups merged(user_groups of, MatrixXd ends) {
  ends = (0.5 * (ends + ends.transpose())).eval();
  ends /= std::max(1.0, ends.sum());
  VectorXd shares = ends.rowwise().sum();
  std::vector<Eigen::Index> alive(static_cast<std::size_t>(ends.rows())), into(alive.size());
  std::iota(alive.begin(), alive.end(), Eigen::Index{0});
  std::iota(into.begin(), into.end(), Eigen::Index{0});
  while (alive.size() > 2) {
    double most = 0.0;
    std::pair<Eigen::Index, Eigen::Index> pair;
    for (const Eigen::Index a : alive)
      for (const Eigen::Index b : alive)
        if (const double gain = ends(a, b) - shares[a] * shares[b]; a < b && gain > most)
          most = gain, pair = {a, b};
    if (!(most > 0.0)) break;
    const auto [kept, gone] = pair;
    ends.row(kept) += ends.row(gone);
    ends.col(kept) += ends.col(gone);
    shares[kept] += shares[gone];
    std::erase(alive, gone);
    for (Eigen::Index& g : into)
      if (g == gone) g = kept;
  }
  for (std::int64_t& group : of)
    if (group >= 0) group = into[static_cast<std::size_t>(group)];
  return of;
}

/// Groups that have members, numbered from the largest on.
user_groups by_size(user_groups of, std::size_t groups) {
  std::vector<std::uint64_t> members(groups);
  for (const std::int64_t group : of)
    if (group >= 0) ++members[static_cast<std::size_t>(group)];
  std::vector<std::size_t> order(groups);
  std::iota(order.begin(), order.end(), std::size_t{0});
  ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return members[a] != members[b] ? members[a] > members[b] : a < b;
  });
  std::vector<std::int64_t> place(groups);
  for (std::size_t i = 0; i < groups; ++i) place[order[i]] = static_cast<std::int64_t>(i);
  for (std::int64_t& group : of)
    if (group >= 0) group = place[static_cast<std::size_t>(group)];
  return of;
}

}  // namespace

user_groups search_groups(std::span<const double> degrees, const communities_plan& plan, std::size_t most,
                          const group_question& ask, private_randomness& public_coins) {
  using namespace community_tuning;
  const user_groups at_random = random_groups(degrees, sketch_groups, public_coins);
  user_groups of = first_groups(ask(at_random, sketch_groups, plan.sketch), degrees, most, public_coins);
  std::vector<user_groups> asked(plan.refinements);
  std::vector<group_answers> rounds;
  for (user_groups& now : asked) {
    now = of;
    rounds.push_back(ask(now, most, plan.refinement));
    const group_likelihood likelihood(rounds, degrees, most);
    for (unsigned step = 0; step < refinement_steps; ++step) of = likelihood.fitted(of);
  }
  MatrixXd ends = sums_by_group(rounds.back(), of, most);
  return by_size(merged(std::move(of), std::move(ends)), most);
}

namespace {

/// A random graph whose edges join two users each drawn by degree, and users who answer from it.
/// Edges are drawn anew each time they are gone through: a graph that is not kept takes no memory,
/// however many contacts users claim.
class random_graph {
 public:
  /// first_stream: of 2^28 streams of coins.
  random_graph(std::span<const double> degrees, release_key key, vertex_id first_stream)
      : m_key(key), m_edges_stream(first_stream), m_next_stream(first_stream + 1) {
    for (const double degree : degrees) m_up_to.push_back(m_ends += std::max(0.0, degree));
    for (std::size_t k = 0, user = 0; k < m_up_to.size(); ++k) {
      const double end = m_ends * static_cast<double>(k) / static_cast<double>(m_up_to.size());
      while (user + 1 < m_up_to.size() && m_up_to[user] <= end) ++user;
      m_near.push_back(static_cast<vertex_id>(user));
    }
  }

  group_answers answer(std::span<const std::int64_t> of, std::size_t groups, epsilon budget) {
    const std::uint64_t users = m_up_to.size();
    const discrete_laplace noise(1, budget);
    group_answers said{of,
                       groups,
                       std::vector<std::int64_t>(users * groups),
                       roster::everybody(users),
                       std::vector<bool>(users, true),
                       noise.variance()};
    for_each_edge([&](std::size_t u, std::size_t v) {
      if (of[v] >= 0) ++said.counts[u * groups + static_cast<std::size_t>(of[v])];
      if (of[u] >= 0) ++said.counts[v * groups + static_cast<std::size_t>(of[u])];
    });
    add_noise(noise, said.counts);
    return said;
  }

  double modularity(std::span<const std::int64_t> of) const {
    std::vector<double> ends(m_up_to.size());
    double edges = 0.0, within = 0.0, by_chance = 0.0;
    for_each_edge([&](std::size_t u, std::size_t v) {
      ++edges;
      ++ends[static_cast<std::size_t>(of[u])];
      ++ends[static_cast<std::size_t>(of[v])];
      if (of[u] == of[v]) ++within;
    });
    if (edges == 0.0) return 0.0;
    for (const double share : ends) by_chance += std::pow(0.5 * share / edges, 2);
    return within / edges - by_chance;
  }

 private:
  template <class F>
  void for_each_edge(F&& f) const {
    public_coins coins(m_key, stream_tag::communities, m_edges_stream);
    const std::size_t users = m_up_to.size();
    const auto drawn = [&] {
      const double share = uniform_open(coins), end = share * m_ends;
      std::size_t user =
          m_near[std::min(static_cast<std::size_t>(share * static_cast<double>(users)), users - 1)];
      while (user > 0 && m_up_to[user - 1] > end) --user;
      while (user + 1 < users && m_up_to[user] <= end) ++user;
      return user;
    };
    for (double edges = 0.5 * m_ends; edges >= 0.5; edges -= 1.0) {
      const std::size_t u = drawn();
      f(u, drawn());
    }
  }

  /// Blocks have coins of their own, so that threads share the work.
  void add_noise(const discrete_laplace& noise, std::span<std::int64_t> counts) {
    constexpr std::uint64_t block = 1 << 14;
    const std::uint64_t blocks = (counts.size() + block - 1) / block;
    parallel_for(0, blocks, 1, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t b = first; b < last; ++b) {
        public_coins coins(m_key, stream_tag::communities, m_next_stream + static_cast<vertex_id>(b));
        for (std::int64_t& count : counts.subspan(b * block, std::min(block, counts.size() - b * block)))
          count += static_cast<std::int64_t>(noise(coins));
      }
    });
    m_next_stream += static_cast<vertex_id>(blocks);
  }

  std::vector<double> m_up_to;    // sums of degrees
  std::vector<vertex_id> m_near;  // whose ends the first of each n-th part of all ends are
  double m_ends = 0.0;
  release_key m_key;
  vertex_id m_edges_stream, m_next_stream;
};

}  // namespace

double modularity_by_chance(std::span<const double> degrees, const communities_plan& plan, std::size_t most,
                            release_key key) {
  constexpr unsigned graphs = community_tuning::graphs_by_chance;
  std::array<double, graphs> found;
  parallel_for(0, graphs, 1, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i) {
      const vertex_id first_stream = static_cast<vertex_id>(i + 1) << 28;  // 0 is that of the users' search
      random_graph graph(degrees, key, first_stream + 1);
      public_coins coins(key, stream_tag::communities, first_stream);
      const auto ask = [&](std::span<const std::int64_t> of, std::size_t groups, epsilon budget) {
        return graph.answer(of, groups, budget);
      };
      found[i] = graph.modularity(search_groups(degrees, plan, most, ask, coins));
    }
  });
  double sum = 0.0, squares = 0.0;
  for (const double modularity : found) {
    sum += modularity;
    squares += modularity * modularity;
  }
  const double mean = sum / graphs, variance = std::max(0.0, squares - sum * mean) / (graphs - 1);
  return mean + community_tuning::quantile_by_chance * std::sqrt(variance * (1.0 + 1.0 / graphs));
}

}  // namespace edgeldp
