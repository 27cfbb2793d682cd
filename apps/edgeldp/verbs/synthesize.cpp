// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/random/seeded_run.hpp"
#include "edgeldp/graph/synthesis/released_statistics_simulation.hpp"
#include "edgeldp/rivals/synthesis/ldpgen_simulation.hpp"
#include "io/claims.hpp"
#include "io/consent.hpp"
#include "io/edge_file.hpp"
#include "io/page.hpp"
#include "io/progress.hpp"
#include "io/report.hpp"
#include "options/graph_argument.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"
#include "study/answer_parts.hpp"
#include "study/study.hpp"
#include "verbs/graph_source.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

struct synthesize_arguments {
  graph_argument graph;
  const verb_options* verb = nullptr;
  double epsilon = 1.0;
  std::optional<std::uint64_t> seed;
  std::string method = "ours";
  std::uint64_t graphs = 1;
  std::string output;
};

// --- what the graph has of it

struct degree_sums {
  double ends = 0.0, squares = 0.0, cubes = 0.0;
  std::uint64_t largest = 0;

  double wedges() const { return 0.5 * (squares - ends); }
  /// The correlation of degrees over edges, of so many walks of 3 edges; 0 where degrees are equal.
  double assortativity(double walks) const {
    const double spread = ends * cubes - squares * squares;
    return spread > 0.0 ? (ends * walks - squares * squares) / spread : 0.0;
  }
};

degree_sums sums_of(const csr_graph& g) {
  degree_sums sums;
  for (std::uint64_t u = 0; u < g.vertex_count(); ++u) {
    const std::uint64_t whole = g.degree(static_cast<vertex_id>(u));
    const auto degree = static_cast<double>(whole);
    sums.ends += degree;
    sums.squares += degree * degree;
    sums.cubes += degree * degree * degree;
    sums.largest = std::max(sums.largest, whole);
  }
  return sums;
}

double within_groups(const synthetic_graph& made, std::size_t groups) {
  std::uint64_t ends = 0;
  for (std::size_t a = 0; a < groups; ++a) ends += made.blocks[a * groups + a];
  return 0.5 * static_cast<double>(ends);
}

/// What was released of a statistic, as results have it.
record fields_of(const estimate& released) {
  record r = {
      {"estimate", released.value},
      {"standard_error", optional_number(std::isfinite(released.standard_error), released.standard_error)}};
  results::add_interval_fields(r, released, [](const estimate&) { return std::nullopt; });
  return r;
}

/// Of it, and of how many of its errors the graph is off.
record describe(const record& released, double synthetic) {
  record r;
  for (const char* key : {"estimate", "standard_error"}) r[key] = released.at(key);
  r["synthetic"] = synthetic;
  const bool is_known = has(released, "standard_error") && has(released, "bias_bound");
  const double errors =
      is_known ? std::hypot(number_of(released, "standard_error"), number_of(released, "bias_bound")) : 0.0;
  r["errors_off"] =
      optional_number(errors > 0.0, std::abs(synthetic - number_of(released, "estimate")) / errors);
  for (const char* key : {"interval", "half_width", "judgement"}) r[key] = released.at(key);
  return r;
}

double synthetic_number(const std::string& statistic, const synthetic_graph& made, const csr_graph& g,
                        std::size_t groups) {
  if (statistic == "edges") return static_cast<double>(g.edge_count());
  if (statistic == "triangles") return made.triangles.reached / 3.0;
  if (statistic == "edges_within_groups") return within_groups(made, groups);
  const degree_sums sums = sums_of(g);
  if (statistic == "assortativity") return sums.assortativity(made.walks.reached);
  return statistic == "wedges" ? sums.wedges() : static_cast<double>(sums.largest);
}

record describe_classes(const wanted_graph& wanted, const synthetic_graph& made) {
  record all = record::array();
  for (std::size_t i = 0; i < wanted.classes.size(); ++i)
    all.push_back({{"from_degree", wanted.classes[i].from},
                   {"wanted", made.classes[i].wanted},
                   {"synthetic", made.classes[i].reached}});
  return all;
}

