// SPDX-License-Identifier: MIT
#include "study/answer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "io/consent.hpp"
#include "study/answer_groups.hpp"
#include "study/answer_parts.hpp"

namespace edgeldp::cli {

std::string number_name(const record& r, const answer_words& said) {
  if (!said.graphs.empty()) {
    const std::string of_one = number_name(r, {"", ""});
    return text_of(r, "graph") + (of_one.empty() ? "" : ", " + of_one);
  }
  std::string name = has(r, "statistic") ? words(text_of(r, "statistic")) : said.quantity;
  if (has(r, "values"))
    name += " " + fmt::format("{}", fmt::join(r.at("values").get<std::vector<std::string>>(), ", "));
  for (const char* key : {"item", "user"})
    if (has(r, key)) name += " " + text_of(r, key);
  if (has(r, "users") && r.at("users").is_array())
    name += " of " + fmt::format("{}", fmt::join(r.at("users").get<std::vector<std::string>>(), ", "));
  return name;
}

namespace {

std::vector<named_result> named(std::span<const record> results, const answer_words& said) {
  std::vector<named_result> all;
  for (const record& r : results) all.push_back({number_name(r, said), r});
  return all;
}

// --- sentences

std::string title_text(const record& r, const answer_words& said) {
  std::string line = has(r, "graph") ? text_of(r, "graph") : "no graph";
  if (!said.graphs.empty())
    line = fmt::format("{} graphs", said.graphs.size());
  else if (has(r, "left"))
    line += fmt::format(": {} and {} vertices, users {}", grouped(number_of(r, "left")),
                        grouped(number_of(r, "right")), text_of(r, "layer"));
  else
    line += ": " + counted(number_of(r, "nodes"), "user");
  if (!said.quantity.empty()) line += ", " + said.quantity;
  if (has(r, "epsilon")) line += fmt::format(", epsilon {:g}", number_of(r, "epsilon"));
  if (number_of(r, "runs") > 1.0) line += fmt::format(", means of {} runs", grouped(number_of(r, "runs")));
  return line;
}

/// The title, and what was read.
std::string head_text(const record& r, const answer_words& said, const screen& on) {
  return page(title_text(r, said), said.reading, on).text();
}

/// What the column `error` is.
std::string errors_text(std::span<const record> results, bool is_one_graph) {
  const record& r = results.front();
  std::string all;
  if (number_of(r, "runs") > 1.0) {
    all = "The standard error of one run";
    if (is_one_graph && has(r, "measured_spread"))
      all += fmt::format("; runs spread by {}",
                         rounded_to_error(number_of(r, "measured_spread"), number_of(r, "measured_spread")));
    all += ".";
  }
  const auto is_wide = [](const record& x) {
    constexpr double normal = 1.96, visibly = 1.1;
    return number_of(x, "half_width") > visibly * normal * number_of(x, "standard_error");
  };
  if (std::ranges::any_of(results, is_wide))
    all += (all.empty() ? "" : " ") +
           std::string(
               "Intervals reach further than two errors: they allow for bias, and for what predicted "
               "errors may miss.");
  const auto is_mean = [](const record& x) { return has(x, "estimate") && !has(x, "interval"); };
  if (std::ranges::any_of(results, is_mean))
    all += (all.empty() ? "" : " ") +
           std::string("Rows without an interval are means over users, with the error of one user's number.");
  return all;
}

/// Whose odds all messages change by how much, and why by so much.
struct told_relation {
  const char* what;
  const char* why;
};

told_relation relation_of(const record& r) {
  if (has(r, "left")) return {"a given user and a given item are connected", ""};
  if (has(r, "directed")) return {"one given user names another", ", since an arc is in one list"};
  return {"two given users are connected", ", since both of them answer"};
}

/// Of directed graphs: what a pair of users loses. paid: by the run, or by all of them.
std::string pair_text(const record& r, const record& paid) {
  const double loss = number_of(paid, "relationship_dp");
  if (!has(r, "directed") || !std::isfinite(loss)) return "";
  return fmt::format("What two users are to each other, both ways together, by at most {} (epsilon {:.4g}). ",
                     odds_text(loss), loss);
}

std::string privacy_text(const record& r) {
  std::string said = flaw_text(r);
  if (!said.empty()) said += " ";
  // Users of several pairs pay in several runs: then what they have paid by now counts.
  const bool pays_again = number_of(r, "runs_of_a_user") > 1.0 && has(r, "spent");
  const bool ran_again = !pays_again && has(r, "spent") && has(r, "epsilon") &&
                         number_of(r.at("spent"), "epsilon") > 1.001 * number_of(r, "epsilon");
  // Whatever is said to be spent, and what messages tell, are of the same runs.
  const record& paid = pays_again || ran_again ? r.at("spent") : r;
  if (has(r, "epsilon"))
    said += fmt::format(
        "Every user randomizes its own list before anything leaves it, and spends epsilon {:g} {}",
        number_of(r, "epsilon"), ran_again ? "in one run" : "in all");
  if (has(r, "attribute_ldp"))
    said += fmt::format(", {:.3g} of it on its label", number_of(r, "attribute_ldp"));
  if (has(r, "epsilon")) said += ". ";
  if (pays_again)
    said += fmt::format("Who is in several pairs pays for each: up to {:.4g} in all. ",
                        number_of(paid, "epsilon"));
  if (ran_again)
    said += fmt::format("In all runs so far a user has spent {:.4g}. ", number_of(paid, "epsilon"));
  const double loss = number_of(paid, has(r, "directed") ? "edge_ldp" : "relationship_dp");
  const told_relation relation = relation_of(r);
  if (std::isfinite(loss))
    said += fmt::format(
        "All messages {} change the odds that {} by a factor of at most {} (epsilon {:.4g}{}): {}. ",
        ran_again ? "of all these runs" : "together", relation.what, odds_text(loss), loss, relation.why,
        belief_text(loss));
  if (const std::string extent = extent_text(loss); std::isfinite(loss) && !extent.empty())
    said += extent + " ";
  return said + pair_text(r, paid) + coins_text(r);
}

std::string bytes_text(const record& r) {
  std::string said = fmt::format(
      "A user sends {} and reads {}", byte_count(number_of(r, "upload_bytes")),
      number_of(r, "download_bytes") > 0.0 ? byte_count(number_of(r, "download_bytes")) : "nothing");
  const double bits = number_of(r, "bits_per_edge");
  if (bits > 0.0)
    said += fmt::format("; rows take about {} bits an edge",
                        bits < 100.0 ? fmt::format("{:.2g}", bits) : fmt::format("{:.0f}", bits));
  return said + ".";
}

/// What this simulation took, of all graphs.
std::string time_text(std::span<const record> results) {
  double seconds = 0.0, memory = 0.0;
  std::string graph;
  for (const record& r : results) {
    if (!has(r, "exact") || !has(r.at("exact"), "seconds")) return "";
    if (&r != &results.front() && text_of(r, "graph") == graph) continue;  // another number of the same runs
    graph = text_of(r, "graph");
    seconds += number_of(r.at("exact"), "seconds");
    memory = std::max(memory, number_of(r.at("exact"), "peak_memory_bytes"));
  }
  return here_text({{"seconds", seconds}, {"peak_memory_bytes", memory}}, "users");
}

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
    if (has(r, key)) made.push_back(fmt::format("the {} is {}", key, text_of(r, key)));
  if (has(r, "codec")) made.push_back("users send " + codec_text(r));
  if (has(r, "rows_at") && text_of(r, "rows_at") == "earlier")
    made.emplace_back(
        "of two users the one whose noisy number of friends is larger sends their noisy bit, and the other "
        "one counts");
  if (has(r, "groups"))
    made.emplace_back(
        "triangles are counted beyond those that are expected of pairs of friends (the closure); who has "
        "many friends spends more on rows, who has few on counts");
  if (has(r, "sample")) made.emplace_back("users read a public sample of rows");
  std::string all = made.empty() ? "" : sentence(fmt::format("{}", fmt::join(made, "; ")));
  if (has_parts) all += parts_text(r);
  return all + (said.alternative.empty() ? "" : " " + said.alternative);
}

std::string next_text(const record& r, bool has_budgets) {
  std::string next;
  if (!has_budgets) next += "-e 0.5,1,2 sweeps budgets; ";
  if (!(number_of(r, "runs") > 1.0)) next += "--runs 20 measures the error; ";
  return next + "-v and --json tell every field; `edgeldp explain interval judgement` says what words mean.";
}

/// What holds of all graphs once, else graph by graph.
template <class Say>
std::string of_graphs(std::span<const record> results, const answer_words& said, Say&& say) {
  const std::string first = say(results.front());
  std::string all, graph;
  bool is_one = true;
  for (const record& r : results) {
    if (said.graphs.empty() || text_of(r, "graph") == graph) continue;
    graph = text_of(r, "graph");
    is_one = is_one && say(r) == first;
    all += fmt::format("{}{}: {}", all.empty() ? "" : " ", graph, say(r));
  }
  return is_one ? first : all;
}

/// Of a sweep, number by number: what is lost in the noise, and which of its budgets does.
std::string sweep_caution_text(std::span<const named_result> known, const answer_words& said) {
  std::vector<std::pair<std::string, std::vector<named_result>>> by_number;  // as they come
  for (const named_result& r : known) {
    const std::string name = number_name(r.fields, said);
    auto of_name =
        std::ranges::find(by_number, name, &std::pair<std::string, std::vector<named_result>>::first);
    if (of_name == by_number.end()) of_name = by_number.insert(by_number.end(), {name, {}});
    of_name->second.push_back(r);
  }
  std::string all;
  for (auto& [name, of_name] : by_number) {
    const std::string lost = lost_text(of_name);
    if (lost.empty()) continue;
    std::ranges::stable_sort(of_name, {},
                             [](const named_result& r) { return number_of(r.fields, "epsilon"); });
    const auto last_bad = std::ranges::find_if(of_name.rbegin(), of_name.rend(), [](const named_result& r) {
      return text_of(r.fields, "judgement") != "usable";
    });
    all += fmt::format("{}{}; {}.", all.empty() ? "" : " ", lost,
                       last_bad == of_name.rbegin()
                           ? "none of these budgets makes the number usable"
                           : fmt::format("of these budgets epsilon {:g} makes the number usable",
                                         number_of(last_bad.base()->fields, "epsilon")));
  }
  return all;
}

/// Everything below the table: exact values of all that is `known`, the rest of the last results.
std::string groups_text(std::span<const record> results, std::span<const named_result> known,
                        const answer_words& said, bool has_budgets, const screen& on) {
  const auto method = [&](const record& r) { return method_text(r, said, results.size() == 1); };
  std::string all = "\n";
  if (const std::string caution = has_budgets ? sweep_caution_text(known, said) : caution_text(known);
      !caution.empty())
    all += paragraph("Caution", caution, on);
  const std::string groups = said.graphs.empty() ? found_groups_text(results) : "";
  if (!groups.empty()) all += paragraph("Groups", groups, on);
  if (const std::string errors = errors_text(results, said.graphs.empty()); !errors.empty())
    all += paragraph("Error", errors, on);
  all += paragraph("Privacy", of_graphs(results, said, privacy_text), on);
  if (has(results.front(), "upload_bytes"))
    all += paragraph("Cost", of_graphs(results, said, bytes_text) + time_text(results), on);
  if (const std::string made = of_graphs(results, said, method); !made.empty())
    all += paragraph("Method", made, on);
  return all +
         simulation_text(known,
                         "All lists are in one file here, so the exact value is known. It is no part of the "
                         "private answer; --no-exact leaves it out.",
                         on) +
         paragraph("Next", next_text(results.front(), has_budgets), on);
}

}  // namespace

