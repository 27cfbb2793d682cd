// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/cycles/cycles_simulation.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/errors/interval.hpp"
#include "edgeldp/graph/questions/cycles/exact.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles_simulation.hpp"
#include "edgeldp/rivals/cycles/middle_cycles_simulation.hpp"
#include "io/claims.hpp"
#include "options/verb_options.hpp"
#include "study/counting_runs.hpp"
#include "verbs/acts_on_graphs.hpp"

namespace edgeldp::cli {

namespace {

struct cycles_arguments : counting_arguments {
  unsigned length = 4;
  std::string rule = "peak";
};

findings counted_by_peaks(const cycle_result& r, const two_step& options) {
  const auto& [degree, size, edges, pilot, count] = r.budgets;
  if (r.length.is_zero())
    return counted(r, r.cycles,
                   {{"degree", degree}, {"size", size}, {"edges", edges}, {"pilot", pilot}, {"count", count}},
                   options);
  return counted(r, r.cycles,
                 {{"degree", degree},
                  {"size", size},
                  {"length", r.length},
                  {"edges", edges},
                  {"pilot", pilot},
                  {"count", count}},
                 options);
}

findings found_by_peaks(const cycle_result& r, const cycles_arguments& a, const two_step& options) {
  findings f = counted_by_peaks(r, options);
  f.keys["rows_at"] = r.rows == endpoint::later ? "later" : "earlier";
  f.keys["length"] = a.length;
  f.keys["rule"] = a.rule;
  f.add_mean("/kappa_percent", r.kappa_percent);
  f.budget_that_would_do = [r, length = a.length, options](const estimate&) {
    return least_usable_epsilon(options.total.nats(), [&](double total) {
      return predict_relative_half_width(r, length, options, total);
    });
  };
  return f;
}

/// Cycles of length 3 are triangles.
findings found_as_triangles(const centred_result& r, const cycles_arguments& a,
                            const centred_options& options) {
  findings f = counted_centred(r, options);
  f.keys["length"] = a.length;
  f.keys["rule"] = a.rule;
  f.keys["kappa_percent"] = nullptr;
  return f;
}

findings found_by_middles(const middle_result& r, const cycles_arguments& a, const two_step& options) {
  const round_budgets& b = r.budgets;
  findings f = counted(
      r, r.cycles, {{"degree", b.degree}, {"size", b.size}, {"edges", b.edges}, {"count", b.count}}, options);
  f.keys["length"] = a.length;
  f.keys["rule"] = a.rule;
  return f;
}

middle_cycles middle_of(const two_step& options) {
  middle_cycles method{options.total};
  method.codec = options.codec;
  if (options.clip.margin) {
    if (*options.clip.margin < 0)
      throw invalid_parameter("margin = " + std::to_string(*options.clip.margin) + ": must lie in [0, 2^48]");
    method.margin = static_cast<std::uint64_t>(*options.clip.margin);
  }
  return method;
}

void count_by_peaks(const cycles_arguments& a, counting& what) {
  for (const char* name : {"--clip", "--margin", "--kappa", "--preset"})
    if (a.protocol.typed(name))
      throw invalid_parameter(std::string(name) + " belongs to the verb triangles" +
                              (name == std::string("--margin") ? " or to --rule middle" : ""));
  if (a.length != 3 && a.protocol.typed("--max-error"))
    throw invalid_parameter("--max-error limits the predicted error of triangles: --length 3 only");
  what.estimate = [&](const csr_graph& g, const two_step& options, const play& p) {
    if (a.protocol.is_centred()) {
      const centred_options centred = a.protocol.centred(options);
      return found_as_triangles(estimate_centred_triangles(g, centred, p.key(), p.coins()), a, centred);
    }
    return found_by_peaks(estimate_cycles(g, a.length, options, p.key(), p.coins()), a, options);
  };
  what.estimate_on = [&](const csr_graph& g, std::shared_ptr<const release> published, const play& p) {
    two_step options;
    options.total = published->parameters().total;
    return found_by_peaks(estimate_cycles(g, a.length, std::move(published), p.coins()), a, options);
  };
}

void count_by_middles(const cycles_arguments& a, counting& what) {
  if (a.length == 4)
    throw invalid_parameter(
        "--rule middle counts cycles of length 3 and 5 only: an even cycle may have no "
        "middle vertex");
  for (const char* name :
       {"--clip", "--kappa", "--preset", "--split", "--order", "--chunk-rule", "--release", "--relationship"})
    if (a.protocol.typed(name)) throw invalid_parameter(std::string(name) + " is fixed by --rule middle");
  what.estimate = [&](const csr_graph& g, const two_step& options, const play& p) {
    return found_by_middles(estimate_cycles(g, a.length, middle_of(options), p.key(), p.coins()), a, options);
  };
}

void run_cycles(const cycles_arguments& typed, study_results& to) {
  cycles_arguments a = typed;
  a.protocol.has_centred = a.length == 3 && a.rule == "peak";
  a.protocol.plans_ends = a.length != 3 && a.rule == "peak";
  counting what;
  what.words = {fmt::format("cycles of length {}", typed.length), ""};
  what.truth = [&](const csr_graph& g) { return exact::count_cycles(g, a.length); };
  if (a.rule == "middle")
    count_by_middles(a, what);
  else
    count_by_peaks(a, what);
  run_counting(a, what, to);
}

}  // namespace

void add_cycles(verb_options& verb, const common_arguments& common) {
  cycles_arguments& a = acts_on_graphs(verb, common, run_cycles);
  a.add_to(verb);
  add_relationship(verb, a.protocol.relationship);
  verb.add_option("--length", a.length, "Length of the cycles")
      ->check(between(3U, 5U))
      ->capture_default_str();
  verb.add_option("--rule", a.rule,
                  "Who counts a cycle: peaks, or its middle vertices as published (lengths 3 and 5)")
      ->group(section::expert)
      ->check(one_of({"peak", "middle"}))
      ->capture_default_str();
}

}  // namespace edgeldp::cli
