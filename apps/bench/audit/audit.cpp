// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "bench/audit/protocols.hpp"
#include "edgeldp/core/base/error.hpp"
#include "io/progress.hpp"
#include "io/report.hpp"
#include "options/protocol_arguments.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

struct audit_arguments {
  std::string verb, codec = "all";
  double epsilon = 2.0;
  std::uint64_t runs = 1000;
  std::optional<std::uint64_t> seed;
  bool planned = false;

  void add_to(verb_options& app) {
    std::vector<std::string> verbs = {"all"};
    std::string help = "What to audit: all";
    for (const std::string_view audited : audit::audited_verbs()) {
      verbs.emplace_back(audited);
      help += ", " + verbs.back();
    }
    app.add_option("verb", verb, help)->required()->check(one_of(verbs));
    add_epsilon(app, epsilon);
    std::vector<std::string> codecs = codec_names("all");
    std::ranges::sort(codecs);
    app.add_option("--codec", codec, "Rows of this codec only; all: of every one that the verb has")
        ->group(section::common)
        ->check(one_of(codecs))
        ->capture_default_str();
    app.add_option("--runs", runs,
                   "Runs on each of the two inputs. A thousand show what bitmap and nullspace lose; what ppr "
                   "loses takes a hundred thousand")
        ->group(section::common)
        ->check(between(std::uint64_t{8}, std::uint64_t{100'000'000}))
        ->capture_default_str();
    app.add_flag("--planned", planned,
                 "Budgets and limits by predicted error, as users have them, in place of constants under "
                 "which few runs reach the whole claim");
    app.add_option("--seed", seed, "Of all coins and keys; fresh and printed otherwise")
        ->group(section::common);
  }

  std::optional<codec_spec> only() const {
    return codec == "all" ? std::nullopt : std::optional(codec_spec::parse(codec));
  }
};

record with_error(const audit::mean_with_error& m) {
  return {{"mean", m.mean}, {"standard_error", m.standard_error}};
}

/// 0 where there is none to print: JSON has no infinity.
record describe(const audit::subject& s, const audit::evidence& e, const audit_arguments& a,
                std::uint64_t seed) {
  const bool is_known = s.is_law_known;
  record r = {{"verb", s.verb},
              {"codec", s.codec},
              {"relation", s.relation},
              {"epsilon", a.epsilon},
              {"claim", e.claim},
              {"largest_log_ratio", optional_number(is_known, e.largest_log_ratio * e.claim)},
              {"share_of_claim", optional_number(is_known, e.largest_log_ratio)},
              {"event_bound", optional_number(e.event_bound > 0.0, e.event_bound)},
              {"confidence", 1.0 - audit::confidence_error},
              {"mean_ratio", is_known ? record({with_error(e.mean_ratio[0]), with_error(e.mean_ratio[1])})
                                      : record(nullptr)},
              {"mean_ratio_of_anybody", e.other_ratio ? with_error(*e.other_ratio) : record(nullptr)},
              {"holds", e.holds()},
              {"runs", e.runs},
              {"seconds", e.seconds},
              {"simulated", true},
              {"planned", a.planned},
              {"seed", seed}};
  return r;
}

std::string with_error_text(const record& m) {
  return fmt::format("{:.3f} +- {:.3f}", m["mean"].get<double>(), m["standard_error"].get<double>());
}

std::vector<std::string> line_of(const record& r) {
  const auto number = [&](const char* key) {
    return r[key].is_null() ? std::string("-") : fmt::format("{:.5f}", r[key].get<double>());
  };
  const bool is_known = !r["mean_ratio"].is_null();
  return {r["verb"],
          r["codec"],
          r["relation"],
          number("claim"),
          number("largest_log_ratio"),
          number("share_of_claim"),
          number("event_bound"),
          is_known ? with_error_text(r["mean_ratio"][0]) : "-",
          is_known ? with_error_text(r["mean_ratio"][1]) : "-",
          fmt::format("{}", r["runs"].get<std::uint64_t>()),
          fmt::format("{:.1f}", r["seconds"].get<double>()),
          r["holds"] ? "yes" : "NO"};
}

void run_audit(const audit_arguments& a, bool json) {
  audit::audit_options options;
  options.total = epsilon::from_nats(a.epsilon);
  options.seed = a.seed ? *a.seed : std::random_device{}();
  options.planned = a.planned;
  std::vector<audit::subject> subjects;
  for (const std::string_view verb : audit::audited_verbs()) {
    if (a.verb != "all" && a.verb != verb) continue;
    std::vector<audit::subject> more = audit::audits_of(verb, a.only(), options);
    std::ranges::move(more, std::back_inserter(subjects));
  }
  std::vector<std::vector<std::string>> lines = {{"verb", "codec", "relation", "claim", "largest", "share",
                                                  "event bound", "E[P'/P]", "E[P/P']", "runs", "seconds",
                                                  "holds"}};
  std::string violated;
  {
    progress bar("audit", subjects.size() * a.runs);
    for (const audit::subject& s : subjects) {
      const audit::evidence e = audit::gather_evidence(s, a.runs, [&](std::uint64_t many) {
        for (; many > 0; --many) bar.step();
      });
      const record r = describe(s, e, a, options.seed);
      if (!r["holds"]) violated += fmt::format(" {}/{}/{}", s.verb, s.codec, s.relation);
      if (json) {
        bar.hide();
        print_record(r, true);
      } else {
        lines.push_back(line_of(r));
      }
    }
  }
  if (!json) write_stdout(aligned(lines) + fmt::format("seed {}\n", options.seed));
  if (!violated.empty()) throw internal_error("a transcript told more than was claimed:" + violated);
}

}  // namespace

void add_audit(verb_options& verb, const common_arguments& common) {
  audit_arguments& a = acts_by(verb, common, run_audit);
  a.add_to(verb);
}

}  // namespace edgeldp::cli
