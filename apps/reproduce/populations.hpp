// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "edgeldp/graph/input/csr_graph.hpp"
#include "edgeldp/graph/input/sparse_vectors.hpp"

/// The users of the compression paper's experiments: sparse vectors over public positions.
namespace edgeldp::cli {

struct population {
  std::string source;  ///< what the data are
  sparse_vectors vectors;
};

/// Users who rate films on the half-star scale, 11 values with "not rated", over the 87585 films of
/// MovieLens 32M. The laws are fitted to MovieLens latest-small by eye: a user's number of ratings
/// is lognormal (median 49, sigma 1.35) given that it is at least 20 and at most a tenth of the
/// films, which gives quartiles 38, 69 and 147 and a largest of 2816 among 1000 (there 35, 71, 168
/// and 2698 among 610; the paper's reach 3500); film number r is drawn in proportion to (r +
/// 100)^-1.1; a rating's law is that file's.
population generate_ratings(std::uint64_t users, std::uint64_t seed);

/// The users of a table with columns userId, movieId and rating, as MovieLens has it: at most
/// `users` of them, drawn without repetition. Films are numbered by first appearance.
/// Errors: as read_table; also for a rating that is no half star from 0.5 to 5, or a film rated
///     twice.
population read_ratings(const std::string& path, std::uint64_t users, std::uint64_t seed);

/// Genomes over 890060 positions, as many as the paper keeps: a user differs from the reference at
/// each with that position's frequency. Frequencies have density proportional to f^-1.46 on the
/// paper's interval (1e-4, 1e-2); the exponent makes the mean number of variants 950, the middle of
/// the paper's 800 to 1100: 858 to 1064 among 1000 users.
population generate_genomes(std::uint64_t users, std::uint64_t seed);

/// The same with frequencies drawn from a table with columns AC and AN (variants seen, chromosomes
/// looked at), those in the paper's interval.
/// Errors: as read_table; also for counts that are no share, or when no frequency is left.
population read_genomes(const std::string& path, std::uint64_t users, std::uint64_t seed);

/// Rows of lower-numbered neighbours of users drawn without repetition among those who have any;
/// all of them when there are not enough.
population lower_neighbors(const csr_graph& g, const std::string& source, std::uint64_t users,
                           std::uint64_t seed);

}  // namespace edgeldp::cli
