// SPDX-License-Identifier: MIT
#include <algorithm>
#include <memory>
#include <string>

#include "edgeldp/core/base/error.hpp"
#include "help/verb_facts_record.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

void add_verb_facts(verb_options& verb, const common_arguments& common) {
  auto name = std::make_shared<std::string>();
  verb.add_option("verb", *name, "Which verb")->required();
  verb.callback([name, &common] {
    const verb_facts program = common.program();
    const auto found = std::ranges::find(program.below, *name, &verb_facts::name);
    if (found == program.below.end()) throw invalid_parameter("there is no verb '" + *name + "' here");
    write_stdout(record_of(*found).dump() + "\n");
  });
}

}  // namespace edgeldp::cli
