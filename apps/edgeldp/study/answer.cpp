// SPDX-License-Identifier: MIT
#include "study/answer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace edgeldp::cli {

namespace {

bool has(const record& r, const char* key) {
  return r.contains(key) && !r.at(key).is_null();
}

constexpr auto& number = number_of;
constexpr auto& text = text_of;

std::string sentence(std::string words) {
  if (!words.empty() && words.front() >= 'a' && words.front() <= 'z')
    words.front() = static_cast<char>(words.front() - 'a' + 'A');
  return words + ".";
}

}  // namespace

std::string number_name(const record& r, const answer_words& said) {
  std::string name = has(r, "statistic") ? words(text(r, "statistic")) : said.quantity;
  if (has(r, "values"))
    name += " " + fmt::format("{}", fmt::join(r.at("values").get<std::vector<std::string>>(), ", "));
  for (const char* key : {"item", "user"})
    if (has(r, key)) name += " " + text(r, key);
  if (has(r, "users") && r.at("users").is_array())
    name += " of " + fmt::format("{}", fmt::join(r.at("users").get<std::vector<std::string>>(), ", "));
  return name;
}

namespace {

// --- the table

cell judgement_cell(const record& r) {
  const std::string said = text(r, "judgement");
  if (said.empty()) return {"", tint::plain};
  if (said == "not_usable") return {"not usable", tint::bad};
  const double share = number(r, "half_width") / std::abs(number(r, "estimate"));
  const bool is_weak = said == "weak";
  return {fmt::format("{}, to {}", said, percent(share)), is_weak ? tint::doubtful : tint::good};
}

std::string interval_text(const record& r) {
  if (!has(r, "interval")) return "";
  const record &low = r.at("interval")[0], &high = r.at("interval")[1];
  const double error = number(r, "half_width");
  const auto end = [&](const record& x, const char* open) {
    return x.is_null() ? std::string(open) : rounded_to_error(x.get<double>(), error);
  };
  return low.is_null() && high.is_null() ? "unbounded" : end(low, "any") + " to " + end(high, "any");
}

std::string error_text(const record& r) {
  const double error = number(r, "standard_error");
  if (has(r, "interval") && !std::isfinite(error)) return "unbounded";
  return std::isfinite(error) ? rounded_to_error(error, error) : "";
}

/// Estimate, error, interval and judgement.
table_row estimate_row(const record& r, std::string name) {
  if (!has(r, "estimate")) return {{std::move(name), tint::strong}, {"none"}, {}, {}, {}};
  return {{std::move(name), tint::strong},
          {rounded_to_error(number(r, "estimate"), number(r, "standard_error")), tint::strong},
          {error_text(r)},
          {interval_text(r)},
          judgement_cell(r)};
}

table_row heading(const char* first) {
  return {{first}, {"estimate"}, {"error"}, {"95% interval"}, {"judgement"}};
}

std::string estimates_text(std::span<const record> results, const answer_words& said, const screen& on) {
  std::vector<table_row> rows = {heading("")};
  for (const record& r : results) rows.push_back(estimate_row(r, number_name(r, said)));
  return table_text(rows, on);
}

// --- sentences

std::string title_text(const record& r, const answer_words& said) {
  std::string line = has(r, "graph") ? text(r, "graph") : "no graph";
  if (has(r, "left"))
    line += fmt::format(": {} and {} vertices, users {}", grouped(number(r, "left")),
                        grouped(number(r, "right")), text(r, "layer"));
  else
    line += fmt::format(": {} users", grouped(number(r, "nodes")));
  if (!said.quantity.empty()) line += ", " + said.quantity;
  if (has(r, "epsilon")) line += fmt::format(", epsilon {:g}", number(r, "epsilon"));
  if (number(r, "runs") > 1.0) line += fmt::format(", means of {} runs", grouped(number(r, "runs")));
  return line;
}

/// The title, and what was read.
std::string head_text(const record& r, const answer_words& said, const screen& on) {
  return page(title_text(r, said), said.reading, on).text();
}

/// What the column `error` is.
std::string errors_text(std::span<const record> results) {
  const record& r = results.front();
  std::string all;
  if (number(r, "runs") > 1.0) {
    all = "The standard error of one run";
    if (has(r, "measured_spread"))
      all += fmt::format("; runs spread by {}",
                         rounded_to_error(number(r, "measured_spread"), number(r, "measured_spread")));
    all += ".";
  }
  const auto is_mean = [](const record& x) { return has(x, "estimate") && !has(x, "interval"); };
  if (std::ranges::any_of(results, is_mean))
    all += (all.empty() ? "" : " ") +
           std::string("Rows without an interval are means over users, with the error of one user's number.");
  return all;
}

/// Why answers are no use, and what would be: those that need the same budget together.
std::string caution_text(std::span<const record> results, const answer_words& said) {
  std::map<double, std::vector<std::string>> lost;  // by the budget that would do
  for (const record& r : results) {
    if (text(r, "judgement") != "not_usable") continue;
    const bool is_known = has(r, "epsilon_that_would_do");
    const double enough =
        is_known ? number(r, "epsilon_that_would_do") : std::numeric_limits<double>::infinity();
    std::string name = number_name(r, said);
    if (has(r, "at_most"))
      name +=
          fmt::format(" (at most {})", rounded_to_error(number(r, "at_most"), number(r, "at_most") / 10.0));
    lost[enough].push_back(std::move(name));
  }
  std::string all;
  for (const auto& [enough, names] : lost)
    all += fmt::format("{}Lost in the noise: {}; {}.", all.empty() ? "" : " ", fmt::join(names, ", "),
                       std::isfinite(enough) ? fmt::format("epsilon {:g} would do", enough)
                                             : "no epsilon up to 64 is known to do");
  return all;
}

std::string odds_text(double loss) {
  return loss < 13.0 ? significant(std::exp(loss), 3) : fmt::format("e^{:.3g}", loss);
}

std::string privacy_text(const record& r) {
  const bool is_bipartite = has(r, "left");
  std::string said = flaw_text(r);
  if (!said.empty()) said += " ";
  if (has(r, "epsilon"))
    said += fmt::format(
        "Every user randomizes its own list before anything leaves it, and spends epsilon {:g} "
        "in all",
        number(r, "epsilon"));
  if (has(r, "attribute_ldp")) said += fmt::format(", {:.3g} of it on its label", number(r, "attribute_ldp"));
  if (has(r, "epsilon")) said += ". ";
  if (has(r, "relationship_dp"))
    said += fmt::format(
        "All messages together change the odds that {} are connected by a factor of at most {} "
        "(epsilon {:.4g}{}). ",
        is_bipartite ? "a given user and a given item" : "two given users",
        odds_text(number(r, "relationship_dp")), number(r, "relationship_dp"),
        is_bipartite ? "" : ", both users counted");
  if (has(r, "spent") && has(r, "epsilon") && number(r.at("spent"), "epsilon") > 1.001 * number(r, "epsilon"))
    said += fmt::format("All runs so far: a user has spent {:.4g}. ", number(r.at("spent"), "epsilon"));
  const bool is_simulated = r.contains("simulated") && r.at("simulated").get<bool>();
  said += is_simulated ? "Coins come from --seed: a simulation, which protects nobody."
                       : "Coins come from the operating system.";
  return said;
}

std::string bytes_text(const record& r) {
  std::string said =
      fmt::format("A user sends {} and reads {}", byte_count(number(r, "upload_bytes")),
                  number(r, "download_bytes") > 0.0 ? byte_count(number(r, "download_bytes")) : "nothing");
  const double bits = number(r, "bits_per_edge");
  if (bits > 0.0) said += fmt::format("; rows take {:.2g} bits for each neighbour", bits);
  said += ".";
  if (has(r, "exact") && has(r.at("exact"), "seconds"))
    said += fmt::format(" Here, for all users: {}, {} of memory.", duration(number(r.at("exact"), "seconds")),
                        byte_count(number(r.at("exact"), "peak_memory_bytes")));
  return said;
}

}  // namespace

