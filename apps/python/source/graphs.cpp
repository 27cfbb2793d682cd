// SPDX-License-Identifier: MIT
#include "graphs.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "edgeldp/core/base/error.hpp"
#include "interruptible.hpp"
#include "module.hpp"

namespace edgeldp::python {

std::vector<std::pair<vertex_id, vertex_id>> pairs_of(const array<vertex_id>& u, const array<vertex_id>& v) {
  const std::span<const vertex_id> first = span_of(u, "u"), second = span_of(v, "v");
  if (first.size() != second.size())
    throw py::value_error("u and v: " + std::to_string(first.size()) + " and " +
                          std::to_string(second.size()) + " ends, and an edge has two");
  std::vector<std::pair<vertex_id, vertex_id>> pairs(first.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = {first[i], second[i]};
  return pairs;
}

namespace {

csr_graph graph_of_edges(std::uint64_t nodes, const array<vertex_id>& u, const array<vertex_id>& v) {
  const auto edges = pairs_of(u, v);
  return interruptibly(py::none(), [&] { return csr_graph(nodes, edges); });
}

csr_graph graph_over(array<std::int64_t> indptr, array<std::int32_t> indices) {
  const std::span<const std::int64_t> offsets = span_of(indptr, "indptr");
  const std::span<const std::int32_t> neighbors = span_of(indices, "indices");
  // The same bits: what is negative is too large.
  const std::span unsigned_offsets(reinterpret_cast<const std::uint64_t*>(offsets.data()), offsets.size());
  const std::span vertices(reinterpret_cast<const vertex_id*>(neighbors.data()), neighbors.size());
  const auto owner = keep(std::move(indptr), std::move(indices));
  return interruptibly(py::none(), [&] { return csr_graph::over(unsigned_offsets, vertices, owner); });
}

py::object indptr_of(const py::object& self) {
  const auto& g = self.cast<const csr_graph&>();
  static constexpr std::uint64_t none = 0;
  const std::span<const std::uint64_t> offsets = g.vertex_count() == 0 ? std::span(&none, 1) : g.offsets();
  return view(std::span(reinterpret_cast<const std::int64_t*>(offsets.data()), offsets.size()), self);
}

py::object indices_of(const py::object& self) {
  const std::span<const vertex_id> all = self.cast<const csr_graph&>().all_neighbors();
  return view(std::span(reinterpret_cast<const std::int32_t*>(all.data()), all.size()), self);
}

/// The edges of a bipartite graph, as ends.
std::pair<array<vertex_id>, array<vertex_id>> ends_of(const bipartite_graph& g) {
  std::vector<vertex_id> left, right;
  left.reserve(g.edge_count());
  right.reserve(g.edge_count());
  for (std::uint64_t u = 0; u < g.vertex_count(layer::left); ++u)
    for (const vertex_id item : g.neighbors(layer::left, static_cast<vertex_id>(u))) {
      left.push_back(static_cast<vertex_id>(u));
      right.push_back(item);
    }
  return {moved(std::move(left)), moved(std::move(right))};
}

arc_graph graph_of_arcs(std::uint64_t nodes, const array<vertex_id>& tails, const array<vertex_id>& heads) {
  const auto arcs = pairs_of(tails, heads);
  return interruptibly(py::none(), [&] { return arc_graph(nodes, arcs); });
}

/// The same with directions forgotten.
csr_graph merged(const arc_graph& g) {
  std::vector<std::pair<vertex_id, vertex_id>> edges;
  edges.reserve(g.arc_count());
  for (std::uint64_t v = 0; v < g.vertex_count(); ++v)
    for (const vertex_id w : g.out_neighbors(static_cast<vertex_id>(v)))
      edges.emplace_back(static_cast<vertex_id>(v), w);
  return {g.vertex_count(), edges};
}

/// Arcs, as tails and heads.
std::pair<array<vertex_id>, array<vertex_id>> arc_ends(const arc_graph& g) {
  std::vector<vertex_id> tails, heads;
  tails.reserve(g.arc_count());
  heads.reserve(g.arc_count());
  for (std::uint64_t v = 0; v < g.vertex_count(); ++v)
    for (const vertex_id w : g.out_neighbors(static_cast<vertex_id>(v))) {
      tails.push_back(static_cast<vertex_id>(v));
      heads.push_back(w);
    }
  return {moved(std::move(tails)), moved(std::move(heads))};
}

using any_graph = std::variant<csr_graph, bipartite_graph, arc_graph>;

std::vector<std::uint64_t> numbers_below(std::uint64_t n) {
  std::vector<std::uint64_t> numbers(n);
  std::iota(numbers.begin(), numbers.end(), std::uint64_t{0});
  return numbers;
}

/// labels, names: of vertices, or none.
given_input name_vertices(const any_graph& graph, std::string name,
                          const std::optional<array<std::uint64_t>>& labels,
                          std::optional<std::vector<std::string>> names, bool users_are_declared) {
  if (const auto* both = std::get_if<bipartite_graph>(&graph)) {
    if (labels || names) throw py::value_error("users and items are called by their numbers");
    read_bipartite_result input;
    input.graph = *both;
    input.left_labels = numbers_below(both->vertex_count(layer::left));
    input.right_labels = numbers_below(both->vertex_count(layer::right));
    input.are_declared = {users_are_declared, users_are_declared};
    return std::make_shared<cli::given_graph>(std::move(name), std::move(input));
  }
  read_graph_result input;
  if (const auto* arcs = std::get_if<arc_graph>(&graph)) {
    input.arcs = *arcs;
    input.graph = merged(*arcs);
  } else {
    input.graph = std::get<csr_graph>(graph);
  }
  const std::uint64_t n = input.graph.vertex_count();
  if (labels && !names) {
    const std::span<const std::uint64_t> given = span_of(*labels, "labels");
    input.labels = std::vector(given.begin(), given.end());
  } else {
    input.labels = vertex_labels::in_a_row(n);
  }
  if (names) input.names = std::move(*names);
  if (input.labels.size() != n || (names && input.names.size() != n))
    throw py::value_error("labels, names: the graph has " + std::to_string(n) + " vertices");
  input.users_are_declared = users_are_declared;
  return std::make_shared<cli::given_graph>(std::move(name), std::move(input));
}

using declared_users = std::variant<std::monostate, array<std::uint64_t>, std::vector<std::string>>;

/// The same graph among these users, of a layer where there are two: as the program's --users.
/// Errors: invalid_parameter where the file has declared them itself.
template <class Read, class... Layer>
Read among(Read read, const declared_users& users, bool is_declared, Layer... side) {
  if (std::holds_alternative<std::monostate>(users)) return read;
  if (is_declared)
    throw invalid_parameter("users, items: the format of the file says how many there are; leave them out");
  if (const auto* ids = std::get_if<array<std::uint64_t>>(&users))
    return with_users(read, side..., span_of(*ids, "users"));
  return with_users(read, side..., std::get<std::vector<std::string>>(users));
}

cli::graph_argument file_argument(const std::string& path, const std::string& format, bool names) {
  constexpr std::array known = {"auto",           "edge-list", "matrix-market", "metis",
                                "adjacency-list", "sif",       "pajek",         "graphml"};
  if (std::ranges::find(known, format) == known.end())
    throw invalid_parameter(
        "format = '" + format +
        "': must be auto, edge-list, matrix-market, metis, adjacency-list, sif, pajek or graphml");
  cli::graph_argument argument;
  argument.path = path;
  argument.format = format;
  argument.names = names;
  return argument;
}

// NOLINTNEXTLINE(readability-function-size): keywords of a Python function.
given_input read_input(const std::string& path, const std::string& format, bool names,
                       const declared_users& users, const declared_users& items, bool bipartite,
                       bool directed, const std::optional<std::string>& name, const py::object& progress) {
  cli::graph_argument argument = file_argument(path, format, names);
  argument.keeps_directions = directed;
  auto read = std::make_shared<cli::given_graph>();
  read->name = name.value_or(argument.name());
  run_interruptibly(progress, [&] {
    if (bipartite) {
      read_bipartite_result both = argument.load_bipartite(layer::left, "");
      const std::array<bool, 2> are_declared = both.are_declared;
      both = among(std::move(both), users, are_declared[0], layer::left);
      read->input = among(std::move(both), items, are_declared[1], layer::right);
    } else {
      read_graph_result one = argument.load();
      const bool is_declared = one.users_are_declared;
      read->input = among(std::move(one), users, is_declared);
    }
  });
  return read;
}

py::object graph_of(const cli::given_graph& given) {
  const auto* one = std::get_if<read_graph_result>(&given.input);
  if (one != nullptr && one->arcs.vertex_count() > 0) return py::cast(one->arcs);
  return std::visit([](const auto& input) { return py::cast(input.graph); }, given.input);
}

/// Of one kind of vertices, or of a layer.
template <layer side>
py::object labels_of(const py::object& self) {
  const auto& given = self.cast<const cli::given_graph&>();
  const auto* input = std::get_if<read_graph_result>(&given.input);
  if (input != nullptr) {
    py::object all = moved(input->labels.listed());
    all.attr("setflags")(py::arg("write") = false);
    return all;
  }
  return view(std::span<const std::uint64_t>(std::get<read_bipartite_result>(given.input).labels(side)),
              self);
}

template <layer side>
std::vector<std::string> names_of(const cli::given_graph& given) {
  const auto* input = std::get_if<read_graph_result>(&given.input);
  return input != nullptr ? input->names : std::get<read_bipartite_result>(given.input).names_of(side);
}

template <layer side>
bool are_declared(const cli::given_graph& given) {
  const auto* input = std::get_if<read_graph_result>(&given.input);
  return input != nullptr
             ? input->users_are_declared
             : std::get<read_bipartite_result>(given.input).are_declared[static_cast<std::size_t>(side)];
}

py::dict clean_up_of(const cli::given_graph& given) {
  const clean_up_report& r =
      std::visit([](const auto& input) -> const auto& { return input.clean_up; }, given.input);
  using namespace pybind11::literals;
  return py::dict("lines"_a = r.lines, "comments"_a = r.comments, "self_loops"_a = r.self_loops,
                  "duplicates"_a = r.duplicates, "reversed"_a = r.reversed, "wide_lines"_a = r.wide_lines,
                  "lone_users"_a = r.lone_users);
}

}  // namespace

void bind_graphs(py::module_& m) {
  py::class_<csr_graph>(m, "Graph")
      .def(py::init(&graph_of_edges), py::arg("nodes"), py::arg("u").noconvert(), py::arg("v").noconvert())
      .def_static("from_csr", graph_over, py::arg("indptr").noconvert(), py::arg("indices").noconvert())
      .def_property_readonly("nodes", &csr_graph::vertex_count)
      .def_property_readonly("edges", &csr_graph::edge_count)
      .def_property_readonly("indptr", indptr_of)
      .def_property_readonly("indices", indices_of)
      .def("__eq__",
           [](const csr_graph& a, const py::object& b) {
             return py::isinstance<csr_graph>(b) && a == b.cast<const csr_graph&>();
           })
      .def("__hash__", [](const csr_graph& g) { return g.vertex_count() * 1000003 + g.edge_count(); });

  py::class_<arc_graph>(m, "ArcGraph")
      .def(py::init(&graph_of_arcs), py::arg("nodes"), py::arg("tails").noconvert(),
           py::arg("heads").noconvert())
      .def_property_readonly("nodes", &arc_graph::vertex_count)
      .def_property_readonly("arcs", &arc_graph::arc_count)
      .def("ends", arc_ends)
      .def("__eq__",
           [](const arc_graph& a, const py::object& b) {
             return py::isinstance<arc_graph>(b) && a == b.cast<const arc_graph&>();
           })
      .def("__hash__", [](const arc_graph& g) { return g.vertex_count() * 1000003 + g.arc_count(); });

  py::class_<bipartite_graph>(m, "BipartiteGraph")
      .def(py::init([](std::uint64_t left, std::uint64_t right, const array<vertex_id>& u,
                       const array<vertex_id>& v) {
             const auto edges = pairs_of(u, v);
             return interruptibly(py::none(), [&] { return bipartite_graph(left, right, edges); });
           }),
           py::arg("left"), py::arg("right"), py::arg("u").noconvert(), py::arg("v").noconvert())
      .def_property_readonly("left", [](const bipartite_graph& g) { return g.vertex_count(layer::left); })
      .def_property_readonly("right", [](const bipartite_graph& g) { return g.vertex_count(layer::right); })
      .def_property_readonly("edges", &bipartite_graph::edge_count)
      .def("ends", ends_of)
      .def("__eq__",
           [](const bipartite_graph& a, const py::object& b) {
             return py::isinstance<bipartite_graph>(b) && a == b.cast<const bipartite_graph&>();
           })
      .def("__hash__", [](const bipartite_graph& g) { return g.edge_count(); });

  py::class_<cli::given_graph, std::shared_ptr<cli::given_graph>>(m, "Input")
      .def(py::init(&name_vertices), py::arg("graph"), py::arg("name"), py::kw_only(),
           py::arg("labels") = py::none(), py::arg("names") = py::none(),
           py::arg("users_are_declared") = true)
      .def_static("read", read_input, py::arg("path"), py::kw_only(), py::arg("format") = "auto",
                  py::arg("names") = false, py::arg("users") = py::none(), py::arg("items") = py::none(),
                  py::arg("bipartite") = false, py::arg("directed") = false, py::arg("name") = py::none(),
                  py::arg("progress") = py::none())
      .def_property_readonly("graph", graph_of)
      .def_readonly("name", &cli::given_graph::name)
      .def_property_readonly("labels", labels_of<layer::left>)
      .def_property_readonly("right_labels", labels_of<layer::right>)
      .def_property_readonly("names", names_of<layer::left>)
      .def_property_readonly("right_names", names_of<layer::right>)
      .def_property_readonly("users_are_declared", are_declared<layer::left>)
      .def_property_readonly("items_are_declared", are_declared<layer::right>)
      .def_property_readonly("clean_up", clean_up_of);
}

}  // namespace edgeldp::python
