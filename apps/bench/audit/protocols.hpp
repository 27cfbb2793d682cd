// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/audit/evidence.hpp"
#include "edgeldp/core/codec/any/codec_spec.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"

/// The protocols of the verbs on neighbouring inputs of eight users, whole: every round as the
/// library plays it, and the transcript judged by likelihood.hpp.
namespace edgeldp::audit {

struct audit_options {
  epsilon total = epsilon::from_nats(2.0);
  std::uint64_t seed = 1;  ///< of coins and keys: an audit needs many runs, not secret ones
  /// Budgets and limits by predicted error, as users have them by default; otherwise constants
  /// under which few runs reach the whole claim.
  bool planned = false;
};

/// Verbs that can be audited.
std::span<const std::string_view> audited_verbs();

/// All audits of a verb, one a codec (where the verb has rows) and neighbouring relation. `codec`:
/// only that one. The last user is the one whose input changes, the inputs of an audit being
/// several pairs in turn:
///   edge           one bit of one user's vector                         edge_ldp
///   relationship   an edge, in the vectors of both its users            relationship_dp
///   attribute      one user's attribute                                 the round `attributes`
///   user           one user's attribute and one bit of its vector       everything spent
///   position       one position of one user's vector of values          everything spent
///   swap           two positions of it, so that its length stays        twice everything spent
/// Errors: invalid_parameter for a verb that is not audited or a codec that it has not.
std::vector<subject> audits_of(std::string_view verb, const std::optional<codec_spec>& codec,
                               const audit_options& options);

}  // namespace edgeldp::audit
