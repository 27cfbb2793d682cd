// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/release.hpp"

#include <fmt/format.h>

#include <memory>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/wire/told.hpp"
#include "edgeldp/graph/degrees/degrees_simulation.hpp"
#include "edgeldp/graph/triangles/triangles_simulation.hpp"
#include "io/text_file.hpp"
#include "options/option_kinds.hpp"
#include "options/shared_options.hpp"
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
  if (a.protocol.epsilons.size() != 1) throw invalid_parameter("--epsilon: a release has one total budget");
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
  const std::span<const std::uint64_t> ids =
      has_ids ? std::span(input.labels) : std::span<const std::uint64_t>();
  release_sizes sizes;
  if (a.output == "-") {
    const std::vector<std::byte> bytes = graph.published->serialize(&sizes, ids);
    write_stdout({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  } else {
    sizes = graph.published->save(a.output, ids);
  }

  const release_parameters& p = graph.published->parameters();
  spending spent;
  spent.add(spent_on(p));
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

}  // namespace

void add_release(CLI::App& verb, const common_arguments& common) {
  auto a = std::make_shared<release_arguments>();
  a->graph.add_to(verb);
  a->protocol.add_to(verb);
  add_output(verb, a->output, "The release file to write");
  verb.add_option(
          "--ids,--labels", a->ids,
          "Also write which user stands for which id of the graph file (query --ids). Without --users "
          "or --nodes the order is that of first appearance: as public as the graph file's own")
      ->group(section::output)
      ->type_name(value::file);
  verb.add_flag("--with-ids", a->with_ids,
                "Put the graph file's ids into the release, so that `query` knows them. They are there "
                "anyway where users are declared (--users, --nodes or a header); otherwise their order is "
                "that of first appearance, see --ids")
      ->group(section::output);
  verb.callback([a, &common] {
    const record r = write_release(*a);
    if (a->output != "-") print_record(r, common.json);  // the file itself is the result
  });
}

}  // namespace edgeldp::cli
