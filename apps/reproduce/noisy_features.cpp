// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "edgeldp/channel/randomized_answers.hpp"
#include "options/protocol_arguments.hpp"
#include "reproduce/learning/draws.hpp"
#include "reproduce/learning/grid_noise.hpp"
#include "reproduce/learning/naive_bayes.hpp"
#include "reproduce/learning/quality.hpp"
#include "reproduce/learning/tables.hpp"
#include "reproduce/learning_experiments.hpp"

/// Zhang, Zhu, Chen, Xiong, section V F: every person perturbs its own features, each with an equal
/// share of the budget; a network is trained on the reports and tested on clear features. Classes
/// are not protected.
namespace edgeldp::cli {

namespace {

using namespace learning;

constexpr std::size_t grid_points = 21;
constexpr std::size_t coarse_points = 8;  // GRR's error grows with their number
constexpr Eigen::Index hidden_units = 16;

/// How a feature is reported, and what the network gets of a column of words.
enum class report { clear, laplace, clipped_laplace, bipartite, one_cell };
enum class words_as { codes, indicators };

/// What a budget is for: all features in equal shares, each feature, or the one that a person
/// reports.
enum class budget_for { all, each, one };

struct mechanism {
  std::string name;
  report how;
  words_as words = words_as::codes;
  budget_for budget = budget_for::all;
};

std::vector<mechanism> mechanisms() {
  return {{"BRR", report::bipartite},
          {"Laplace", report::laplace},
          {"Laplace, clipped", report::clipped_laplace},
          {"BRR, words by GRR", report::bipartite, words_as::indicators},
          {"BRR, a budget each feature", report::bipartite, words_as::codes, budget_for::each},
          {"Laplace, a budget each feature", report::laplace, words_as::codes, budget_for::each},
          {"GRR on one feature, naive Bayes", report::one_cell, words_as::codes, budget_for::one},
          {"clear", report::clear},
          {"clear, words as indicators", report::clear, words_as::indicators}};
}

/// A column's public interval: words are numbered.
grid interval_of(const table& t, std::size_t f) {
  const table_column& c = t.layout.features[f];
  if (!c.has_words()) return {c.low, c.high, grid_points};
  const std::size_t count = std::max<std::size_t>(t.words[f].size(), 2);
  return {0.0, static_cast<double>(count - 1), count};
}

using reporter = std::function<double(double value, private_randomness& coins)>;

reporter reporter_of(const mechanism& m, const table& t, std::size_t f, epsilon share) {
  const grid g = interval_of(t, f);
  if (m.how == report::bipartite) {
    const bool is_nominal = t.layout.features[f].has_words() && m.words == words_as::indicators;
    const channel c =
        is_nominal ? k_ary_channel(share, numbered_labels(g.points)) : bipartite_on_grid(g, share);
    return [g, c](double v, private_randomness& coins) { return g.value(c.sample(g.nearest(v), coins)); };
  }
  const bool is_clipped = m.how == report::clipped_laplace;
  return [g, is_clipped, noise = lattice_noise(g.high - g.low, share)](double v, private_randomness& coins) {
    const double noisy = noise(v, coins);
    return is_clipped ? std::clamp(noisy, g.low, g.high) : noisy;
  };
}

/// The features as everybody sees them, features x rows.
Eigen::MatrixXd reported(const mechanism& m, const table& t, std::span<const std::uint32_t> rows,
                         std::optional<epsilon> budget, std::uint64_t key) {
  Eigen::MatrixXd seen = t.features(Eigen::all, rows);
  if (m.how == report::clear) return seen;
  const auto features = static_cast<std::size_t>(seen.rows());
  const epsilon share =
      m.budget == budget_for::each ? *budget : epsilon::from_units(budget->units() / features);
  for (std::size_t f = 0; f < features; ++f) {
    simulation_randomness coins(key, feature_noise, static_cast<vertex_id>(f));
    const reporter r = reporter_of(m, t, f, share);
    for (Eigen::Index i = 0; i < seen.cols(); ++i) {
      double& v = seen(static_cast<Eigen::Index>(f), i);
      v = r(v, coins);
    }
  }
  return seen;
}

/// Columns of words become an indicator each, or stay numbers.
Eigen::MatrixXf inputs_of(const mechanism& m, const table& t, const Eigen::MatrixXd& seen) {
  if (m.words == words_as::codes) return seen.cast<float>();
  Eigen::Index width = 0;
  for (std::size_t f = 0; f < t.words.size(); ++f)
    width += t.layout.features[f].has_words() ? static_cast<Eigen::Index>(interval_of(t, f).points) : 1;
  Eigen::MatrixXf x = Eigen::MatrixXf::Zero(width, seen.cols());
  Eigen::Index line = 0;
  for (std::size_t f = 0; f < t.words.size(); ++f) {
    const auto from = seen.row(static_cast<Eigen::Index>(f));
    if (!t.layout.features[f].has_words()) {
      x.row(line++) = from.cast<float>();
      continue;
    }
    for (Eigen::Index i = 0; i < seen.cols(); ++i) x(line + static_cast<Eigen::Index>(from[i]), i) = 1.0F;
    line += static_cast<Eigen::Index>(interval_of(t, f).points);
  }
  return x;
}

/// Both tables by the mean and deviation of the first, which has been released.
void standardize(Eigen::MatrixXf& train, Eigen::MatrixXf& test) {
  const Eigen::VectorXf mean = train.rowwise().mean();
  train.colwise() -= mean;
  test.colwise() -= mean;
  const Eigen::VectorXf deviation =
      (train.rowwise().squaredNorm() / static_cast<float>(train.cols())).cwiseSqrt().cwiseMax(1e-6F);
  train.array().colwise() /= deviation.array();
  test.array().colwise() /= deviation.array();
}

struct quality {
  double accuracy = 0.0, balanced = 0.0, ranking = 0.0;
};

quality quality_of(const Eigen::MatrixXf& scores, std::span<const int> classes) {
  const std::vector<double> right = class_accuracies(scores, classes);
  return {accuracy(scores, classes), 0.5 * (right[0] + right[1]), ranking_quality(scores, classes)};
}

std::vector<int> classes_of(const table& t, std::span<const std::uint32_t> rows) {
  std::vector<int> classes;
  for (const std::uint32_t r : rows) classes.push_back(static_cast<int>(t.target[r]));
  return classes;
}

quality train_network(const mechanism& m, const table& t, const row_split& split,
                      std::optional<epsilon> budget, std::uint64_t key) {
  examples train{inputs_of(m, t, reported(m, t, split.train, budget, key)), classes_of(t, split.train), 2};
  Eigen::MatrixXf test = inputs_of(m, t, t.features(Eigen::all, split.test));
  standardize(train.x, test);
  network net(train.x.rows(), hidden_units, 2, key);
  training how;
  how.epochs = 4;
  how.batch = 128;
  how.rate = 0.02F;
  how.seed = key;
  learning::train(net, train, how);
  return quality_of(net.scores(test), classes_of(t, split.test));
}

/// A number's cell among a few equal ones, or a word.
int cell_of(const table& t, std::size_t f, double v) {
  grid g = interval_of(t, f);
  if (!t.layout.features[f].has_words()) g.points = coarse_points;
  return static_cast<int>(g.nearest(v));
}

/// Each person reports one feature, by a public draw, with all of the budget.
quality train_on_one_feature(const table& t, const row_split& split, epsilon budget, std::uint64_t key) {
  std::vector<channel> channels;
  for (std::size_t f = 0; f < t.words.size(); ++f) {
    const bool has_words = t.layout.features[f].has_words();
    channels.push_back(
        k_ary_channel(budget, numbered_labels(has_words ? interval_of(t, f).points : coarse_points)));
  }
  std::vector<feature_report> reports;
  simulation_randomness public_coins(key, reported_feature, 0), coins(key, feature_noise, 0);
  for (const std::uint32_t r : split.train) {
    const auto f = static_cast<std::size_t>(uniform_below(public_coins, channels.size()));
    const int cell = cell_of(t, f, t.features(static_cast<Eigen::Index>(f), r));
    reports.push_back({f, channels[f].sample(static_cast<std::size_t>(cell), coins),
                       static_cast<std::size_t>(t.target[r])});
  }
  Eigen::MatrixXi test(t.features.rows(), static_cast<Eigen::Index>(split.test.size()));
  for (Eigen::Index i = 0; i < test.cols(); ++i)
    for (Eigen::Index f = 0; f < test.rows(); ++f)
      test(f, i) =
          cell_of(t, static_cast<std::size_t>(f), t.features(f, split.test[static_cast<std::size_t>(i)]));
  return quality_of(naive_bayes(channels, reports).scores(test), classes_of(t, split.test));
}

quality train_once(const mechanism& m, const table& t, std::optional<epsilon> budget, std::uint64_t seed,
                   std::uint32_t run) {
  const std::uint64_t key = key_of_run(seed, run).value;
  const row_split split = split_rows(static_cast<std::uint32_t>(t.target.size()), 0.8, seed, run);
  return m.budget == budget_for::one ? train_on_one_feature(t, split, *budget, key)
                                     : train_network(m, t, split, budget, key);
}

class study {
 public:
  study(const table& t, const reproduce_arguments& a, notebook& notes)
      : m_table(t), m_name(t.layout.name), m_arguments(a), m_notes(notes), m_runs(a.runs.value_or(10)) {}

