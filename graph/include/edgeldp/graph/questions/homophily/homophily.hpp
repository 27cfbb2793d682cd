// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "edgeldp/channel/randomized_answers.hpp"
#include "edgeldp/core/codec/any/codec_spec.hpp"
#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/graph/belief/plausible_counts.hpp"
#include "edgeldp/graph/questions/homophily/mixing.hpp"

/// Homophily: edges within and across the values of a private attribute, whose reports and edges
/// are both noisy.
/// Derivations: graph/src/questions/homophily/derivation.md.
namespace edgeldp {

/// How edges enter after the reports of all users are public.
enum class homophily_method {
  counts,  ///< every user counts its neighbours by report and adds noise: one number an output
  edges,   ///< every user publishes its randomized row: a release, good for other questions too
};

/// The graph that budgets are planned for, before anything has been released: values equally
/// frequent.
struct assumed_graph {
  double mean_degree = 20.0;
  double degree_spread = 1.0;  ///< standard deviation of degrees over their mean
  double fraction_within = 0.6;
};

/// What one attribute gets at most when the split is made: at 24 nats k-ary randomized response
/// alters one report in 2.6e10 / (k - 1), and 40 bits still express its probabilities.
inline constexpr double largest_attribute_budget = 24.0;

/// A channel for an attribute with these values, at a budget; k_ary_channel is one.
using channel_family = std::function<channel(epsilon, channel::labels)>;

struct homophily_options {
  epsilon total = epsilon::from_nats(1.0);
  std::optional<homophily_method> method;  ///< by predicted error unless given
  /// Of `total`, divided equally among the attributes; by predicted error unless given. In (0, 1).
  std::optional<double> attribute_share;
  channel_family family = k_ary_channel;
  /// One an attribute, instead of a family; then attributes spend what these lose.
  std::vector<channel> channels;
  assumed_graph assumed;
  codec_spec codec;            ///< of method edges
  double degree_share = 0.02;  ///< of what is left for edges, method edges: degrees shape rows
  double size_share = 0.1;     ///< likewise, codec ppr: sizes set the chunks of rows
};

struct homophily_plan {
  homophily_method method = homophily_method::counts;
  std::vector<channel> channels;
  epsilon attributes, degree, size, edges, count;  ///< zero for rounds that the method has not
  double predicted_error = 0.0;  ///< standard error of fraction_within of the first attribute in the assumed
                                 ///< graph

  /// As a decision of a session.
  void write(byte_string& out) const;
  static homophily_plan read(std::span<const std::byte> in);
};

/// Chooses method and split before any data. `values`: those of each attribute.
/// Errors: invalid_parameter for options that do not fit, or a channel that cannot be inverted.
homophily_plan plan_homophily(const homophily_options& options, std::uint64_t users,
                              std::span<const channel::labels> values);

struct homophily_result {
  std::vector<mixing_estimate> attributes;
  homophily_plan plan;
  edgeldp::communication communication;
  std::shared_ptr<const release> published;  ///< method edges
  std::vector<attribute_reports> reports;    ///< what users sent in the round `attributes`
  neighbor_count_round counts;               ///< and, method counts, in the round `count`
  run_record run;
  plausibility lies{};  ///< what was clamped of counts; its reaches are not used, see influence_of
};

/// How far so many users who lie in their counts move numbers of edges at most, given all reports:
/// each moves all of its counts from one end of what is plausible to the other. Of method counts.
struct mixing_influence {
  double within = 0.0, across = 0.0;
};
mixing_influence influence_of(const homophily_result& result, std::size_t attribute,
                              std::uint64_t liars = 10);

/// All rounds: attributes, then count, or degree, size (ppr) and edges. Method counts is of the
/// graph of the users who sent reports: who is lost after that is taken to know what the others
/// know who reported the same (profiles_of).
///
/// A count of neighbours that reported something lies between 0 and how many users did, and its
/// noise rarely beyond the margin of plausible_counts.hpp: what is further off is taken as the
/// nearest that is not. Reports cannot be implausible: each is one that an honest user may send.
///
/// `values`: those of each attribute, which are public. The session's key is the public release key
/// of method edges.
///
/// Promise: spends options.total at most for a user that changes its attributes and one bit; an
///     attribute alone costs plan.attributes, a bit alone the rest (core/doc/privacy.md,
///     "Attributed graphs"). The same for every thread count.
/// Cost: counts: O(m + n outputs^2); edges: n^2 / 64 words an output.
/// Errors: bad_graph_input without users; as plan_homophily, profiles_of.
homophily_result estimate_homophily(session& s, std::span<const channel::labels> values,
                                    const homophily_options& options);

}  // namespace edgeldp
