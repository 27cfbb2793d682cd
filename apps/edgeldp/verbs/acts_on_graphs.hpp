// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "study/study.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

/// Arguments for the options of a verb that estimates, whose action is `run` on each graph that was
/// named.
template <class Arguments>
Arguments& acts_on_graphs(verb_options& verb, const common_arguments& common,
                          void (*run)(const Arguments&, study_results&)) {
  auto a = std::make_shared<Arguments>();
  verb.callback([a, run, &common] {
    a->graph.given = common.given;
    a->graph.is_told = common.style() == output_style::text;
    run_on_graphs(*a, run, common.style());
  });
  return *a;
}

}  // namespace edgeldp::cli
