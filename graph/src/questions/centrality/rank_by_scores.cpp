// SPDX-License-Identifier: MIT
#include "questions/centrality/rank_by_scores.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

#include "edgeldp/core/base/ranges.hpp"
#include "questions/centrality/tuning.hpp"

namespace edgeldp {

namespace {

/// Users of like scores.
struct score_group {
  double score = 0.0, variance = 0.0, users = 0.0;  ///< of the first two means
};

/// In decreasing order of scores: the highest alone, as far as half of the groups reach, all others
/// in groups of as many users.
std::vector<score_group> group_scores(std::span<const double> scores, std::span<const double> variances,
                                      std::span<const std::uint64_t> by_score) {
  constexpr std::size_t alone = centrality_tuning::groups / 2;
  const std::size_t rest = by_score.size() > alone ? by_score.size() - alone : 0;
  const std::size_t each = (rest + alone - 1) / alone;
  std::vector<score_group> groups;
  for (std::size_t first = 0; first < by_score.size();) {
    const std::size_t last = std::min(by_score.size(), first + (first < alone ? 1 : each));
    score_group group;
    for (std::size_t i = first; i < last; ++i) {
      group.score += scores[by_score[i]];
      group.variance += variances[by_score[i]];
    }
    group.users = static_cast<double>(last - first);
    group.score /= group.users;
    group.variance /= group.users;
    groups.push_back(group);
    first = last;
  }
  return groups;
}

/// Points in increasing order: half of them up to the score of the tenth user of a hundred.
std::vector<double> points_for(std::span<const score_group> groups, double users) {
  double before = 0.0;
  const auto tenth =
      ranges::find_if(groups, [&](const score_group& g) { return (before += g.users) >= 0.1 * users; });
  const double low = groups.back().score, middle = tenth->score, high = groups.front().score;
  constexpr std::size_t half = centrality_tuning::law_points / 2;
  std::vector<double> points;
  for (std::size_t i = 0; i < half; ++i)
    points.push_back(low + (middle - low) * static_cast<double>(i) / static_cast<double>(half));
  for (std::size_t i = 0; i < half; ++i)
    points.push_back(middle + (high - middle) * static_cast<double>(i) / static_cast<double>(half - 1));
  return points;
}

/// What may be behind the scores: the maximum likelihood law of true scores on the points, and for
/// each group the probabilities of them.
class score_law {
 public:
  score_law(std::span<const score_group> groups, double users)
      : m_groups(groups), m_users(users), m_points(points_for(groups, users)) {
    m_law.assign(m_points.size(), 1.0 / static_cast<double>(m_points.size()));
    for (const score_group& group : groups)
      for (const double point : m_points) m_likelihood.push_back(likelihood(group, point));
    for (std::size_t step = 0; step < centrality_tuning::law_steps; ++step) improve();
  }

  std::size_t points() const noexcept { return m_points.size(); }
  /// Of group g, Pr[the true score is at least each point].
  std::vector<double> survival(std::size_t g) const {
    std::vector<double> behind = posterior(g);
    for (std::size_t j = behind.size() - 1; j-- > 0;) behind[j] += behind[j + 1];
    return behind;
  }

 private:
  static double likelihood(const score_group& group, double point) {
    if (group.variance == 0.0) return group.score == point ? 1.0 : 0.0;
    const double off = group.score - point;
    return std::exp(-0.5 * off * off / group.variance) / std::sqrt(group.variance);
  }
  std::vector<double> posterior(std::size_t g) const {
    std::vector<double> behind(m_points.size());
    double sum = 0.0;
    for (std::size_t j = 0; j < behind.size(); ++j)
      sum += behind[j] = m_law[j] * m_likelihood[g * m_points.size() + j];
    if (sum > 0.0)
      for (double& p : behind) p /= sum;
    else  // noise is far smaller than the distance of points
      behind[nearest(m_groups[g].score)] = 1.0;
    return behind;
  }
  std::size_t nearest(double score) const {
    const auto above = ranges::lower_bound(m_points, score);
    if (above == m_points.begin()) return 0;
    if (above == m_points.end()) return m_points.size() - 1;
    const auto j = static_cast<std::size_t>(above - m_points.begin());
    return score - m_points[j - 1] < m_points[j] - score ? j - 1 : j;
  }
  void improve() {
    std::vector<double> law(m_points.size());
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
      const std::vector<double> behind = posterior(g);
      for (std::size_t j = 0; j < law.size(); ++j) law[j] += m_groups[g].users * behind[j] / m_users;
    }
    m_law = std::move(law);
  }

  std::span<const score_group> m_groups;
  double m_users;
  std::vector<double> m_points, m_law, m_likelihood;
};

/// Expected share of the truly highest among the highest of the scores: the threshold is the point
/// from which on as many users as are wanted are expected.
estimate predict_recall(std::span<const score_group> groups, double users, double wanted) {
  const score_law law(groups, users);
  std::vector<double> all(law.points()), found(law.points()), squares(law.points());
  double left = wanted;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const std::vector<double> survival = law.survival(g);
    const double in = std::min(left, groups[g].users);
    left -= in;
    for (std::size_t j = 0; j < all.size(); ++j) {
      all[j] += groups[g].users * survival[j];
      found[j] += in * survival[j];
      squares[j] += in * survival[j] * (1.0 - survival[j]);
    }
  }
  std::size_t at = 0;
  for (std::size_t j = 1; j < all.size(); ++j)
    if (std::abs(all[j] - wanted) < std::abs(all[at] - wanted)) at = j;
  const double of = std::max(wanted, all[at]);
  estimate recall{found[at] / of, std::sqrt(squares[at]) / of};
  recall.bias_bound = std::abs(all[at] - wanted) / of + 0.5 / wanted;  // points lie apart
  return recall;
}

}  // namespace

std::vector<vertex_id> highest(std::span<const double> scores, std::uint64_t many) {
  std::vector<vertex_id> users(scores.size());
  std::iota(users.begin(), users.end(), vertex_id{0});
  const auto last = users.begin() + static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(many, users.size()));
  ranges::partial_sort(users, last, [&](vertex_id u, vertex_id v) {
    return scores[u] != scores[v] ? scores[u] > scores[v] : u < v;
  });
  users.erase(last, users.end());
  return users;
}

double recall_of(std::span<const double> truth, std::span<const double> found, std::uint64_t many) {
  std::vector<vertex_id> wanted = highest(truth, many), got = highest(found, many), both;
  ranges::sort(wanted);
  ranges::sort(got);
  ranges::set_intersection(wanted, got, std::back_inserter(both));
  return static_cast<double>(both.size()) / static_cast<double>(wanted.size());
}

ranking rank_by_scores(std::vector<double> scores, std::span<const double> variances, const roster& present,
                       std::uint64_t top, double cut) {
  std::vector<std::uint64_t> by_score;
  by_score.reserve(present.size());
  double noise = 0.0, squares = 0.0;
  present.for_each([&](std::uint64_t, vertex_id user) {
    by_score.push_back(user);
    noise += variances[user];
    squares += scores[user] * scores[user];
  });
  ranges::sort(by_score, [&](std::uint64_t u, std::uint64_t v) { return scores[u] > scores[v]; });
  const auto users = static_cast<double>(by_score.size());
  top = std::min<std::uint64_t>(top, by_score.size());
  estimate recall =
      predict_recall(group_scores(scores, variances, by_score), users, static_cast<double>(top));
  recall.bias_bound += cut;
  const double of_cut = cut * cut * std::max(0.0, squares - noise);
  return {std::move(scores), std::sqrt((noise + of_cut) / users), top, recall};
}

}  // namespace edgeldp
