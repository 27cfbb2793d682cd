// SPDX-License-Identifier: MIT
#include "verbs/channel_estimate_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "io/claims.hpp"
#include "io/page.hpp"
#include "io/report.hpp"
#include "study/answer_parts.hpp"
#include "verbs/channel_facts.hpp"
#include "verbs/channel_reports.hpp"

namespace edgeldp::cli {

namespace {

/// What a line says: both ends as the fields have them, and what the number is good for.
record line_of(double value, double standard_error, double low, double high) {
  record r = {{"estimate", value}, {"standard_error", standard_error}};
  add_interval_fields(r, {.value = value, .standard_error = standard_error},
                      [](const estimate&) { return std::nullopt; });
  r["interval"] = {low, high};
  if (has(r, "at_most")) r["at_most"] = high;
  return r;
}

std::vector<named_result> cell_lines(const reported& r, const proportions& p) {
  std::vector<named_result> lines;
  for (Eigen::Index cell = 0; cell < p.values.size(); ++cell) {
    const std::vector<std::string> labels = labels_of(r, static_cast<std::size_t>(cell));
    lines.push_back({fmt::format("{}", fmt::join(labels, " and ")),
                     p.errors
                         ? line_of(p.values[cell], (*p.errors)[cell], p.ends.low[cell], p.ends.high[cell])
                         : record{{"estimate", p.values[cell]}}});
  }
  return lines;
}

std::string derived_name(const std::string& statistic) {
  return statistic == "entropy_bits" ? "entropy (bits)"
         : statistic == "chi_square" ? "chi-square"
                                     : "mutual information (bits)";
}

/// Of a long table the most frequent cells, in their order.
std::vector<named_result> shortened(std::vector<named_result> lines, std::size_t most) {
  if (lines.size() <= most) return lines;
  std::vector<double> values;
  for (const named_result& line : lines) values.push_back(number_of(line.fields, "estimate"));
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(most) - 1, std::greater<>());
  std::erase_if(
      lines, [&](const named_result& line) { return number_of(line.fields, "estimate") < values[most - 1]; });
  lines.resize(std::min(lines.size(), most));
  return lines;
}

/// Answers that no report names.
std::string unseen_text(const reported& r) {
  const channel& c = r.channels.front();
  if (r.channels.size() > 1 || c.inputs() != c.outputs()) return "";
  constexpr std::size_t most_named = 8;
  std::vector<std::string> names;
  for (std::size_t y = 0; y < r.counts.size(); ++y)
    if (r.counts[y] == 0) names.push_back(c.outputs()[y]);
  if (names.empty()) return "";
  if (names.size() > most_named) {
    const std::size_t rest = names.size() - most_named + 1;
    names.resize(most_named - 1);
    names.push_back(fmt::format("{} more", rest));
  }
  return fmt::format("No report says {}: what stands there follows from the other reports alone.",
                     fmt::join(names, ", "));
}

/// Why proportions have no errors.
std::string no_errors_text(const reported& r) {
  if (r.reports < 2) return "One report tells nothing of errors.";
  for (const channel& c : r.channels)
    if (c.input_count() > most_decomposed) return "There are too many answers to tell errors.";
  return "The channel does not tell all answers apart: several tables are equally likely, this is one of "
         "them, "
         "and it has no error.";
}

std::string caution_of(const reported& r, const findings_of_reports& f, std::span<const named_result> lines) {
  std::vector<std::string> said;
  if (const std::string lost = lost_text(lines); !lost.empty())
    said.push_back(fmt::format("{}. There are {} reports; half the error takes four times as many.{}", lost,
                               grouped(static_cast<double>(r.reports)),
                               r.channels.size() == 1 ? " " + reports_needed_text(r.channels.front()) : ""));
  if (std::string unseen = unseen_text(r); !unseen.empty()) said.push_back(std::move(unseen));
  if (!f.cells.errors) said.push_back(no_errors_text(r));
  std::vector<std::string> rough;
  for (const auto& [name, d] : f.derived)
    if (!d.is_interior) rough.push_back(derived_name(name));
  if (!rough.empty())
    said.push_back(
        fmt::format("Some proportions came out below 0 and were taken as 0 for {}, whose errors are "
                    "rough.",
                    fmt::join(rough, ", ")));
  return fmt::format("{}", fmt::join(said, " "));
}

/// Predicted biases that matter.
std::string bias_text(const findings_of_reports& f) {
  std::vector<std::string> biased;
  for (const auto& [name, d] : f.derived)
    if (std::abs(d.bias) > 0.25 * d.standard_error)
      biased.push_back(fmt::format("{} {} (without it {})", derived_name(name),
                                   rounded_to_error(d.bias, d.standard_error),
                                   rounded_to_error(d.corrected(), d.standard_error)));
  return biased.empty() ? ""
                        : fmt::format("Predicted bias, which is not taken off: {}.", fmt::join(biased, "; "));
}

std::string privacy_text(const estimate_arguments& a, const reported& r, double total) {
  const std::string coins =
      r.is_simulated ? "Their coins came from --seed: a simulation, which protects nobody."
                     : "Their coins are those of whoever made the reports; nothing here says that they were "
                       "simulated.";
  if (r.channels.size() == 1)
    return "Answers were randomized before they came here. " + channel_odds_text(r.channels.front()) + " " +
           coins;
  if (!std::isfinite(total)) return "NOT PRIVATE: some reports are possible under some truths only. " + coins;
  std::vector<std::string> shares;
  for (std::size_t i = 0; i < r.channels.size(); ++i)
    shares.push_back(fmt::format("{:.4g} for {}", r.channels[i].loss().nats, a.columns[i]));
  return fmt::format(
      "Answers were randomized before they came here. All reports of a person together change the odds "
      "between any two of its answers by a factor of at most {} (epsilon {:.4g}: {}). {}",
      odds_text(total), total, fmt::join(shares, ", "), coins);
}

std::string method_text(const estimate_arguments& a, const reported& r, const findings_of_reports& f) {
  std::string said;
  if (f.likelihood)
    said = fmt::format("The likeliest proportions, never negative, in {} steps. {}",
                       grouped(static_cast<double>(f.likelihood->iterations)),
                       f.cells.errors ? "Errors and intervals are those of the unbiased ones. " : "");
  else
    said =
        "Unbiased: the channel is undone on the shares of the reports, so that proportions may come out "
        "below "
        "0 or above 1. ";
  if (!r.condition.is_null())
    said += fmt::format("Undoing the channel magnifies errors up to {} times. ",
                        significant(r.condition.get<double>(), 3));
  if (!f.cells.errors) return said;
  return said + (a.model() == sampling_model::fixed
                     ? "Errors are about the people asked."
                     : "Errors are about the population that people were drawn from.");
}

std::string next_text(const estimate_arguments& a, const findings_of_reports& f) {
  if (!f.cells.errors)
    return "`edgeldp channel loss` with the options of a channel says what its reports are worth; -v and "
           "--json "
           "tell every field.";
  const std::string other = a.method == "likelihood" ? "unbiased" : "likelihood";
  std::string columns;
  for (const std::string& column : a.columns) columns += " --column " + as_typed(column);
  return fmt::format(
      "`edgeldp channel estimate {}{}{} --method {}` {}; --population {}; -v and --json tell "
      "every field.",
      as_typed(a.table), columns, a.channel.typed(), other,
      other == "unbiased" ? "has no bias, but may be negative" : "is never negative",
      a.model() == sampling_model::fixed ? "sampled tells errors about whom people were drawn from"
                                         : "fixed tells errors about the people asked alone");
}

std::string title_text(const estimate_arguments& a, const reported& r, double total) {
  return fmt::format("{}: {} reports, {}{}", a.table, grouped(static_cast<double>(r.reports)),
                     fmt::join(a.columns, " and "),
                     std::isfinite(total) ? fmt::format(", epsilon {:.4g}", total) : "");
}

std::string cost_text(const reported& r) {
  double reports = 1.0;
  for (const channel& c : r.channels) reports *= static_cast<double>(c.output_count());
  record cost;
  add_cost(cost, elapsed_seconds());
  return fmt::format("A person sends one of {} possible reports: in bits, {:.0f}.", grouped(reports),
                     std::ceil(std::log2(reports))) +
         here_text(cost, "reports");
}

}  // namespace

