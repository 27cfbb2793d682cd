// SPDX-License-Identifier: MIT
#include "collect/verbs/prediction.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/errors/interval.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/questions/cycles/cycles_simulation.hpp"
#include "edgeldp/graph/questions/cycles/exact.hpp"
#include "edgeldp/graph/questions/degrees/degrees_simulation.hpp"
#include "edgeldp/graph/questions/homophily/homophily_simulation.hpp"
#include "edgeldp/graph/questions/triangles/exact.hpp"
#include "edgeldp/graph/uniform/tune.hpp"

namespace edgeldp::cli {

namespace {

constexpr std::uint64_t most_people = 200'000;
constexpr double few_edges = 1e6;

/// A number of one run: half of its interval, and the true number behind it.
struct seen_number {
  std::string statistic;
  double half_width = 0.0, truth = 0.0;
  bool rests_on_few = false;
};

seen_number seen(std::string statistic, const estimate& e, double truth) {
  return {std::move(statistic), e.half_width(), truth, e.rests_on_few};
}

judgement judged(double share, bool rests_on_few) {
  if (!(share <= 1.0)) return judgement::not_usable;
  return share <= usable_at_most && !rests_on_few ? judgement::usable : judgement::weak;
}

std::vector<seen_number> play_homophily(const csr_graph& g, epsilon total, std::uint64_t seed,
                                        const std::vector<collect::task_attribute>& wanted) {
  std::vector<user_attribute> attributes;
  for (const collect::task_attribute& a : wanted) {
    // Values that have nothing to do with who knows whom, all as frequent: a hard case.
    user_attribute made{a.name, a.values, {}};
    for (std::uint64_t u = 0; u < g.vertex_count(); ++u)
      made.of.push_back(static_cast<std::uint32_t>(u % a.values.size()));
    attributes.push_back(std::move(made));
  }
  homophily_options options;
  options.total = total;
  options.method = homophily_method::counts;
  const homophily_result r =
      estimate_homophily(g, attributes, options, release_key{seed}, coin_source::simulated(seed));
  const auto edges = static_cast<double>(g.edge_count());
  std::vector<seen_number> all;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const double within = edges / static_cast<double>(wanted[i].values.size());
    all.push_back(seen("edges within " + wanted[i].name, r.attributes[i].within().estimate, within));
    all.push_back(seen("edges across " + wanted[i].name, r.attributes[i].across().estimate, edges - within));
  }
  return all;
}

std::vector<seen_number> play(const std::string& method, const csr_graph& g, epsilon total,
                              std::uint64_t seed, const std::vector<collect::task_attribute>& attributes) {
  const coin_source coins = coin_source::simulated(seed);
  const release_key key{seed};
  if (method == "degrees") {
    const degree_result r = release_all_degrees(g, total, coins);
    return {seen("edges", estimate_edges(r.degrees), static_cast<double>(g.edge_count())),
            seen("wedges", estimate_stars(r.degrees, 2), static_cast<double>(exact::count_two_stars(g)))};
  }
  if (method == "homophily") return play_homophily(g, total, seed, attributes);
  if (method == "cycles-4") {
    two_step options;
    options.total = total;
    return {seen("cycles of length 4", estimate_cycles(g, 4, options, key, coins).cycles,
                 static_cast<double>(exact::count_four_cycles(g)))};
  }
  throw internal_error("method '" + method + "' is offered, and not predicted");
}

/// Triangles as `edgeldp tune --nodes` predicts them: degrees with a heavy tail, and fewer
/// triangles than a network of circles of friends has. Small networks of real people are like that
/// or better.
predicted_number predict_triangles(epsilon total, std::uint64_t people, double average_degree) {
  constexpr double tail = 2.5;
  constexpr std::uint64_t seed = 1;
  two_step options;
  options.total = total;
  std::vector<codec_spec> codecs = tuning_codecs();
  std::erase_if(codecs, [](const codec_spec& c) { return c.name() == "ppr"; });  // never the least error
  const tuning_subject subject = make_tuning_subject(people, average_degree, tail, assumed_closure);
  double error = std::numeric_limits<double>::infinity();
  if (subject.triangles >= 1.0)  // a share of none is none
    for (const tuning_point& t : evaluate_tuning(subject, options, codecs, std::vector{1.0}, 1, seed))
      error = std::min(error, t.relative_error);
  const double share = estimate{.standard_error = error}.half_width();
  return {"triangles", share, judged(share, false)};
}

}  // namespace

collection_prediction predict_collection(const std::string& method, epsilon total, std::uint64_t people,
                                         const std::vector<collect::task_attribute>& attributes,
                                         double average_degree) {
  collect::rounds_of(method, total, 1, 1, 0);  // refuses a method that is not offered
  collection_prediction p{std::min(people, most_people), average_degree, {}};
  p.average_degree = std::min(average_degree, static_cast<double>(p.people) - 1.0);
  if (method == "triangles") {
    p.numbers.push_back(predict_triangles(total, p.people, p.average_degree));
    return p;
  }
  const double edges = 0.5 * static_cast<double>(p.people) * p.average_degree;
  const unsigned runs = edges > few_edges ? 1 : 3;
  std::vector<seen_number> sums;
  for (unsigned run = 1; run <= runs; ++run) {
    const csr_graph g = generate_affiliation(p.people, static_cast<count_type>(edges), run);
    const std::vector<seen_number> once = play(method, g, total, run, attributes);
    if (sums.empty()) sums.resize(once.size());
    for (std::size_t i = 0; i < once.size(); ++i) {
      sums[i].statistic = once[i].statistic;
      sums[i].half_width += once[i].half_width;
      sums[i].truth += once[i].truth;
      sums[i].rests_on_few = sums[i].rests_on_few || once[i].rests_on_few;
    }
  }
  for (const seen_number& s : sums) {
    const double share = s.truth > 0.0 ? s.half_width / s.truth : std::numeric_limits<double>::infinity();
    p.numbers.push_back({s.statistic, share, judged(share, s.rests_on_few)});
  }
  return p;
}

std::optional<enough_epsilon> epsilon_that_would_do(const std::string& method, epsilon total,
                                                    std::uint64_t people,
                                                    const std::vector<collect::task_attribute>& attributes,
                                                    double average_degree) {
  constexpr double largest = 16.0;
  if (0.5 * static_cast<double>(people) * average_degree > few_edges) return std::nullopt;
  for (double nats = 2.0 * total.nats(); nats <= largest; nats *= 2.0) {
    const collection_prediction p =
        predict_collection(method, epsilon::from_nats(nats), people, attributes, average_degree);
    if (p.is_usable()) return enough_epsilon{nats, p.numbers.front().share};
  }
  return std::nullopt;
}

}  // namespace edgeldp::cli
