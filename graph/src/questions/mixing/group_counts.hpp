// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "belief/noise_by_part.hpp"
#include "edgeldp/core/protocol/roster.hpp"
#include "edgeldp/graph/questions/homophily/mixing.hpp"

/// What users said about their neighbours by public group, and the matrix that it makes.
/// Derivation: graph/src/questions/mixing/derivation.md#the-matrix.
namespace edgeldp {

/// Answers of a round, by the group of who gave them.
struct group_answers {
  std::span<const std::int64_t> of;  ///< group of each user; -1 of who is in none
  std::size_t groups = 0;
  std::vector<std::int64_t> counts;  ///< of each user asked, one a group
  roster asked;
  std::vector<bool> came;     ///< by user
  double noise = 0.0;         ///< variance of that of a count, of who spends all
  relative_noise relative{};  ///< of others, beside it

  /// Calls f(user, its group, its counts) for who is in a group and answered.
  template <class F>
  void for_each(F&& f) const {
    asked.for_each([&](std::uint64_t number, vertex_id user) {
      if (came[user] && of[user] >= 0)
        f(user, static_cast<std::size_t>(of[user]), std::span(counts).subspan(number * groups, groups));
    });
  }
};

/// Members of groups: all of them, and those who answered a round, who stand for the others.
struct group_members {
  std::vector<double> all, came;
  std::vector<double> noise;  ///< of who came, summed: as of so many who spend all

  group_members(std::span<const std::int64_t> of, std::size_t groups, const std::vector<bool>& has_come,
                const relative_noise& relative);
  /// All for one who came; 0 where nobody came.
  double stretch(std::size_t group) const { return came[group] > 0.0 ? all[group] / came[group] : 0.0; }
  /// By which one count moves an entry of the matrix, at most: more than 1 where it stands for lost
  /// ones.
  double largest_step() const;
  /// The noise of one who came, in the mean; 0 where nobody came.
  double mean_noise(std::size_t group) const { return came[group] > 0.0 ? noise[group] / came[group] : 0.0; }
  bool has_lost() const { return all != came; }
};

/// Variance of a sum over groups, stretched to members who were lost, by how far apart the numbers
/// of those lie who came.
class stretched_spread {
 public:
  explicit stretched_spread(std::size_t groups) : m_sums(groups), m_squares(groups) {}
  void add(std::size_t group, double number) {
    m_sums[group] += number;
    m_squares[group] += number * number;
  }
  double variance(const group_members& members) const;

 private:
  std::vector<double> m_sums, m_squares;
};

/// S[a][b]: ends of edges from a to b, as users of a say; M, which both ends say.
///
/// Definition: M[a][b] = w[a][b] S[a][b] + w[b][a] S[b][a], the weights by the inverse of the noise
///     of these sums; w[a][a] is a half, and 0 where a has one member, who is no neighbour of its
///     own. Within a sum everybody counts alike, whatever its noise.
struct group_matrix {
  group_members members;
  Eigen::MatrixXd weights, ends;
  /// Of entries that nobody is left to tell, which are in the middle of what they may be: the
  /// variance that reaches to both ends.
  Eigen::MatrixXd unknown;
  mixing_estimate estimate;  ///< by a channel without noise
};
group_matrix matrix_of(const group_answers& said, std::vector<std::string> names);

}  // namespace edgeldp
