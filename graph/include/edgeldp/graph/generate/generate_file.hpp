// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/input/ecsr_file.hpp"

/// Seeded random graphs that need not fit into memory: the same graphs as generators.hpp makes, as
/// .ecsr files.
///
/// Promise: the same file for every memory and thread count. Edges are drawn some millions at a
///     time and sorted by an ecsr_builder.
/// Errors: those of the generator and of ecsr_builder.
namespace edgeldp {

/// Cost: memory for sorting and 8 bytes a vertex.
ecsr_summary generate_rmat_file(unsigned scale, count_type edges, std::uint64_t seed,
                                const rmat_options& options, const std::string& path, std::uint64_t memory);

/// Cost: memory for sorting, 16 bytes a vertex, 4 bytes an activity and 4 a membership of a group.
ecsr_summary generate_affiliation_file(std::uint64_t n, count_type edges, std::uint64_t seed,
                                       const affiliation_options& options, const std::string& path,
                                       std::uint64_t memory);

}  // namespace edgeldp
