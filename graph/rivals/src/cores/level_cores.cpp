// SPDX-License-Identifier: MIT
#include "edgeldp/rivals/cores/level_cores.hpp"

#include <string>
#include <utility>

#include "edge_orient/climb.hpp"
#include "edge_orient/levels.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/rounds/rounds.hpp"

namespace edgeldp {

level_cores_result estimate_cores(session& s, const level_cores& method) {
  const roster all = s.everybody();
  if (all.size() == 0) throw bad_graph_input("the graph has no vertices");
  const level_rules rules(all.size(), method.total);
  if (rules.step(rules.most_rounds()).is_zero())
    throw invalid_parameter("a total of " + std::to_string(method.total.nats()) +
                            " leaves nothing for a round of levels");
  const released_values degrees = s.ask(degree_round{rules.degree()}, {rules.degree(), all});
  const climbed_levels climbed = climb_levels(s, rules, degrees.values);
  std::vector<double> cores;
  cores.reserve(climbed.levels.size());
  for (const std::int64_t level : climbed.levels)
    cores.push_back(level_rules::core_number(all.size(), static_cast<std::uint64_t>(level)));
  return {std::move(cores), climbed.rounds + 1, s.close()};
}

}  // namespace edgeldp
