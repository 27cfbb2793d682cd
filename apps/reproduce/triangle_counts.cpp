// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "bench/sweep.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/random/public_randomness.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/input/read_graph.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "methods/mechanisms.hpp"
#include "options/protocol_arguments.hpp"
#include "reproduce/experiment.hpp"

/// Counts of triangles under edge-LDP as their papers report them: [Imola 2021], [Imola 2022],
/// [Hillebrand 2023], and figure 6 of [Hillebrand 2026]. The methods are those of `compare`.
namespace edgeldp::cli {

namespace {

constexpr std::uint64_t usual_runs = 10;  // of all four papers

/// A graph, and what `compare` wants to know of it.
struct counted_graph {
  std::string source;
  csr_graph graph;
  sweep_subject subject;

  counted_graph(std::string where_from, csr_graph g)
      : source(std::move(where_from)),
        graph(std::move(g)),
        subject{source, graph.vertex_count(), graph.edge_count(), exact::count_triangles(graph)} {}
};

/// --data, or made up: a clustered graph of wiki-Vote's mean degree.
counted_graph graph_of(const reproduce_arguments& a) {
  if (!a.data.empty()) return {a.data, read_graph(a.data).graph};
  const std::uint64_t users = a.users.value_or(2000);
  const count_type edges = std::min<count_type>(14 * users, users * (users - 1) / 4);
  return {"generated affiliation graph", generate_affiliation(users, edges, a.seed)};
}

std::vector<double> budgets(const reproduce_arguments& a, std::vector<double> usual) {
  return a.epsilons.empty() ? std::move(usual) : a.epsilons;
}

sweep_point play(const counted_graph& g, const sweep_setting& setting, double nats,
                 const reproduce_arguments& a) {
  std::vector<record> runs;
  const std::uint64_t count = setting.what->role == mechanism_role::mark ? 1 : a.runs.value_or(usual_runs);
  for (std::uint64_t run = 0; run < count; ++run) {
    const double start = elapsed_seconds();
    runs.push_back(setting.what->run(g.graph, epsilon::from_nats(nats), setting.value.value_or(0.0),
                                     key_of_run(a.seed, run), coins_of_run(a.seed, run)));
    runs.back()["seconds"] = elapsed_seconds() - start;
  }
  return summarize(g.subject, setting, runs);
}

/// All values of a mechanism's knob; without a knob, one point.
std::vector<sweep_point> play_all(const counted_graph& g, const std::string& name, double nats,
                                  const reproduce_arguments& a) {
  const mechanism& m = find_mechanism(name);
  std::vector<sweep_point> points;
  if (m.knob.empty()) points.push_back(play(g, {&m, std::nullopt}, nats, a));
  for (const double value : m.sweep(epsilon::from_nats(nats)))
    points.push_back(play(g, {&m, value}, nats, a));
  return points;
}

/// Collects what an experiment says of points.
struct told {
  notebook& notes;
  const counted_graph& g;

