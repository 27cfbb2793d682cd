// SPDX-License-Identifier: MIT
#pragma once

#include "bench/audit/evidence.hpp"
#include "bench/audit/protocol_parts.hpp"
#include "bench/audit/protocols.hpp"

/// The audit of each verb, which protocols.cpp puts together.
namespace edgeldp::audit {

// graph_protocols.cpp
subject audit_degrees(relation r, const audit_options& options);
/// series_protocol.cpp: three dates, in the unit of a series of changes.
subject audit_degree_changes(relation r, const audit_options& options);
subject audit_mixing(relation r, const audit_options& options);
subject audit_sampled_triangles(relation r, const audit_options& options);
subject audit_release(const codec_spec& codec, relation r, const audit_options& options);
subject audit_triangles(const codec_spec& codec, relation r, const audit_options& options);
subject audit_centred_triangles(const codec_spec& codec, relation r, const audit_options& options);
subject audit_forward_triangles(const codec_spec& codec, relation r, const audit_options& options);
subject audit_forward_cycles(const codec_spec& codec, relation r, const audit_options& options);
subject audit_cycles(const codec_spec& codec, relation r, const audit_options& options);
subject audit_common_neighbors(const codec_spec& codec, relation r, const audit_options& options);

/// An attributed graph is more than a graph: the attribute of the last user may change too.
subject audit_homophily(const row_codec& codec, relation r, const audit_options& options);

// neighbor_protocols.cpp
subject audit_neighbor_sums(relation r, const audit_options& options);
subject audit_edge_sums(relation r, const audit_options& options);
subject audit_neighbor_h_index(relation r, const audit_options& options);
subject audit_neighbor_groups(relation r, const audit_options& options);

// vector_protocols.cpp
/// Ternary values, binary ones where the codec has no others.
subject audit_vectors(const codec_spec& codec, const audit_options& options);
subject audit_butterflies(const codec_spec& codec, const audit_options& options);
/// An arc, or the two between a pair of users.
subject audit_reciprocity(const codec_spec& codec, relation r, const audit_options& options);
/// Pairs of a layer whose degrees are public, so that all inputs have the same: counts are centred.
subject audit_public_degrees(const codec_spec& codec, const audit_options& options);

}  // namespace edgeldp::audit
