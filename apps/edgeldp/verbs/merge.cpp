// SPDX-License-Identifier: MIT
#include <string>

#include "shards/rounds.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

void add_merge(verb_options& verb, const common_arguments& common) {
  auto folder = std::make_shared<std::string>();
  verb.add_option("FOLDER", *folder, "The folder of a run, which a command with --rounds-in began")
      ->required();
  verb.callback([folder, &common] {
    run_folder run(*folder);
    const std::vector<std::string> words = run.words();
    collector_placement placement(std::move(run));
    const placement_scope scope(placement);
    common.carry_out(words);
  });
}

}  // namespace edgeldp::cli