  void say(const sweep_point& p, const std::string& measure, const record& paper, double ours) const {
    notes.add({p.setting.name(),
               p.number("epsilon"),
               measure,
               paper,
               ours,
               p.result.at("private") == true,
               {{"data", g.source}, {"runs", p.result.at("runs")}}});
  }
  void say_point(const sweep_point& p) const {
    say(p, "l2 error", nullptr, p.number("rmse"));
    say(p, "bytes that a user reads", nullptr, p.number("download_bytes"));
    notes.add_point({{"mechanism", p.setting.name()},
                     {"epsilon", p.number("epsilon")},
                     {"download_bytes", p.number("download_bytes")},
                     {"rmse", p.number("rmse")}});
  }
};

// --- two rounds: Barabasi-Albert graphs

/// The authors' spreadsheet `BAGraph/res2_eps_loss.xlsx`, sheet "tri (2-rounds, m=10)": mean
/// squared errors of 10 samples of 10 000 users out of 10^6, whose largest degree the collector is
/// told.
struct reported_loss {
  double epsilon, mean_square;
};
constexpr std::array reported_losses = {
    reported_loss{0.1, 1.930152e13}, reported_loss{0.2, 1.207945e12}, reported_loss{0.4, 7.58782e10},
    reported_loss{0.6, 1.511332e10}, reported_loss{0.8, 4.836999e9},  reported_loss{1.0, 2.011022e9},
    reported_loss{1.2, 9.87028e8},   reported_loss{1.4, 5.437424e8},  reported_loss{1.6, 3.261279e8},
    reported_loss{1.8, 2.090259e8},  reported_loss{2.0, 1.41094e8},
};
constexpr std::uint64_t reported_users = 10000, users_for_one = 100, most_users = 100000;
constexpr unsigned edges_a_newcomer = 10;

/// The paper's l2 error; none for another number of users, or a budget that it does not have.
record reported_error(std::uint64_t users, double nats) {
  const auto* found = std::ranges::find(reported_losses, nats, &reported_loss::epsilon);
  if (users != reported_users || found == reported_losses.end()) return nullptr;
  return std::sqrt(found->mean_square);
}

/// The graph between some users drawn by lot, who are numbered in the order of the lots.
csr_graph sample_of(const csr_graph& all, std::uint64_t users, std::uint64_t seed, std::uint64_t run) {
  std::vector<std::pair<std::uint32_t, vertex_id>> lots;
  for (vertex_id v = 0; v < all.vertex_count(); ++v)
    lots.emplace_back(philox4x32_10(seed, {v, static_cast<std::uint32_t>(run), 0, 0x6c6f7473})[0], v);
  std::ranges::nth_element(lots, lots.begin() + static_cast<std::ptrdiff_t>(users));
  lots.resize(users);
  std::ranges::sort(lots);
  std::vector<vertex_id> number(all.vertex_count(), static_cast<vertex_id>(users));
  for (std::size_t i = 0; i < users; ++i) number[lots[i].second] = static_cast<vertex_id>(i);
  std::vector<std::pair<vertex_id, vertex_id>> edges;
  for (const auto& [lot, v] : lots)
    for (const vertex_id u : all.neighbors(v))
      if (u < v && number[u] < users) edges.emplace_back(number[u], number[v]);
  return {users, edges};
}

/// The variance of the noise of a count that is told the largest degree, budget in halves.
double told_variance(const csr_graph& g, double nats) {
  std::size_t largest = 0;
  for (vertex_id v = 0; v < g.vertex_count(); ++v) largest = std::max(largest, g.neighbors(v).size());
  const double half = nats / 2.0, kept = std::tanh(half / 2.0);  // 1 - 2 p
  const double scale = static_cast<double>(largest) / half / kept;
  return 2.0 * static_cast<double>(g.vertex_count()) * scale * scale;
}

void say_samples(const csr_graph& all, std::uint64_t users, double nats, const reproduce_arguments& a,
                 notebook& notes) {
  const std::uint64_t runs = a.runs.value_or(usual_runs);
  const std::array names = {"local-two-rounds", "local-two-rounds-strongest", "centred-nullspace"};
  std::array<double, names.size()> squares{};
  double told_square = 0.0;
  for (std::uint64_t run = 0; run < runs; ++run) {
    const csr_graph g = sample_of(all, users, a.seed, run);
    const auto truth = static_cast<double>(exact::count_triangles(g));
    told_square += told_variance(g, nats);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const record said = find_mechanism(names[i]).run(g, epsilon::from_nats(nats), 0.0,
                                                       key_of_run(a.seed, run), coins_of_run(a.seed, run));
      const double error = said.at("estimate").get<double>() - truth;
      squares[i] += error * error;
      notes.add_point({{"mechanism", names[i]}, {"epsilon", nats}, {"run", run}, {"error", error}});
    }
  }
  const auto say = [&](const std::string& name, const record& paper, double square, bool is_private) {
    notes.add({name,
               nats,
               "l2 error",
               paper,
               std::sqrt(square / static_cast<double>(runs)),
               is_private,
               {{"runs", runs}, {"users", users}}});
  };
  say("two rounds, told the largest degree", reported_error(users, nats), told_square, false);
  for (std::size_t i = 0; i < names.size(); ++i) say(names[i], nullptr, squares[i], true);
}

void barabasi_albert(const reproduce_arguments& a, notebook& notes) {
  const std::uint64_t users = a.users.value_or(reported_users);
  if (users > most_users)
    throw invalid_parameter(fmt::format("--users: at most {}, out of a hundred times as many", most_users));
  const csr_graph all = generate_holme_kim(users_for_one * users, edges_a_newcomer, 0.0, a.seed);
  for (const double nats : budgets(a, {0.4, 1.0, 2.0})) say_samples(all, users, nats, a, notes);
}

// --- asymmetric response: what is read

/// The knob of ARR in the authors' script, and the one that reads most and errs least.
std::vector<double> usual_samples(const mechanism& m, double nats) {
  return {0.001, m.usual(epsilon::from_nats(nats))};
}

void response_download(const reproduce_arguments& a, notebook& notes) {
  constexpr double bytes_a_second = 20e6 / 8.0, imdb_users = 896308.0;
  notes.add({"two rounds, a bit a pair", std::nullopt, "hours to read at 20 Mbit/s, 896 308 users", 6.0,
             imdb_users * (imdb_users - 1.0) / 2.0 / 8.0 / bytes_a_second / 3600.0, true});
  const counted_graph g = graph_of(a);
  const told t{notes, g};
  for (const double nats : budgets(a, {1.0})) {
    const sweep_point rows = play_all(g, "local-two-rounds", nats, a).front();
    t.say_point(rows);
    std::vector<sweep_point> points = play_all(g, "centred-nullspace", nats, a);
    for (const char* name : {"arr-one", "arr-one-strongest"})
      for (const double mu_star : usual_samples(find_mechanism(name), nats))
        points.push_back(play(g, {&find_mechanism(name), mu_star}, nats, a));
    for (const sweep_point& p : points) {
      t.say_point(p);
      const bool is_default = p.setting.what->name == "arr-one" && p.setting.value == 0.001;
      if (const double read = p.number("download_bytes"); read > 0.0)
        t.say(p, "times less to read than two rounds",
              is_default ? record("2700 and more: 6 hours, 8 s at most") : record(nullptr),
              rows.number("download_bytes") / read);
    }
  }
}

// --- grouped response: errors at the same download

/// The most that the error of one at a download of the other's is above the other's; none where
/// they have no download in common.
std::optional<double> most_above(std::span<const sweep_point> above, const std::vector<sweep_point>& below) {
  const auto curve = curve_of(above, *above.front().setting.what, "rmse");
  std::optional<double> most;
  for (const sweep_point& p : below)
    if (const auto error = curve ? curve->error_within(p.number("download_bytes")) : std::nullopt;
        error && p.number("rmse") > 0.0)
      most = std::max(most.value_or(0.0), *error / p.number("rmse"));
  return most;
}

void grouped_error(const reproduce_arguments& a, notebook& notes) {
  const counted_graph g = graph_of(a);
  const told t{notes, g};
  for (const double nats : budgets(a, {1.0}))
    for (const bool is_published : {true, false}) {
      const std::string suffix(is_published ? "" : strongest_suffix);
      const std::vector<sweep_point> grouped = play_all(g, "group-rr" + suffix, nats, a);
      const std::vector<sweep_point> asymmetric = play_all(g, "arr-one" + suffix, nats, a);
      for (const auto* points : {&grouped, &asymmetric})
        for (const sweep_point& p : *points) t.say_point(p);
      const std::optional<double> most = most_above(asymmetric, grouped);
      notes.add({fmt::format("arr-one{} over group-rr{}", suffix, suffix),
                 nats,
                 "times the error at the same download, at most",
                 is_published ? record("up to 1000") : record(nullptr),
                 optional_number(most.has_value(), most.value_or(0.0)),
                 !is_published,
                 {{"data", g.source}, {"runs", a.runs.value_or(usual_runs)}}});
    }
}

// --- compression, figure 6

void compression_figure_6(const reproduce_arguments& a, notebook& notes) {
  const counted_graph g = graph_of(a);
  const told t{notes, g};
  for (const double nats : budgets(a, {1.0})) {
    std::vector<sweep_point> points;
    for (const char* name : {"ppr-published", "arr-one", "group-rr", "centred-nullspace"})
      for (sweep_point& p : play_all(g, name, nats, a)) {
        t.say_point(p);
        points.push_back(std::move(p));
      }
    for (const record& c : compare(g.subject, points))
      for (const auto& [ratio, measure] :
           {std::pair{"error_ratio", "error over that at the same download"},
            std::pair{"download_ratio", "download over that for the same error"}})
        notes.add({fmt::format("{} over {}", c.at("rival").get<std::string>(),
                               c.at("mechanism").get<std::string>()),
                   nats,
                   measure,
                   c.at(fmt::format("paper_{}", ratio)),
                   c.at(ratio),
                   false,
                   {{"data", g.source}, {"runs", c.at("runs")}}});
    notes.add_figure(figure_of(g.subject, nats, points));
  }
}

}  // namespace

std::vector<experiment> experiments_of_triangle_counts() {
  return {
      {"two-rounds/barabasi-albert",
       "two rounds on samples of Barabasi-Albert graphs: the error falls with the budget", barabasi_albert},
      {"asymmetric-response/download",
       "ARROne takes seconds to read where two rounds take hours, at a small error", response_download},
      {"grouped-response/equal-download",
       "at the same download GroupRR errs up to 1000 times less than the leading algorithms", grouped_error},
      {"compression/figure-6",
       "triangles: at the same download ARROne errs 10 000 times as much, GroupRR 10 times",
       compression_figure_6}};
}

}  // namespace edgeldp::cli