  void run() {
    m_notes.add({"the larger class",
                 std::nullopt,
                 m_name + ": accuracy",
                 nullptr,
                 std::max(m_table.target.mean(), 1.0 - m_table.target.mean()),
                 false,
                 {{"data", m_name}}});
    std::vector<learning_curve> accuracies, rankings;
    for (const mechanism& m : mechanisms()) {
      accuracies.push_back({m.name, {}});
      rankings.push_back({m.name, {}});
      for (const double nats : m.how == report::clear ? std::vector<double>{0.0} : budgets())
        measure(m, nats, accuracies.back(), rankings.back());
    }
    const auto compare = [&](const std::string& statement, std::size_t first, std::size_t second,
                             const record& paper) {
      compare_curves(m_notes, statement, m_name + ", accuracy",
                     {accuracies[first], accuracies[second], better::larger}, paper);
      compare_curves(m_notes, statement, m_name + ", ROC area",
                     {rankings[first], rankings[second], better::larger}, nullptr);
    };
    compare("BRR above Laplace", 0, 1, "all");
    compare("BRR above Laplace, clipped", 0, 2, nullptr);
    compare("BRR, words by GRR, above BRR", 3, 0, nullptr);
    compare("a budget each feature: BRR above Laplace", 4, 5, "all");
    compare("one feature a person above BRR", 6, 0, nullptr);
    accuracies.resize(7);
    rankings.resize(7);
    m_notes.add_figure(figure_of(m_name + " (Zhang 2025, figure 10)", "accuracy", budgets(), accuracies));
    m_notes.add_figure(figure_of(m_name, "area under the ROC curve", budgets(), rankings));
  }

