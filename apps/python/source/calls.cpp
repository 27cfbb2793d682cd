// SPDX-License-Identifier: MIT
#include <pybind11/stl.h>

#include <map>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "edgeldp/core/protocol/result_fields.hpp"
#include "graphs.hpp"
#include "interruptible.hpp"
#include "io/report.hpp"
#include "module.hpp"
#include "options/verb_options.hpp"
#include "values.hpp"
#include "verbs/called_verb.hpp"
#include "verbs/compared_graphs.hpp"
#include "verbs/verbs.hpp"

/// The program's verbs as functions: options, defaults, checks and results are those of the
/// program, because they are the same code. Graphs come from memory, and nothing is printed.
namespace edgeldp::python {

namespace {

/// What a verb said.
struct outcome {
  std::vector<cli::record> records;
  std::vector<std::string> notes;
  std::string output;
  std::vector<cli::user_numbers> users;
};

/// "edgeldp: note: wiki-Vote.txt: ..." without the program's name.
std::string note_text(std::string_view note) {
  constexpr std::string_view program = "edgeldp: ";
  if (note.starts_with(program)) note.remove_prefix(program.size());
  while (note.ends_with('\n')) note.remove_suffix(1);
  return std::string(note);
}

outcome kept_of(cli::captured_output&& kept) {
  outcome o{std::move(kept.results), {}, std::move(kept.text), std::move(kept.users)};
  for (const std::string& note : kept.notes) o.notes.push_back(note_text(note));
  return o;
}

outcome call(const std::string& verb, std::vector<cli::setting> settings, const cli::given_graph* given) {
  cli::captured_output kept;
  cli::call_verb(verb, std::move(settings), given);
  return kept_of(std::move(kept));
}

outcome run(const std::string& verb, const py::dict& keywords, const given_input& given,
            const py::object& progress) {
  std::vector<cli::setting> settings = settings_of(keywords);
  return interruptibly(progress, [&] { return call(verb, std::move(settings), given.get()); });
}

/// Errors: value_error for graphs that are bipartite, and for too few sources.
py::object compare_graphs(const cli::given_graph& graph, const cli::given_graph& other,
                          std::optional<std::uint64_t> sources, std::uint64_t seed, bool other_users,
                          const py::object& progress) {
  const auto& a = std::get<read_graph_result>(graph.input);
  const auto& b = std::get<read_graph_result>(other.input);
  return object_of(interruptibly(progress, [&] {
    cli::captured_output kept;
    cli::print_record(
        cli::compare_graphs({graph.name, a}, {other.name, b, other_users}, {sources, seed}).result, true);
    return kept.results.front();
  }));
}

py::list records_of(const outcome& o) {
  py::list all;
  for (const cli::record& r : o.records) all.append(object_of(r));
  return all;
}

using column = std::pair<array<double>, array<double>>;

std::map<std::string, column> columns_of(const outcome& o) {
  std::map<std::string, column> columns;
  for (const cli::user_numbers& users : o.users)
    columns.emplace(users.statistic, column{moved(users.values), moved(users.standard_errors)});
  return columns;
}

using option_texts = std::map<std::string, std::string>;

/// "labels" of "-i,--ids,--labels"; of a positional nothing.
std::string longest_name(const cli::verb_option& option) {
  std::string longest;
  std::istringstream names(option.definition().names);
  for (std::string name; std::getline(names, name, ',');)
    if (name.starts_with('-') && name.size() > longest.size()) longest = name;
  return longest.substr(std::min(longest.find_first_not_of('-'), longest.size()));
}

/// By the longest name that an option has: what it does.
option_texts options_of(const cli::verb_row& row, const cli::common_arguments& common) {
  cli::verb_options options;
  row.add(options, common);
  option_texts all;
  for (const cli::verb_option& option : options.options())
    if (const std::string name = longest_name(option); !name.empty())
      all.emplace(name, option.definition().about);
  return all;
}

std::map<std::string, option_texts> verbs() {
  const cli::common_arguments common;
  std::map<std::string, option_texts> all;
  for (const cli::verb_row& row : cli::own_verbs())
    if (row.add != nullptr && row.group != cli::verb_group::hidden)
      if (option_texts options = options_of(row, common); !options.empty())
        all.emplace(std::string(row.name), std::move(options));
  return all;
}

/// Questions whose verbs have no options of their own, and what they are about: "graph", "layers",
/// "arcs", or "either" of a graph and its arcs.
std::map<std::string_view, std::string_view> plain_questions() {
  std::map<std::string_view, std::string_view> all;
  for (const cli::verb_row& row : cli::own_verbs()) {
    if (row.plain == nullptr) continue;
    const study::question& q = *row.plain;
    all.emplace(row.name, q.kind == study::input_kind::layers ? "layers"
                          : q.kind == study::input_kind::arcs ? "arcs"
                          : q.of_arcs != nullptr              ? "either"
                                                              : "graph");
  }
  return all;
}

std::vector<std::tuple<std::string_view, std::string_view, std::string_view>> fields() {
  std::vector<std::tuple<std::string_view, std::string_view, std::string_view>> all;
  for (const result_field& f : result_fields()) all.emplace_back(f.name, f.unit, f.meaning);
  return all;
}

}  // namespace

void bind_calls(py::module_& m) {
  py::class_<outcome>(m, "Outcome")
      .def_property_readonly("records", records_of)
      .def_readonly("notes", &outcome::notes)
      .def_property_readonly("output", [](const outcome& o) { return py::bytes(o.output); })
      .def_property_readonly("columns", columns_of);
  m.def("run", run, py::arg("verb"), py::arg("settings"), py::kw_only(), py::arg("given") = py::none(),
        py::arg("progress") = py::none());
  m.def("compare_graphs", compare_graphs, py::arg("graph"), py::arg("other"), py::arg("sources"),
        py::arg("sample_seed"), py::arg("other_users"), py::kw_only(), py::arg("progress") = py::none());
  m.def("verbs", verbs);
  m.def("plain_questions", plain_questions);
  m.def("fields", fields);
}

}  // namespace edgeldp::python
