// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <string>
#include <vector>

#include "io/claims.hpp"
#include "io/page.hpp"
#include "io/report.hpp"
#include "options/channel_argument.hpp"
#include "study/answer_parts.hpp"
#include "verbs/channel_facts.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

record loss_record(const named_channel& named) {
  const channel& c = named.law;
  const privacy_loss worst = c.loss();
  record r = {
      {"channel", named.name},
      {"inputs", c.input_count()},
      {"outputs", c.output_count()},
      {"epsilon", budget_of(named)},
      {"loss", nats_or_null(worst)},
      {"unused", named.budget ? record(budget(*named.budget) - worst.nats) : record(nullptr)},
      {"worst_report", worst.nats > 0.0 ? record(c.outputs()[worst.output]) : record(nullptr)},
      {"likeliest_truth", worst.nats > 0.0 ? record(c.inputs()[worst.likeliest]) : record(nullptr)},
      {"unlikeliest_truth", worst.nats > 0.0 ? record(c.inputs()[worst.unlikeliest]) : record(nullptr)},
      {"condition_number", condition_of(c)},
      {"truth_probability_mean", nullptr},
      {"truth_probability_least", nullptr}};
  if (c.inputs() == c.outputs()) {
    const auto k = static_cast<Eigen::Index>(c.input_count());
    const Eigen::VectorXd q = expected_utility(c, Eigen::MatrixXd::Identity(k, k));
    r["truth_probability_mean"] = q.mean();
    r["truth_probability_least"] = q.minCoeff();
  }
  add_guarantee(r, false, flaws_of(worst.is_pure()));
  return r;
}

// ---- as an answer

/// Budgets below this are what integers leave over.
constexpr double next_to_nothing = 1e-6;

std::vector<table_row> loss_rows(const record& r) {
  std::vector<table_row> rows = {{{""}, {"epsilon"}, {"odds change by at most"}}};
  const auto add = [&](const char* name, double nats) {
    rows.push_back({{name, tint::strong}, {fmt::format("{:.4g}", nats)}, {odds_text(nats)}});
  };
  if (has(r, "epsilon")) add("asked for", number_of(r, "epsilon"));
  if (has(r, "loss"))
    add("exact loss", number_of(r, "loss"));
  else
    rows.push_back({{"exact loss", tint::strong}, {"infinite", tint::bad}, {"any factor", tint::bad}});
  return rows;
}

std::string privacy_text(const channel& c, const record& r) {
  std::string said = channel_odds_text(c);
  if (has(r, "worst_report") && has(r, "loss"))
    said += fmt::format(
        " This is exact, and reached by report '{}': it is {} times as likely from someone who answers '{}' "
        "as from someone who answers '{}'.",
        text_of(r, "worst_report"), odds_text(number_of(r, "loss")), text_of(r, "likeliest_truth"),
        text_of(r, "unlikeliest_truth"));
  if (has(r, "unused") && has(r, "loss"))
    said += number_of(r, "unused") > next_to_nothing
                ? fmt::format(" Of epsilon {:g} that was asked for, {:.3g} is not used.",
                              number_of(r, "epsilon"), number_of(r, "unused"))
                : fmt::format(" All of epsilon {:g} that was asked for is used.", number_of(r, "epsilon"));
  return said + " A person pays it once for each report.";
}

std::string utility_text(const channel& c, const record& r) {
  std::string said;
  if (has(r, "truth_probability_mean")) {
    const double mean = number_of(r, "truth_probability_mean"),
                 least = number_of(r, "truth_probability_least");
    said = fmt::format("A report is the truth with {}", chance_text(mean));
    said += mean - least > 1e-9 ? fmt::format(
                                      " on average over the answers, and with {} for the answer that "
                                      "fares worst. ",
                                      chance_text(least))
                                : ", whatever the answer is. ";
  }
  if (has(r, "condition_number"))
    return said +
           fmt::format("Undoing the noise magnifies errors up to {} times. ",
                       significant(number_of(r, "condition_number"), 3)) +
           reports_needed_text(c);
  if (c.input_count() > most_decomposed)
    return said + "There are too many answers to say here how well proportions are estimated.";
  return said +
         "Proportions cannot be estimated without bias, since the reports do not tell all answers apart; "
         "`channel estimate --method likelihood` finds likely ones.";
}

void loss(const channel_argument& a, output_style style) {
  const named_channel named = a.load();
  const record r = loss_record(named);
  if (style != output_style::text) return print_record(r, style == output_style::json);
  const screen on = screen::of_stdout();
  write_stdout(
      paragraph("", channel_title(named), on) + "\n" + table_text(loss_rows(r), on) + "\n" +
      paragraph("Privacy", privacy_text(named.law, r), on) +
      paragraph("Utility", utility_text(named.law, r), on) +
      paragraph("Next",
                fmt::format("`edgeldp channel show{}` tells with which chance each report is made; `edgeldp "
                            "channel sample TABLE --column NAME` with the same options makes reports; -v and "
                            "--json tell every field.",
                            a.typed()),
                on));
}

}  // namespace

void add_channel_loss(verb_options& verb, const common_arguments& common) {
  channel_argument& a = acts_by(verb, common, loss);
  a.add_to(verb);
}

}  // namespace edgeldp::cli
