// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/release.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/told.hpp"
#include "edgeldp/graph/questions/degrees/degrees_simulation.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"
#include "io/page.hpp"
#include "io/text_file.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"
#include "study/answer_parts.hpp"
#include "study/study.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

struct release_arguments {
  graph_argument graph;
  protocol_arguments protocol;
  std::string output, ids;
  bool with_ids = false;
};

/// "user<TAB>id" a line: how the file called user 0, 1, ...; the first line names the release.
void save_ids(const std::string& path, const read_graph_result& input, release_key key) {
  std::string text = ids_heading(key) + (input.names.empty() ? "# user\tid\n" : "# user\tname\n");
  for (std::size_t u = 0; u < input.labels.size(); ++u)
    text += fmt::format("{}\t{}\n", u, input.id_text(static_cast<vertex_id>(u)));
  write_text(path, text);
}

record write_release(const release_arguments& a) {
  if (a.protocol.epsilons.size() != 1)
    throw invalid_parameter("--epsilon: " +
                            several_budgets_text(fmt::format("{}", fmt::join(a.protocol.epsilons, ","))));
  if (a.graph.names && a.with_ids)
    throw invalid_parameter(
        "--with-ids: a release holds numbers, not names: write them beside it, --ids FILE");
  const read_graph_result input = a.graph.load();
  const published_graph graph = publish_graph(input.graph, a.protocol.options(a.protocol.epsilons.front()),
                                              a.protocol.key_of(0), a.protocol.coins_of(0));
  warn_if_crowded(graph.published->layout());
  note_if_unspent(graph.published->parameters());
  // A release without the ids that were asked for would be spent for nothing.
  if (!a.ids.empty()) save_ids(a.ids, input, graph.published->parameters().key);
  // Declared users are public with their ids and order; an order of first appearance is not.
  const bool has_ids = input.names.empty() && (input.users_are_declared || a.with_ids);
  file_notes notes;
  if (has_ids) notes.ids = input.labels.listed();
  release_sizes sizes;
  if (a.output == "-") {
    const std::vector<std::byte> bytes = graph.published->serialize(&sizes, notes);
    write_stdout({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  } else {
    sizes = graph.published->save(a.output, notes);
  }

  const release_parameters& p = graph.published->parameters();
  spending spent;
  spent.add(cost_of(spent_on(p)));
  record r = facts_of(a.graph.name(), input);
  r["file"] = a.output;
  r["file_bytes"] = sizes.total();
  r["sections"] = sections_record(sizes);
  r["holds_ids"] = has_ids;
  r["bits_per_edge"] =
      bits_per_edge(static_cast<double>(sizes.edges), estimate_edges(degrees_of(*graph.published)).value);
  r["upload_bytes"] = static_cast<double>(graph.upload_bytes) / static_cast<double>(p.users);
  r["epsilon"] = budget(p.total);
  r["spent"] = spent.fields();
  r["split"] = split_record(graph.plan.budgets);
  add_codec(r, p);
  r["field"] = codec_number(fields_of(p), "field");
  r["order"] = name_of(p.order);
  r["chunk_rule"] = name_of(p.chunk_rule);
  add_guarantee(r, p.simulated, flaws_of_chunks(p.is_private()));
  r["told"] = told(graph.published->layout()).hex();
  r["key"] = hex(p.key.value);
  return r;
}

// --- the answer for people

/// Parts of the file, as far as they are there; how much of it a user is, where it is of users.
std::vector<table_row> part_rows(const record& r) {
  std::vector<table_row> rows = {{{""}, {"bytes"}, {"of a user"}}};
  const double users = std::max(1.0, number_of(r, "nodes"));
  const auto add = [&](const char* name, double bytes) {
    if (bytes > 0.0) rows.push_back({{name}, {grouped(bytes)}, {significant(bytes / users, 2)}});
  };
  const record& parts = r.at("sections");
  add("rows", number_of(parts, "edges"));
  add("noisy degrees", number_of(parts, "degrees"));
  add("noisy sizes", number_of(parts, "sizes"));
  add("ids of users", number_of(parts, "ids"));
  rows.push_back({{"header"}, {grouped(number_of(parts, "header"))}, {""}});
  rows.push_back({{"whole file", tint::strong}, {grouped(number_of(r, "file_bytes")), tint::strong}, {""}});
  return rows;
}

std::string paid_text(const record& r) {
  const record &split = r.at("split"), &spent = r.at("spent");
  const double total = number_of(r, "epsilon"), paid = number_of(spent, "epsilon"),
               left = number_of(split, "count");
  std::string said = fmt::format(
      "Every user randomized its own list before anything left it, and has spent epsilon {:.4g} of {:g}: "
      "{:.3g} for a noisy number of neighbours, {:.3g} for its noisy row. Of an edge, which stands in two "
      "lists, all this tells at most {:.4g}.",
      paid, total, number_of(split, "degree") + number_of(split, "size"), number_of(split, "edges"),
      number_of(spent, "relationship_dp"));
  if (left > 0.0) said += fmt::format(" The other {:.3g} is kept for a count on this release.", left);
  return said;
}

std::string readers_text(const record& r) {
  if (const std::string flaw = flaw_text(r); !flaw.empty()) return flaw;
  return r.at("simulated").get<bool>()
             ? "Coins come from --seed: a simulation, which protects nobody. The file is for whoever may "
               "see the graph."
             : "Coins come from the operating system: anybody may have the file, and reading it costs "
               "nobody anything.";
}

std::string ids_text(const release_arguments& a, const record& r) {
  if (!a.ids.empty()) return "Which user has which id of the graph file is written to " + a.ids + ".";
  if (r.at("holds_ids").get<bool>()) return "The file holds the users' ids of the graph file.";
  const std::string inside = a.graph.names ? "" : "--with-ids puts them in, ";
  return "The file holds no ids, and users are numbers from 0: " + inside +
         "--ids FILE writes them beside it.";
}

std::string next_text(const release_arguments& a, const record& r) {
  const std::string file = as_typed(a.output);
  const std::string graph = a.graph.path.empty() || a.graph.path == "-" ? "" : " " + as_typed(a.graph.path);
  const std::string users = !a.ids.empty() ? (a.graph.names ? " --names" : "") + (" --ids " + as_typed(a.ids))
                            : r.at("holds_ids").get<bool>() ? ""
                                                            : " --numbers";
  std::string next = fmt::format(
      "`edgeldp inspect {0}` checks the file, `edgeldp query {0}{1} U V` reads a noisy edge", file, users);
  if (number_of(r.at("split"), "count") > 0.0)
    next += fmt::format(", `edgeldp triangles{} --release {}` counts on it", graph, file);
  return next + ". -v and --json tell every field.";
}

void print_answer(const release_arguments& a, const record& r) {
  page p(fmt::format("{}: {}, released to {}, epsilon {:g}", text_of(r, "graph"),
                     counted(number_of(r, "nodes"), "user"), a.output, number_of(r, "epsilon")),
         a.graph.reading(false));
  p.table(part_rows(r));
  p.group("Privacy", {paid_text(r), readers_text(r)});
  p.group("Cost", {fmt::format("A user sends {}.", byte_count(number_of(r, "upload_bytes"))),
                   r.at("bits_per_edge").is_null() ? ""
                                                   : fmt::format("Rows take {:.2g} bits for each neighbour.",
                                                                 number_of(r, "bits_per_edge"))});
  p.group("Users", {ids_text(a, r)});
  p.group("Method", {"Users sent " + codec_text(r) + ", in the order " + text_of(r, "order") + "."});
  p.group("Next", {next_text(a, r)});
  write_stdout(p.text());
}

void run_release(const release_arguments& a, output_style style) {
  const record r = write_release(a);
  const bool is_text = style == output_style::text, is_file_captured = captured_output::here() != nullptr;
  if ((a.output == "-" && !is_file_captured) || (a.ids == "-" && is_text)) {  // the file itself is the result
    if (a.graph.is_told) a.graph.note_reading();
  } else if (is_text) {
    print_answer(a, r);
  } else {
    print_record(r, style == output_style::json);
  }
}

}  // namespace

void add_release(verb_options& verb, const common_arguments& common) {
  release_arguments& a = acts_by(verb, common, run_release);
  a.graph.add_to(verb);
  a.protocol.add_to(verb);
  add_output(verb, a.output, "The release file to write");
  verb.add_option(
          "--ids,--labels", a.ids,
          "Also write which user stands for which id of the graph file (query --ids). Without --users "
          "or --nodes the order is that of first appearance: as public as the graph file's own")
      ->group(section::output)
      ->type_name(value::file);
  verb.add_flag("--with-ids", a.with_ids,
                "Put the graph file's ids into the release, so that `query` knows them. They are there "
                "anyway where users are declared (--users, --nodes or a header); otherwise their order is "
                "that of first appearance, see --ids")
      ->group(section::output);
}

}  // namespace edgeldp::cli