std::string answer_text(std::span<const record> results, const answer_words& said, const screen& on) {
  if (results.empty()) return "";
  std::vector<named_result> all = named(results, said);
  // Means over users whose error is not known say little: they are for -v, where there is more.
  const auto has_error = [](const named_result& r) {
    return has(r.fields, "interval") || std::isfinite(number_of(r.fields, "standard_error"));
  };
  if (std::ranges::any_of(all, has_error))
    std::erase_if(all, [&](const named_result& r) { return has(r.fields, "estimate") && !has_error(r); });
  return head_text(results.front(), said, on) + estimates_text(all, on) +
         groups_text(results, all, said, false, on);
}

answer_printer::answer_printer(output_style style, record facts, answer_words words, bool has_budgets,
                               bool has_runs)
    : m_style(style),
      m_facts(std::move(facts)),
      m_words(std::move(words)),
      m_has_budgets(has_budgets),
      m_has_runs(has_runs),
      m_screen(screen::of_stdout()) {}

/// "epsilon 2, run 3, edges"; of several graphs "a.txt, edges, epsilon 2, run 3".
std::string answer_printer::line_name(const record& r, const std::string& run, bool has_numbers) const {
  std::vector<std::string> parts;
  if (m_has_budgets) parts.push_back(fmt::format("epsilon {:g}", number_of(r, "epsilon")));
  if (!run.empty()) parts.push_back(run);
  if (!m_words.graphs.empty())
    parts.insert(parts.begin(), number_name(r, m_words));
  else if (has_numbers || parts.empty())
    parts.push_back(number_name(r, m_words));
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// A line a number. Widths are those of the first lines, and what may come is about as wide.
void answer_printer::add_lines(const std::string& run, std::span<const record> results) {
  std::vector<table_row> rows;
  for (const record& r : results) {
    rows.push_back(estimate_row(r, line_name(r, run, results.size() > 1)));
  }
  std::string all;
  if (!m_columns) {
    std::vector<table_row> widest = rows;
    widest.insert(widest.begin(), estimate_heading());
    for (cell& c : widest[1]) c.text += c.text.empty() ? "" : "  ";
    if (!m_words.graphs.empty()) {
      const std::size_t longest = std::ranges::max(m_words.graphs, {}, &std::string::size).size();
      widest[1].front().text += std::string(longest - m_words.graphs.front().size(), ' ');
    }
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
  m_last.resize(m_graph);
  m_last.insert(m_last.end(), results.begin(), results.end());
  for (const record& r : results) m_known.push_back({line_name(r, "", results.size() > 1), r});
  if (m_has_budgets || m_has_runs || !m_words.graphs.empty()) add_lines(m_has_runs ? "mean" : "", results);
}

void answer_printer::finish() {
  if (m_last.empty()) return;
  if (!m_columns) return write_stdout(answer_text(m_last, m_words, m_screen));
  std::string which;
  if (m_has_budgets)
    which = "\n" + paragraph("",
                             fmt::format("At epsilon {:g}, the last of these budgets:",
                                         number_of(m_last.back(), "epsilon")),
                             m_screen);
  write_stdout(which + groups_text(m_last, m_known, m_words, m_has_budgets, m_screen));
}

}  // namespace edgeldp::cli
