// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bench/audit/held_lists.hpp"
#include "edgeldp/core/base/types.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/core/wire/vector_release.hpp"
#include "edgeldp/graph/limits/bound_rule.hpp"
#include "edgeldp/graph/questions/butterflies/butterflies_simulation.hpp"
#include "edgeldp/graph/questions/cycles/cycles_simulation.hpp"
#include "edgeldp/graph/questions/homophily/attribute_rounds.hpp"
#include "edgeldp/graph/questions/reciprocity/reciprocity.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles_simulation.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sampled_triangles_simulation.hpp"

/// How much likelier a message is under one input than under another, written from the statements
/// of core/doc/privacy.md and from nothing that the protocols compute: order, exact statistics and
/// laws are those of the definitions, slowly. For tiny inputs.
///
/// All functions: ln (Pr[messages | first] / Pr[messages | second]) of what the users send whose
/// inputs differ; messages of the others have one law. Infinite where a message is impossible under
/// one of the two.
namespace edgeldp::audit {

/// statistic + discrete Laplace noise: sensitivity / budget is the scale.
double laplace_log_ratio(int128 message, int128 first, int128 second, uint128 sensitivity, epsilon budget);

/// A row of elements w over GF(q): Pr[w | entries] q^columns, up to nothing, as the sum over all
/// kept subsets of the entries. matrix[i]: the 0/1 coefficients of entry i, column c in bit c (at
/// most 64 columns). element[c] < q: element c's code. drop: the probability that an entry is left
/// out.
double nullspace_likelihood(std::span<const std::uint64_t> matrix, std::span<const unsigned> element,
                            unsigned field_order, double drop);

/// Places in the public order, from released degrees.
/// Errors: invalid_parameter for the order `random`.
std::vector<std::uint32_t> public_places(const release_parameters& p, std::span<const std::int64_t> degrees);

/// The rounds degree and size. `places`: public_places.
double number_log_ratio(const release& published, std::span<const std::uint32_t> places,
                        two_inputs<held_bits> inputs);

/// The round size alone, of sizes that no release holds. `places`: of the order in which they were
/// counted.
double size_log_ratio(std::span<const std::int64_t> sizes, std::span<const std::uint32_t> places,
                      const rank_budgets& budgets, two_inputs<held_bits> inputs);

/// The round edges, bitmap or nullspace (else invalid_parameter); at most 64 columns.
double row_log_ratio(const release& published, std::span<const std::uint32_t> places,
                     two_inputs<held_bits> inputs);

/// The round count of triangles under bound_kind::pairs: messages[u], silent where a bound's
/// sensitivity is 0.
double triangle_count_log_ratio(const release& published, std::span<const std::uint32_t> places,
                                std::span<const user_bound> bounds, std::span<const int128> messages,
                                epsilon budget, two_inputs<held_bits> inputs);

/// The round count of centred counts: a user's pairs in the order of the rows' later, then of their
/// earlier member, by phi(bit) - theta in units of 2^-20; its limit is that of its group. Where
/// rows stand at the earlier ends, the round size too.
double centred_count_log_ratio(const centred_result& t, two_inputs<held_bits> inputs);

/// All rounds of a count on a sample of rows, but for coins of roles and rows, which are public.
double sampled_log_ratio(const sampled_result& t, two_inputs<held_bits> inputs);

/// Rounds of limited weights of cycles of length 4: messages[u] in units of weights, silent where
/// the limit is 0. For at most 64 users, of whom any two peaks share a cycle by halves.
double cycle_count_log_ratio(const release& published, std::span<const std::uint32_t> places, double unit,
                             const limited_counts& counts, epsilon budget, two_inputs<held_bits> inputs);

/// The round count of common neighbours: user u counts its neighbours, w left out, by their noisy
/// bit towards w.
double common_count_log_ratio(const release& published, vertex_id u, vertex_id w, int128 message,
                              epsilon budget, two_inputs<held_bits> inputs);

/// The round count of attributed graphs.
double neighbor_count_log_ratio(std::span<const attribute_reports> reports,
                                const neighbor_count_round& counts, epsilon budget,
                                two_inputs<held_bits> inputs);

/// What users hold in place of bits: values[u][item] < alphabet, against the reference 0.
using held_values = std::vector<std::vector<std::uint32_t>>;

/// The round size of vectors, and the round entries: bitmap or nullspace, else invalid_parameter.
double size_log_ratio(const vector_release& published, two_inputs<held_values> inputs);
double entry_log_ratio(const vector_release& published, two_inputs<held_values> inputs);

/// The round count of common neighbours in a layer where it is centred: user u counts its items,
/// those that are in w's noisy row less those that are not.
double centred_common_log_ratio(const vector_release& published, vertex_id u, vertex_id w, int128 message,
                                epsilon budget, two_inputs<held_values> inputs);

/// Rounds of limited weights of butterflies: messages[u] in units of weights, silent where the
/// limit is 0.
double item_pair_log_ratio(const vector_release& published, double unit, const limited_counts& counts,
                           epsilon budget, two_inputs<held_values> inputs);

/// The round count of reciprocity: user u counts those whom it names by their noisy bit towards u.
double returned_log_ratio(const reciprocity_result& t, two_inputs<held_values> inputs);

}  // namespace edgeldp::audit
