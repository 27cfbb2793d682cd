// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "help/verb_group.hpp"
#include "io/report.hpp"
#include "options/graph_argument.hpp"

/// The verbs of the program: rows of a table, and a function each that adds options and action to a
/// verb. The action throws on failure.
namespace edgeldp::cli {

/// Options of the program itself, before or after the verb.
struct common_arguments {
  bool json = false, verbose = false;
  unsigned threads = 0;
  std::uint64_t shards = 1;
  std::string rounds_in;               ///< folder of a run whose rounds are played apart; empty for none
  const given_graph* given = nullptr;  ///< by a caller in this process
  /// Carries out another command, in the same style.
  std::function<void(std::vector<std::string> words)> carry_out = {};

  output_style style() const {
    return json ? output_style::json : verbose ? output_style::fields : output_style::text;
  }
};

/// What the program, its help and its tests know of a verb.
struct verb_row {
  std::string_view name;  ///< of a verb below another: "channel show", behind the row "channel"
  verb_group group;
  std::string_view help;      ///< what it does, in one line of a list; below it, in lines, what else to know
  std::string_view examples;  ///< lines that can be pasted once their files are there; tests run them
  void (*add)(CLI::App& verb, const common_arguments& common);  ///< null: does nothing but by those below
};

/// The table of all verbs that are always there, in the order of the help.
std::span<const verb_row> own_verbs();
/// Rows of parts that the program can be built without.
std::span<const verb_row> bench_verbs();
std::span<const verb_row> reproduce_verbs();

/// Registers verbs, with their examples.
void add_verbs(CLI::App& program, std::span<const verb_row> verbs, const common_arguments& common);

/// Arguments for the options of a verb, whose action is `run` with them and --json.
template <class Arguments>
Arguments& acts_by(CLI::App& verb, const common_arguments& common, void (*run)(const Arguments&, bool json)) {
  auto a = std::make_shared<Arguments>();
  verb.callback([a, run, &common] {
    if constexpr (requires { a->graph.given; }) a->graph.given = common.given;
    run(*a, common.json);
  });
  return *a;
}

/// The same for a verb with a text for people, which also tells what was read.
template <class Arguments>
Arguments& acts_by(CLI::App& verb, const common_arguments& common,
                   void (*run)(const Arguments&, output_style)) {
  auto a = std::make_shared<Arguments>();
  verb.callback([a, run, &common] {
    if constexpr (requires { a->graph.given; }) {
      a->graph.given = common.given;
      a->graph.is_told = common.style() == output_style::text;
    }
    run(*a, common.style());
  });
  return *a;
}

void add_demo(CLI::App& verb, const common_arguments& common);
void add_info(CLI::App& verb, const common_arguments& common);
void add_convert(CLI::App& verb, const common_arguments& common);
void add_round(CLI::App& verb, const common_arguments& common);
void add_merge(CLI::App& verb, const common_arguments& common);
void add_completion(CLI::App& verb, const common_arguments& common);
void add_man_pages(CLI::App& verb, const common_arguments& common);
void add_explain(CLI::App& verb, const common_arguments& common);
void add_triangles(CLI::App& verb, const common_arguments& common);
void add_common_neighbors(CLI::App& verb, const common_arguments& common);
void add_degrees(CLI::App& verb, const common_arguments& common);
void add_cycles(CLI::App& verb, const common_arguments& common);
void add_butterflies(CLI::App& verb, const common_arguments& common);
void add_homophily(CLI::App& verb, const common_arguments& common);
void add_compare(CLI::App& verb, const common_arguments& common);
void add_release(CLI::App& verb, const common_arguments& common);
void add_inspect(CLI::App& verb, const common_arguments& common);
void add_query(CLI::App& verb, const common_arguments& common);
void add_simulate_attack(CLI::App& verb, const common_arguments& common);
void add_tune(CLI::App& verb, const common_arguments& common);
void add_vectors_encode(CLI::App& verb, const common_arguments& common);
void add_vectors_decode(CLI::App& verb, const common_arguments& common);
void add_vectors_stats(CLI::App& verb, const common_arguments& common);
void add_channel_show(CLI::App& verb, const common_arguments& common);
void add_channel_loss(CLI::App& verb, const common_arguments& common);
void add_channel_sample(CLI::App& verb, const common_arguments& common);
void add_channel_estimate(CLI::App& verb, const common_arguments& common);
void add_channel_plan(CLI::App& verb, const common_arguments& common);
void add_dataset_list(CLI::App& verb, const common_arguments& common);
void add_dataset_fetch(CLI::App& verb, const common_arguments& common);
void add_dataset_generate(CLI::App& verb, const common_arguments& common);

}  // namespace edgeldp::cli
