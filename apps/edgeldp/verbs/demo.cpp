// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "edgeldp/graph/questions/triangles/centred/centred_triangles_simulation.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "io/consent.hpp"
#include "io/page.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"
#include "study/counting_runs.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

/// One way to count, and what it is.
struct way {
  const char* name;
  const char* about;
  std::function<findings(const csr_graph&, const play&)> count;
};

findings count_as_published(const csr_graph& g, const play& p) {
  const two_step options = published_options(p.total());
  const triangle_result r = estimate_triangles(g, options, p.key(), p.coins());
  const round_budgets& b = r.plan.budgets;
  return counted(r, r.triangles,
                 {{"degree", b.degree}, {"size", b.size}, {"edges", b.edges}, {"count", b.count}}, options);
}

/// As `triangles` does with this codec.
findings count_as_planned(const csr_graph& g, const play& p, const codec_spec& codec) {
  const centred_options options{p.total(), codec};
  return counted_centred(estimate_centred_triangles(g, options, p.key(), p.coins()), options);
}

const std::vector<way>& private_ways() {
  static const std::vector<way> ways = {
      {"published",
       "The settings that the paper on compressed rows was measured with (`--preset published`): everybody "
       "divides its budget alike, and long lists are cut.",
       count_as_published},
      {"ppr",
       "The same kind of rows, the smallest there are (`--codec ppr`), with budgets planned by predicted "
       "error: users with many friends spend more on their rows, the others more on counting.",
       [](const csr_graph& g, const play& p) { return count_as_planned(g, p, ppr_spec{}); }},
      {"nullspace",
       "Planned likewise; rows are vectors of null spaces (`--codec nullspace`), larger and less noisy: "
       "what `edgeldp triangles` chooses by itself for more than some 8000 users; for fewer, rows of plain "
       "noisy bits, where these err less.",
       [](const csr_graph& g, const play& p) { return count_as_planned(g, p, nullspace_spec{}); }}};
  return ways;
}

record result_of(const way& w, const csr_graph& g, count_type truth, const study_arguments& a,
                 spending& spent) {
  const record input = {{"graph", "default"}, {"nodes", g.vertex_count()}, {"users_declared", true}};
  const auto count = [&](const play& p) {
    findings f = w.count(g, p);
    f.numbers.front().what["method"] = w.name;
    f.numbers.front().truth = truth;
    f.keys["error_parts"] = nullptr;
    return f;
  };
  return results_of({.arguments = a,
                     .input = input,
                     .edges = g.edge_count(),
                     .tells_exact = true,
                     .play_once = count},
                    spent)
      .front();
}

/// The count that needs everybody's list.
record exact_result(const csr_graph& g, count_type truth) {
  return {{"graph", "default"},
          {"nodes", g.vertex_count()},
          {"method", "exact"},
          {"private", false},
          {"not_private_because", "all lists are seen as they are"},
          {"exact", {{"truth", truth}, {"edges", g.edge_count()}}}};
}

// --- What is printed for people.

/// Bits of the number of a user, as a plain list would hold it.
int bits_of_number(double users) {
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(users) - 1));
}

std::string deviation(const record& r) {
  const double truth = number_of(r.at("exact"), "truth"), estimate = number_of(r, "estimate");
  return (estimate < truth ? "-" : "+") + percent((estimate - truth) / truth);
}

table_row row_of(const record& r) {
  const double error = number_of(r, "standard_error");
  return {{r.at("method").get<std::string>(), tint::strong},
          {rounded_to_error(number_of(r, "estimate"), error), tint::strong},
          {std::isfinite(error) ? rounded_to_error(error, error) : "unbounded"},
          {deviation(r)},
          {byte_count(number_of(r, "upload_bytes"))},
          {byte_count(number_of(r, "download_bytes"))},
          {significant(number_of(r, "bits_per_edge"), 2)}};
}

/// Lists as they are, each pair in one of them.
table_row exact_row(const record& r) {
  const double users = number_of(r, "nodes"), edges = number_of(r.at("exact"), "edges");
  const int bits = bits_of_number(users);
  return {{"exact", tint::strong},
          {grouped(number_of(r.at("exact"), "truth")), tint::strong},
          {"none"},
          {"nothing"},
          {byte_count(edges * bits / 8.0 / users)},
          {"nothing"},
          {std::to_string(bits)}};
}

/// What to make of an estimate.
std::string verdict(const record& r) {
  const std::string said = r.at("judgement").get<std::string>();
  const std::string to = percent(number_of(r, "half_width") / std::abs(number_of(r, "estimate")));
  if (said == "usable") return fmt::format("Usable: at most {} off in 95 of 100 runs.", to);
  if (said == "weak")
    return fmt::format("Weak: up to {} off in 95 of 100 runs, good for an order of magnitude.", to);
  return "Not usable: the number is lost in the noise, and 0 would look the same.";
}

