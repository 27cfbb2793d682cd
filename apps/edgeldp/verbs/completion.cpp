// SPDX-License-Identifier: MIT
#include "help/completion.hpp"

#include <memory>
#include <string>

#include "io/report.hpp"
#include "options/verb_options.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

void add_completion(verb_options& verb, const common_arguments& common) {
  auto shell = std::make_shared<std::string>();
  verb.add_option("shell", *shell, "Whose script")->required()->check(one_of({"bash", "fish", "zsh"}));
  verb.callback([shell, &common] {
    const verb_facts program = common.program();
    write_stdout(*shell == "bash"   ? bash_completion(program)
                 : *shell == "fish" ? fish_completion(program)
                                    : zsh_completion(program));
  });
}

}  // namespace edgeldp::cli