std::string estimates_answer(const estimate_arguments& a, const reported& r, const findings_of_reports& f) {
  constexpr std::size_t most_lines = 40;
  const screen on = screen::of_stdout();
  std::vector<named_result> lines = shortened(cell_lines(r, f.cells), most_lines);
  const std::size_t hidden = static_cast<std::size_t>(f.cells.values.size()) - lines.size();
  for (const auto& [name, d] : f.derived)
    lines.push_back(
        {derived_name(name), line_of(d.value, d.standard_error, d.value - z_at_95 * d.standard_error,
                                     d.value + z_at_95 * d.standard_error)});
  const double total = total_loss(r);
  std::string all = paragraph("", title_text(a, r, total), on) + "\n" +
                    estimates_text(lines, on, fmt::format("{}", fmt::join(a.columns, " and "))) + "\n";
  const auto add = [&](const char* name, const std::string& said) {
    if (!said.empty()) all += paragraph(name, said, on);
  };
  if (hidden > 0)
    add("More", fmt::format("{} rarer answers are left out here; -v and --json tell all.",
                            grouped(static_cast<double>(hidden))));
  add("Caution", caution_of(r, f, lines));
  add("Error", bias_text(f));
  add("Privacy", privacy_text(a, r, total));
  add("Cost", cost_text(r));
  add("Method", method_text(a, r, f));
  add("Next", next_text(a, f));
  return all;
}

}  // namespace edgeldp::cli
