// SPDX-License-Identifier: MIT
#include "edgeldp/core/wire/release.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "edgeldp/core/base/parallel.hpp"
#include "edgeldp/core/wire/release_file.hpp"
#include "edgeldp/core/wire/told.hpp"
#include "edgeldp/graph/noisy/noisy_graph.hpp"
#include "graphs.hpp"
#include "interruptible.hpp"
#include "io/claims.hpp"
#include "io/report.hpp"
#include "module.hpp"

namespace edgeldp::python {

namespace {

/// A release and what its file says beside it.
struct named_release {
  std::shared_ptr<const release> published;
  file_notes notes;

  const release_parameters& parameters() const { return published->parameters(); }
  std::uint64_t users() const { return published->layout().users(); }
};

named_release read(const release_reader& reader) {
  return {std::make_shared<const release>(reader.load()), reader.notes()};
}

named_release from_bytes(std::string_view data) {
  return interruptibly(py::none(), [&] { return read(release_reader(std::as_bytes(std::span(data)))); });
}

named_release load(const std::string& path) {
  return interruptibly(py::none(), [&] { return read(release_reader(path)); });
}

py::bytes to_bytes(const named_release& r) {
  const std::vector<std::byte> all =
      interruptibly(py::none(), [&] { return r.published->serialize(nullptr, r.notes); });
  return {reinterpret_cast<const char*>(all.data()), all.size()};
}

/// Of what users sent and were told, whatever the file says beside it.
std::string digest(const named_release& r) {
  const std::vector<std::byte> all = interruptibly(py::none(), [&] { return r.published->serialize(); });
  return told_digest()
      .add("release", std::string_view(reinterpret_cast<const char*>(all.data()), all.size()))
      .hex();
}

/// Calls f(i, u[i], v[i]) for all pairs, in parallel.
template <class F>
void for_each_pair(const named_release& r, const array<vertex_id>& u, const array<vertex_id>& v, const F& f) {
  const std::span<const vertex_id> first = span_of(u, "u"), second = span_of(v, "v");
  if (first.size() != second.size())
    throw py::value_error(fmt::format("u and v: {} and {} ends of pairs", first.size(), second.size()));
  require_below(first, r.users(), "u");
  require_below(second, r.users(), "v");
  constexpr std::uint64_t grain = 1 << 12;
  run_interruptibly(py::none(), [&] {
    parallel_for(0, first.size(), grain, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i) f(i, first[i], second[i]);
    });
  });
}

array<bool> bit(const named_release& r, const array<vertex_id>& u, const array<vertex_id>& v) {
  array<bool> bits(u.size());
  bool* to = bits.mutable_data();
  for_each_pair(r, u, v, [&](std::uint64_t i, vertex_id a, vertex_id b) { to[i] = r.published->edge(a, b); });
  return bits;
}

std::pair<array<double>, array<double>> chances(const named_release& r, const array<vertex_id>& u,
                                                const array<vertex_id>& v) {
  array<double> p1(u.size()), p0(u.size());
  double *of_edge = p1.mutable_data(), *of_other = p0.mutable_data();
  for_each_pair(r, u, v, [&](std::uint64_t i, vertex_id a, vertex_id b) {
    const bit_law law = r.published->law(a, b);
    of_edge[i] = a == b ? 0.0 : law.p1;
    of_other[i] = a == b ? 0.0 : law.p0;
  });
  return {std::move(p1), std::move(p0)};
}

/// The set bits of a bitset, as numbers.
std::vector<vertex_id> members(std::span<const std::uint64_t> bits) {
  std::vector<vertex_id> all;
  for (std::size_t word = 0; word < bits.size(); ++word)
    for (std::uint64_t rest = bits[word]; rest != 0; rest &= rest - 1)
      all.push_back(static_cast<vertex_id>(64 * word + static_cast<std::size_t>(std::countr_zero(rest))));
  return all;
}

std::vector<vertex_id> decode(const noisy_graph& g, vertex_id u) {
  std::vector<std::uint64_t> bits((g.vertex_count() + 63) / 64);
  g.decode_row(u, bits);
  return members(bits);
}

