// SPDX-License-Identifier: MIT
#include "methods/mechanisms.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles_simulation.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sampled_triangles_simulation.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"
#include "edgeldp/rivals/arr/arr_simulation.hpp"
#include "edgeldp/rivals/group_rr/group_rr_simulation.hpp"
#include "edgeldp/rivals/triangles/central_count_curator.hpp"
#include "edgeldp/rivals/triangles/edge_orient_simulation.hpp"
#include "edgeldp/rivals/triangles/local_two_rounds.hpp"
#include "edgeldp/rivals/triangles/method_simulation.hpp"
#include "edgeldp/rivals/triangles/open_list_curator.hpp"
#include "edgeldp/rivals/triangles/vertex_centric.hpp"
#include "io/claims.hpp"
#include "methods/result_records.hpp"
#include "options/nearest_word.hpp"
#include "options/protocol_arguments.hpp"

namespace edgeldp::cli {

namespace {

using runner = decltype(mechanism::run);

/// A method by what makes its settings from the total budget and the knob: ours and the baselines.
template <class Make>
runner method(Make make) {
  return [make](const graph_view& g, epsilon total, double value, release_key key, const coin_source& coins) {
    return describe(estimate_triangles(g, make(total, value), key, coins));
  };
}

/// `codec`: from the knob.
template <class Codec>
runner play_two_step(Codec codec) {
  return method([codec](epsilon total, double value) {
    two_step options;
    options.total = total;
    options.codec = codec(value);
    return options;
  });
}

template <class Codec>
runner play_centred(Codec codec) {
  return [codec](const graph_view& g, epsilon total, double, release_key key, const coin_source& coins) {
    return describe(estimate_centred_triangles(g, {total, codec}, key, coins));
  };
}

/// As `edgeldp triangles --relationship R`, by the codec of its plan.
runner play_forward(double relationship) {
  return [=](const graph_view& g, epsilon total, double, release_key key, const coin_source& coins) {
    centred_options options;
    options.total = total;
    options.relationship = relationship;
    return describe(estimate_centred_triangles(g, options, key, coins));
  };
}

record play_sampled(const graph_view& g, epsilon total, double bytes, release_key key,
                    const coin_source& coins) {
  return describe(estimate_sampled_triangles(g, {total, bytes}, key, coins));
}

/// The whole graph in one hand; what its owners send is the compressed list.
record play_central(const graph_view& g, epsilon total, double, release_key, const coin_source& coins) {
  record r = describe(count_triangles_without_privacy(g, list_format::adjacency));
  r["estimate"] = static_cast<double>(publish_triangle_count(g, total, coins));
  r["standard_error"] = nullptr;  // it follows from the graph
  r["epsilon"] = budget(total);
  r["download_bytes"] = r["largest_download_bytes"] = 0.0;
  r["caveat"] = "private only towards readers of the result: a curator holds the graph";
  return r;
}

runner openly(list_format format) {
  return [format](const graph_view& g, epsilon, double, release_key, const coin_source&) {
    return describe(count_triangles_without_privacy(g, format));
  };
}

/// The same value at every budget.
auto always(double value) {
  return [value](epsilon) { return value; };
}

/// The same values at every budget.
auto values(std::vector<double> list) {
  return [list = std::move(list)](epsilon) { return list; };
}

/// Half decades up to the largest that the published budget allows.
auto mu_star_values(arr_variant variant) {
  return [variant](epsilon total) {
    const double largest = arr::largest_mu_star(variant, arr::published_edges(total));
    std::vector<double> list;
    for (const double value : {0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3})
      if (value < largest) list.push_back(value);
    list.push_back(largest);
    return list;
  };
}

/// Both readings of a variant of ARR.
void add_arr(std::vector<mechanism>& table, std::string_view name, std::string_view strongest_name,
             arr_variant variant, std::optional<double> paper_error_ratio) {
  const auto add = [&](std::string_view n, auto make, std::optional<double> claimed) {
    table.push_back(
        {n, mechanism_role::rival, "mu_star", mu_star_values(variant),
         method([=](epsilon total, double mu_star) { return make(variant, total, mu_star); }), claimed,
         [variant](epsilon total) { return arr::largest_mu_star(variant, arr::published_edges(total)); }});
  };
  add(name, arr::published, paper_error_ratio);
  add(strongest_name, arr::strongest, {});
}

void add_group_rr(std::vector<mechanism>& table, std::string_view name, group_rr (*make)(epsilon, double),
                  std::optional<double> paper_error_ratio) {
  table.push_back({name, mechanism_role::rival, "sampling", values({8, 64, 216, 512, 1024, 4096, 32768}),
                   method([=](epsilon total, double sampling) { return make(total, sampling); }),
                   paper_error_ratio, always(8)});
}

std::vector<mechanism> make_table() {
  using enum mechanism_role;
  const auto none = values({});
  std::vector<mechanism> table = {
      {"ppr",
       ours,
       "level",
       values({1, 2, 3, 4, 5, 6, 7, 8, 9}),
       play_two_step([](double level) { return ppr_spec{.level = static_cast<unsigned>(level)}; }),
       {},
       always(default_level)},
      {"ppr-published", ours, "", none, method([](epsilon e, double) { return published_options(e); })},
      {"nullspace", ours, "", none, play_two_step([](double) { return nullspace_spec{}; })},
      {"centred-nullspace", ours, "", none, play_centred(nullspace_spec{})},
      {"centred-ppr", ours, "", none, play_centred(ppr_spec{})},
      {"centred-1.5", ours, "", none, play_forward(1.5)},
      {"centred-2", ours, "", none, play_forward(2.0)},
      {"sampled",
       ours,
       "max_download",
       values({300, 500, 1000, 2000, 5000, 10000, 20000, 50000}),
       play_sampled,
       {},
       always(10000)},
      {"bitmap", rival, "", none, play_two_step([](double) { return bitmap_spec{}; })},
      {"local-two-rounds", rival, "", none,
       method([](epsilon e, double) { return local_two_rounds::published(e); })},
      {"local-two-rounds-strongest", rival, "", none,
       method([](epsilon e, double) { return local_two_rounds::strongest(e); })},
  };
  add_arr(table, "arr-full", "arr-full-strongest", arr_variant::full, {});
  add_arr(table, "arr-one", "arr-one-strongest", arr_variant::one, 1e4);
  add_arr(table, "arr-two", "arr-two-strongest", arr_variant::two, {});
  add_group_rr(table, "group-rr", group_rr::published, 10.0);
  add_group_rr(table, "group-rr-strongest", group_rr::strongest, {});
  add_group_rr(table, "group-rr-smooth", group_rr::smooth, {});
  table.push_back({"vertex-centric", rival, "", none,
                   method([](epsilon e, double) { return vertex_centric::published(e); })});
  table.push_back({"vertex-centric-strongest", rival, "", none,
                   method([](epsilon e, double) { return vertex_centric::strongest(e); })});
  table.push_back({"vertex-centric-nullspace", ours, "", none, method([](epsilon e, double) {
                     return vertex_centric::compressed(e, nullspace_spec{});
                   })});
  table.push_back({"vertex-centric-ppr", ours, "", none,
                   method([](epsilon e, double) { return vertex_centric::compressed(e, ppr_spec{}); })});
  table.push_back(
      {"edge-orient", rival, "", none, method([](epsilon e, double) { return edge_orient::published(e); })});
  table.push_back({"edge-orient-sound", rival, "", none,
                   method([](epsilon e, double) { return edge_orient::sound(e); })});
  table.push_back({"central-ladder", central, "", none, play_central});
  table.push_back({"exact", mark, "", none, openly(list_format::edges)});
  table.push_back({"adjacency-list", mark, "", none, openly(list_format::adjacency)});
  return table;
}

}  // namespace

std::span<const mechanism> all_mechanisms() {
  static const std::vector<mechanism> table = make_table();
  return table;
}

namespace {

std::vector<mechanism_family> make_families() {
  return {
      {"ours",
       "Ours: centred-nullspace is what `edgeldp triangles` does on large graphs, centred-ppr has smaller "
       "rows, "
       "sampled lets users read a public sample of rows; centred-1.5 and centred-2 are `--relationship` 1.5 "
       "and 2, "
       "the price of most rivals",
       {"centred-nullspace", "centred-1.5", "centred-2", "centred-ppr", "sampled"}},
      {"ours-uniform",
       "Ours with everybody's budget divided alike: ppr and nullspace, and ppr-published with the settings "
       "of "
       "[Hillebrand 2026]",
       {"ppr", "ppr-published", "nullspace"}},
      {"two-rounds",
       "Local two rounds: everybody reads all noisy rows, a bit a pair [Imola 2021]; bitmap is ours with "
       "such "
       "rows",
       {"local-two-rounds", "local-two-rounds-strongest", "bitmap"}},
      {"arr",
       "ARR: few noisy edges, and a server that tells each user those it needs [Imola 2022]",
       {"arr-full", "arr-full-strongest", "arr-one", "arr-one-strongest", "arr-two", "arr-two-strongest"}},
      {"grouprr",
       "GroupRR: one bit for a group of pairs, and a server that samples [Hillebrand 2023]",
       {"group-rr", "group-rr-strongest", "group-rr-smooth"}},
      {"vertex",
       "Vertex-centric: each triangle is counted at all its corners, so that both ends of an edge pay for it",
       {"vertex-centric", "vertex-centric-strongest", "vertex-centric-nullspace", "vertex-centric-ppr"}},
      {"orient",
       "EdgeOrient: triangles along an orientation of the edges; -sound has noise that is enough",
       {"edge-orient", "edge-orient-sound"}},
      {"central",
       "central-ladder: a curator publishes the count with noise [Zhang 2015]",
       {"central-ladder"}},
      {"usual",
       "",
       {"centred-nullspace", "centred-1.5", "centred-2", "centred-ppr", "sampled", "local-two-rounds",
        "local-two-rounds-strongest", "arr-one", "arr-one-strongest", "group-rr", "group-rr-strongest",
        "vertex-centric", "vertex-centric-strongest", "central-ladder"}},
  };
}

}  // namespace

std::span<const mechanism_family> mechanism_families() {
  static const std::vector<mechanism_family> families = make_families();
  return families;
}

const mechanism_family& family_of(const mechanism& m) {
  return *std::ranges::find_if(mechanism_families(), [&](const mechanism_family& f) {
    return std::ranges::find(f.members, m.name) != f.members.end();
  });
}

const mechanism& find_mechanism(const std::string& name) {
  const auto table = all_mechanisms();
  const auto it = std::ranges::find(table, name, &mechanism::name);
  if (it != table.end()) return *it;
  std::vector<std::string> known;
  for (const mechanism& m : table) known.emplace_back(m.name);
  throw invalid_parameter("no mechanism '" + name + "'" + nearest_or_all(name, known));
}

std::vector<const mechanism*> mechanisms_called(std::span<const std::string> names) {
  std::vector<const mechanism*> called;
  const auto add = [&](std::string_view name) {
    const mechanism* m = &find_mechanism(std::string(name));
    if (std::ranges::find(called, m) == called.end()) called.push_back(m);
  };
  for (const std::string& name : names) {
    const auto family = std::ranges::find(mechanism_families(), name, &mechanism_family::name);
    if (family == mechanism_families().end())
      add(name);
    else
      for (const std::string_view member : family->members) add(member);
  }
  return called;
}

}  // namespace edgeldp::cli
