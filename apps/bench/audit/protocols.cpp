// SPDX-License-Identifier: MIT
#include "bench/audit/protocols.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "bench/audit/protocol_audits.hpp"
#include "bench/audit/protocol_parts.hpp"
#include "edgeldp/core/base/error.hpp"

namespace edgeldp::audit {

namespace {

constexpr std::string_view verbs[] = {
    "degrees",           "degree-changes",    "release",         "triangles",      "centred-triangles",
    "forward-triangles", "sampled-triangles", "cycles",          "forward-cycles", "common-neighbors",
    "homophily",         "vectors",           "butterflies",     "public-degrees", "mixing",
    "neighbor-sums",     "neighbor-h-index",  "neighbor-groups", "edge-sums",      "reciprocity"};

using audit_of_numbers = subject (*)(relation, const audit_options&);

/// Of verbs whose users send numbers alone; null of others.
audit_of_numbers audit_without_rows(std::string_view verb) {
  if (verb == "degrees") return audit_degrees;
  if (verb == "degree-changes") return audit_degree_changes;
  if (verb == "mixing") return audit_mixing;
  if (verb == "sampled-triangles") return audit_sampled_triangles;
  if (verb == "neighbor-sums") return audit_neighbor_sums;
  if (verb == "edge-sums") return audit_edge_sums;
  if (verb == "neighbor-h-index") return audit_neighbor_h_index;
  if (verb == "neighbor-groups") return audit_neighbor_groups;
  return nullptr;
}

}  // namespace

std::span<const std::string_view> audited_verbs() {
  return verbs;
}

std::vector<subject> audits_of(std::string_view verb, const row_codec& codec, const audit_options& options) {
  std::vector<subject> audits;
  const auto for_codecs = [&](auto&& add) {
    std::vector<std::string> names = codec_spec::names();
    std::ranges::sort(names);
    for (const std::string& name : names)
      if (!codec || codec->name() == name) add(codec_spec::parse(name));
  };
  const auto both_relations = [&](auto&& audit) {
    return [&, audit](const codec_spec& each) {
      for (const relation r : {relation::edge, relation::relationship})
        audits.push_back(audit(each, r, options));
    };
  };
  if (const audit_of_numbers audit = audit_without_rows(verb)) {
    if (!codec)
      for (const relation r : {relation::edge, relation::relationship}) audits.push_back(audit(r, options));
  } else if (verb == "release") {
    for_codecs(both_relations(audit_release));
  } else if (verb == "triangles") {
    for_codecs(both_relations(audit_triangles));
  } else if (verb == "centred-triangles") {
    // A chosen key has its ppr cells at a place that no noisy order keeps.
    for_codecs([&](const codec_spec& each) {
      if (!is_ppr(each)) both_relations(audit_centred_triangles)(each);
    });
  } else if (verb == "forward-triangles") {
    for_codecs([&](const codec_spec& each) {
      if (!is_ppr(each)) both_relations(audit_forward_triangles)(each);
    });
  } else if (verb == "cycles") {
    for_codecs(both_relations(audit_cycles));
  } else if (verb == "forward-cycles") {
    for_codecs([&](const codec_spec& each) {
      if (!is_ppr(each)) both_relations(audit_forward_cycles)(each);
    });
  } else if (verb == "common-neighbors") {
    for_codecs(both_relations(audit_common_neighbors));
  } else if (verb == "homophily") {
    const auto relations = {relation::edge, relation::relationship, relation::attribute, relation::user};
    if (!codec)
      for (const relation r : relations) audits.push_back(audit_homophily(std::nullopt, r, options));
    // Reports of attributes have a law that is known; what is not is in the rows.
    for_codecs([&](const codec_spec& each) {
      for (const relation r : relations)
        if (!is_ppr(each) || r == relation::edge || r == relation::relationship)
          audits.push_back(audit_homophily(each, r, options));
    });
  } else if (verb == "vectors") {
    for_codecs([&](const codec_spec& each) { audits.push_back(audit_vectors(each, options)); });
  } else if (verb == "butterflies") {
    for_codecs([&](const codec_spec& each) { audits.push_back(audit_butterflies(each, options)); });
  } else if (verb == "reciprocity") {
    for_codecs([&](const codec_spec& each) {
      audits.push_back(audit_reciprocity(each, relation::position, options));
      if (!is_ppr(each)) audits.push_back(audit_reciprocity(each, relation::both_ways, options));
    });
  } else if (verb == "public-degrees") {
    // Cells of ppr tell of one position.
    for_codecs([&](const codec_spec& each) {
      if (!is_ppr(each)) audits.push_back(audit_public_degrees(each, options));
    });
  } else {
    throw invalid_parameter("verb '" + std::string(verb) + "': cannot be audited");
  }
  if (audits.empty())
    throw invalid_parameter("--codec " + name_of(codec) + ": '" + std::string(verb) +
                            "' has no audit of that codec");
  return audits;
}

}  // namespace edgeldp::audit
