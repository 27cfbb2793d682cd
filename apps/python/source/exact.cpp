// SPDX-License-Identifier: MIT
#include "edgeldp/graph/questions/butterflies/exact.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/common_neighbors/exact.hpp"
#include "edgeldp/graph/questions/cores/exact.hpp"
#include "edgeldp/graph/questions/cycles/exact.hpp"
#include "edgeldp/graph/questions/degrees/exact.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "graphs.hpp"
#include "interruptible.hpp"
#include "module.hpp"

/// What is counted without privacy, and graphs that are nobody's.
namespace edgeldp::python {

namespace {

/// What the functions are gathered in: namespaces, for the reader of Python.
struct exact_counts {};
struct generators {};

/// A number of 128 bits.
py::int_ whole_number(uint128 x) {
  const py::int_ high(static_cast<std::uint64_t>(x >> 64)), low(static_cast<std::uint64_t>(x));
  return py::int_((high << py::int_(64)) | low);
}

/// A function of a graph as one that Ctrl-C ends.
template <class F>
auto of_graph(F compute) {
  return [compute](const csr_graph& g) { return interruptibly(py::none(), [&] { return compute(g); }); };
}

array<std::uint64_t> common_neighbors(const csr_graph& g, const array<vertex_id>& u,
                                      const array<vertex_id>& v) {
  const auto pairs = pairs_of(u, v);
  require_below(span_of(u, "u"), g.vertex_count(), "u");
  require_below(span_of(v, "v"), g.vertex_count(), "v");
  return moved(interruptibly(py::none(), [&] {
    std::vector<std::uint64_t> counts(pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i)
      counts[i] =
          exact::count_common_neighbors(g.neighbors(pairs[i].first), g.neighbors(pairs[i].second)).common;
    return counts;
  }));
}

}  // namespace

void bind_exact(py::module_& module) {
  auto m = py::class_<exact_counts>(module, "exact");
  m.def_static("triangles", of_graph([](const csr_graph& g) { return exact::count_triangles(g); }))
      .def_static(
          "cycles",
          [](const csr_graph& g, unsigned length) {
            return interruptibly(py::none(), [&] { return exact::count_cycles(g, length); });
          },
          py::arg("graph"), py::arg("length"))
      .def_static(
          "stars",
          [](const csr_graph& g, unsigned leaves) {
            return whole_number(interruptibly(py::none(), [&] { return exact::count_stars(g, leaves); }));
          },
          py::arg("graph"), py::arg("leaves"))
      .def_static("degrees",
                  [](const csr_graph& g) {
                    return moved(interruptibly(py::none(), [&] { return exact::degree_sequence(g); }));
                  })
      .def_static("triangles_at_users",
                  [](const csr_graph& g) {
                    return moved(interruptibly(py::none(), [&] { return exact::triangle_sequence(g); }));
                  })
      .def_static("clustering", of_graph([](const csr_graph& g) { return exact::global_clustering(g); }))
      .def_static("average_local_clustering",
                  of_graph([](const csr_graph& g) { return exact::average_local_clustering(g); }))
      .def_static("core_numbers",
                  [](const csr_graph& g) {
                    return moved(interruptibly(py::none(), [&] { return exact::core_numbers(g); }));
                  })
      .def_static("degeneracy", of_graph([](const csr_graph& g) { return exact::degeneracy(g); }))
      .def_static("common_neighbors", common_neighbors, py::arg("graph"), py::arg("u").noconvert(),
                  py::arg("v").noconvert())
      .def_static("butterflies", [](const bipartite_graph& g) {
        return interruptibly(py::none(), [&] { return exact::count_butterflies(g); });
      });
}

void bind_generators(py::module_& module) {
  auto m = py::class_<generators>(module, "generate");
  m.def_static(
       "erdos_renyi",
       [](std::uint64_t nodes, count_type edges, std::uint64_t seed) {
         return interruptibly(py::none(), [&] { return generate_erdos_renyi(nodes, edges, seed); });
       },
       py::arg("nodes"), py::arg("edges"), py::arg("seed"))
      .def_static(
          "rmat",
          [](unsigned scale, count_type edges, std::uint64_t seed, double a, double b, double c) {
            return interruptibly(py::none(), [&] { return generate_rmat(scale, edges, seed, {a, b, c}); });
          },
          py::arg("scale"), py::arg("edges"), py::arg("seed"), py::arg("a"), py::arg("b"), py::arg("c"))
      .def_static(
          "holme_kim",
          [](std::uint64_t nodes, unsigned edges_per_node, double triad_probability, std::uint64_t seed) {
            return interruptibly(py::none(), [&] {
              return generate_holme_kim(nodes, edges_per_node, triad_probability, seed);
            });
          },
          py::arg("nodes"), py::arg("edges_per_node"), py::arg("triad_probability"), py::arg("seed"))
      .def_static(
          "affiliation",
          [](std::uint64_t nodes, count_type edges, std::uint64_t seed) {
            return interruptibly(py::none(), [&] { return generate_affiliation(nodes, edges, seed); });
          },
          py::arg("nodes"), py::arg("edges"), py::arg("seed"))
      .def_static(
          "google_plus",
          [](unsigned halvings, std::uint64_t seed) {
            return interruptibly(py::none(), [&] { return generate_google_plus(halvings, seed); });
          },
          py::arg("halvings"), py::arg("seed"))
      .def_static(
          "labels",
          [](const csr_graph& g, std::uint32_t count, double homophily, std::uint64_t seed) {
            return moved(
                interruptibly(py::none(), [&] { return generate_labels(g, count, homophily, seed); }));
          },
          py::arg("graph"), py::arg("count"), py::arg("homophily"), py::arg("seed"));
}

}  // namespace edgeldp::python