/// Mean degrees of the contacts of users of each class.
record describe_contacts(const wanted_graph& wanted, const synthetic_graph& made, const csr_graph& g) {
  std::vector<double> ends(wanted.classes.size());
  for (std::uint64_t u = 0; u < g.vertex_count(); ++u) {
    const std::uint64_t degree = g.degree(static_cast<vertex_id>(u));
    const auto above = std::ranges::upper_bound(wanted.classes, degree, {}, &wanted_class::from);
    if (above != wanted.classes.begin())
      ends[static_cast<std::size_t>(above - wanted.classes.begin()) - 1] += static_cast<double>(degree);
  }
  record all = record::array();
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const bool is_known = std::isfinite(wanted.classes[i].contact_degrees_error) && ends[i] > 0.0;
    all.push_back({{"from_degree", wanted.classes[i].from},
                   {"wanted", optional_number(is_known, made.contact_degrees[i].wanted / ends[i])},
                   {"synthetic", optional_number(ends[i] > 0.0, made.contact_degrees[i].reached / ends[i])}});
  }
  return all;
}

/// "made.txt", and of the second graph "made-2.txt".
std::string numbered(const std::string& path, std::uint64_t number) {
  if (number == 0) return path;
  const std::size_t name = path.find_last_of('/') + 1, dot = path.find('.', name + 1);
  const std::size_t end = dot == std::string::npos ? path.size() : dot;
  return fmt::format("{}-{}{}", path.substr(0, end), number + 1, path.substr(end));
}

record facts_of_run(const synthesize_arguments& a, const read_graph_result& input, const account& paid) {
  spending spent;
  spent.add(cost_of(paid));
  record r = facts_of(a.graph.name(), input);
  r["method"] = a.method;
  r["epsilon"] = a.epsilon;
  r["spent"] = spent.fields();
  return r;
}

graph_source source_of(const synthesize_arguments& a, const read_graph_result& input) {
  synthesis_release released = release_statistics(input.graph, epsilon::from_nats(a.epsilon), a.seed);
  const released_statistics& known = released.statistics;
  graph_source source{.facts = facts_of_run(a, input, released.run.spent),
                      .kept = {wanted_of(known, released.key), released.key},
                      .released = {{"edges", fields_of(estimate_edges(known.degrees))},
                                   {"wedges", fields_of(estimate_stars(known.degrees, 2))},
                                   {"max_degree", fields_of(estimate_max_degree(known.degrees))},
                                   {"triangles", fields_of(known.triangles.triangles)},
                                   {"assortativity",
                                    fields_of(estimate_degree_assortativity(known.degrees, known.contacts))}},
                      .is_simulated = a.seed.has_value(),
                      .flaws = std::move(released.run.flaws)};
  source.facts["split"] = {{"degrees", budget(released.degrees)},
                           {"contacts", budget(released.contacts)},
                           {"groups", budget(released.groups)},
                           {"triangles", budget(released.triangles)}};
  if (source.kept.wanted.group_count > 1)
    source.released.emplace_back("edges_within_groups", fields_of(known.groups->edges.within()));
  return source;
}

/// Adds what one graph is like.
record describe_graph(const graph_source& source, const std::string& file, const synthetic_graph& made,
                      const csr_graph& g) {
  const wanted_graph& wanted = source.kept.wanted;
  record r = source.facts;
  r["file"] = file;
  r["groups_found"] = wanted.group_count > 1;
  for (const auto& [statistic, released] : source.released)
    r["statistics"][statistic] = describe(released, synthetic_number(statistic, made, g, wanted.group_count));
  r["triangles_by_degree"] = describe_classes(wanted, made);
  r["contact_degrees_by_degree"] = describe_contacts(wanted, made, g);
  r["missing_ends"] = made.wanted_ends - made.ends;
  r["swaps"] = {{"proposed", made.proposals},
                {"accepted", made.accepted},
                {"fill", made.fill},
                {"energy_before", made.energy_before},
                {"energy", made.energy}};
  add_guarantee(r, source.is_simulated, source.flaws);
  return r;
}

// --- the answer for people

std::string privacy_text(const record& r) {
  const record& spent = r.at("spent");
  const double edge = number_of(spent, "relationship_dp");
  return fmt::format(
      "A user spends epsilon {:.4g} for what is released. All messages together change the odds that two "
      "given users are connected by a factor of at most {} (epsilon {:.4g}, since both of them answer): {}. "
      "The graph is made from the release alone and costs nothing more, however many are made.",
      number_of(spent, "epsilon"), odds_text(edge), edge, belief_text(edge));
}