array<vertex_id> row(const named_release& r, std::uint64_t u) {
  if (u >= r.users()) throw py::value_error(fmt::format("user {}: users are 0 to {}", u, r.users() - 1));
  return moved(decode(noisy_graph(r.published), static_cast<vertex_id>(u)));
}

/// All noisy edges.
/// Errors: value_error, before anything is decoded, where they would not fit into memory.
csr_graph to_graph(const named_release& r) {
  const double n = static_cast<double>(r.users());
  double expected = 0.0;
  for (std::uint64_t u = 0; u < r.users(); ++u)
    expected += r.published->layout().codec(static_cast<vertex_id>(u)).law().p0 * n / 2.0;
  constexpr double most = 2e8;  // 36 bytes an edge while it is made
  if (expected > most)
    throw py::value_error(fmt::format(
        "about {:.2g} noisy edges: more than a graph in memory should have; read single ones by bit, "
        "or rows",
        expected));
  return interruptibly(py::none(), [&] {
    const noisy_graph g(r.published);
    std::vector<std::vector<vertex_id>> rows(r.users());
    parallel_for(0, r.users(), 16, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t u = begin; u < end; ++u) rows[u] = decode(g, static_cast<vertex_id>(u));
    });
    std::vector<std::pair<vertex_id, vertex_id>> edges;
    for (std::uint64_t u = 0; u < rows.size(); ++u)
      for (const vertex_id v : rows[u]) edges.emplace_back(static_cast<vertex_id>(u), v);
    return csr_graph(r.users(), edges);
  });
}

}  // namespace

void bind_releases(py::module_& m) {
  py::class_<named_release>(m, "Release")
      .def_static("from_bytes", [](const py::bytes& data) { return from_bytes(std::string_view(data)); })
      .def_static("load", load, py::arg("path"))
      .def("to_bytes", to_bytes)
      .def("digest", digest)
      .def(
          "save",
          [](const named_release& r, const std::string& path) {
            run_interruptibly(py::none(), [&] { r.published->save(path, r.notes); });
          },
          py::arg("path"))
      .def_property_readonly("nodes", &named_release::users)
      .def_property_readonly("ids",
                             [](const py::object& self) {
                               const auto& ids = self.cast<const named_release&>().notes.ids;
                               return view(std::span<const std::uint64_t>(ids), self);
                             })
      .def_property_readonly("task", [](const named_release& r) { return r.notes.task; })
      .def_property_readonly("key", [](const named_release& r) { return cli::hex(r.parameters().key.value); })
      .def_property_readonly("epsilon",
                             [](const named_release& r) { return cli::budget(r.parameters().total); })
      .def_property_readonly(
          "spent", [](const named_release& r) { return cli::budget(cli::spent_on(r.parameters()).spent()); })
      .def_property_readonly(
          "codec", [](const named_release& r) { return std::string(name_of(r.parameters().codec)); })
      .def_property_readonly("simulated", [](const named_release& r) { return r.parameters().simulated; })
      .def_property_readonly("private", [](const named_release& r) { return r.parameters().is_private(); })
      .def_property_readonly("degrees",
                             [](const py::object& self) {
                               return view(self.cast<const named_release&>().published->layout().degrees(),
                                           self);
                             })
      .def_property_readonly("degree_epsilon",
                             [](const named_release& r) { return cli::budget(r.parameters().degree); })
      .def_property_readonly("absent", [](const named_release& r) { return moved(r.published->absent()); })
      .def_property_readonly("words",
                             [](const py::object& self) {
                               const auto& words = self.cast<const named_release&>().published->all_words();
                               return view(std::span<const std::uint64_t>(words), self);
                             })
      .def("bit", bit, py::arg("u").noconvert(), py::arg("v").noconvert())
      .def("chances", chances, py::arg("u").noconvert(), py::arg("v").noconvert())
      .def("row", row, py::arg("u"))
      .def("to_graph", to_graph);
}

}  // namespace edgeldp::python
