// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "edgeldp/channel/labels/label_prior_curator.hpp"
#include "edgeldp/channel/mechanisms/block.hpp"
#include "edgeldp/channel/randomized_answers.hpp"
#include "edgeldp/core/base/error.hpp"
#include "edgeldp/core/base/parallel.hpp"
#include "options/protocol_arguments.hpp"
#include "reproduce/learning/draws.hpp"
#include "reproduce/learning/images.hpp"
#include "reproduce/learning/quality.hpp"
#include "reproduce/learning/tables.hpp"
#include "reproduce/learning_experiments.hpp"

/// Liu, Ding, section 5.2: classifiers trained on privatized labels. The paper has CIFAR-10 and a
/// residual network; here the classes of MNIST's digits are thinned out to the paper's profiles,
/// and logistic regression learns them: orderings are what can be compared.
///
/// Every label is reported once, or counted once for the prior, never both: each spends the whole
/// budget (parallel composition). Images are public.
namespace edgeldp::cli {

namespace {

using namespace learning;

constexpr std::size_t classes = 10;
constexpr Eigen::Index pool_side = 2;
constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

enum class mechanism { rr, rr_with_prior, block_rr };
enum class score { accuracy, mean_of_classes };

/// A mechanism and how many labels its prior gets.
struct method {
  std::string name;
  mechanism how;
  double prior_labels;                      ///< a share of the training labels if below 1
  std::optional<std::size_t> paper_column;  ///< RR, RRWithPrior and BlockRR in the paper's tables
};

/// The paper's prior takes a hundredth of its labels, 335 for the first profile; a hundredth of
/// ours are seven times fewer under the same noise, so both are tried.
std::vector<method> methods() {
  return {{"RR", mechanism::rr, 0.0, 0},
          {"RRWithPrior", mechanism::rr_with_prior, 0.01, 1},
          {"BlockRR", mechanism::block_rr, 0.01, 2},
          {"RRWithPrior, 335 labels for the prior", mechanism::rr_with_prior, 335.0, std::nullopt},
          {"BlockRR, 335 labels for the prior", mechanism::block_rr, 335.0, std::nullopt}};
}

/// A budget's row of the paper: its parameters (tables 8 and 9) and results for the three methods.
struct paper_row {
  double epsilon;
  double sigma;
  std::size_t l;
  std::array<double, 3> accuracy, mean_of_classes;
};

struct profile {
  const char* name;
  std::array<double, classes> examples;  ///< training images of each class in the paper
  std::array<paper_row, 9> rows;
};

const profile first_profile = {"first profile",
                               {5000, 4900, 4700, 4600, 4500, 4800, 1000, 1500, 1000, 1500},
                               {{{0.6, 1.4, 6, {39.75, 37.74, 40.31}, {29.14, 26.17, 28.52}},
                                 {0.8, 1.2, 5, {46.18, 47.54, 47.11}, {37.25, 33.07, 35.40}},
                                 {1.0, 1.2, 5, {53.66, 54.86, 55.12}, {46.01, 38.42, 43.30}},
                                 {2.0, 0.8, 2, {78.74, 73.20, 78.86}, {75.96, 50.08, 74.03}},
                                 {3.0, 0.78, 0, {87.67, 83.35, 87.60}, {87.21, 70.85, 86.09}},
                                 {4.0, 0.5, 0, {90.43, 91.12, 90.77}, {89.37, 90.19, 89.80}},
                                 {6.0, 0.5, 0, {91.99, 92.61, 92.10}, {91.08, 91.81, 91.22}},
                                 {8.0, 0.5, 0, {92.18, 92.72, 92.36}, {91.42, 91.59, 91.53}},
                                 {infinite, 0.5, 0, {92.25, 92.68, 92.87}, {91.54, 91.77, 91.88}}}}};

const profile second_profile = {"second profile",
                                {5000, 4900, 4700, 4600, 4500, 4800, 600, 500, 700, 400},
                                {{{0.6, 1.2, 2, {42.55, 42.70, 43.48}, {27.43, 27.24, 27.82}},
                                  {0.8, 1.2, 6, {48.70, 52.12, 51.01}, {33.08, 33.48, 33.24}},
                                  {1.0, 1.2, 5, {55.82, 59.48, 58.26}, {45.95, 38.42, 43.30}},
                                  {2.0, 0.8, 6, {79.09, 78.91, 79.14}, {67.96, 50.87, 60.09}},
                                  {3.0, 0.8, 0, {87.52, 84.05, 87.18}, {81.67, 54.94, 80.90}},
                                  {4.0, 0.5, 0, {90.22, 88.65, 90.36}, {89.24, 74.01, 86.01}},
                                  {6.0, 0.2, 0, {91.95, 92.44, 92.35}, {88.88, 91.81, 89.30}},
                                  {8.0, 0.2, 0, {92.20, 92.67, 92.58}, {89.38, 91.59, 89.69}},
                                  {infinite, 0.2, 0, {92.30, 92.92, 92.58}, {89.08, 90.16, 89.69}}}}};

struct outcome {
  double accuracy = 0.0, mean_of_classes = 0.0, collapsed = 0.0;
};

/// One profile of classes, at all budgets.
class study {
 public:
  study(examples data, std::string source, const profile& p, score what, const reproduce_arguments& a,
        notebook& notes)
      : m_data(std::move(data)),
        m_source(std::move(source)),
        m_profile(p),
        m_what(what),
        m_arguments(a),
        m_notes(notes),
        m_runs(a.runs.value_or(10)) {
    std::array<double, classes> counts{};
    for (const int y : m_data.y) counts[static_cast<std::size_t>(y)] += 1.0;
    if (std::ranges::min(counts) < 5.0)
      throw invalid_parameter(
          fmt::format("{} pictures of some class; each class needs 5", std::ranges::min(counts)));
    m_scale = infinite;
    for (std::size_t c = 0; c < classes; ++c)
      m_scale = std::min(m_scale, train_share * counts[c] / p.examples[c]);
  }

