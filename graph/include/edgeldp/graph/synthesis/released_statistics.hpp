// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/core/random/public_randomness.hpp"
#include "edgeldp/graph/questions/communities/communities.hpp"
#include "edgeldp/graph/questions/degrees/degrees.hpp"
#include "edgeldp/graph/questions/mixing/contact_degrees.hpp"
#include "edgeldp/graph/questions/triangles/at_users.hpp"
#include "edgeldp/graph/synthesis/synthetic_graph.hpp"

/// From what users released to what a synthetic graph should be like.
/// Derivation: graph/src/synthesis/derivation.md.
namespace edgeldp {

/// Whether users of these degrees may have so many contacts in a group of their own that a search
/// by this plan sees groups: whether the mean degree of a contact, about the largest eigenvalue of
/// the graph, reaches what such a search can tell from noise. From released degrees alone.
bool are_groups_worth_asking(const released_degrees& degrees, const communities_plan& plan);

/// What was released. Users who released no degree have no edges in the graph.
struct released_statistics {
  released_degrees degrees;
  contact_degrees contacts;
  std::optional<found_communities> groups;  ///< none where they were not asked for
  triangle_sequence triangles;
};

/// Degrees: the likely ones in their order, by rank of the released ones, moved by single ends
/// until they sum to twice the released number of edges. Groups, where they were found. Triangles
/// by degree: a clustering that does not rise with the degree, fitted to the triangles of users who
/// released like degrees, whose true degrees differ. Degrees of contacts by degree are fitted the
/// same way, and in all they give the released correlation of degrees.
/// Errors: invalid_parameter for releases of different users.
wanted_graph wanted_of(const released_statistics& released, release_key key);

}  // namespace edgeldp
