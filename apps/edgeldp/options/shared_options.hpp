// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "options/plot_argument.hpp"
#include "options/verb_options.hpp"

/// Options that several verbs have: each is defined here once, and means the same everywhere.
namespace edgeldp::cli {

/// Makes a number of a budget as it was typed; what it gives back is a fault.
std::string read_budget(std::string& typed);

/// How many budgets a text names, with commas between; 0 where a part of it is none.
std::size_t budgets_in(const std::string& text);
/// The fault of several budgets where one is meant, and what to do.
std::string several_budgets_text(const std::string& typed);

/// --epsilon, a budget or several. whose: "Total privacy budget of a user".
verb_option& add_epsilon(verb_options& verb, double& nats,
                         const std::string& whose = "Total privacy budget of a user");
verb_option& add_epsilons(verb_options& verb, std::vector<double>& nats,
                          const std::string& whose = "Total privacy budget of a user");
/// Several, by another name: "--epsilons".
verb_option& add_budgets(verb_options& verb, const std::string& names, std::vector<double>& nats,
                         const std::string& about);

/// --seed of what is private otherwise: without one, coins are the operating system's.
void add_simulation_seed(verb_options& verb, std::optional<std::uint64_t>& seed);
/// --seed of what is never private. of: "graph, keys and coins".
void add_seed(verb_options& verb, std::uint64_t& seed, const std::string& of);

/// --alpha, --level and --beta.
void add_ppr_options(verb_options& verb, double& alpha, unsigned& level, std::optional<double>& beta);

/// --output, which must be given. what: "release file".
void add_output(verb_options& verb, std::string& path, const std::string& what);

/// --plot FILE and --plot-width. what: is drawn.
void add_plot(verb_options& verb, plot_argument& plot, const std::string& what = "the figure");

/// --no-heading, of tables.
void add_no_heading(verb_options& verb, bool& no_heading);

/// --runs of measurements. of: "every setting".
verb_option& add_repeats(verb_options& verb, std::uint64_t& runs, const std::string& of);

/// --repetitions of timings, at most so many. counts: "the fastest counts".
void add_repetitions(verb_options& verb, unsigned& repetitions, unsigned most, const std::string& counts);

/// --bipartite, and --pairs FILE.
void add_bipartite(verb_options& verb, bool& bipartite);
void add_pairs_file(verb_options& verb, std::string& path);

/// Files that other verbs wrote.
void add_release_file(verb_options& verb, std::string& path);
void add_vectors_file(verb_options& verb, std::string& path);

}  // namespace edgeldp::cli
