// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "edgeldp/core/codec/any/codec_spec.hpp"
#include "edgeldp/core/protocol/public_objects.hpp"
#include "edgeldp/graph/errors/error_model.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sample_roles.hpp"
#include "questions/triangles/sampled/tuning.hpp"

/// Which candidates publish their rows, and what limits counters have, from released degrees and a
/// public key alone.
/// Derivations: graph/src/questions/triangles/sampled/derivation.md.
namespace edgeldp {

/// Budgets of one user of each role; everybody released a degree before.
struct sample_budgets {
  epsilon degree, size, edges;  ///< of who publishes a row
  epsilon count;                ///< of a counter, instead of size and edges
};

/// How likely a candidate's row is chosen: min(1, scale (degree + offset)^power), degree as
/// believed.
struct sampling_rule {
  double power = 1.0, offset = 0.0, scale = 0.0;
};

inline double chance_of(const sampling_rule& rule, double degree) noexcept {
  return std::min(1.0, rule.scale * std::pow(degree + rule.offset, rule.power));
}

/// As a decision of a session.
struct sample_plan {
  double size_share = 0.0;  ///< of what owners of rows have left after the degrees
  sample_roles roles;
  sampling_rule rule;
  std::vector<sampled_row> owners;  ///< by increasing user

  void write(byte_string& out) const;
  /// Errors: format_error for bytes that write never makes.
  static sample_plan read(std::span<const std::byte> in);
};

/// What follows from degrees alone, whatever the coins.
struct planned_sample {
  std::uint32_t candidates = 0;  ///< as in sample_roles
  sampling_rule rule;            ///< its scale for as many candidates as are expected
  double score = 0.0;            ///< the smaller the less error, of plans for the same degrees
  double least_bytes = 0.0;      ///< with fewer no row fits, and the score is infinite
};

struct sampled_limit_plan {
  sampled_limit limit;

  void write(byte_string& out) const;
  /// Errors: as above.
  static sampled_limit_plan read(std::span<const std::byte> in);
};

/// Rows of one weight, as they are or as they are expected to be chosen.
struct row_group {
  double weight = 0.0;  ///< weight_of_row
  double rows = 0.0;    ///< how many
  double degree = 0.0;  ///< mean of their owners', as believed
};

/// What a limit does to the sum of all counters' messages, in triangles.
struct sampled_effect {
  double noise = 0.0;           ///< variance of Laplace noise
  double bias = 0.0;            ///< of what is refused
  double refused_weight = 0.0;  ///< of either sign, a mean of both
  /// How the bias may change where lists are all closed or all open instead of alike, as for
  /// centred counts.
  double uneven = 0.0;
};

class sample_planner {
 public:
  /// degrees: released, of all users.
  sample_planner(std::span<const std::int64_t> degrees, const sample_budgets& budgets,
                 const codec_spec& rows);

  /// The roles and the rule with the least predicted squared error of those whose rows are expected
  /// to take so many bytes.
  planned_sample plan(double bytes) const;

  /// Roles by coins, and rows: candidates in the order of released degrees are chosen by systematic
  /// sampling, one public coin for all. The scale is set for the candidates that there are, so that
  /// bytes hardly vary; chances then depend on who is a candidate, and on no other coin.
  sample_plan draw(const planned_sample& planned, release_key key, double bytes) const;

  /// The limit with the least predicted squared error for these rows, whatever the closure.
  sampled_limit choose_limit(const sample_plan& plan) const;

  std::vector<row_group> groups_of(const sample_plan& plan) const;

  /// Variance by the choice of roles and rows if there are so many triangles.
  double sampling_variance(const sample_plan& plan, double triangles) const;
  /// Variance by randomized response, at a closure.
  double response_variance(const sample_roles& roles, std::span<const row_group> rows, double closure) const;
  sampled_effect effect(const sampled_limit& limit, const sample_roles& roles,
                        std::span<const row_group> rows, double closure) const;

  /// Number of pairs of neighbours over three, as believed: T = closure x pairs.
  double pairs() const noexcept { return m_pairs; }
  double second_degree() const noexcept { return m_second_degree; }
  const bit_law& law() const noexcept { return m_law; }

 private:
  /// Users with one released degree.
  struct degree_class {
    double users = 0.0, degree = 0.0;
  };
  class row_prices;
  struct judged_limit {
    sampled_limit limit;
    double score = 0.0;  ///< sum of logarithms of squared errors
  };
  using by_closure = std::array<double, sample_tuning::planned_closures.size()>;

  /// Expected, of which a user of this degree is a part.
  double triangles_at(double degree, double triangles) const;
  double sampling_variance(const sample_roles& roles, const sampling_rule& rule, double triangles) const;
  std::vector<row_group> expected_groups(const sample_roles& roles, const sampling_rule& rule) const;
  /// closed_of: of a group, the chance that a counted pair of its rows is an edge.
  template <class F>
  sampled_effect effect_where(const sampled_limit& limit, const sample_roles& roles,
                              std::span<const row_group> rows, F&& closed_of) const;
  /// If no list had a closed pair, and if none had an open one.
  struct extreme_biases {
    double open = 0.0, closed = 0.0;
  };
  extreme_biases extremes_of(const sampled_limit& limit, const sample_roles& roles,
                             std::span<const row_group> rows) const;
  sampled_effect effect_alike(const sampled_limit& limit, const sample_roles& roles,
                              std::span<const row_group> rows, double closure,
                              const extreme_biases& extremes) const;
  enum class search { coarse, fine };
  /// rest: of the squared error, what limits do not change.
  judged_limit best_limit(const sample_roles& roles, std::span<const row_group> rows, const by_closure& rest,
                          search how) const;
  by_closure without_limits(const sample_roles& roles, const sampling_rule& rule,
                            std::span<const row_group> rows) const;
  double score(const sample_roles& roles, const sampling_rule& rule) const;
  /// Bytes of a row of each class.
  std::vector<double> prices(const sample_roles& roles) const;
  /// The rule with the scale at which rows of so many candidates of each class take these bytes.
  sampling_rule fitted(sampling_rule rule, std::span<const double> candidates, std::span<const double> price,
                       double bytes) const;
  std::vector<sampled_row> draw_owners(const sample_roles& roles, const sampling_rule& rule) const;

  std::span<const std::int64_t> m_degrees;
  sample_budgets m_budgets;
  codec_spec m_codec;
  bit_law m_law{};
  std::vector<degree_class> m_classes;             // of one released degree each
  std::map<std::int64_t, std::size_t> m_class_of;  // by released degree
  std::vector<size_class> m_lists;                 // degrees behind released ones
  double m_ends = 0.0, m_neighbor_degree = 0.0;    // sum of degrees; mean degree of a neighbour
  double m_pairs = 0.0, m_second_degree = 0.0, m_shares = 0.0;
};

}  // namespace edgeldp