  void run() {
    std::vector<learning_curve> curves, collapsed, distances;
    for (const method& m : methods()) {
      curves.push_back({m.name, {}});
      collapsed.push_back({m.name, {}});
      distances.push_back({m.name, {}});
      for (const paper_row& row : rows()) {
        const std::vector<outcome> found = measure(m, row);
        curves.back().results.push_back(each(found, score_member()));
        collapsed.back().results.push_back(each(found, &outcome::collapsed));
        distances.back().results.push_back(distances_from_mean(each(found, &outcome::accuracy)));
      }
    }
    for (std::size_t b = 0; b < rows().size(); ++b) say_order(b, curves);
    say_claims(curves, collapsed, distances);
  }

 private:
  static constexpr double train_share = 0.8;  // of the class that the profile needs most of

  /// The budgets asked for: the paper's rows, or the row of the nearest smaller budget for others.
  std::vector<paper_row> rows() const {
    std::vector<paper_row> chosen;
    for (const double e : m_arguments.epsilons) {
      paper_row row = m_profile.rows.front();
      for (const paper_row& r : m_profile.rows)
        if (r.epsilon <= e) row = r;
      if (row.epsilon != e) row.accuracy = row.mean_of_classes = {nan, nan, nan};
      row.epsilon = e;
      chosen.push_back(row);
    }
    return chosen.empty() ? std::vector<paper_row>(m_profile.rows.begin(), m_profile.rows.end()) : chosen;
  }

  double outcome::* score_member() const {
    return m_what == score::accuracy ? &outcome::accuracy : &outcome::mean_of_classes;
  }
  const std::array<double, 3>& paper_scores(const paper_row& row) const {
    return m_what == score::accuracy ? row.accuracy : row.mean_of_classes;
  }

  static std::vector<double> each(std::span<const outcome> outcomes, double outcome::* member) {
    std::vector<double> values;
    for (const outcome& o : outcomes) values.push_back(o.*member);
    return values;
  }

  /// Training images in the profile's proportions, and all others. Both in random order: the first
  /// training images must have the profile's proportions too, for the prior is counted on them.
  row_split thinned_out(std::uint32_t run) const {
    const auto n = static_cast<std::uint32_t>(m_data.size());
    row_split parts;
    std::array<double, classes> taken{};
    for (const std::uint32_t i : split_rows(n, 1.0, m_arguments.seed, run).train) {
      const auto c = static_cast<std::size_t>(m_data.y[i]);
      const bool is_wanted = taken[c] + 1.0 <= m_scale * m_profile.examples[c];
      taken[c] += is_wanted ? 1.0 : 0.0;
      (is_wanted ? parts.train : parts.test).push_back(i);
    }
    std::ranges::sort(parts.train);
    std::vector<std::uint32_t> mixed;
    for (const std::uint32_t i :
         split_rows(static_cast<std::uint32_t>(parts.train.size()), 1.0, ~m_arguments.seed, run).train)
      mixed.push_back(parts.train[i]);
    parts.train = std::move(mixed);
    return parts;
  }

