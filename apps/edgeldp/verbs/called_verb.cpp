// SPDX-License-Identifier: MIT
#include "verbs/called_verb.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

const verb_row& row_called(std::string_view verb) {
  const std::span<const verb_row> all = own_verbs();
  const auto found = std::ranges::find(all, verb, &verb_row::name);
  if (found == all.end() || found->add == nullptr)
    throw invalid_parameter("there is no verb '" + std::string(verb) + "'");
  return *found;
}

}  // namespace

void call_verb(std::string_view verb, std::vector<setting> settings, const given_graph* given) {
  common_arguments common;
  common.json = true;
  common.given = given;
  verb_options options;
  row_called(verb).add(options, common);
  for (const setting& s : settings)
    if (!options.has(s.name)) throw invalid_parameter(std::string(verb) + " takes no --" + s.name);
  options.call(std::move(settings));
}

}  // namespace edgeldp::cli
