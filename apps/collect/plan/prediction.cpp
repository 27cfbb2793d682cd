// SPDX-License-Identifier: MIT
#include "collect/plan/prediction.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "edgeldp/core/base/ranges.hpp"
#include "edgeldp/core/base/size_of.hpp"
#include "edgeldp/core/privacy/budget_shares.hpp"
#include "edgeldp/graph/errors/interval.hpp"
#include "edgeldp/graph/generate/generators.hpp"
#include "edgeldp/graph/input/bipartite_graph.hpp"
#include "edgeldp/graph/questions/degrees/degree_changes.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sampled_triangles.hpp"
#include "edgeldp/graph/rounds/choosing_users_simulation.hpp"
#include "edgeldp/graph/tasks/tasks_user.hpp"
#include "edgeldp/graph/uniform/tune.hpp"
#include "study/questions/simulated_question.hpp"

namespace edgeldp::collect {

namespace {

constexpr std::uint64_t most_people = 200'000;
constexpr double few_edges = 1e6;

/// A number of one run: half of its interval, and the true number behind it.
struct seen_number {
  std::string statistic;
  double half_width = 0.0, truth = 0.0;
  bool rests_on_few = false;
};

judgement judged(double share, bool rests_on_few) {
  if (!(share <= 1.0)) return judgement::not_usable;
  return share <= usable_at_most && !rests_on_few ? judgement::usable : judgement::weak;
}

/// Values that have nothing to do with who knows whom, all as frequent: a hard case.
std::vector<user_attribute> made_up(const std::vector<task_attribute>& wanted, std::uint64_t people) {
  std::vector<user_attribute> attributes;
  for (const task_attribute& a : wanted) {
    attributes.push_back({a.name, a.values, {}});
    for (std::uint64_t u = 0; u < people; ++u)
      attributes.back().of.push_back(static_cast<std::uint32_t>(u % a.values.size()));
  }
  return attributes;
}

/// So many people, of whom these shares chose each part, at random.
chosen_parts made_up_choices(const part_counts& chosen, std::uint64_t people, std::uint64_t seed) {
  if (chosen[1] + chosen[2] == 0) return {};
  std::mt19937_64 random(seed);
  std::vector<chosen_part> parts;
  for (std::uint64_t u = 0; u < people; ++u) {
    const std::uint64_t one = random() % (chosen[0] + chosen[1] + chosen[2]);
    parts.push_back(one < chosen[0]               ? chosen_part::whole
                    : one < chosen[0] + chosen[1] ? chosen_part::half
                                                  : chosen_part::quarter);
  }
  return chosen_parts(std::move(parts));
}

study::answer answer_of(const study::question& asked, const study::input& data,
                        const study::settings& settings, const chosen_parts& chosen, std::uint64_t seed) {
  const release_key key{seed};
  const coin_source coins = coin_source::simulated(seed);
  if (chosen.are_all_whole()) return study::simulate(asked, data, settings, key, coins);
  const graph_view g(*data.graph);
  choosing_users users(g, chosen, coins, private_tasks());
  account paid(settings.total, users.users());
  session s(users, paid, key);
  return asked.play(s, settings);
}

/// The counts among the numbers of a question.
std::vector<seen_number> play(const study::question& asked, const study::input& data,
                              const study::settings& settings, const part_counts& chosen,
                              std::uint64_t seed) {
  const chosen_parts parts =
      data.graph == nullptr ? chosen_parts() : made_up_choices(chosen, data.graph->vertex_count(), seed);
  const study::answer a = answer_of(asked, data, settings, parts, seed);
  const std::vector<study::exact_number> truth =
      study::exact_numbers_of(a, data, asked.simulation->exact(data, {}));
  std::vector<seen_number> counts;
  for (const study::number& n : a.numbers) {
    const auto known = std::ranges::find(truth, n.statistic, &study::exact_number::statistic);
    if (n.is_count && known != truth.end())
      counts.push_back({n.statistic, n.value.half_width(), known->value.get<double>(), n.value.rests_on_few});
  }
  return counts;
}

/// So many items each, of which the first is twice as popular as the second, and so on: tastes that
/// have nothing to do with one another.
bipartite_graph made_up_lists(std::uint64_t people, std::uint64_t items, double average, std::uint64_t seed) {
  std::vector<double> popularity(size_of(items));
  double sum = 0.0;
  for (std::size_t i = 0; i < popularity.size(); ++i) sum += popularity[i] = 1.0 / static_cast<double>(i + 1);
  std::mt19937_64 random(seed);
  std::vector<std::pair<vertex_id, vertex_id>> has;
  for (std::uint64_t person = 0; person < people; ++person)
    for (std::size_t item = 0; item < popularity.size(); ++item) {
      const double chance = std::min(0.5, average * popularity[item] / sum);
      if (static_cast<double>(random() >> 11) * 0x1p-53 < chance)
        has.emplace_back(static_cast<vertex_id>(person), static_cast<vertex_id>(item));
    }
  return {people, items, has};
}

/// Triangles as `edgeldp tune --nodes` predicts them: degrees with a heavy tail, and fewer
/// triangles than a network of circles of friends has. Small networks of real people are like that
/// or better.
predicted_number predict_triangles(const task& t, std::uint64_t people, double average_degree) {
  constexpr double tail = 2.5;
  constexpr std::uint64_t seed = 1;
  if (t.has_roles()) {
    const tuning_subject subject = make_tuning_subject(people, average_degree, tail, assumed_closure);
    const double share = foresee_sampled_half_width(
        subject.degrees, {.total = t.total, .download_bytes = static_cast<double>(t.max_download_bytes)},
        subject.triangles, release_key{seed});
    return {"triangles", share, judged(share, false)};
  }
  two_step options;
  options.total = t.total;
  const std::vector<double> factors = {1.0};
  std::vector<codec_spec> codecs = tuning_codecs();
  std::erase_if(codecs, [](const codec_spec& c) { return c.name() == "ppr"; });  // never the least error
  const tuning_subject subject = make_tuning_subject(people, average_degree, tail, assumed_closure);
  double error = std::numeric_limits<double>::infinity();
  if (subject.triangles >= 1.0)  // a share of none is none
    for (const tuning_point& p : evaluate_tuning(subject, options, {codecs, factors}, {1, seed}))
      error = std::min(error, p.relative_error);
  if (t.has_halves()) {
    centred_options usual;
    usual.total = t.total;
    centred_options wanted = usual;
    wanted.relationship = t.relationship_permille / 1000.0;
    wanted.rows = endpoint::earlier;
    error *= foresee_centred_error(subject.degrees, wanted, assumed_closure) /
             foresee_centred_error(subject.degrees, usual, assumed_closure);
  }
  const double share = estimate{.standard_error = error}.half_width();
  return {"triangles", share, judged(share, false)};
}

/// Of a date that is told by its changes, where everybody has answered all dates: widths follow
/// from public numbers alone.
std::vector<predicted_number> predict_later_date(const task& t, std::uint64_t people, double average_degree) {
  const auto level = static_cast<std::int64_t>(std::llround(average_degree));
  const degrees_on_date on{
      t.series.budgets, t.series.date,
      std::vector(size_of(people), degrees_on_date::user{level, t.series.date - 1, 0, true}), people};
  const assumed_turnover assumed{.share = t.series.turnover_permille / 1000.0};
  std::vector<predicted_number> numbers;
  for (const auto& [name, e] : {std::pair{"edges", estimate_edges(on, assumed)},
                                std::pair{"mean degree", estimate_mean_degree(on, assumed)}}) {
    const double share = relative_half_width(e);
    numbers.push_back({name, share, judged(share, false)});
  }
  return numbers;
}

/// Labels that go with contacts as assumed_homophily says, some of them public, as many as the task
/// has: how far the share that is right is known, over what it is beyond the commonest label's.
predicted_number predict_labels(const task& t, std::uint64_t people, double average_degree) {
  const double edges = 0.5 * static_cast<double>(people) * average_degree;
  const unsigned runs = edges > few_edges ? 1 : 3;
  const auto labels = static_cast<std::uint32_t>(t.labels.names.size());
  double half_width = 0.0, gain = 0.0;
  for (unsigned run = 1; run <= runs; ++run) {
    const csr_graph g = generate_affiliation(people, static_cast<count_type>(edges), run);
    public_groups known{t.labels.names, generate_labels(g, labels, assumed_homophily, run)};
    std::mt19937_64 random(run);
    for (std::uint32_t& label : known.of)
      if (random() % t.people >= t.labels.people) label = no_group;
    if (ranges::all_of(known.of, [](std::uint32_t label) { return label == no_group; })) known.of[0] = 0;
    const study::answer a = study::simulate(*study::find_question(t.method), {.graph = &g},
                                            {.total = t.total_of_rounds(), .groups = &known},
                                            release_key{run}, coin_source::simulated(run));
    const estimate& right = a.numbers.front().value;
    half_width += right.half_width();
    gain += right.value - a.facts.at("right_by_shares").get<double>();
  }
  const double share = gain > 0.0 ? half_width / gain : std::numeric_limits<double>::infinity();
  return {"share of likeliest labels that are right, beyond the commonest label's", share,
          judged(share, false)};
}

}  // namespace

collection_prediction predict_collection(const task& t, std::uint64_t people, double average_degree,
                                         const part_counts& chosen) {
  const std::string& method = t.method;
  offer_for(method);  // refuses a method that is not offered
  collection_prediction p{std::min(people, most_people), average_degree, {}};
  const double most = t.has_items() ? static_cast<double>(t.items) : static_cast<double>(p.people) - 1.0;
  p.average_degree = std::min(average_degree, most);
  if (method == "triangles") {
    p.numbers.push_back(predict_triangles(t, p.people, p.average_degree));
    return p;
  }
  if (t.has_labels()) {
    p.numbers.push_back(predict_labels(t, p.people, p.average_degree));
    return p;
  }
  if (t.asks_changes()) {
    p.people = std::min(p.people, t.series.cohort_people);
    p.numbers = predict_later_date(t, p.people, p.average_degree);
    return p;
  }
  const study::question& asked = *study::find_question(method);
  const std::vector<user_attribute> values = made_up(t.attributes, p.people);
  const double edges = 0.5 * static_cast<double>(p.people) * p.average_degree;
  const unsigned runs = edges > few_edges ? 1 : 3;
  std::vector<seen_number> sums;
  for (unsigned run = 1; run <= runs; ++run) {
    const study::settings wanted{.total = t.total_of_rounds(), .relationship = t.relationship_in_totals()};
    csr_graph g;
    bipartite_graph lists;
    if (t.has_items())
      lists = made_up_lists(p.people, t.items, p.average_degree, run);
    else
      g = generate_affiliation(p.people, static_cast<count_type>(edges), run);
    const std::vector<seen_number> once =
        play(asked, {.graph = &g, .attributes = values, .layers = &lists}, wanted, chosen, run);
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

std::optional<collection_prediction> predict_of_those(const task& t, const part_counts& joined,
                                                      double average_degree) {
  const std::uint64_t people = joined[0] + joined[1] + joined[2];
  if (people < 2) return std::nullopt;
  const double share = static_cast<double>(people - 1) / static_cast<double>(t.people - 1);
  return predict_collection(t, people, t.has_items() ? average_degree : average_degree * share, joined);
}

std::optional<enough_epsilon> epsilon_that_would_do(const task& t, std::uint64_t people,
                                                    double average_degree) {
  constexpr double largest = 16.0;
  if (0.5 * static_cast<double>(people) * average_degree > few_edges) return std::nullopt;
  task other = t;
  for (double nats = 2.0 * t.total.nats(); nats <= largest; nats *= 2.0) {
    other.total = epsilon::from_nats(nats);
    if (t.tells_changes()) {
      other.series.budgets.first = share_of(other.total, t.series.budgets.first.nats() / t.total.nats());
      other.series.budgets.changes = difference(other.total, other.series.budgets.first);
    }
    const collection_prediction p = predict_collection(other, people, average_degree);
    if (p.is_usable()) return enough_epsilon{nats, p.numbers.front().share};
  }
  return std::nullopt;
}

}  // namespace edgeldp::collect
