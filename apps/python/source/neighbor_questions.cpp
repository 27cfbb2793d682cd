// SPDX-License-Identifier: MIT
#include "edgeldp/graph/rounds/neighbor_questions_simulation.hpp"

#include <pybind11/stl.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "edgeldp/graph/input/arc_graph.hpp"
#include "edgeldp/graph/input/csr_graph.hpp"
#include "interruptible.hpp"
#include "io/claims.hpp"
#include "io/report.hpp"
#include "module.hpp"
#include "options/protocol_arguments.hpp"
#include "participants.hpp"
#include "values.hpp"

/// Questions of one's own about neighbours, asked of a graph's users or of clients.
namespace edgeldp::python {

namespace {

/// One collection: users, what they may spend, and what they are asked.
class collection {
 public:
  collection(const py::object& users, double nats, std::optional<std::uint64_t> seed)
      : m_kept(users),
        m_has_arcs(py::isinstance<arc_graph>(users)),
        m_graph(lists_of(users)),
        m_users(m_graph ? simulated(*m_graph, coins_of_run(seed, 0)) : population_of(users)),
        m_paid(epsilon::from_nats(nats), m_users->users()),
        m_ask(*m_users, m_paid, key_of_run(seed, 0)) {}

  neighbor_numbers degrees(double nats, const py::object& progress) {
    return interruptibly(progress, [&] { return m_ask.degrees(epsilon::from_nats(nats)); });
  }

  neighbor_numbers sums(const array<double>& x, double nats,
                        const std::optional<std::vector<double>>& centres, const py::object& progress) {
    if (x.ndim() != 2) throw py::value_error("x: must be an array of two dimensions");
    const std::span<const double> values(x.data(), static_cast<std::size_t>(x.size()));
    const auto width = static_cast<std::uint64_t>(x.shape(1));
    return interruptibly(progress,
                         [&] { return m_ask.sums(width, values, epsilon::from_nats(nats), centres); });
  }

  neighbor_numbers sums_over_edges(const array<double>& x, double nats, const py::object& progress) {
    if (x.ndim() != 2) throw py::value_error("x: must be an array of two dimensions");
    if (m_has_arcs) throw py::value_error("sums over edges: an arc is in one list; sum over neighbors");
    const std::span<const double> values(x.data(), static_cast<std::size_t>(x.size()));
    const auto width = static_cast<std::uint64_t>(x.shape(1));
    return interruptibly(progress,
                         [&] { return m_ask.sums_over_edges(width, values, epsilon::from_nats(nats)); });
  }

  neighbor_numbers h_index(const array<double>& x, double nats, const py::object& progress) {
    const std::span<const double> values = span_of(x, "x");
    return interruptibly(progress, [&] { return m_ask.h_index(values, epsilon::from_nats(nats)); });
  }

  neighbor_numbers groups(const array<std::int64_t>& group_of, std::uint64_t many, double nats,
                          const py::object& progress) {
    const std::span<const std::int64_t> groups = span_of(group_of, "groups");
    return interruptibly(progress, [&] { return m_ask.groups(groups, many, epsilon::from_nats(nats)); });
  }

  void require_payable(double nats) const { m_ask.require_payable(epsilon::from_nats(nats)); }
  bool is_own(const array<double>& values) const {
    return m_ask.is_own({values.data(), static_cast<std::size_t>(values.size())});
  }
  std::uint64_t users() const { return m_ask.users(); }
  double remaining() const { return cli::budget(m_ask.remaining()); }
  std::vector<std::string> declared_public() const {
    return {m_paid.declared_public().begin(), m_paid.declared_public().end()};
  }

  /// What all results of the collection say by now.
  py::object facts() const {
    const auto each = static_cast<double>(m_ask.users());
    cli::record r = {{"nodes", m_ask.users()}, {"epsilon", cli::budget(m_paid.ceiling())}};
    r["edge_ldp"] = cli::budget(m_paid.edge_ldp());
    const cli::run_cost cost = m_has_arcs ? cli::cost_of_arcs(m_paid) : cli::cost_of(m_paid);
    if (m_has_arcs) r["directed"] = true;
    r["relationship_dp"] = cli::budget(cost.relationship_dp, cli::shares_of_a_run);
    cli::spending all;
    all.add(cost);
    r["spent"] = all.fields();
    r["upload_bytes"] = static_cast<double>(m_ask.upload_bytes()) / each;
    r["download_bytes"] = m_ask.download_bytes();
    r["runs"] = 1;
    cli::add_guarantee(r, m_ask.is_simulated(), {});
    r["declared_public"] = !m_paid.declared_public().empty();
    return object_of(r);
  }