/// How much less one way errs than another, where it does.
std::string gain(const record& r, const record& other) {
  const double factor = number_of(other, "standard_error") / number_of(r, "standard_error");
  return factor > 1.25 && std::isfinite(factor)
             ? fmt::format(" Its error is {} times smaller than that of `{}`.", significant(factor, 2),
                           other.at("method").get<std::string>())
             : "";
}

/// How much all messages of one count may tell of one edge: the most of all ways.
double largest_loss(const std::vector<record>& results) {
  double loss = 0.0;
  for (const record& r : results)
    if (r.contains("relationship_dp")) loss = std::max(loss, number_of(r, "relationship_dp"));
  return loss;
}

/// For someone who has never heard of it.
std::string introduction(const std::vector<record>& results, const study_arguments& a, const screen& on) {
  const double users = number_of(results.back(), "nodes"),
               edges = number_of(results.back().at("exact"), "edges");
  const std::string who = fmt::format(
      "{} people, made up and built into the program. Each knows its own list of friends, {:.0f} on average, "
      "and no other list.",
      grouped(users), 2.0 * edges / users);
  const std::string odds = fmt::format(
      "{} {} A smaller epsilon protects more. This is called edge local differential privacy, edge-LDP. Who "
      "takes part is no secret.",
      contact_text(largest_loss(results)), own_messages_text(a.protocol.epsilons.front()));
  constexpr const char* question =
      "How many triangles, three people who all know each other, are in a network that nobody may see?";
  constexpr const char* messages =
      "Each one adds random noise on its own machine before anything is sent: to its number of friends, to "
      "its list, which becomes a few random-looking bytes (a row), and to the count of triangles that "
      "it sees in its own list and the rows of the others.";
  constexpr const char* learned =
      "Totals, since the noise of many people averages out: the number of triangles, with an error that is "
      "predicted beforehand. The table has that error, how far off the number was this time, and what one "
      "user sends and reads.";
  return paragraph("Question", question, on) + paragraph("Users", who, on) +
         paragraph("Messages", messages, on) + paragraph("Protected", odds, on) +
         paragraph("Learned", learned, on);
}

std::string sentences(const std::vector<record>& results, const screen& on) {
  std::string text;
  for (std::size_t i = 0; i < private_ways().size(); ++i) {
    const way& w = private_ways()[i];
    std::string said = std::string(w.about) + " " + verdict(results[i]);
    if (i > 0) said += gain(results[i], results[0]);
    text += paragraph(w.name, said, on);
  }
  const int bits = bits_of_number(number_of(results.back(), "nodes"));
  return text +
         paragraph("exact",
                   fmt::format("No privacy: whoever counts sees all lists as they are, {} bits for each "
                               "pair of friends. It is known here alone, where one program plays "
                               "everybody, and shows what the estimates are worth.",
                               bits),
                   on);
}

std::string next_commands(const screen& on) {
  const std::vector<table_row> rows = {
      {{"edgeldp triangles"}, {"the same graph: one count in detail"}},
      {{"edgeldp triangles -e 0.5,1,2,4"}, {"privacy against error"}},
      {{"edgeldp demo --epsilon 4"}, {"this, with less privacy"}},
      {{"edgeldp explain edge-ldp nullspace"}, {"words, and `edgeldp explain` lists them"}},
      {{"edgeldp triangles --help"}, {"your own graph: a file with two ids a line"}}};
  const table_columns columns(rows, on, false);
  std::string text = paragraph("Next", "What to try:", on);
  for (const table_row& row : rows) text += columns.line(row);
  return text;
}

std::string page_of(const std::vector<record>& results, const study_arguments& a, const screen& on) {
  std::vector<table_row> table = {
      {{""}, {"triangles"}, {"error"}, {"off by"}, {"sends"}, {"reads"}, {"bits an edge"}}};
  for (std::size_t i = 0; i + 1 < results.size(); ++i) table.push_back(row_of(results[i]));
  table.push_back(exact_row(results.back()));
  return introduction(results, a, on) + "\n" + table_text(table, on) + "\n" + sentences(results, on) + "\n" +
         next_commands(on);
}

void run_demo(const study_arguments& a, output_style style) {
  const csr_graph g = make_default_graph();
  const count_type truth = exact::count_triangles(g);
  std::vector<record> results;
  spending spent;
  for (const way& w : private_ways()) results.push_back(result_of(w, g, truth, a, spent));
  results.push_back(exact_result(g, truth));
  if (style == output_style::text) return write_stdout(page_of(results, a, screen::of_stdout()));
  for (const record& r : results) print_record(r, style == output_style::json);
}

}  // namespace

void add_demo(verb_options& verb, const common_arguments& common) {
  study_arguments& a = acts_by(verb, common, run_demo);
  add_epsilon(verb, a.protocol.epsilons.front()).check(between(0.1, 16.0));
  add_simulation_seed(verb, a.protocol.seed);
}

}  // namespace edgeldp::cli
