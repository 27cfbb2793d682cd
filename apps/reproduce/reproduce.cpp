// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/codec/ppr/effort.hpp"
#include "options/nearest_word.hpp"
#include "options/protocol_arguments.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"
#include "reproduce/experiment.hpp"
#include "reproduce/reproduce.hpp"

namespace edgeldp::cli {

namespace {

void list(bool json) {
  for (const experiment& e : all_experiments()) {
    if (json) {
      print_record({{"experiment", e.name}, {"alias", former_name(e.name)}, {"statement", e.statement}},
                   true);
    } else {
      write_stdout(fmt::format("{:<34}{}\n", e.name, e.statement));
    }
  }
}

experiment find_experiment(const std::string& name) {
  const std::vector<experiment> all = all_experiments();
  const auto found = std::ranges::find_if(
      all, [&](const experiment& e) { return name == e.name || name == former_name(e.name); });
  if (found != all.end()) return *found;
  std::vector<std::string> known;
  known.reserve(all.size());
  for (const experiment& e : all) known.emplace_back(e.name);
  throw invalid_parameter("no experiment '" + name + "'" + nearest_or_all(name, known));
}

void run(const std::string& name, const reproduce_arguments& a, bool json) {
  const experiment wanted = find_experiment(name);
  require_drawable(a.plot);
  if (!json) write_stdout(fmt::format("{}: {}\n\n", wanted.name, wanted.statement));
  notebook notes(wanted.name, a, json);
  wanted.run(a, notes);
  notes.finish();
}

}  // namespace

void add_reproduce(verb_options& verb, const common_arguments& common) {
  auto a = std::make_shared<reproduce_arguments>();
  auto name = std::make_shared<std::string>();
  auto only_list = std::make_shared<bool>(false);
  verb_option* which = verb.add_option("experiment", *name, "SUBJECT/figure-N, as --list names them");
  verb.add_flag("--list", *only_list, "Name the experiments, with what the paper says they show")
      ->excludes(which);
  verb.add_option("--data", a->data,
                  "File to use instead of generated data; for models that learn, a folder with the data sets")
      ->group(section::input)
      ->type_name(value::file);
  verb.add_option("--users", a->users, "Users, or pairs of users")
      ->group(section::input)
      ->check(between(std::uint64_t{2}, std::uint64_t{1} << 24));
  verb.add_option("--runs", a->runs, "Repetitions of each measurement")
      ->check(between(std::uint64_t{1}, std::uint64_t{1000000}));
  add_epsilons(verb, a->epsilons);
  verb.add_option("--level", a->levels, "Levels of ppr, separated by commas")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(between(smallest_level, largest_level));
  add_seed(verb, a->seed, "data, keys and coins");
  verb.add_option("--out", a->out, "Write the single points to PREFIX.csv")
      ->group(section::output)
      ->type_name("PREFIX");
  add_plot(verb, a->plot);
  verb.callback([a, name, only_list, which, &common] {
    if (*only_list) return list(common.json);
    if (which->given().empty()) throw invalid_parameter("an experiment, or --list, is required");
    run(*name, *a, common.json);
  });
}

std::span<const verb_row> reproduce_verbs() {
  static constexpr verb_row table[] = {
      {"reproduce", verb_group::other,
       "Do a published experiment again\n"
       "Each figure of the paper beside ours. Simulated, on public data.",
       "  edgeldp reproduce --list\n"
       "  edgeldp reproduce records/table-3\n",
       add_reproduce},
  };
  return table;
}

}  // namespace edgeldp::cli
