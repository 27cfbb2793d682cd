// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/protocol/account.hpp"
#include "edgeldp/core/protocol/population.hpp"
#include "edgeldp/core/protocol/run_record.hpp"
#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/graph/belief/plausible_counts.hpp"
#include "edgeldp/graph/errors/estimate.hpp"
#include "edgeldp/graph/rounds/public_values.hpp"

/// Questions of one's own about neighbours, in as many rounds as the budget allows: what
/// public_values.hpp lets a collector ask, with its steps, centres and errors kept in order.
/// Derivation: graph/src/rounds/neighbor_questions_derivation.md.
namespace edgeldp {

/// Discrete Laplace noise on whole numbers that stand for `unit` each.
struct lattice_noise {
  double unit = 1.0;
  std::uint64_t sensitivity = 1;  ///< of the whole numbers; 0: there is no noise
  epsilon budget;

  double variance() const noexcept;
  /// The fourth cumulant: what makes tails heavier than normal ones.
  double fourth_cumulant() const noexcept;
  /// Of not being 0.
  double probability() const noexcept;
};

/// What users answered: one or several numbers each.
struct neighbor_numbers {
  std::uint64_t width = 1;      ///< numbers a user
  std::vector<double> values;   ///< user after user; NaN of users who did not answer
  std::vector<double> centres;  ///< one a column: what times the released degree was added back
  lattice_noise noise;          ///< of every number alone
  lattice_noise degree_noise;   ///< of a user's degree, the same in all its numbers; where centred

  std::uint64_t users() const noexcept { return values.size() / width; }
  /// Of each number of a column, from noise alone: exact.
  double standard_error(std::uint64_t column) const;
};

/// The sum of weight x number over all numbers of users who answered. weights: one a number, user
/// after user; empty: 1 each.
///
/// Promise: unbiased where weights, values and centres do not follow from the degrees that were
///     added back; the standard error is exact, since noise is independent from user to user.
///     Beyond a normal law the interval knows the excess of its kurtosis, and steps: of a lattice,
///     and of large weights where noise is mostly 0.
/// Errors: invalid_parameter for weights that are not finite, or not one a number.
estimate total_of(const neighbor_numbers& numbers, std::span<const double> weights = {});

/// One collection of such questions. It counts the steps, so that no coin is drawn twice; rounds
/// real values to a lattice; publishes what is equal once; pays first; and clamps what nobody who
/// follows the protocol sends but with probability 1e-9 to the nearest that one might.
///
/// Values come from the caller, who says by that that they are public; the account and the record
/// repeat it (declared_public). Answers of this collection that come back as they were are not
/// declared: the library published them. Whatever else follows from answers is the caller's, and so
/// is what it does to errors: an answer is unbiased for its values as they are.
///
/// Promise: each question costs a user its budget for one bit of its list, and a relationship twice
///     that, since both ends answer, but for sums over edges. Who did not answer once is not asked
///     again.
/// Requires: the users are asked nothing else from the same coins: two collections that replay one
///     key would draw the same noise. Coins of the operating system never come twice.
/// Cost: O(contacts) a column for the users together; they read the values, once.
/// Errors: all questions throw invalid_parameter, with nothing asked and nothing paid, for a budget
///     of zero or beyond what is left, values that are not finite, or not of all users, and values
///     that say nothing (all 0); bad_graph_input where nobody answers.
class neighbor_questions {
 public:
  /// Both outlive it.
  /// Errors: bad_graph_input without users; invalid_parameter for an account of other users.
  neighbor_questions(population& users, account& paid_from, release_key key);

  /// How many neighbours each user has. Later sums may be centred by it (plan_centre).
  /// Errors: as all; invalid_parameter when asked again.
  neighbor_numbers degrees(epsilon budget);

  /// Sums over each user's neighbours of `width` public numbers, x: user after user. Noise follows
  /// from the largest sum of |x - centre| of a user, and centre x released degree is added back.
  /// centres: one a column; none: plan_centre for one column after degrees(), else 0.
  /// Errors: as all; invalid_parameter for centres other than 0 before degrees().
  neighbor_numbers sums(std::uint64_t width, std::span<const double> x, epsilon budget,
                        const std::optional<std::vector<double>>& centres = {});

  /// Of each user the sums over those neighbours who have smaller numbers than it. So every edge is
  /// in the answer of its later end alone: total_of, with weights w, is the sum over edges {u, v},
  /// v < u, of w_u x_v; with w = x that of x_u x_v. A relationship pays the budget once.
  /// Requires: lists hold both ends of every edge; of arcs ask sums(), which has each once.
  /// Errors: as all.
  neighbor_numbers sums_over_edges(std::uint64_t width, std::span<const double> x, epsilon budget);

  /// The largest h such that h neighbours have an x of at least h; one x a user.
  neighbor_numbers h_index(std::span<const double> x, epsilon budget);

  /// How many neighbours are in each of `groups` groups. group_of: from 0, one a user; who has
  /// another number is in none.
  /// Errors: as all; invalid_parameter for no groups, or more than public_values::most_width.
  neighbor_numbers groups(std::span<const std::int64_t> group_of, std::uint64_t groups, epsilon budget);

  /// The centre of sums of numbers in [least, most] that errs least, where degrees were released.
  ///
  /// Definition: the least of (max(most - c, c - least) / budget)^2 + (c / degree_budget)^2, half
  ///     the variance of a user's sum, and of sums over all users their number times that.
  static double plan_centre(double least, double most, epsilon budget, epsilon degree_budget) noexcept;

  /// Errors: as all, for a budget alone.
  void require_payable(epsilon budget) const;
  /// Whether values are an answer of this collection as it came, which is not declared.
  bool is_own(std::span<const double> values) const;

  struct question {
    std::string_view asks;  ///< as its round says
    epsilon budget;
    std::string values;  ///< the name of what was published for it; empty of degrees
    bool is_declared = false;
    std::uint64_t asked = 0, answered = 0, clamped = 0;  ///< users
  };
  /// In their order.
  std::span<const question> asked() const noexcept { return m_asked; }
  /// What a user may still be asked.
  epsilon remaining() const { return m_session.remaining(m_session.everybody()); }
  bool is_simulated() const { return m_session.is_simulated(); }
  std::uint64_t users() const { return m_session.everybody().size(); }
  std::uint64_t upload_bytes() const noexcept { return m_session.upload_bytes(); }
  std::uint64_t download_bytes() const noexcept { return m_session.published().size(); }

  /// The record. Ends the collection: nothing may be asked afterwards.
  run_record close() { return m_session.close(); }

 private:
  struct published_numbers {
    public_ref<public_values> values;
    bool is_declared;
  };
  void require_one_a_user(std::size_t values, std::uint64_t width) const;
  published_numbers publish(public_values values, std::span<const double> given);
  void note_own(std::span<const double> values);
  template <class Round>
  neighbor_numbers ask(const Round& round, const published_numbers* about, lattice_noise noise,
                       std::span<const plausible_number> ranges);
  void add_degrees(neighbor_numbers& to) const;

  account& m_paid_from;
  session m_session;
  std::uint32_t m_step = 0;
  std::vector<double> m_degrees;  ///< as released; empty before
  epsilon m_degree_budget;
  std::set<std::string> m_own;  ///< names of answers that were given out
  std::vector<question> m_asked;
};

}  // namespace edgeldp
