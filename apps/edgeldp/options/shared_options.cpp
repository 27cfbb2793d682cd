// SPDX-License-Identifier: MIT
#include "options/shared_options.hpp"

#include "options/option_kinds.hpp"
#include "options/protocol_arguments.hpp"

namespace edgeldp::cli {

CLI::Option& add_epsilon(CLI::App& verb, double& nats, const std::string& whose) {
  return *verb.add_option("-e,--epsilon", nats, whose + ", in nats")
              ->group(section::common)
              ->capture_default_str();
}

CLI::Option& add_epsilons(CLI::App& verb, std::vector<double>& nats, const std::string& whose) {
  return *verb.add_option("-e,--epsilon", nats, whose + ", in nats; several, separated by commas, sweep")
              ->group(section::common)
              ->delimiter(',')
              ->allow_extra_args(false)
              ->check(fault_of_budget)
              ->capture_default_str();
}

void add_simulation_seed(CLI::App& verb, std::optional<std::uint64_t>& seed) {
  verb.add_option("--seed", seed, "Simulate with coins of this number: protects nobody")
      ->group(section::common);
}

void add_seed(CLI::App& verb, std::uint64_t& seed, const std::string& of) {
  verb.add_option("--seed", seed, "Seed of " + of)->group(section::common)->capture_default_str();
}

void add_ppr_options(CLI::App& verb, double& alpha, unsigned& level, std::optional<double>& beta) {
  verb.add_option("--alpha", alpha, "Exponent of ppr, 1.3 to 16: nearer 1 less noise and more bits")
      ->group(section::expert)
      ->capture_default_str();
  verb.add_option("--level", level, "Effort of ppr, 1 (fast) to 9 (small)")
      ->group(section::expert)
      ->capture_default_str();
  verb.add_option("--beta", beta,
                  "Chunks of ppr as beta * mechanism epsilon a neighbour or entry, instead of --level")
      ->group(section::expert);
}

void add_output(CLI::App& verb, std::string& path, const std::string& what) {
  verb.add_option("-o,--output", path, what + "; '-' for standard output")
      ->group(section::output)
      ->type_name(value::file)
      ->required();
}

void add_plot(CLI::App& verb, std::string& path, const std::string& what) {
  verb.add_option("--plot", path, "Draw FILE.svg: " + what)->group(section::output)->type_name(value::file);
}

void add_no_heading(CLI::App& verb, bool& no_heading) {
  verb.add_flag("--no-heading", no_heading,
                "The first line holds values, not names: columns are called 1, 2, ...")
      ->group(section::input);
}

CLI::Option& add_repeats(CLI::App& verb, std::uint64_t& runs, const std::string& of) {
  return *verb.add_option("--runs", runs, "Runs of " + of)
              ->group(section::common)
              ->check(between(std::uint64_t{1}, std::uint64_t{1000000}));
}

void add_repetitions(CLI::App& verb, unsigned& repetitions, unsigned most, const std::string& counts) {
  verb.add_option("--repetitions", repetitions, "Times each measurement is made; " + counts)
      ->group(section::common)
      ->check(between(1U, most))
      ->capture_default_str();
}

void add_bipartite(CLI::App& verb, bool& bipartite) {
  verb.add_flag("--bipartite", bipartite,
                "The file's columns name two kinds of vertices, users and items; a line of names is skipped")
      ->group(section::input);
}

void add_pairs_file(CLI::App& verb, std::string& path) {
  verb.add_option("--pairs", path, "File with two users a line, '-' for standard input")
      ->type_name(value::file);
}

void add_release_file(CLI::App& verb, std::string& path) {
  verb.add_option("release", path, "Release file")->required()->type_name(value::file);
}

void add_vectors_file(CLI::App& verb, std::string& path) {
  verb.add_option("file", path, "File written by `vectors encode`")->required()->type_name(value::file);
}

}  // namespace edgeldp::cli