 private:
  std::vector<double> budgets() const {
    return m_arguments.epsilons.empty() ? std::vector<double>{0.25, 0.5, 1, 1.5, 2, 2.5, 3, 3.5}
                                        : m_arguments.epsilons;
  }

  void measure(const mechanism& m, double nats, learning_curve& accuracies, learning_curve& rankings) {
    std::optional<double> spent;
    std::optional<epsilon> budget;
    if (m.how != report::clear) {
      spent = m.budget == budget_for::each ? nats * static_cast<double>(m_table.features.rows()) : nats;
      budget = epsilon::from_nats(nats);
    }
    std::vector<double> balanced(m_runs), ranking(m_runs);
    accuracies.results.push_back(over_runs(m_runs, [&](std::uint32_t run) {
      const quality q = train_once(m, m_table, budget, m_arguments.seed, run);
      balanced[run] = q.balanced;
      ranking[run] = q.ranking;
      return q.accuracy;
    }));
    say(m, spent, "accuracy", accuracies.results.back());
    say(m, spent, "mean accuracy per class", balanced);
    say(m, spent, "area under the ROC curve", ranking);
    rankings.results.push_back(std::move(ranking));
  }

  void say(const mechanism& m, std::optional<double> nats, const std::string& measure_name,
           std::span<const double> values) {
    const spread s = spread_of(values);
    m_notes.add({m.name,
                 nats,
                 m_name + ": " + measure_name,
                 nullptr,
                 s.mean,
                 nats.has_value(),
                 {{"data", m_name},
                  {"deviation", s.deviation},
                  {"runs", m_runs},
                  {"features", m_table.features.rows()},
                  {"model", "local, features; classes are not protected"}}});
    for (std::size_t run = 0; run < values.size(); ++run)
      m_notes.add_point({{"data", m_name},
                         {"mechanism", m.name},
                         {"epsilon", nats ? record(*nats) : record(nullptr)},
                         {"measure", measure_name},
                         {"run", run},
                         {"value", values[run]}});
  }

  const table& m_table;
  std::string m_name;
  const reproduce_arguments& m_arguments;
  notebook& m_notes;
  std::uint64_t m_runs;
};

}  // namespace

void run_noisy_features(const reproduce_arguments& a, notebook& notes) {
  if (a.data.empty()) {
    study(generate_table(static_cast<std::uint32_t>(a.users.value_or(10000)), true, a.seed), a, notes).run();
    return;
  }
  for (const table_layout* layout : {&adult(), &bank()})
    study(read_table_of(*layout, a.data), a, notes).run();
}

}  // namespace edgeldp::cli
