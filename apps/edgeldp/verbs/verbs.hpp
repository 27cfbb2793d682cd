// SPDX-License-Identifier: MIT
#pragma once

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
#include "options/verb_options.hpp"
#include "study/questions/question.hpp"

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
  std::function<verb_facts()> program = {};  ///< what there is to explain
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
  void (*add)(verb_options& verb, const common_arguments& common);  ///< null: does nothing but by those below
  const edgeldp::study::question* plain = nullptr;  ///< what it asks, where that has no options of its own
};

/// The table of the verbs of edgeldp, in the order of the help.
std::span<const verb_row> own_verbs();
/// Rows that every program has, and no list shows.
std::span<const verb_row> hidden_verbs();

/// Arguments for the options of a verb, whose action is `run` with them and --json.
template <class Arguments>
Arguments& acts_by(verb_options& verb, const common_arguments& common,
                   void (*run)(const Arguments&, bool json)) {
  auto a = std::make_shared<Arguments>();
  verb.callback([a, run, &common] {
    if constexpr (requires { a->graph.given; }) a->graph.given = common.given;
    run(*a, common.json);
  });
  return *a;
}

/// The same for a verb with a text for people, which also tells what was read.
template <class Arguments>
Arguments& acts_by(verb_options& verb, const common_arguments& common,
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

void add_demo(verb_options& verb, const common_arguments& common);
void add_info(verb_options& verb, const common_arguments& common);
void add_convert(verb_options& verb, const common_arguments& common);
void add_round(verb_options& verb, const common_arguments& common);
void add_merge(verb_options& verb, const common_arguments& common);
void add_completion(verb_options& verb, const common_arguments& common);
void add_man_pages(verb_options& verb, const common_arguments& common);
void add_verb_facts(verb_options& verb, const common_arguments& common);
void add_explain(verb_options& verb, const common_arguments& common);
void add_triangles(verb_options& verb, const common_arguments& common);
void add_common_neighbors(verb_options& verb, const common_arguments& common);
void add_degrees(verb_options& verb, const common_arguments& common);
void add_cycles(verb_options& verb, const common_arguments& common);
void add_homophily(verb_options& verb, const common_arguments& common);
void add_report(verb_options& verb, const common_arguments& common);
void add_compare(verb_options& verb, const common_arguments& common);
void add_compare_graphs(verb_options& verb, const common_arguments& common);
void add_synthesize(verb_options& verb, const common_arguments& common);
void add_release(verb_options& verb, const common_arguments& common);
void add_inspect(verb_options& verb, const common_arguments& common);
void add_query(verb_options& verb, const common_arguments& common);
void add_simulate_attack(verb_options& verb, const common_arguments& common);
void add_tune(verb_options& verb, const common_arguments& common);
void add_vectors_encode(verb_options& verb, const common_arguments& common);
void add_vectors_decode(verb_options& verb, const common_arguments& common);
void add_vectors_stats(verb_options& verb, const common_arguments& common);
void add_channel_show(verb_options& verb, const common_arguments& common);
void add_channel_loss(verb_options& verb, const common_arguments& common);
void add_channel_sample(verb_options& verb, const common_arguments& common);
void add_channel_estimate(verb_options& verb, const common_arguments& common);
void add_channel_plan(verb_options& verb, const common_arguments& common);
void add_dataset_list(verb_options& verb, const common_arguments& common);
void add_dataset_fetch(verb_options& verb, const common_arguments& common);
void add_dataset_generate(verb_options& verb, const common_arguments& common);

}  // namespace edgeldp::cli