std::string flaw_text(const record& r) {
  return has(r, "not_private_because") ? "NOT PRIVATE: " + sentence(text(r, "not_private_because")) : "";
}

std::string codec_text(const record& r) {
  const std::string codec = text(r, "codec");
  if (codec == "nullspace")
    return "rows as vectors of null spaces" +
           (has(r, "field") ? fmt::format(" over {} elements", r.at("field").get<int>()) : "") +
           " (codec nullspace)";
  if (codec == "ppr")
    return "rows as numbers of Poisson private representation (codec ppr" +
           (has(r, "alpha") ? fmt::format(", alpha {:g}", number(r, "alpha")) : "") + ")";
  if (codec == "bitmap") return "rows as plain randomized response, a bit a pair (codec bitmap)";
  return codec;
}

namespace {

std::string parts_text(const record& r) {
  if (!has(r, "error_parts")) return "";
  std::vector<std::string> parts;
  for (const auto& [name, value] : r.at("error_parts").items())
    if (value.is_number() && value.get<double>() > 0.0)
      parts.push_back(words(name) + " " + rounded_to_error(value.get<double>(), value.get<double>()));
  return parts.empty() ? "" : fmt::format(" Parts of the error: {}.", fmt::join(parts, ", "));
}

std::string method_text(const record& r, const answer_words& said, bool has_parts) {
  std::vector<std::string> made;
  for (const char* key : {"method", "rule", "mechanism"})
    if (has(r, key)) made.push_back(fmt::format("{} {}", key, text(r, key)));
  if (has(r, "codec")) made.push_back(codec_text(r));
  if (has(r, "groups")) made.emplace_back("pairs counted against the closure, budgets by rank");
  if (has(r, "sample")) made.emplace_back("users read a public sample of rows");
  std::string all = made.empty() ? "" : sentence(fmt::format("{}", fmt::join(made, "; ")));
  if (has_parts) all += parts_text(r);
  return all + (said.alternative.empty() ? "" : " " + said.alternative);
}

std::string off_text(const record& r) {
  const record& exact = r.at("exact");
  const double truth = number(exact, "truth"), estimate = number(r, "estimate");
  if (number(r, "runs") > 1.0)
    return has(exact, "relative_error") ? percent(number(exact, "relative_error")) + " (root mean square)"
                                        : "";
  if (!std::isfinite(truth) || !std::isfinite(estimate)) return "";
  if (estimate == truth) return "nothing";
  if (truth == 0.0) return rounded_to_error(estimate - truth, number(r, "standard_error"));
  return (estimate < truth ? "-" : "+") + percent((estimate - truth) / truth);
}

std::string simulation_text(std::span<const record> results, const answer_words& said, const screen& on) {
  const auto is_known = [](const record& r) { return has(r, "exact") && has(r.at("exact"), "truth"); };
  if (std::ranges::none_of(results, is_known)) return "";
  std::string all =
      "All lists are in one file here, so the exact value is known. It is no part of the private "
      "answer; --no-exact leaves it out.";
  std::vector<table_row> rows = {{{""}, {"exact"}, {"estimate is off by"}}};
  for (const record& r : results)
    if (is_known(r))
      rows.push_back({{number_name(r, said)}, {significant(number(r.at("exact"), "truth"))}, {off_text(r)}});
  return paragraph("Simulation", all, on) + table_text(rows, on);
}

std::string next_text(std::span<const record> results) {
  std::string next =
      "-e 0.5,1,2 sweeps budgets; --runs 20 measures the error; -v and --json tell every field";
  if (!results.empty() && has(results.front(), "relationship_dp"))
    next += "; `edgeldp explain relationship_dp` says what a field means";
  return next + ".";
}

/// Everything below the table, of the last results.
std::string groups_text(std::span<const record> results, const answer_words& said, const screen& on) {
  const record& r = results.front();
  std::string all = "\n";
  if (const std::string caution = caution_text(results, said); !caution.empty())
    all += paragraph("Caution", caution, on);
  if (const std::string errors = errors_text(results); !errors.empty()) all += paragraph("Error", errors, on);
  all += paragraph("Privacy", privacy_text(r), on);
  if (has(r, "upload_bytes")) all += paragraph("Cost", bytes_text(r), on);
  if (const std::string method = method_text(r, said, results.size() == 1); !method.empty())
    all += paragraph("Method", method, on);
  if (const std::string exact = simulation_text(results, said, on); !exact.empty()) all += exact;
  return all + paragraph("Next", next_text(results), on);
}

}  // namespace

