// SPDX-License-Identifier: MIT
#include "methods/result_records.hpp"

#include <cmath>

#include "edgeldp/rivals/triangles/open_list_curator.hpp"
#include "io/claims.hpp"
#include "options/protocol_arguments.hpp"

namespace edgeldp::cli {

namespace {

record rounds_record(const ledger& paid) {
  record r = record::object();
  for (const ledger::entry& entry : paid.entries()) r[entry.round] = budget(entry.spent);
  return r;
}

}  // namespace

record describe(const edgeldp::estimate& e, const account& spent) {
  return {{"estimate", e.value},
          {"standard_error", optional_number(std::isfinite(e.standard_error), e.standard_error)},
          {"predicted_bias", e.bias},
          {"epsilon", budget(spent.ceiling())},
          {"edge_ldp", budget(spent.edge_ldp())},
          {"relationship_dp", budget(spent.relationship_dp())},
          {"split", rounds_record(spent.of(spent.who_paid_most()))}};
}

namespace {

/// What our own counts tell of the release that everybody downloads.
void add_release(record& r, const release& published, const communication& sent, bool is_private) {
  const release_parameters& p = published.parameters();
  r["codec"] = name_of(p.codec);
  r["alpha"] = codec_number(fields_of(p), "alpha");
  r["upload_bytes"] = sent.upload_bytes;
  r["download_bytes"] = sent.download_bytes;
  r["largest_download_bytes"] = sent.download_bytes;
  r["measured_users"] = published.layout().users();
  r["edge_section_bytes"] = sent.edge_section_bytes;
  r["private"] = is_private;
  r["caveat"] = "";
}

}  // namespace

record describe(const triangle_result& result) {
  record r = describe(result.triangles, result.run.spent);
  add_release(r, *result.published, result.communication, result.is_private);
  return r;
}

record describe(const centred_result& result) {
  record r = describe(result.triangles, result.run.spent);
  r["split"] = nullptr;
  add_release(r, *result.published, result.communication, result.is_private);
  return r;
}

record describe(const sampled_result& result) {
  record r = describe(result.triangles, result.run.spent);
  const vertex_id owner = result.owners.empty() ? vertex_id{0} : result.owners.front().user;
  r["split"] = rounds_record(result.run.spent.of(owner));  // who counts instead pays as much for that
  r["codec"] = result.published ? record(name_of(result.published->parameters().codec)) : record(nullptr);
  r["alpha"] = nullptr;
  r["upload_bytes"] = result.communication.upload_bytes;
  r["download_bytes"] = result.communication.download_bytes;
  r["largest_download_bytes"] = result.communication.download_bytes;
  r["measured_users"] = result.counters;
  r["edge_section_bytes"] = nullptr;  // of some rows
  r["private"] = true;
  r["caveat"] = "";
  return r;
}

void add_communication(record& r, const baseline_communication& communication) {
  r["codec"] = nullptr;
  r["alpha"] = nullptr;
  r["upload_bytes"] = communication.upload_bytes;
  r["download_bytes"] = communication.download_bytes;
  r["largest_download_bytes"] = communication.largest_download_bytes;
  r["measured_users"] = communication.measured_users;
  r["edge_section_bytes"] = nullptr;
}

record describe(const baseline_result& result) {
  record r = describe(result.triangles, result.run.spent);
  add_communication(r, result.communication);
  r["private"] = result.is_private;
  r["caveat"] = result.caveat;
  return r;
}

record describe(const non_private_result& result) {
  record r = {{"estimate", static_cast<double>(result.triangles)},
              {"standard_error", 0.0},
              {"predicted_bias", 0.0},
              {"epsilon", nullptr},
              {"edge_ldp", nullptr},
              {"relationship_dp", nullptr},
              {"split", nullptr}};
  add_communication(r, result.communication);
  r["private"] = false;
  r["caveat"] = "everybody reads the graph";
  return r;
}

}  // namespace edgeldp::cli
