// SPDX-License-Identifier: MIT
#include "options/protocol_arguments.hpp"

#include "edgeldp/core/random/public_randomness.hpp"
#include "edgeldp/core/wire/release_layout.hpp"
#include "io/claims.hpp"
#include "io/report.hpp"

namespace edgeldp::cli {

std::vector<std::string> codec_names(const std::string& first) {
  std::vector<std::string> names = codec_spec::names();
  names.insert(names.begin(), first);
  return names;
}

const char* name_of(user_order order) {
  switch (order) {
    case user_order::id:
      return "id";
    case user_order::random:
      return "random";
    case user_order::hubs_last:
      return "hubs-last";
    case user_order::noisy_degree:
      break;
  }
  return "noisy-degree";
}

const char* name_of(chunk_rule rule) {
  switch (rule) {
    case chunk_rule::released_size:
      return "released-size";
    case chunk_rule::true_degree:
      return "true-degree";
    case chunk_rule::noisy_degree:
      break;
  }
  return "noisy-degree";
}

const char* name_of(bound_kind kind) {
  return kind == bound_kind::pairs ? "pairs" : "neighbors";
}

const char* name_of(bound_anchor anchor) {
  return anchor == bound_anchor::size ? "size" : "degree";
}

record split_record(const round_budgets& budgets) {
  return {{"degree", budget(budgets.degree)},
          {"size", budget(budgets.size)},
          {"edges", budget(budgets.edges)},
          {"count", budget(budgets.count)}};
}

record sections_record(const release_sizes& sizes) {
  return {{"header", sizes.header},
          {"degrees", sizes.degrees},
          {"sizes", sizes.sizes},
          {"ids", sizes.ids},
          {"edges", sizes.edges}};
}

std::string ids_heading(release_key key) {
  return std::string(ids_mark) + hex(key.value) + "\n";
}

}  // namespace edgeldp::cli
