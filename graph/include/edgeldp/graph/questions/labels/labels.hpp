// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/graph/belief/plausible_counts.hpp"
#include "edgeldp/graph/errors/estimate.hpp"
#include "edgeldp/graph/questions/mixing/mixing.hpp"

/// The likeliest labels of users who have none, from public labels of others: contacts are often
/// alike. This is inference about people from what others made public. Edge-LDP bounds what each
/// contact adds to it, and does not forbid it.
/// Derivation: graph/src/questions/labels/derivation.md.
namespace edgeldp {

struct labels_options {
  epsilon total = epsilon::from_nats(1.0);
  public_groups known;  ///< public labels, and no_group of who has none; 2 to 64 labels
};

/// Chances of each label for each user.
class label_chances {
 public:
  label_chances(std::size_t labels, std::vector<float> of_users)
      : m_labels(labels), m_of_users(std::move(of_users)) {}

  std::size_t labels() const noexcept { return m_labels; }
  std::size_t users() const noexcept { return m_of_users.size() / m_labels; }
  /// One a label; 1 in all.
  std::span<const float> of(std::uint64_t user) const {
    return std::span(m_of_users).subspan(user * m_labels, m_labels);
  }
  /// Of equal ones the first.
  std::uint32_t likeliest(std::uint64_t user) const;

 private:
  std::size_t m_labels;
  std::vector<float> m_of_users;  // user after user
};

struct labels_result {
  epsilon count;  ///< budget of each round
  /// Of who has a public label, that one for sure; of who answered nothing, shares among the known.
  label_chances chances;
  /// Which share of users without a public label has the likeliest one, by these chances.
  estimate right;
  double right_by_shares = 0.0;  ///< the same where everybody gets the commonest label
  /// Whether what the first round told was worth a second one; otherwise half of the total is left.
  bool has_second_round = false;
  edgeldp::communication communication{};
  run_record run;
  plausibility lies{};  ///< what was clamped; its reaches are not used
};

/// Rounds: `count` of contacts by public label; then `count` by label again, where everybody
/// without one is taken to have the likeliest. What counts mean is learned from who has a public
/// label.
///
/// Promise: a user spends options.total at most, a relationship twice that, since both ends answer.
///     The same for every thread count.
/// Accuracy: chances are calibrated where users with a public label are like the others, as those
///     of a random sample are: of users with a chance of 0.7 seven in ten have the label, to within
///     0.1 on most public graphs (the derivation says where not). Where users are not alike, nobody
///     can know.
/// Cost: O(m + n labels) a round.
/// Errors: bad_graph_input without users, or where nobody answers; invalid_parameter for labels of
///     other users, fewer than 2 or more than 64, or where nobody has one.
labels_result infer_labels(session& s, const labels_options& options);

}  // namespace edgeldp
