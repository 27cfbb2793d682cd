// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Options that several verbs have: each is defined here once, and means the same everywhere.
namespace edgeldp::cli {

/// --epsilon, a budget or several. whose: "Total privacy budget of a user".
CLI::Option& add_epsilon(CLI::App& verb, double& nats,
                         const std::string& whose = "Total privacy budget of a user");
CLI::Option& add_epsilons(CLI::App& verb, std::vector<double>& nats,
                          const std::string& whose = "Total privacy budget of a user");

/// --seed of what is private otherwise: without one, coins are the operating system's.
void add_simulation_seed(CLI::App& verb, std::optional<std::uint64_t>& seed);
/// --seed of what is never private. of: "graph, keys and coins".
void add_seed(CLI::App& verb, std::uint64_t& seed, const std::string& of);

/// --alpha, --level and --beta.
void add_ppr_options(CLI::App& verb, double& alpha, unsigned& level, std::optional<double>& beta);

/// --output, which must be given. what: "release file".
void add_output(CLI::App& verb, std::string& path, const std::string& what);

/// --plot FILE.
void add_plot(CLI::App& verb, std::string& path, const std::string& what = "the figure");

/// --no-heading, of tables.
void add_no_heading(CLI::App& verb, bool& no_heading);

/// --runs of measurements. of: "every setting".
CLI::Option& add_repeats(CLI::App& verb, std::uint64_t& runs, const std::string& of);

/// --repetitions of timings, at most so many. counts: "the fastest counts".
void add_repetitions(CLI::App& verb, unsigned& repetitions, unsigned most, const std::string& counts);

/// --bipartite, and --pairs FILE.
void add_bipartite(CLI::App& verb, bool& bipartite);
void add_pairs_file(CLI::App& verb, std::string& path);

/// Files that other verbs wrote.
void add_release_file(CLI::App& verb, std::string& path);
void add_vectors_file(CLI::App& verb, std::string& path);

}  // namespace edgeldp::cli
