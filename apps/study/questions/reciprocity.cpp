// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/reciprocity/exact.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/graph/questions/reciprocity/reciprocity_simulation.hpp"
#include "results/codec_facts.hpp"
#include "results/costs.hpp"
#include "study/questions/groups.hpp"
#include "study/questions/rows.hpp"
#include "study/questions/simulated_question.hpp"

namespace edgeldp::study {

namespace {

results::record split(const vector_budgets& b) {
  return {{"size", results::budget(b.size)},
          {"entries", results::budget(b.entries)},
          {"count", results::budget(b.count)}};
}

std::vector<double> true_in_degrees(const input& data) {
  const std::vector<std::uint64_t> degrees = exact::in_degrees(*data.arcs);
  return {degrees.begin(), degrees.end()};
}

std::vector<double> true_pagerank(const input& data) {
  return exact::pagerank(*data.arcs, pagerank_damping);
}

/// Numbers of users whom others name, or that they are refused.
numbers_of_users named(const char* name, named_users of, std::vector<double> (*truth)(const input&)) {
  const std::optional<double> refused = of.is_refused() ? std::optional(of.mean) : std::nullopt;
  return {name, std::move(of.values), of.standard_error, truth, refused};
}

answer play_reciprocity(session& s, const settings& asked) {
  reciprocity_result r = estimate_reciprocity(s, {asked.total, asked.codec});
  answer found{.run = r.run, .sent = r.communication, .losses = losses_of(r), .lies = lies_of(r.lies)};
  add(found, "reciprocity", r.reciprocity, false);
  add(found, "arcs with one back", r.returned);
  add(found, "arcs", r.arcs);
  found.key = r.published->parameters().key;
  found.released_edges = r.arcs.value;
  found.facts["split"] = split(r.budgets);
  results::add_codec_fields(found.facts, r.published->parameters());
  found.of_users = {named("in-degree", std::move(r.in_degrees), true_in_degrees),
                    named("PageRank", std::move(r.pagerank), true_pagerank)};
  return found;
}

std::vector<exact_number> exact_reciprocity(const input& data, const settings&) {
  const count_type arcs = data.arcs->arc_count(), returned = exact::count_returned(*data.arcs);
  std::vector<exact_number> known = {{"arcs with one back", returned}, {"arcs", arcs}};
  if (arcs > 0) known.push_back({"reciprocity", static_cast<double>(returned) / static_cast<double>(arcs)});
  return known;
}

constexpr question_simulation reciprocity_in_process{.exact = exact_reciprocity,
                                                     .users = simulated_reciprocity_users};

}  // namespace

constinit const question reciprocity{
    .name = "reciprocity",
    .kind = input_kind::arcs,
    .has_rows = true,
    .play = play_reciprocity,
    .of_users = "in-degree and PageRank",
    .simulation = &reciprocity_in_process,
};

}  // namespace edgeldp::study