std::string groups_text(const record& r) {
  if (r.contains("user_groups"))
    return fmt::format(
        "Users were put into {} by what they said, and edges within and between these are kept "
        "as far as that was right.",
        counted(number_of(r, "user_groups"), "group"));
  const double spent = number_of(r.at("split"), "groups");
  const std::string others =
      "Groups that you see in the graph are not those of the users: they come from "
      "its triangles. `edgeldp communities` spends all of its budget on groups.";
  if (!r.at("groups_found").get<bool>())
    return spent > 0.0 ? fmt::format("Epsilon {:.3g} was spent on groups, and shows none. {}", spent, others)
                       : fmt::format(
                             "No groups: the part of the budget that they would get cannot show them among "
                             "users with so many contacts. {}",
                             others);
  return fmt::format(
      "Edges within and between groups, as far as epsilon {:.3g} shows these: of finer groups "
      "nothing is kept.",
      spent);
}

std::string misses_text(const record& r) {
  if (r.contains("user_groups")) return "The number of edges, and the degrees of groups of users.";
  const double missing = number_of(r, "missing_ends");
  std::string said = "Degrees are those that were released, as likely as may be, in order.";
  if (missing > 0.0)
    said += fmt::format(" No place was found for {}: no simple graph may have all of these degrees.",
                        counted(missing, "end of an edge", "ends of edges"));
  const record& swaps = r.at("swaps");
  const record& statistics = r.at("statistics");
  said += statistics.contains("assortativity") && has(statistics.at("assortativity"), "standard_error")
              ? " Contacts have degrees as released: by the degree of who has them, and in all "
                "(assortativity)."
              : " Degrees are too much alike to say how they go together: contacts have those of chance.";
  const std::size_t aims = 2 * (r.at("triangles_by_degree").size() + 1);
  if (number_of(swaps, "energy") > static_cast<double>(aims))
    said += " Triangles and degrees of contacts could not all be met beside these degrees: see --json.";
  return said;
}

std::string lost_text(const record& r) {
  return r.contains("user_groups")
             ? "Triangles: nobody was asked for them. Users keep their places in the order of their ids, as "
               "in the paper; --method ours gives them new ones."
             : "Names: users have new numbers in random order, so that nobody's place can be compared. Who "
               "is in which group, distances, bridges, and whatever is not in the table or follows from "
               "it.";
}

std::string answer_of(const synthesize_arguments& a, const std::vector<record>& made) {
  const record& r = made.front();
  page p(fmt::format("{}: a synthetic graph of {} in the place of {}, epsilon {:g}",
                     a.output == "-" ? "Standard output" : a.output, counted(number_of(r, "nodes"), "user"),
                     text_of(r, "graph"), number_of(r, "epsilon")),
         a.graph.reading(false));
  std::vector<table_row> rows = {estimate_heading("")};
  rows.front().push_back({"the graph has"});
  for (const auto& [name, s] : r.at("statistics").items()) {
    rows.push_back(estimate_row(s, words(name)));
    rows.back().push_back({name == "assortativity" ? fmt::format("{:.3f}", number_of(s, "synthetic"))
                                                   : grouped(number_of(s, "synthetic"))});
  }
  p.table(rows);
  p.group("Privacy", {privacy_text(r), flaw_text(r), coins_text(r)});
  p.group("Kept", {misses_text(r), groups_text(r)});
  p.group("Not kept", {lost_text(r)});
  if (made.size() > 1)
    p.group("Files", {fmt::format("{} graphs of the same release, to {}. The table is of the first.",
                                  made.size(), text_of(made.back(), "file"))});
  p.group(
      "Next",
      {fmt::format(
          "`edgeldp compare-graphs TRUE {}{}` says how like it is the true graph, for the eyes of who may "
          "see that. -v and --json tell every field.",
          a.output == "-" ? "MADE" : as_typed(a.output), r.contains("user_groups") ? "" : " --other-users")});
  return p.text();
}

/// What it is is said in the file, too, since it is what is handed on.
void write_graph(const csr_graph& g, const std::string& file, double epsilon, bool is_simulated) {
  const std::string title = fmt::format(
      "# synthetic graph, made from what {} users released at epsilon {:g}{}\n# {} nodes, {} edges\n",
      g.vertex_count(), epsilon,
      is_simulated ? ": a simulation with replayed coins, which protects nobody" : "", g.vertex_count(),
      g.edge_count());
  if (file == "-")
    write_edges(g, title, write_stdout);
  else
    write_edge_file(file, g, title);
}

/// Graphs from one release; what each is like.
std::vector<record> make_ours(const synthesize_arguments& a, const graph_source& source, progress& line) {
  std::vector<record> results;
  for (std::uint64_t i = 0; i < a.graphs; ++i) {
    const synthetic_graph made =
        synthesize_graph(source.kept.wanted, source.kept.key, static_cast<std::uint32_t>(i));
    const csr_graph g(made.users, made.edges);
    const std::string file = numbered(a.output, i);
    write_graph(g, file, number_of(source.facts, "epsilon"), source.is_simulated);
    results.push_back(describe_graph(source, file, made, g));
    line.step();
  }
  return results;
}

