// SPDX-License-Identifier: MIT
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <span>
#include <utility>

#include "edgeldp/channel/labels/label_prior.hpp"
#include "edgeldp/channel/labels/label_prior_curator.hpp"
#include "edgeldp/channel/mechanisms/block.hpp"
#include "edgeldp/channel/mechanisms/rp_with_prior.hpp"
#include "edgeldp/channel/randomized_answers.hpp"
#include "edgeldp/core/random/coin_source.hpp"
#include "reproduce/experiment.hpp"
#include "reproduce/label_settings.hpp"

/// Liu, Ding, "BlockRR: a unified framework of RR-type algorithms for label differential privacy":
/// what needs no neural network.
namespace edgeldp::cli {

namespace {

std::vector<double> budgets_of(const reproduce_arguments& a) {
  return a.epsilons.empty() ? std::vector<double>{0.6, 0.8, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0} : a.epsilons;
}

// --- tables 1 and 2: known mechanisms as settings of BlockRR

/// A setting, and the mechanism that it should be, built without BlockRR.
struct comparison {
  block_plan plan;
  channel direct;
};

struct table_row {
  std::string name;
  std::function<std::vector<comparison>(epsilon)> comparisons;  ///< over a grid of sizes
};

/// The first `count` labels are S1.
block_plan with_majority(block_plan plan, std::size_t count) {
  for (std::size_t y = 0; y < plan.majority.size(); ++y) plan.majority[y] = y < count;
  return plan;
}

constexpr std::size_t sizes[] = {2, 3, 5, 10, 40};

/// Three labels a bin, the last bin gets none.
std::vector<std::size_t> bins_of_three(std::size_t bins) {
  std::vector<std::size_t> bin_of(3 * (bins - 1));
  for (std::size_t y = 0; y < bin_of.size(); ++y) bin_of[y] = y / 3;
  return bin_of;
}

std::vector<comparison> rr_rows(epsilon budget, bool split) {
  std::vector<comparison> found;
  for (const std::size_t k : sizes) {
    const channel direct = k_ary_channel(budget, numbered_labels(k));
    for (std::size_t majority = split ? 0 : k; majority <= k;
         majority += split ? std::max<std::size_t>(1, k / 5) : 1)
      found.push_back({with_majority(plan_rr(numbered_labels(k)), majority), direct});
  }
  return found;
}

/// Splits need not follow bins: S1 and S2 share the bin at the border.
std::vector<comparison> bin_rows(epsilon budget, bool split) {
  std::vector<comparison> found;
  for (const std::size_t bins : sizes) {
    const std::vector<std::size_t> bin_of = bins_of_three(bins);
    const channel::labels answers = numbered_labels(bin_of.size());
    const channel direct = relabel_inputs(k_ary_channel(budget, numbered_labels(bins)), answers, bin_of);
    const block_plan plan = plan_rr_on_bins(answers, numbered_labels(bins), bin_of);
    for (std::size_t majority = split ? 0 : answers.size(); majority <= answers.size(); ++majority)
      found.push_back({with_majority(plan, majority), direct});
  }
  return found;
}

/// Definition 2.4: RR among the k likeliest labels; a uniform one of them for any other truth.
std::vector<comparison> prior_rows(epsilon budget) {
  std::vector<comparison> found;
  for (const std::size_t labels : sizes) {
    std::vector<double> prior(labels);
    std::iota(prior.rbegin(), prior.rend(), 1.0);
    for (std::size_t k = 1; k <= labels; ++k) {
      const block_plan plan = plan_rr_with_prior(numbered_labels(labels), prior, k);
      Eigen::MatrixXd p = Eigen::MatrixXd::Constant(
          static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(labels), 1.0 / static_cast<double>(k));
      if (k > 1) {
        const auto kept = static_cast<Eigen::Index>(k);
        p.leftCols(kept) = k_ary_channel(budget, numbered_labels(k)).probabilities();
      }
      found.push_back({plan, channel::from_probabilities(plan.inputs, plan.outputs, p)});
    }
  }
  return found;
}

/// Definition 2.6, the continuous density, over cells of width 1.
std::vector<comparison> regression_rows(epsilon budget) {
  std::vector<comparison> found;
  for (const std::size_t labels : sizes) {
    const std::size_t first = labels / 4, last = std::max(labels - 1 - labels / 4, first + 1);
    for (const std::size_t reach : {std::size_t{0}, std::size_t{1}, labels}) {
      const block_plan plan = plan_rp_with_prior(labels, first, last, reach);
      const rp_with_prior law(budget, static_cast<double>(first), static_cast<double>(last),
                              static_cast<double>(reach) + 0.5, static_cast<std::uint32_t>(last - first));
      Eigen::MatrixXd p(static_cast<Eigen::Index>(plan.outputs.size()), static_cast<Eigen::Index>(labels));
      for (Eigen::Index y = 0; y < p.cols(); ++y)
        for (Eigen::Index o = 0; o < p.rows(); ++o)
          p(o, y) =
              law.density(static_cast<double>(o) + static_cast<double>(first) - static_cast<double>(reach),
                          static_cast<double>(y));
      found.push_back({plan, channel::from_probabilities(plan.inputs, plan.outputs, p)});
    }
  }
  return found;
}

void compare_rows(std::span<const table_row> rows, const reproduce_arguments& a, notebook& notes) {
  for (const table_row& row : rows) {
    for (const double nats : budgets_of(a)) {
      const epsilon budget = epsilon::from_nats(nats);
      const std::vector<comparison> all = row.comparisons(budget);
      double difference = 0.0, loss = 0.0;
      for (const comparison& c : all) {
        const channel ours = block_channel(budget, c.plan);
        difference =
            std::max(difference, (ours.probabilities() - c.direct.probabilities()).cwiseAbs().maxCoeff());
        loss = std::max(loss, ours.loss().nats);
      }
      const record grid = {{"settings", all.size()}};
      notes.add({row.name, nats, "largest difference to the direct channel", 0.0, difference, true, grid});
      notes.add({row.name, nats, "largest privacy loss", nats, loss, loss <= nats, grid});
    }
  }
}

void run_table_1(const reproduce_arguments& a, notebook& notes) {
  const table_row rows[] = {{"RR", [](epsilon e) { return rr_rows(e, false); }},
                            {"RRWithPrior", prior_rows},
                            {"RRonBins", [](epsilon e) { return bin_rows(e, false); }},
                            {"RPWithPrior, cells of its density", regression_rows}};
  compare_rows(rows, a, notes);
}

/// Table 2 has S~2 = B(S2). Where S1 and S2 share a bin it counts twice: what a column then adds up
/// to.
double least_printed_sum(double nats) {
  double least = 1.0;
  for (const std::size_t bins : sizes) {
    const std::vector<std::size_t> bin_of = bins_of_three(bins);
    for (std::size_t majority = 1; majority < bin_of.size(); ++majority) {
      const std::size_t of_majority = bin_of[majority - 1] + 1, of_minority = bins - 1 - bin_of[majority];
      const block_sizes printed = {1, of_majority, of_minority, 0};
      const auto outputs = static_cast<double>(bins - 1);  // the last bin is empty
      least = std::min(least, chances_at(nats, printed).beta * (std::expm1(nats) + outputs));
    }
  }
  return least;
}

void run_table_2(const reproduce_arguments& a, notebook& notes) {
  const table_row rows[] = {{"RR, any S1", [](epsilon e) { return rr_rows(e, true); }},
                            {"RRonBins, any S1", [](epsilon e) { return bin_rows(e, true); }}};
  compare_rows(rows, a, notes);
  for (const double nats : budgets_of(a))
    notes.add({"RRonBins, S~2 = B(S2) as printed", nats, "least sum of a column", 1.0,
               least_printed_sum(nats), false});
}

// --- theorem 3.4: loss

constexpr std::size_t most_bins = 6;

/// Bins of `width` outputs, a label each, `majority` of them in S1, l outputs favoured.
block_plan plan_of_bins(std::size_t width, std::size_t majority, std::size_t minority, std::size_t l) {
  block_plan plan;
  plan.outputs = numbered_labels(width * (majority + minority));
  plan.inputs = numbered_labels(majority + minority);
  for (std::size_t y = 0; y < majority + minority; ++y) {
    plan.majority.push_back(y < majority);
    plan.nearby.emplace_back(width);
    std::iota(plan.nearby.back().begin(), plan.nearby.back().end(), y * width);
  }
  plan.favoured.resize(l);
  std::iota(plan.favoured.begin(), plan.favoured.end(), std::size_t{0});
  return plan;
}

struct listed_law {
  double sum = 1.0;   ///< of a column of S2
  double loss = 0.0;  ///< when that is made 1
};

/// Algorithm 1 as listed: under a truth of S2 the outputs of S~1 outside Delta have chance gamma.
listed_law listed(const block_plan& plan, const channel& ours, double nats) {
  const block_sizes b = sizes_of(plan);
  Eigen::MatrixXd p = ours.probabilities();
  listed_law law;
  for (std::size_t y = 0; y < plan.inputs.size(); ++y) {
    if (plan.majority[y]) continue;
    auto column = p.col(static_cast<Eigen::Index>(y));
    for (std::size_t o = b.favoured; o < b.majority_outputs; ++o)
      column[static_cast<Eigen::Index>(o)] = chances_at(nats, b).gamma;
    law.sum = column.sum();
    column /= law.sum;
  }
  law.loss = channel::from_probabilities(plan.inputs, plan.outputs, p).loss().nats;
  return law;
}

void run_theorem(const reproduce_arguments& a, notebook& notes) {
  for (const double nats : budgets_of(a)) {
    const epsilon budget = epsilon::from_nats(nats);
    double loss = 0.0;
    listed_law worst;
    std::uint64_t settings = 0, broken = 0;
    for (std::size_t width = 1; width <= 3; ++width)
      for (std::size_t s1 = 1; s1 <= most_bins; ++s1)
        for (std::size_t s2 = 0; s2 <= most_bins; ++s2)
          for (std::size_t l = 0; l <= width * s1; ++l) {
            const block_plan plan = plan_of_bins(width, s1, s2, l);
            const channel ours = block_channel(budget, plan);
            loss = std::max(loss, ours.loss().nats);
            const listed_law law = listed(plan, ours, nats);
            broken += std::abs(law.sum - 1.0) > 1e-9 ? 1 : 0;
            worst = {std::min(worst.sum, law.sum), std::max(worst.loss, law.loss)};
            ++settings;
          }
    const record grid = {{"settings", settings}};
    notes.add({"BlockRR", nats, "largest privacy loss", nats, loss, loss <= nats, grid});
    const auto add = [&](const char* measure, record paper, record found) {
      notes.add({"Algorithm 1 as listed", nats, measure, std::move(paper), std::move(found), false, grid});
    };
    add("settings whose columns do not add up to 1", nullptr, broken);
    add("least sum of a column", 1.0, worst.sum);
    add("largest privacy loss, columns normalised", nats, worst.loss);
  }
}

// --- lemma 3.1: beta and gamma over l

/// The partition of CIFAR-10_2 at sigma 0.8: 6 and 4 labels.
constexpr block_sizes lemma_sizes = {1, 6, 4, 0};

/// As equation 3.2 prints it.
double kappa_at(double nats, std::size_t l) {
  const double a = std::expm1(nats) * static_cast<double>(lemma_sizes.nearby);
  const auto s1 = static_cast<double>(lemma_sizes.majority_outputs);
  const auto s2 = static_cast<double>(lemma_sizes.minority_outputs);
  return (a + s1) * (a + s2) - (s1 - static_cast<double>(l)) * s2;
}

void run_lemma(const reproduce_arguments& a, notebook& notes) {
  figure f{"Lemma 3.1, |S1| = 6, |S2| = 4", "l", "probability"};
  unsigned color = 0;
  for (const double nats : budgets_of(a)) {
    const auto at = [&](std::size_t l) {
      block_sizes b = lemma_sizes;
      b.favoured = l;
      return chances_at(nats, b);
    };
    const std::size_t most = lemma_sizes.majority_outputs;
    plot_curve beta{fmt::format("beta, epsilon {:g}", nats), {}, plot_curve::look::line, color, false};
    plot_curve gamma{fmt::format("gamma, epsilon {:g}", nats), {}, plot_curve::look::line, color++, true};
    bool beta_grows = true, gamma_falls = true;
    for (std::size_t l = 0; l <= most; ++l) {
      const auto x = static_cast<double>(l);
      beta.points.push_back({x, at(l).beta});
      gamma.points.push_back({x, at(l).gamma});
      notes.add_point({{"epsilon", nats}, {"l", l}, {"beta", at(l).beta}, {"gamma", at(l).gamma}});
      beta_grows = beta_grows && (l == 0 || at(l).beta > at(l - 1).beta);
      gamma_falls = gamma_falls && (l == 0 || at(l).gamma < at(l - 1).gamma);
    }
    const auto add = [&](const char* measure, record paper, record ours) {
      notes.add({"BlockRR", nats, measure, std::move(paper), std::move(ours), true});
    };
    add("beta as l grows", "grows", beta_grows ? "grows" : "not");
    add("gamma as l grows", "falls", gamma_falls ? "falls" : "not");
    add("kappa as l grows (its proof)", "falls", kappa_at(nats, 1) > kappa_at(nats, 0) ? "grows" : "not");
    add("largest gamma - least beta", 0.0, at(0).gamma - at(0).beta);
    add("beta at l = 0", nullptr, at(0).beta);
    add("beta at l = |S1|", nullptr, at(most).beta);
    add("gamma at l = |S1|", nullptr, at(most).gamma);
    f.curves.push_back(std::move(beta));
    f.curves.push_back(std::move(gamma));
  }
  notes.add_figure(std::move(f));
}

// --- algorithm 3: the private prior

/// As printed only labels that occur have a noisy count, so a label with one owner is named if its
/// count plus Lap(2 / epsilon) is positive; without that owner it never is.
void run_algorithm_3(const reproduce_arguments& a, notebook& notes) {
  for (const double nats : budgets_of(a)) {
    notes.add({"Algorithm 3 as printed", nats, "chance that a label names its only owner", nullptr,
               1.0 - 0.5 * std::exp(-0.5 * nats), false});
    const auto sources = coin_source::simulated(a.seed);
    const auto error = sources(coin_purpose::prior, 0, [&](private_randomness& coins) {
      return central_prior(std::vector<std::uint64_t>{1, 0}, epsilon::from_nats(nats), coins)
          .standard_errors[0];
    });
    notes.add({"central prior over all labels", nats, "standard error of a count", std::sqrt(8.0) / nats,
               error, true});
  }
}

}  // namespace

std::vector<experiment> experiments_of_labels() {
  return {
      {"labels/algorithm-3", "the prior of labels from a curator is private", run_algorithm_3},
      {"labels/lemma-3.1", "beta grows with l, gamma falls, and the largest gamma is the least beta",
       run_lemma},
      {"labels/table-1", "RR, RRWithPrior, RRonBins and RPWithPrior are settings of BlockRR", run_table_1},
      {"labels/table-2", "RR and RRonBins are also settings with l = 0 and any partition", run_table_2},
      {"labels/table-8", "CIFAR-10_1: sigma and l for each epsilon; S2 is empty from 4 on",
       run_label_table_8},
      {"labels/table-9", "CIFAR-10_2: sigma and l for each epsilon; S2 is empty from 4 on",
       run_label_table_9},
      {"labels/theorem-3.4", "BlockRR loses at most epsilon, for every partition and l", run_theorem}};
}

}  // namespace edgeldp::cli
