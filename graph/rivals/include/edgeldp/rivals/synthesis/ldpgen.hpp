// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/graph/errors/estimate.hpp"

/// LDPGen: a synthetic graph from how many contacts each user has in which group of users.
namespace edgeldp {

/// Rounds: two counts of neighbours by group, each number + discrete Laplace noise of sensitivity
/// 1. The first asks for random groups; who answers alike by k-means comes together, and the second
/// asks for these groups, which k-means makes once more from the answers. A graph is drawn from the
/// second answers: each user reaches anybody in a group as often as it says, in expectation.
///
/// Source: Qin, Yu, Yang, Khalil, Xiao, Ren, "Generating Synthetic Decentralized Social Graphs with
///     Local Differential Privacy", CCS 2017. What stands here was written anew; where its text was
///     not to be had, and where it leaves a choice, graph/rivals/src/synthesis/derivation.md says
///     what was taken.
/// Guarantee: a user spends `total` for one neighbour more or less, a relationship twice that,
///     since both ends answer. Private as published.
struct ldpgen {
  /// What lies below 0 in an answer is cut before anything is added up, as published, or only where
  /// single users reach out.
  enum class cut { answers, reaches };

  epsilon total;                 ///< of one user, both rounds
  double first_share = 0.5;      ///< of the first round, in (0, 1)
  std::size_t first_groups = 2;  ///< random ones, from 1 to 64
  std::size_t most_groups = 50;  ///< found ones, from 1 to 64; the formula may say fewer
  cut below_zero = cut::answers;

  static ldpgen published(epsilon total);
  /// The same with answers as they are: by far nearer to the truth at small budgets.
  static ldpgen uncut(epsilon total);
};

struct ldpgen_result {
  std::uint64_t users = 0;
  /// Each once, u < v, in increasing order. Users keep their numbers, as in the paper; who did not
  /// answer has no edges.
  std::vector<std::pair<vertex_id, vertex_id>> edges;
  std::size_t groups = 0;  ///< that the second round asked for
  estimate released;       ///< of edges: half of all that the second round told; unbiased
  edgeldp::communication communication;
  run_record run;
};

/// How many groups the second round asks for, of degrees as the first released them (their sums
/// over groups): the mean over users of k(d / 2), k(d) = d + (d^2 - 2 (1 + sqrt 5) d + 1) / e, e
/// the budget of the second round in nats, rounded up and cut to [1, most_groups].
/// Errors: invalid_parameter without degrees, or for a budget of 0.
std::size_t ldpgen_group_count(const std::vector<std::int64_t>& degrees, epsilon second,
                               std::size_t most_groups);

/// Both rounds, and the graph.
/// Promise: the same for every number of threads.
/// Cost: in the collector O(25 n groups^2 + m); 8 (first_groups + groups) bytes a user.
/// Errors: invalid_parameter for settings out of range; bad_graph_input without users, or where
///     nobody answers.
ldpgen_result synthesize_graph(session& s, const ldpgen& method);

}  // namespace edgeldp
