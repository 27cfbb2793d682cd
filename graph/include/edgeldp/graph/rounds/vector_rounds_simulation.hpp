// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/graph/input/sparse_vectors.hpp"
#include "edgeldp/graph/rounds/rounds_simulation.hpp"
#include "edgeldp/graph/rounds/simulated_users.hpp"
#include "edgeldp/graph/rounds/vector_rounds_user.hpp"

/// The rounds of vectors (vector_rounds.hpp) whose users are all in this process.
namespace edgeldp {

/// Calls f(number, vector) for every user asked, in parallel, so many at a time.
template <class F>
void for_each_asked(const roster& who, const sparse_vectors& data, F&& f, std::uint64_t grain = 64) {
  parallel_for(who.first_number(), who.end_number(), grain, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t number = first; number < last; ++number) {
      const vertex_id user = who.user(number);
      f(number, own_vector{user, {data.length(), data.alphabet()}, data.row(user)});
    }
  });
}

/// number of entries, entries, and the same number as it is: in a simulation everybody agrees.
/// Coins of a row are those of its number in the layout, which is the user where all are asked.
std::vector<simulated_task_on<sparse_vectors>> simulated_vector_tasks();

/// The data outlive the population.
simulated_population<sparse_vectors> simulated_vectors(const sparse_vectors& data, const coin_source& coins);
simulated_population<sparse_vectors> simulated_vectors(sparse_vectors&&, const coin_source&) = delete;

/// Both rounds. `key` is the public release key.
/// Errors: as over a session; invalid_parameter for data without users.
published_vectors publish_vectors(const sparse_vectors& data, const vector_options& options, release_key key,
                                  const coin_source& coins, std::string catalog = {});

/// Round `size` alone.
released_numbers release_vector_sizes(const sparse_vectors& data, epsilon budget, const coin_source& coins);

}  // namespace edgeldp