  /// Replaces the labels of `data` by reports, without those that the prior takes.
  examples privatized(const examples& data, const method& m, const paper_row& row, std::uint64_t key) const {
    const double wanted =
        m.prior_labels < 1.0 ? std::round(m.prior_labels * static_cast<double>(data.size())) : m.prior_labels;
    const auto for_prior = static_cast<std::uint32_t>(
        std::clamp(wanted, m.how == mechanism::rr ? 0.0 : 1.0, 0.5 * static_cast<double>(data.size())));
    std::vector<std::uint32_t> rest(static_cast<std::size_t>(data.size()) - for_prior);
    std::iota(rest.begin(), rest.end(), for_prior);
    examples reported = data.subset(rest);
    if (row.epsilon == infinite) return reported;
    const epsilon budget = epsilon::from_nats(row.epsilon);
    simulation_randomness prior_coins(key, prior_noise, 0), coins(key, label_noise, 0);
    std::vector<std::uint64_t> counts(classes);
    for (const int y : std::span(data.y).first(for_prior)) ++counts[static_cast<std::size_t>(y)];
    std::vector<double> prior;
    if (for_prior > 0) prior = central_prior(counts, budget, prior_coins).shares;
    const channel c = channel_of(m.how, prior, row, budget);
    for (int& y : reported.y)
      y = static_cast<int>(c.input_index(c.outputs()[c.sample(static_cast<std::size_t>(y), coins)]));
    return reported;
  }

  static channel channel_of(mechanism how, std::span<const double> prior, const paper_row& row,
                            epsilon budget) {
    const channel::labels answers = numbered_labels(classes);
    if (how == mechanism::rr) return k_ary_channel(budget, answers);
    return block_channel(budget, how == mechanism::block_rr
                                     ? plan_blocks(answers, prior, row.sigma, row.l)
                                     : plan_rr_with_prior(answers, prior, best_k(budget, prior)));
  }

  outcome train_once(const method& m, const paper_row& row, std::uint32_t run) const {
    const std::uint64_t key = key_of_run(m_arguments.seed, run).value;
    const row_split parts = thinned_out(run);
    network net(m_data.x.rows(), 0, static_cast<Eigen::Index>(classes), 0);
    training how;
    how.epochs = 15;
    how.rate = 0.02F;
    how.seed = key;
    train(net, privatized(m_data.subset(parts.train), m, row, key), how);
    outcome o;
    const examples test = m_data.subset(parts.test);
    const std::vector<double> right = class_accuracies(net.scores(test.x), test.y);
    const double all = std::accumulate(m_profile.examples.begin(), m_profile.examples.end(), 0.0);
    for (std::size_t c = 0; c < classes; ++c) {
      o.accuracy += 100.0 * right[c] * m_profile.examples[c] / all;
      o.mean_of_classes += 100.0 * right[c] / classes;
      o.collapsed += right[c] < 0.01 ? 1.0 : 0.0;
    }
    return o;
  }

  std::vector<outcome> measure(const method& m, const paper_row& row) {
    std::vector<outcome> found(m_runs);
    parallel_for(0, m_runs, 1, [&](std::uint64_t first, std::uint64_t past) {
      for (std::uint64_t run = first; run < past; ++run)
        found[run] = train_once(m, row, static_cast<std::uint32_t>(run));
    });
    note(m, row, found);
    return found;
  }

  void note(const method& m, const paper_row& row, std::span<const outcome> found) {
    const bool is_private = row.epsilon != infinite;
    const std::optional<double> spent = is_private ? std::optional(row.epsilon) : std::nullopt;
    const spread s = spread_of(each(found, score_member()));
    const double of_paper = m.paper_column ? paper_scores(row)[*m.paper_column] : nan;
    m_notes.add({m.name,
                 spent,
                 m_what == score::accuracy ? "accuracy, %" : "mean accuracy per class, %",
                 optional_number(!std::isnan(of_paper), of_paper),
                 s.mean,
                 is_private,
                 {{"data", m_source},
                  {"profile", m_profile.name},
                  {"model", "one label changed; the prior trusts a curator"},
                  {"runs", m_runs},
                  {"deviation", s.deviation},
                  {"collapsed_classes", spread_of(each(found, &outcome::collapsed)).mean}}});
    for (std::size_t run = 0; run < found.size(); ++run)
      m_notes.add_point({{"mechanism", m.name},
                         {"epsilon", spent ? record(*spent) : record(nullptr)},
                         {"run", run},
                         {"accuracy", found[run].accuracy},
                         {"mean_of_classes", found[run].mean_of_classes},
                         {"collapsed", found[run].collapsed}});
  }

