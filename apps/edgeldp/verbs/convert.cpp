// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/input/ecsr_file.hpp"
#include "edgeldp/graph/input/gap_file.hpp"
#include "io/claims.hpp"
#include "io/page.hpp"
#include "io/report.hpp"
#include "options/graph_argument.hpp"
#include "options/shared_options.hpp"
#include "options/verb_options.hpp"
#include "verbs/verbs.hpp"

namespace edgeldp::cli {

namespace {

struct convert_arguments {
  graph_argument graph;
  std::string output;
  std::uint64_t megabytes = 1024;
};

conversion write_gap_file(const convert_arguments& a) {
  const read_graph_result read = a.graph.load();
  write_gap(a.output, read.graph);
  conversion done;
  done.written = {read.graph.vertex_count(), read.graph.edge_count(), true};
  done.clean_up = read.clean_up;
  return done;
}

conversion convert(const convert_arguments& a) {
  if (a.output.ends_with(".ecsr")) return a.graph.convert(a.output, a.megabytes << 20);
  if (a.output.ends_with(".sg")) return write_gap_file(a);
  throw invalid_parameter("output '" + a.output +
                          "': ends in neither .ecsr (this program's graph files) nor .sg (the GAP suite's)");
}

record facts_of(const convert_arguments& a, const conversion& done) {
  record r = {{"graph", a.graph.name()},        {"file", a.output},
              {"nodes", done.written.vertices}, {"users_declared", done.written.users_are_declared},
              {"edges", done.written.edges},    {"bytes", std::filesystem::file_size(a.output)},
              {"streamed", done.is_streamed},   {"temporary_bytes", done.written.spilled_bytes}};
  r["clean_up"] = describe_cleaning(done.clean_up);
  add_cost(r, elapsed_seconds());
  add_guarantee(r, false, {"exact numbers of the graph"});
  return r;
}

void print_converted(const convert_arguments& a, const record& r) {
  page p(fmt::format("{}: {} and {}, in {}", a.output, counted(number_of(r, "nodes"), "user"),
                     counted(number_of(r, "edges"), "edge"), byte_count(number_of(r, "bytes"))));
  p.group("Read", {a.graph.reading(true)});
  p.group("Privacy", {"Not private: it is the graph, for whoever may see the graph."});
  if (a.output.ends_with(".sg"))
    p.group("Users", {"Users are called by their numbers from 0: the format has no room for other ids."});
  else if (r.at("streamed").get<bool>())
    p.group("Method",
            {fmt::format("The text did not fit into {} MB (--memory), so it was read piece by piece, and "
                         "sorted with {} of temporary data. Whether its columns are users and items "
                         "was not looked at.",
                         a.megabytes, byte_count(number_of(r, "temporary_bytes")))});
  p.group("Cost",
          {fmt::format("Here, for the whole file: {}, {} of memory.", duration(number_of(r, "seconds")),
                       byte_count(number_of(r, "peak_memory_bytes")))});
  p.group("Next", {fmt::format("Every verb that takes a graph takes this file: `edgeldp triangles {} -e 1`. "
                               "-v and --json tell every field.",
                               as_typed(a.output))});
  write_stdout(p.text());
}

void run_convert(const convert_arguments& a, output_style style) {
  const record r = facts_of(a, convert(a));
  if (style == output_style::text) return print_converted(a, r);
  print_record(r, style == output_style::json);
}

}  // namespace

void add_convert(verb_options& verb, const common_arguments& common) {
  convert_arguments& a = acts_by(verb, common, run_convert);
  a.graph.add_to(verb);
  verb.add_option("-o,--output", a.output, "File to write: .ecsr, or .sg for the GAP benchmark suite")
      ->group(section::output)
      ->type_name(value::file)
      ->required();
  verb.add_option("--memory", a.megabytes,
                  "Megabytes for sorting; an edge list that takes more is read piece by piece")
      ->check(between(std::uint64_t{1}, std::uint64_t{1} << 20))
      ->group(section::expert)
      ->capture_default_str();
}

}  // namespace edgeldp::cli
