// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/run_watch.hpp"
#include "edgeldp/core/protocol/account.hpp"
#include "edgeldp/core/protocol/session.hpp"
#include "edgeldp/graph/questions/degrees/degrees.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles.hpp"
#include "edgeldp/graph/rounds/graph_user.hpp"
#include "edgeldp/graph/tasks/tasks_user.hpp"
#include "interruptible.hpp"
#include "io/claims.hpp"
#include "module.hpp"
#include "options/protocol_arguments.hpp"
#include "participants.hpp"
#include "values.hpp"

/// Who takes part: users one by one, the collector that asks them, and the account that says what
/// they may still be asked.
namespace edgeldp::python {

namespace {

// --- the account

/// Up to a unit: what somebody else spends is not known to be rounded down.
/// Errors: as epsilon::from_nats.
epsilon rounded_up(double nats) {
  const epsilon down = epsilon::from_nats(nats);
  return down.nats() < nats ? epsilon::from_units(down.units() + 1) : down;
}

/// An account of users who are all asked alike: what one of them may spend. Of two, since a
/// relationship has two ends.
class shared_ledger {
 public:
  /// The ceiling is rounded up as well, by less than a unit, so that one cost may be all of it.
  explicit shared_ledger(double nats) : m_account(rounded_up(nats), 2) {}

  /// is_ours: a mechanism of the library spends it, which rounds its own budget down.
  void spend(const std::string& name, double nats, int edge_ends, bool is_ours) {
    if (edge_ends < 0 || edge_ends > 2)
      throw py::value_error(fmt::format("edge_ends = {}: an edge has 0, 1 or 2 ends in a round", edge_ends));
    const std::lock_guard lock(m_mutex);
    m_account.spend({name, static_cast<edge_use>(edge_ends)},
                    {is_ours ? epsilon::from_nats(nats) : rounded_up(nats), roster::everybody(2)});
  }

  template <class F>
  auto read(F&& f) const {
    const std::lock_guard lock(m_mutex);
    return f(m_account);
  }

 private:
  mutable std::mutex m_mutex;
  account m_account;
};

double remaining(const account& a) {
  return cli::budget(a.remaining(roster::everybody(2)));
}

std::vector<std::pair<std::string, double>> entries_of(const account& a) {
  std::vector<std::pair<std::string, double>> all;
  for (const account::entry& e : a.entries()) all.emplace_back(e.round, cli::budget(e.paid.each));
  return all;
}

// --- one user

/// A question on its way to one user. Whoever keeps it finds it closed when the round is over.
class asked_user {
 public:
  asked_user(std::shared_ptr<const call* const> asked, std::uint64_t number)
      : m_asked(std::move(asked)), m_number(number) {}

  /// Errors: value_error when the round is over.
  const call& asked() const {
    if (*m_asked == nullptr) throw py::value_error("the round is over: a question is answered when it comes");
    return **m_asked;
  }
  std::uint64_t number() const { return m_number; }

 private:
  std::shared_ptr<const call* const> m_asked;  ///< null when the round is over
  std::uint64_t m_number;
};

class client {
 public:
  client(std::uint64_t user, std::uint64_t users, const array<vertex_id>& neighbors,
         std::optional<std::uint64_t> seed)
      : m_user(static_cast<vertex_id>(user)), m_users(users), m_coins(coins_of_run(seed, 0)) {
    if (user >= users) throw py::value_error(fmt::format("user = {}: users are 0 to {}", user, users - 1));
    const std::span<const vertex_id> list = span_of(neighbors, "neighbors");
    require_below(list, users, "neighbors");
    m_neighbors.assign(list.begin(), list.end());
    std::ranges::sort(m_neighbors);
    if (std::ranges::adjacent_find(m_neighbors) != m_neighbors.end() ||
        std::ranges::binary_search(m_neighbors, m_user))
      throw py::value_error("neighbors: each once, and not the user itself");
  }

  vertex_id user() const { return m_user; }
  std::uint64_t users() const { return m_users; }
  bool is_simulated() const { return m_coins.is_simulated(); }

  byte_string answer(const asked_user& to_me) const {
    const call& asked = to_me.asked();
    return answer_call(private_tasks(), {asked.asks, asked.said, asked.published, to_me.number()},
                       own_list{m_user, m_users, m_neighbors}, user_coins(m_coins, m_user));
  }

 private:
  vertex_id m_user;
  std::uint64_t m_users;
  std::vector<vertex_id> m_neighbors;
  coin_source m_coins;
};

py::bytes bytes_of(std::span<const std::byte> data) {
  return {reinterpret_cast<const char*>(data.data()), data.size()};
}

// --- the collector

/// Users that are Python objects: each is asked by its method `answer`, and gives bytes.
class client_population final : public population {
 public:
  /// Errors: value_error unless client i is user i of as many as there are.
  explicit client_population(const py::sequence& clients) : m_clients(clients) {
    const std::uint64_t users = py::len(clients);
    for (std::uint64_t i = 0; i < users; ++i) {
      const py::object one = clients[i];
      const auto& known = one.cast<const client&>();
      if (known.user() != i || known.users() != users)
        throw py::value_error(fmt::format("clients[{}] is user {} of {}: must be user {} of {}", i,
                                          known.user(), known.users(), i, users));
      m_is_simulated = m_is_simulated || known.is_simulated();
    }
  }

  std::uint64_t users() const override { return py::len(m_clients); }
  bool is_simulated() const override { return m_is_simulated; }