std::string answer_text(std::span<const record> results, const answer_words& said, const screen& on) {
  if (results.empty()) return "";
  return head_text(results.front(), said, on) + estimates_text(results, said, on) +
         groups_text(results, said, on);
}

answer_printer::answer_printer(output_style style, record facts, answer_words words, bool has_budgets,
                               bool has_runs)
    : m_style(style),
      m_facts(std::move(facts)),
      m_words(std::move(words)),
      m_has_budgets(has_budgets),
      m_has_runs(has_runs),
      m_screen(screen::of_stdout()) {}

/// A line a number. Widths are those of the first lines, and what may come is about as wide.
void answer_printer::add_lines(const std::string& run, std::span<const record> results) {
  std::vector<table_row> rows;
  for (const record& r : results) {
    std::string name = run;
    if (results.size() > 1 || (run.empty() && !m_has_budgets))
      name += (run.empty() ? "" : ", ") + number_name(r, m_words);
    if (m_has_budgets)
      name = fmt::format("epsilon {:g}{}{}", number(r, "epsilon"), name.empty() ? "" : ", ", name);
    rows.push_back(estimate_row(r, std::move(name)));
  }
  std::string all;
  if (!m_columns) {
    std::vector<table_row> widest = rows;
    widest.insert(widest.begin(), heading(""));
    for (cell& c : widest[1]) c.text += c.text.empty() ? "" : "  ";
    m_columns.emplace(widest, m_screen, true);
    all += head_text(m_facts, m_words, m_screen);
    if (!m_columns->is_stacked()) all += m_columns->line(widest.front());
  }
  for (const table_row& row : rows) all += m_columns->line(row);
  write_stdout(all);
}

void answer_printer::add_run(const std::string& run, std::span<const record> results) {
  if (m_style == output_style::text) return add_lines(run, results);
  for (const record& r : results) print_record(r, m_style == output_style::json);
}

void answer_printer::add(std::span<const record> results) {
  if (m_style != output_style::text) return add_run("", results);
  m_last.assign(results.begin(), results.end());
  if (m_has_budgets || m_has_runs) add_lines(m_has_runs ? "mean" : "", results);
}

void answer_printer::finish() {
  if (m_last.empty()) return;
  write_stdout(m_columns ? groups_text(m_last, m_words, m_screen) : answer_text(m_last, m_words, m_screen));
}

}  // namespace edgeldp::cli
