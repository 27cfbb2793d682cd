// SPDX-License-Identifier: MIT
#include "study/findings.hpp"

#include "edgeldp/graph/questions/degrees/degrees_simulation.hpp"
#include "options/protocol_arguments.hpp"

namespace edgeldp::cli {

void findings::add_mean(const std::string& where, double value) {
  keys[record::json_pointer(where)] = value;
  means.emplace_back(where, value);
}

void findings::add_mean_split(std::initializer_list<std::pair<const char*, epsilon>> rounds) {
  for (const auto& [round, share] : rounds) add_mean(std::string("/split/") + round, budget(share));
}

void findings::add_rows(std::shared_ptr<const release> rows, bool by_beta) {
  published = std::move(rows);
  if (!published) {
    for (const char* name : {"codec", "alpha", "level"}) keys[name] = nullptr;
    return;
  }
  key = published->parameters().key;
  released_edges = estimate_edges(degrees_of(*published)).value;
  add_codec(keys, published->parameters(), by_beta);
}

}  // namespace edgeldp::cli
