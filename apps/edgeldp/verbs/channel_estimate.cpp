// SPDX-License-Identifier: MIT
#include <fmt/ranges.h>

#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "io/claims.hpp"
#include "io/report.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"
#include "verbs/channel_estimate_page.hpp"
#include "verbs/channel_facts.hpp"
#include "verbs/channel_reports.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

/// One statistic, with the keys of every estimator's results. What a report costs adds up over the
/// columns.
struct result {
  std::string statistic;
  std::optional<double> value, standard_error;
  std::optional<std::pair<double, double>> interval;
  record more = record::object();
};

record describe(const estimate_arguments& a, const reported& r, const result& s) {
  const double total = total_loss(r);
  const auto number = [](const std::optional<double>& x) {
    return optional_number(x.has_value(), x.value_or(0));
  };
  record out = {{"graph", a.table},
                {"nodes", r.reports},
                {"statistic", s.statistic},
                {"estimate", number(s.value)},
                {"standard_error", number(s.standard_error)}};
  if (s.interval) {
    out["low"] = s.interval->first;
    out["high"] = s.interval->second;
  }
  out.update(s.more);
  const bool pure = std::isfinite(total);
  out["epsilon"] = optional_number(pure, total);
  for (std::size_t i = 0; i < r.named.size(); ++i)
    out["split"][a.columns[i]] = nats_or_null(r.channels[i].loss());
  for (const char* key : {"codec", "alpha", "level", "upload_bytes", "download_bytes", "bits_per_edge"})
    out[key] = nullptr;
  add_cost(out, elapsed_seconds());
  out["condition_number"] = r.condition;
  out["runs"] = 1;
  add_guarantee(out, r.is_simulated, flaws_of(pure));
  return out;
}

record category_record(const estimate_arguments& a, const std::vector<std::string>& labels) {
  record category = record::object();
  for (std::size_t i = 0; i < labels.size(); ++i) category[a.columns[i]] = labels[i];
  return category;
}

/// A line a cell as a table, an object a cell as JSON.
void print_proportions(const estimate_arguments& a, const reported& r, const proportions& p, bool json) {
  std::vector<std::vector<std::string>> rows = {a.columns};
  for (const char* name : {"estimate", "standard_error", "low", "high"}) rows[0].emplace_back(name);
  for (Eigen::Index cell = 0; cell < p.values.size(); ++cell) {
    std::vector<std::string> labels = labels_of(r, static_cast<std::size_t>(cell));
    const std::vector<std::optional<double>> numbers = p.of(cell);
    if (json) {
      const auto interval = numbers[2] ? std::optional(std::pair(*numbers[2], *numbers[3])) : std::nullopt;
      print_record(
          describe(
              a, r,
              {"proportion", numbers[0], numbers[1], interval, {{"category", category_record(a, labels)}}}),
          true);
      continue;
    }
    for (const std::optional<double>& x : numbers) labels.push_back(x ? fmt::format("{:.6g}", *x) : "-");
    rows.push_back(std::move(labels));
  }
  if (!json) write_stdout(aligned(rows) + "\n");
}

void print_derived(const estimate_arguments& a, const reported& r, const std::string& name,
                   const derived_estimate& d, bool json) {
  record more = {{"predicted_bias", d.bias},
                 {"corrected", d.corrected()},
                 {"error_parts",
                  {{"first_order", std::sqrt(d.first_order)}, {"second_order", std::sqrt(d.second_order)}}},
                 {"interior", d.is_interior}};
  const double reach = z_at_95 * d.standard_error;
  print_record(describe(a, r,
                        {name, d.value, d.standard_error, std::pair(d.value - reach, d.value + reach),
                         std::move(more)}),
               json);
}

void print_fields(const estimate_arguments& a, const reported& r, const findings_of_reports& f, bool json) {
  print_proportions(a, r, f.cells, json);
  for (const auto& [name, d] : f.derived) print_derived(a, r, name, d, json);
  if (f.likelihood) {
    const likelihood_estimate& m = *f.likelihood;
    record more = {{"gap", m.gap}, {"iterations", m.iterations}, {"converged", m.has_converged}};
    print_record(
        describe(a, r, {"log_likelihood", m.log_likelihood, std::nullopt, std::nullopt, std::move(more)}),
        json);
  } else if (f.derived.empty() && !json) {
    print_record({{"condition_number", r.condition}}, false);  // otherwise the records have it
  }
}

void estimate_reports(const estimate_arguments& a, output_style style) {
  const reported r = read_reports(a);
  const findings_of_reports f = find_in_reports(a, r);
  if (style == output_style::text) return write_stdout(estimates_answer(a, r, f));
  print_fields(a, r, f, style == output_style::json);
}

}  // namespace

void add_channel_estimate(verb_options& verb, const common_arguments& common) {
  estimate_arguments& a = acts_by(verb, common, estimate_reports);
  a.channel.add_to(verb);
  verb.add_option("table", a.table, "CSV file of reports, '-' for standard input")
      ->required()
      ->type_name(value::file);
  verb.add_option("--column", a.columns, "A column of reports; several make a joint table")
      ->required()
      ->allow_extra_args(false);
  add_no_heading(verb, a.no_heading);
  verb.add_option(
          "--method", a.method,
          "unbiased, or likelihood: never negative, biased near the borders; its errors and intervals are "
          "those of the unbiased estimate, cut to [0, 1]")
      ->check(one_of({"unbiased", "likelihood"}))
      ->capture_default_str();
  verb.add_option("--population", a.people,
                  "sampled: errors about the law that people are drawn from; fixed: about the people asked")
      ->check(one_of({"sampled", "fixed"}))
      ->capture_default_str();
  verb.add_flag(
      "--simulated", a.simulated,
      "The reports are simulated: say so in every result, as a column 'simulated' of the table does");
}

}  // namespace edgeldp::cli