  /// The three methods from best to worst, there and here.
  void say_order(std::size_t b, std::span<const learning_curve> curves) {
    const paper_row row = rows()[b];
    std::array<double, 3> ours{};
    for (std::size_t i = 0; i < 3; ++i) ours[i] = spread_of(curves[i].results[b]).mean;
    const bool is_known = !std::isnan(paper_scores(row)[0]);
    m_notes.add({"order, best first",
                 row.epsilon == infinite ? std::nullopt : std::optional(row.epsilon),
                 "RR, RRWithPrior (P), BlockRR (B)",
                 is_known ? record(order_of(paper_scores(row))) : record(nullptr),
                 order_of(ours),
                 false,
                 {{"data", m_source}, {"profile", m_profile.name}}});
  }

  static std::string order_of(const std::array<double, 3>& scores) {
    std::array<std::size_t, 3> order = {0, 1, 2};
    std::ranges::sort(order, std::ranges::greater{}, [&](std::size_t i) { return scores[i]; });
    constexpr std::array<const char*, 3> letters = {"RR", "P", "B"};
    return fmt::format("{} {} {}", letters[order[0]], letters[order[1]], letters[order[2]]);
  }

  void say_claims(std::vector<learning_curve>& curves, std::span<const learning_curve> collapsed,
                  std::span<const learning_curve> distances) {
    const auto compare = [&](const std::string& statement, std::span<const learning_curve> of,
                             std::size_t first, std::size_t second, better which, const record& paper) {
      compare_curves(m_notes, statement, m_source, {of[first], of[second], which}, paper);
    };
    compare("BlockRR above RR", curves, 2, 0, better::larger, paper_count(0));
    compare("BlockRR above RRWithPrior", curves, 2, 1, better::larger, paper_count(1));
    compare("BlockRR varies less than RRWithPrior", distances, 2, 1, better::smaller, "to 1");
    compare("BlockRR collapses fewer classes than RRWithPrior", collapsed, 2, 1, better::smaller, "to 3");
    compare("with 335 labels: BlockRR above RR", curves, 4, 0, better::larger, paper_count(0));
    compare("with 335 labels: BlockRR above RRWithPrior", curves, 4, 3, better::larger, paper_count(1));
  }

  /// At how many of its budgets the paper's BlockRR is above another of its methods.
  std::string paper_count(std::size_t other) const {
    const auto holds = std::ranges::count_if(m_profile.rows, [&](const paper_row& row) {
      return paper_scores(row)[2] > paper_scores(row)[other];
    });
    return fmt::format("{} of {}", holds, m_profile.rows.size());
  }

  examples m_data;
  std::string m_source;
  const profile& m_profile;
  score m_what;
  const reproduce_arguments& m_arguments;
  notebook& m_notes;
  std::uint64_t m_runs;
  double m_scale = 0.0;
};

void run_table(const profile& p, score what, const reproduce_arguments& a, notebook& notes) {
  const examples data = a.data.empty()
                            ? generate_digits(static_cast<std::uint32_t>(a.users.value_or(5000)), a.seed)
                            : read_digits(a.data);
  study(pooled(data, pool_side), a.data.empty() ? "generated" : "MNIST", p, what, a, notes).run();
}

}  // namespace

void run_label_table_3(const reproduce_arguments& a, notebook& notes) {
  run_table(first_profile, score::accuracy, a, notes);
}

void run_label_table_4(const reproduce_arguments& a, notebook& notes) {
  run_table(first_profile, score::mean_of_classes, a, notes);
}

void run_label_table_5(const reproduce_arguments& a, notebook& notes) {
  run_table(second_profile, score::accuracy, a, notes);
}

void run_label_table_6(const reproduce_arguments& a, notebook& notes) {
  run_table(second_profile, score::mean_of_classes, a, notes);
}

}  // namespace edgeldp::cli