/// Of each user its place in the order of ids: places of users in a file may follow from its edges.
std::vector<vertex_id> places_by_id(const read_graph_result& input) {
  std::vector<vertex_id> users(size_of(input.graph.vertex_count())), places(users.size());
  std::iota(users.begin(), users.end(), vertex_id{0});
  std::ranges::sort(users, [&](vertex_id a, vertex_id b) {
    return input.names.empty() ? input.labels[a] < input.labels[b] : input.names[a] < input.names[b];
  });
  for (std::size_t place = 0; place < users.size(); ++place)
    places[users[place]] = static_cast<vertex_id>(place);
  return places;
}

std::vector<record> make_ldpgen(const synthesize_arguments& a, const read_graph_result& input,
                                progress& line) {
  const epsilon total = epsilon::from_nats(a.epsilon);
  const ldpgen method = a.method == "ldpgen" ? ldpgen::published(total) : ldpgen::uncut(total);
  ldpgen_result made = synthesize_graph(input.graph, method, key_of_run(a.seed, 0), coins_of_run(a.seed, 0));
  line.step();
  const std::vector<vertex_id> places = places_by_id(input);
  for (auto& [u, v] : made.edges) u = places[u], v = places[v];
  const csr_graph g(made.users, made.edges);
  line.step();
  write_graph(g, a.output, a.epsilon, a.seed.has_value());
  record r = facts_of_run(a, input, made.run.spent);
  r["file"] = a.output;
  r["user_groups"] = made.groups;
  r["statistics"] = {{"edges", describe(fields_of(made.released), static_cast<double>(g.edge_count()))}};
  add_guarantee(r, a.seed.has_value(), made.run.flaws);
  return {r};
}

/// By a graph, or by what a collection released.
std::vector<record> make_graphs(const synthesize_arguments& a, progress& line) {
  if (const auto collected = collected_source(a.graph, *a.verb)) {
    line.step();
    return make_ours(a, *collected, line);
  }
  const read_graph_result input = a.graph.load();
  if (a.method != "ours") return make_ldpgen(a, input, line);
  const graph_source source = source_of(a, input);
  line.step();
  return make_ours(a, source, line);
}

/// Of several graphs the later ones have names that nobody typed.
void require_other_files(const synthesize_arguments& a) {
  for (std::uint64_t i = 1; i < a.graphs; ++i)
    if (const std::string file = numbered(a.output, i); is_same_file(file, a.graph.path))
      throw invalid_parameter(fmt::format(
          "--graphs: {} is the graph that is read, and would be lost; name another --output", file));
}

void run_synthesize(const synthesize_arguments& a, output_style style) {
  const bool to_stdout = a.output == "-", is_ours = a.method == "ours";
  if (to_stdout && a.graphs > 1) throw invalid_parameter("--graphs: only one can go to standard output");
  if (!is_ours && a.graphs > 1)
    throw invalid_parameter("--graphs: of one release --method ours alone makes several graphs");
  require_other_files(a);
  const file_to_come to_come(!to_stdout);
  progress line("releases and graphs", a.graphs + 1);
  const std::vector<record> results = make_graphs(a, line);
  line.hide();
  if (to_stdout) return write_stderr(answer_of(a, results));
  if (style == output_style::text) return write_stdout(answer_of(a, results));
  for (const record& r : results) print_record(r, style == output_style::json);
}

}  // namespace

void add_synthesize(verb_options& verb, const common_arguments& common) {
  synthesize_arguments& a = acts_by(verb, common, run_synthesize);
  a.verb = &verb;
  a.graph.add_to(verb);
  add_epsilon(verb, a.epsilon, "Total privacy budget of a user, for all that is released");
  add_simulation_seed(verb, a.seed);
  verb.add_option("--method", a.method,
                  "How: ours, or LDPGen (CCS 2017), as published or with answers that are not cut at 0, to "
                  "compare with")
      ->check(one_of({"ours", "ldpgen", "ldpgen-uncut"}))
      ->capture_default_str();
  verb.add_option("--graphs", a.graphs, "Make so many graphs from the one release; FILE-2.txt is the second")
      ->check(between(std::uint64_t{1}, std::uint64_t{1000}))
      ->capture_default_str();
  add_output(verb, a.output, "The synthetic graph: a text of edges, gzip if it ends in .gz");
}

}  // namespace edgeldp::cli
