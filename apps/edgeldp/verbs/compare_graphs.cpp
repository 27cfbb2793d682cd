// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "io/claims.hpp"
#include "io/page.hpp"
#include "io/progress.hpp"
#include "io/report.hpp"
#include "options/graph_argument.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"
#include "study/plot.hpp"
#include "verbs/compared_figures.hpp"
#include "verbs/compared_graphs.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

struct compare_graphs_arguments {
  graph_argument graph;
  distance_search search;
  bool has_other_users = false;
  plot_argument plot;
};

std::vector<graph_argument> both_of(const graph_argument& graph) {
  if (graph.paths.size() != 2)
    throw invalid_parameter(
        fmt::format("compare-graphs takes two graph files, the true one first: {} {} named",
                    graph.paths.size(), graph.paths.size() == 1 ? "is" : "are"));
  return graph.each(true);
}

/// "17", "up to 17" of a distribution: what of it is shown.
std::string value_text(const std::string& name, const record& value, bool is_whole) {
  if (value.is_null()) return "-";
  const auto x = value.get<double>();
  const bool is_largest = name == "degree_distribution" || name == "eigenvector_centrality";
  const std::string shown = is_largest ? "up to " : name == "distance_distribution" ? "mostly " : "";
  return shown + (is_whole ? grouped(x) : significant(x, 4));
}

/// "4", "4 to 5".
std::string diameter_text(const record& at_least, const record& search) {
  const std::string least = grouped(at_least.get<double>());
  const std::string most = grouped(number_of(search, "diameter_at_most"));
  return least == most ? least : least + " to " + most;
}

/// "3.2%", and what it is where it is not relative.
std::string error_text(const record& query) {
  const std::string measure = text_of(query, "measure");
  const record& error = query.at("error");
  if (error.is_null()) return "-";
  // Of a number near 0 a share says nothing.
  if (constexpr double most = 10.0; measure == "relative" && error.get<double>() > most)
    return fmt::format("off by {}",
                       significant(number_of(query, "other_value") - number_of(query, "value"), 2));
  if (measure == "relative") return percent(error.get<double>());
  const std::string number = significant(error.get<double>(), 3);
  return (measure == "nmi" ? "NMI " : measure == "kl_divergence" ? "KL " : "mean ") + number;
}

table_row row_of(const std::string& name, const record& query, const record& distances) {
  const bool is_whole = name == "nodes" || name == "edges" || name == "triangles" ||
                        (query.contains("shown") && name != "eigenvector_centrality");
  const auto value = [&](const char* key, const char* of) {
    return name == "diameter" ? diameter_text(query.at(key), distances.at(of))
                              : value_text(name, query.at(key), is_whole);
  };
  return {{words(name)},
          {value("value", "graph")},
          {value("other_value", "other_graph")},
          {error_text(query), tint::strong}};
}

std::string search_text(const record& search, double users, const std::string& name) {
  const double sources = number_of(search, "sources");
  if (sources == users) return "";
  return fmt::format(
      "In {} distances are searched from {} of {} users, a public sample: the standard error of "
      "the average distance is {}, that of each share of the distribution at most {}.",
      name, grouped(sources), grouped(users), significant(number_of(search, "mean_error"), 2),
      significant(number_of(search, "share_error"), 2));
}

std::string distances_text(const record& r) {
  const record &nodes = r.at("queries").at("nodes"), &distances = r.at("distances");
  const std::string first =
      search_text(distances.at("graph"), number_of(nodes, "value"), text_of(r, "graph"));
  const std::string second =
      search_text(distances.at("other_graph"), number_of(nodes, "other_value"), text_of(r, "other_graph"));
  if (first.empty() && second.empty()) return "Searched from all users of both graphs.";
  return first + (first.empty() || second.empty() ? "" : " ") + second;
}

std::string convergence_text(const record& r) {
  if (number_of(r, "centrality_change") < 1e-8) return "";
  return fmt::format("The eigenvector has not converged: its last step changed an entry by {} on average.",
                     significant(number_of(r, "centrality_change"), 2));
}

void print_page(const record& r) {
  std::vector<table_row> rows = {{{"query"}, {text_of(r, "graph")}, {text_of(r, "other_graph")}, {"error"}}};
  for (const auto& [name, query] : r.at("queries").items())
    rows.push_back(row_of(name, query, r.at("distances")));
  page p(fmt::format("Not private: {} and {} are compared in the clear, exactly", text_of(r, "graph"),
                     text_of(r, "other_graph")));
  p.table(rows);
  p.group("Privacy",
          {"A synthetic graph may be published if it was made privately. The true one may not, and neither "
           "may this answer, which tells of it."});
  p.group(
      "Users",
      {number_of(r, "users_in_both") == 0.0
           ? "The graphs have no user in common: communities are not compared."
           : fmt::format("{} of both graphs, by what the files call them. Communities are compared for "
                         "these. A graph of `synthesize` has other users, in random order: --other-users.",
                         counted(number_of(r, "users_in_both"), "user"))});
  p.group("Distances", {distances_text(r), "Pairs without a path are left out."});
  p.group("Words",
          {"Errors are those of the benchmark PGB, and the first graph is the true one. Shares are of its "
           "number; '-' where that is 0 or does not exist.",
           "KL: divergence of the whole distributions, in nats.",
           "NMI: what the communities of one graph tell of those of the other, 1 if everything.",
           "Mean: absolute difference of the largest 1% of the centralities.", convergence_text(r)});
  p.group("Cost", {"Here, for both graphs: " + duration(number_of(r, "seconds")) + ", " +
                   byte_count(number_of(r, "peak_memory_bytes")) + " of memory."});
  p.group("Next", {"`edgeldp explain modularity` says what a word means; -v and --json tell every field."});
  write_stdout(p.text());
}

void run_compare_graphs(const compare_graphs_arguments& a, output_style style) {
  const std::vector<graph_argument> both = both_of(a.graph);
  require_drawable(a.plot);
  const file_to_come to_come(a.plot.is_asked_for());
  const read_graph_result first = both[0].load(), second = both[1].load();
  const progress line("fifteen queries");
  const clear_graph true_one{both[0].name(), first}, synthetic{both[1].name(), second, a.has_other_users};
  graph_comparison compared = compare_graphs(true_one, synthetic, a.search);
  if (a.plot.is_asked_for()) draw(figures_of(true_one, synthetic, compared), a.plot);
  record r = std::move(compared.result);
  add_cost(r, elapsed_seconds());
  if (style == output_style::text)
    print_page(r);
  else
    print_record(r, style == output_style::json);
}

}  // namespace

void add_compare_graphs(verb_options& verb, const common_arguments& common) {
  compare_graphs_arguments& a = acts_by(verb, common, run_compare_graphs);
  a.graph.add_two_to(verb);
  verb.add_option("--sources", a.search.sources,
                  "Search distances from so many users, a public sample, in place of all; unless given, all "
                  "while users (users + 2 edges) is at most 2.5e11, and beyond it as many as that allows")
      ->check(between(std::uint64_t{128}, std::uint64_t{1} << 32, "128 or more"));
  verb.add_flag(
      "--other-users", a.has_other_users,
      "The second graph's users are none of the first one's, as those of `synthesize`: communities are "
      "not compared");
  verb.add_option("--sample-seed", a.search.seed, "Seed of that sample")->capture_default_str();
  add_plot(verb, a.plot, "degrees, clustering by degree and groups of both graphs");
}

}  // namespace edgeldp::cli