  void answer(const call& asked, message_sink& sink) override {
    const py::gil_scoped_acquire locked;
    const auto open = std::make_shared<const call*>(&asked);
    const std::unique_ptr<const call*, void (*)(const call**)> close(open.get(),
                                                                     [](const call** c) { *c = nullptr; });
    for (std::uint64_t number = 0; number < asked.who.size(); ++number) {
      check_stop();
      const py::object one = m_clients[asked.who.user(number)];
      const py::object said = one.attr("answer")(asked_user(open, number));
      if (!said.is_none()) hand_over(number, said, sink);
    }
  }

 private:
  /// What no user of the protocol sends is as if nothing had come.
  /// Errors: type_error for what is no bytes.
  static void hand_over(std::uint64_t number, const py::object& said, message_sink& sink) {
    if (!PyBytes_Check(said.ptr()))
      throw py::type_error(
          fmt::format("answer number {} is {}: a client answers with bytes, or None to be absent", number,
                      std::string(py::str(py::type::of(said)))));
    const auto message = said.cast<std::string_view>();
    try {
      sink.put(number, std::as_bytes(std::span(message)));
    } catch (const format_error&) {  // as if nothing had come
    }
  }

  py::sequence m_clients;
  bool m_is_simulated = false;
};

/// A result under the names that results have.
cli::record result_of(const estimate& e, const run_record& run, const communication& sent, epsilon total) {
  cli::record r = {{"nodes", run.spent.users()}, {"estimate", e.value}, {"standard_error", e.standard_error}};
  cli::add_interval_fields(r, e, [](const estimate&) { return std::nullopt; });
  r["epsilon"] = cli::budget(total);
  r["edge_ldp"] = cli::budget(run.spent.edge_ldp());
  r["relationship_dp"] = cli::budget(run.spent.relationship_dp(), cli::shares_of_a_run);
  cli::spending all;
  all.add(cli::cost_of(run.spent));
  r["spent"] = all.fields();
  r["upload_bytes"] = sent.upload_bytes;
  r["download_bytes"] = sent.download_bytes;
  r["runs"] = 1;
  cli::add_guarantee(r, run.is_simulated, run.flaws);
  r["told"] = run.told;
  for (const presence& p : run.rounds)
    r["rounds"].push_back({{"round", p.round}, {"asked", p.asked}, {"answered", p.answered}});
  return r;
}

py::object collect(const std::string& question, const py::sequence& clients, double nats,
                   std::optional<std::uint64_t> seed, const py::object& progress) {
  const epsilon total = epsilon::from_nats(nats);
  client_population users(clients);
  account paid(total, users.users());
  session s(users, paid, key_of_run(seed, 0));
  if (question == "triangles") {
    centred_options options;
    options.total = total;
    const centred_result r = interruptibly(progress, [&] { return estimate_centred_triangles(s, options); });
    return object_of(result_of(r.triangles, r.run, r.communication, total));
  }
  if (question == "edges") {
    const degree_result r = interruptibly(progress, [&] { return release_all_degrees(s, total); });
    return object_of(result_of(estimate_edges(r.degrees), r.run, r.communication, total));
  }
  throw py::value_error("question = '" + question + "': must be 'triangles' or 'edges'");
}

}  // namespace

std::unique_ptr<population> population_of(const py::sequence& clients) {
  return std::make_unique<client_population>(clients);
}

void bind_participants(py::module_& m) {
  py::class_<shared_ledger>(m, "Ledger")
      .def(py::init<double>(), py::arg("epsilon"))
      .def("spend", &shared_ledger::spend, py::arg("name"), py::arg("epsilon"), py::arg("edge_ends") = 2,
           py::arg("is_ours") = false)
      .def_property_readonly("epsilon",
                             [](const shared_ledger& l) {
                               return l.read([](const account& a) { return cli::budget(a.ceiling()); });
                             })
      .def_property_readonly("spent",
                             [](const shared_ledger& l) {
                               return l.read([](const account& a) { return cli::budget(a.spent()); });
                             })
      .def_property_readonly("edge_ldp",
                             [](const shared_ledger& l) {
                               return l.read([](const account& a) { return cli::budget(a.edge_ldp()); });
                             })
      .def_property_readonly(
          "relationship_dp",
          [](const shared_ledger& l) {
            return l.read([](const account& a) { return cli::budget(a.relationship_dp()); });
          })
      .def_property_readonly("remaining", [](const shared_ledger& l) { return l.read(remaining); })
      .def_property_readonly("entries", [](const shared_ledger& l) {
        return l.read([](const account& a) { return entries_of(a); });
      });

  py::class_<asked_user>(m, "Call")
      .def_property_readonly("asks", [](const asked_user& c) { return std::string(c.asked().asks); })
      .def_property_readonly("round", [](const asked_user& c) { return std::string(c.asked().kind.name); })
      .def_property_readonly("said", [](const asked_user& c) { return bytes_of(c.asked().said); })
      .def_property_readonly("number", &asked_user::number);

  py::class_<client>(m, "Client")
      .def(py::init<std::uint64_t, std::uint64_t, const array<vertex_id>&, std::optional<std::uint64_t>>(),
           py::arg("user"), py::arg("users"), py::arg("neighbors").noconvert(), py::arg("seed") = py::none())
      .def_property_readonly("user", &client::user)
      .def_property_readonly("users", &client::users)
      .def(
          "answer", [](const client& c, const asked_user& to_me) { return bytes_of(c.answer(to_me)); },
          py::arg("call"));

  m.def("collect", collect, py::arg("question"), py::arg("clients"), py::kw_only(), py::arg("epsilon"),
        py::arg("seed") = py::none(), py::arg("progress") = py::none());
}

}  // namespace edgeldp::python
