// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include "browser/playground/watched_person_simulation.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/hexadecimal.hpp"
#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/random/seeded_run.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/input/read_graph.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles_simulation.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"

/// What the page's worker calls: text comes in, JSON goes out. One graph at a time.
namespace edgeldp::browser {

namespace {

using nlohmann::json;

/// Larger ones take a page more than some five seconds a run.
constexpr std::uint64_t most_edges = 500'000;
/// Of a noisy row, as squares on a page.
constexpr std::size_t most_squares = 1200;
/// To choose one from.
constexpr std::uint64_t most_people = 500;

struct open_graph {
  read_graph_result read;
  count_type triangles = 0;
};
std::optional<open_graph> g_open;
std::string g_answer;

/// f's JSON, or what it throws as {"error": ...}.
template <class F>
const char* answered(F&& f) {
  json made;
  try {
    made = f();
  } catch (const std::exception& e) {
    made = {{"error", e.what()}};
  }
  g_answer = made.dump(-1, ' ', false, json::error_handler_t::replace);
  return g_answer.c_str();
}

std::string text_of(judgement j) {
  std::ostringstream text;
  text << j;
  return text.str();
}

/// JSON has no number that is infinite.
json number(double value) {
  return std::isfinite(value) ? json(value) : json();
}

json open(read_graph_result read) {
  const std::uint64_t edges = read.graph.edge_count();
  if (edges > most_edges)
    throw bad_graph_input("this graph has " + std::to_string(edges) + " edges, and a page counts " +
                          std::to_string(most_edges) +
                          " at most. The program takes it: edgeldp triangles FILE --epsilon 1");
  g_open.emplace(open_graph{.read = std::move(read)});
  g_open->triangles = exact::count_triangles(g_open->read.graph);
  json people = json::array();
  for (vertex_id v = 0; v < std::min(g_open->read.graph.vertex_count(), most_people); ++v)
    people.push_back(g_open->read.id_text(v));
  return {{"users", g_open->read.graph.vertex_count()},
          {"people", people},
          {"edges", edges},
          {"triangles", g_open->triangles},
          {"cautions", g_open->read.clean_up.cautions}};
}

const open_graph& opened() {
  if (!g_open) throw bad_graph_input("no graph is open yet");
  return *g_open;
}

/// The row that a person sent beside the true one: users before it in the public order, nearest
/// first; '1' is an edge.
json row_of(const release& published, const csr_graph& g, vertex_id person) {
  const release_layout& layout = published.layout();
  std::string truth, noisy;
  const std::uint32_t mine = layout.rank(person);
  const std::size_t shown = std::min<std::size_t>(mine, most_squares);
  for (std::uint32_t rank = mine; rank-- > mine - shown;) {
    const vertex_id other = layout.order()->user_at(rank);
    truth += ranges::binary_search(g.neighbors(person), other) ? '1' : '0';
    noisy += published.edge(person, other) ? '1' : '0';
  }
  return {{"length", mine}, {"true", truth}, {"noisy", noisy}};
}

json person_of(const open_graph& open, const centred_result& r, vertex_id person,
               const std::vector<sent_message>& sent) {
  json contacts = json::array(), messages = json::array();
  for (const vertex_id v : open.read.graph.neighbors(person)) contacts.push_back(open.read.id_text(v));
  for (const sent_message& m : sent) messages.push_back({{"round", m.round}, {"bytes", to_hex(m.bytes)}});
  return {{"name", open.read.id_text(person)},
          {"contacts", contacts},
          {"messages", messages},
          {"row", row_of(*r.published, open.read.graph, person)}};
}

json count(const open_graph& open, double nats, std::uint64_t seed, std::uint64_t person) {
  const centred_options options{epsilon::from_nats(nats)};
  const graph_view g = open.read.graph;
  simulated_population<graph_view> users =
      simulated_users(g, coins_of_run(seed, 0), simulated_centred_tasks());
  if (person >= users.users()) throw invalid_parameter("there is no person " + std::to_string(person));
  watched_person watched(users, static_cast<vertex_id>(person));
  account paid(options.total, users.users());
  session s(watched, paid, key_of_run(seed, 0));
  const centred_result r = estimate_centred_triangles(s, options);
  const estimate& t = r.triangles;
  return {{"estimate", t.value},
          {"standard_error", number(t.standard_error)},
          {"predicted_bias", number(t.bias)},
          {"interval", {number(t.low()), number(t.high())}},
          {"judgement", text_of(judge(t))},
          {"epsilon", nats},
          {"relationship_dp", (1.0 + options.degree_share) * nats},
          {"codec", name_of(r.published->layout().parameters().codec)},
          {"upload_bytes", r.communication.upload_bytes},
          {"download_bytes", r.communication.download_bytes},
          {"told", r.run.told},
          {"person", person_of(open, r, static_cast<vertex_id>(person), watched.sent())}};
}

}  // namespace

}  // namespace edgeldp::browser

using namespace edgeldp;
using namespace edgeldp::browser;

// What a function returns lasts until the next call.
extern "C" {

/// The text of a file: {"users", "people" (names of the first ones), "edges", "triangles",
/// "cautions"}. has_names: people have names that need not be numbers, as `--names` says.
const char* playground_open(const char* text, std::size_t size, const char* name, int has_names) {
  const reading how = has_names != 0 ? graph_format::named_edge_list : graph_format::automatic;
  return answered([&] { return open(parse_graph({text, size}, name, how)); });
}

/// A made-up social network instead, as `edgeldp dataset generate affiliation` writes it.
const char* playground_make(unsigned users, unsigned edges, unsigned seed) {
  return answered([&] {
    const csr_graph made = generate_affiliation(users, edges, seed);
    std::string text;
    for (vertex_id u = 0; u < made.vertex_count(); ++u)
      for (const vertex_id v : made.neighbors(u))
        if (u < v) text += std::to_string(u) + '\t' + std::to_string(v) + '\n';
    return open(parse_graph(text, "example.txt"));
  });
}

/// One run of all people, as `edgeldp triangles -e EPSILON --seed SEED`, and what one of them sent.
const char* playground_count(double epsilon, std::uint64_t seed, std::uint64_t person) {
  return answered([&] { return count(opened(), epsilon, seed, person); });
}
}