  /// Of each question: what was asked, at which price, about which values.
  py::object asked() const {
    cli::record all = cli::record::array();
    for (const neighbor_questions::question& q : m_ask.asked())
      all.push_back({{"asks", q.asks},
                     {"epsilon", cli::budget(q.budget)},
                     {"values", q.values},
                     {"declared_public", q.is_declared},
                     {"asked", q.asked},
                     {"answered", q.answered},
                     {"clamped", q.clamped}});
    return object_of(all);
  }

 private:
  /// Those of users in this process; null of clients.
  static std::unique_ptr<graph_view> lists_of(const py::object& users) {
    if (py::isinstance<csr_graph>(users)) return std::make_unique<graph_view>(users.cast<const csr_graph&>());
    if (py::isinstance<arc_graph>(users))
      return std::make_unique<graph_view>(users.cast<const arc_graph&>().out_lists());
    return nullptr;
  }
  static std::unique_ptr<population> simulated(const graph_view& g, const coin_source& coins) {
    return std::make_unique<simulated_population<graph_view>>(
        simulated_users(g, coins, simulated_neighbor_tasks()));
  }

  py::object m_kept;
  bool m_has_arcs;
  std::unique_ptr<graph_view> m_graph;  ///< null: users are clients
  std::unique_ptr<population> m_users;
  account m_paid;
  neighbor_questions m_ask;
};

array<double> values_of(const neighbor_numbers& numbers) {
  return moved(std::vector<double>(numbers.values));
}

std::vector<double> standard_errors_of(const neighbor_numbers& numbers) {
  std::vector<double> errors;
  for (std::uint64_t column = 0; column < numbers.width; ++column)
    errors.push_back(numbers.standard_error(column));
  return errors;
}

py::object total(const neighbor_numbers& numbers, const std::optional<array<double>>& weights) {
  const estimate e = weights ? total_of(numbers, span_of(*weights, "weights")) : total_of(numbers);
  cli::record r = {{"estimate", e.value}, {"standard_error", e.standard_error}};
  cli::add_interval_fields(r, e, [](const estimate&) { return std::nullopt; });
  return object_of(r);
}

}  // namespace

void bind_neighbor_questions(py::module_& m) {
  py::class_<neighbor_numbers>(m, "NeighborNumbers")
      .def_readonly("width", &neighbor_numbers::width)
      .def_readonly("centres", &neighbor_numbers::centres)
      .def_property_readonly("values", values_of)
      .def_property_readonly("standard_errors", standard_errors_of)
      .def("total", total, py::arg("weights").noconvert() = py::none());

  py::class_<collection>(m, "Collection")
      .def(py::init<const py::object&, double, std::optional<std::uint64_t>>(), py::arg("users"),
           py::arg("epsilon"), py::arg("seed") = py::none())
      .def("degrees", &collection::degrees, py::arg("epsilon"), py::kw_only(),
           py::arg("progress") = py::none())
      .def("sums", &collection::sums, py::arg("x").noconvert(), py::arg("epsilon"),
           py::arg("centres") = py::none(), py::kw_only(), py::arg("progress") = py::none())
      .def("sums_over_edges", &collection::sums_over_edges, py::arg("x").noconvert(), py::arg("epsilon"),
           py::kw_only(), py::arg("progress") = py::none())
      .def("h_index", &collection::h_index, py::arg("x").noconvert(), py::arg("epsilon"), py::kw_only(),
           py::arg("progress") = py::none())
      .def("groups", &collection::groups, py::arg("group_of").noconvert(), py::arg("groups"),
           py::arg("epsilon"), py::kw_only(), py::arg("progress") = py::none())
      .def("require_payable", &collection::require_payable, py::arg("epsilon"))
      .def("is_own", &collection::is_own, py::arg("values").noconvert())
      .def_property_readonly("users", &collection::users)
      .def_property_readonly("remaining", &collection::remaining)
      .def_property_readonly("declared_public", &collection::declared_public)
      .def("facts", &collection::facts)
      .def("asked", &collection::asked);
}

}  // namespace edgeldp::python
