// SPDX-License-Identifier: MIT
#include "reproduce/record_figures.hpp"

#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "edgeldp/channel/records/records.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "options/protocol_arguments.hpp"
#include "reproduce/experiment.hpp"

namespace edgeldp::cli {

namespace {

/// Squared error a person of one collection: messages written, read back, counted and compared.
double collect(const record_plan& plan, std::uint64_t people, std::uint64_t seed, std::uint64_t run) {
  const record_format format(plan, key_of_run(seed, run));
  const coin_source coins = coins_of_run(seed, run);
  // The people's answers follow a histogram of uniform random weights, a new one each run, as in
  // the paper.
  simulation_randomness population(seed, 0x303032, static_cast<vertex_id>(run));
  std::vector<std::vector<double>> weights, truth;
  for (const std::uint32_t k : plan.categories) {
    weights.emplace_back();
    for (std::uint32_t j = 0; j < k; ++j)
      weights.back().push_back(uniform_open(population) + (j == 0 ? 0.0 : weights.back().back()));
    truth.emplace_back(k);
  }
  record_tally tally(format);
  answer_counts answers(plan.categories.size());
  for (vertex_id person = 0; person < people; ++person) {
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const double u = uniform_open(population) * weights[i].back();
      answers[i] = static_cast<std::uint32_t>(std::ranges::upper_bound(weights[i], u) - weights[i].begin());
      truth[i][answers[i]] += 1.0 / static_cast<double>(people);
    }
    coins(coin_purpose::answers, person,
          [&](private_randomness& source) { tally.add(person, format.encode(person, answers, source)); });
  }
  double error = 0.0;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const answer_histogram h = tally.histogram(i);
    for (std::size_t j = 0; j < h.proportions.size(); ++j)
      error += (h.proportions[j] - truth[i][j]) * (h.proportions[j] - truth[i][j]);
  }
  return error * static_cast<double>(people);
}

struct panel {
  const char* part;
  const record_shape& shape;
  std::uint64_t people;
  double unary_saving, direct_saving;  ///< what the paper says that the optimal shares take off the error
};

std::vector<panel> panels() {
  return {{"(a)", large_record(), 1000, 0.416, 0.728},
          {"(b)", large_record(), 10000, 0.402, 0.720},
          {"(c)", small_record(), 1000, 0.332, 0.730},
          {"(d)", small_record(), 10000, 0.364, 0.737}};
}

/// Means over the runs, and over budgets of what is saved.
class record_study {
 public:
  record_study(answer_encoding encoding, const reproduce_arguments& a, notebook& notes)
      : m_encoding(encoding), m_arguments(a), m_notes(notes) {}

  void run(const panel& p) {
    figure f{fmt::format("Records of {} categories, {} people (Feng 2020)", p.shape.name, people(p)),
             "epsilon", "squared error a person"};
    f.logarithmic();
    const auto& k = p.shape.categories;
    const std::vector<double> even = measure(p, f, m_encoding == answer_encoding::unary ? "BRR" : "MRR",
                                             [&](epsilon e) { return even_plan(e, k, m_encoding); });
    const std::vector<double> optimal =
        measure(p, f, paper_name(m_encoding), [&](epsilon e) { return optimal_plan(e, k, m_encoding); });
    measure(p, f, "an encoding for each answer", [&](epsilon e) { return mixed_plan(e, k); });
    measure(p, f, "one answer a person", [&](epsilon e) { return sampled_plan(e, k); });
    double saving = 0.0, predicted = 0.0;
    for (std::size_t i = 0; i < even.size(); ++i) {
      const epsilon total = epsilon::from_nats(budgets()[i]);
      const double share = 1.0 / static_cast<double>(even.size());
      saving += share * (1.0 - optimal[i] / even[i]);
      predicted += share * (1.0 - optimal_plan(total, k, m_encoding).squared_error() /
                                      even_plan(total, k, m_encoding).squared_error());
    }
    const double paper = m_encoding == answer_encoding::unary ? p.unary_saving : p.direct_saving;
    const std::string mechanism = fmt::format("{} {}", paper_name(m_encoding), p.part);
    const record more = {{"people", people(p)}, {"record", p.shape.name}};
    m_notes.add(
        {mechanism, std::nullopt, "error saved by the shares, mean over budgets", paper, saving, true, more});
    m_notes.add({mechanism, std::nullopt, "the same by formula", paper, predicted, true, more});
    m_notes.add_figure(std::move(f));
  }

 private:
  std::uint64_t people(const panel& p) const { return m_arguments.users.value_or(p.people); }
  std::vector<double> budgets() const {
    return m_arguments.epsilons.empty() ? std::vector<double>{1, 2, 3, 4, 5, 6} : m_arguments.epsilons;
  }

  template <class Plan>
  std::vector<double> measure(const panel& p, figure& f, const char* mechanism, Plan&& plan_at) {
    const std::uint64_t runs = m_arguments.runs.value_or(3);
    plot_curve curve{mechanism, {}, plot_curve::look::line, static_cast<unsigned>(f.curves.size()), false};
    std::vector<double> means;
    for (const double nats : budgets()) {
      const record_plan plan = plan_at(epsilon::from_nats(nats));
      std::vector<double> errors(runs);
      parallel_for(0, runs, 1, [&](std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t run = first; run < last; ++run)
          errors[run] = collect(plan, people(p), m_arguments.seed, run);
      });
      for (std::uint64_t run = 0; run < runs; ++run)
        m_notes.add_point({{"panel", p.part},
                           {"mechanism", mechanism},
                           {"epsilon", nats},
                           {"run", run},
                           {"squared_error", errors[run]}});
      means.push_back(std::accumulate(errors.begin(), errors.end(), 0.0) / static_cast<double>(runs));
      curve.points.push_back({nats, means.back()});
      m_notes.add({fmt::format("{} {}", mechanism, p.part),
                   nats,
                   "log10 squared error a person",
                   nullptr,
                   std::log10(means.back()),
                   true,
                   {{"predicted", std::log10(plan.squared_error())},
                    {"people", people(p)},
                    {"record", p.shape.name},
                    {"runs", runs}}});
    }
    f.curves.push_back(std::move(curve));
    return means;
  }

  answer_encoding m_encoding;
  const reproduce_arguments& m_arguments;
  notebook& m_notes;
};

void run_figure(answer_encoding e, const reproduce_arguments& a, notebook& notes) {
  record_study study(e, a, notes);
  for (const panel& p : panels()) study.run(p);
}

}  // namespace

void run_record_figure_3(const reproduce_arguments& a, notebook& notes) {
  run_figure(answer_encoding::unary, a, notes);
}

void run_record_figure_4(const reproduce_arguments& a, notebook& notes) {
  run_figure(answer_encoding::direct, a, notes);
}

}  // namespace edgeldp::cli
