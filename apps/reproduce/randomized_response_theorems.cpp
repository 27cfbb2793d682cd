// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <Eigen/LU>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "edgeldp/channel/mechanisms/laplace_channels.hpp"
#include "reproduce/experiment.hpp"

/// Wang, Wu, Hu, EDBT/ICDT workshops 2016, Theorems 2, 3 and 4: that randomized response errs at
/// most as much as Laplace noise. Errors are exact numbers here; nothing is simulated. "Error" is
/// read in every way that the paper's proofs allow, since the statements do not hold for all of
/// them.
namespace edgeldp::cli {

namespace {

using matrix = Eigen::MatrixXd;
using vector = Eigen::VectorXd;

matrix response(Eigen::Index t, double nats) {
  const double other = 1.0 / (std::exp(nats) + static_cast<double>(t - 1));
  matrix p = matrix::Constant(t, t, other);
  p.diagonal().setConstant(std::exp(nats) * other);
  return p;
}

matrix laplace(Eigen::Index t, double nats) {
  return laplace_probabilities(static_cast<std::size_t>(t), nats / static_cast<double>(t - 1));
}

matrix calibrated(Eigen::Index t, double nats) {
  return laplace_probabilities(static_cast<std::size_t>(t),
                               calibrated_inverse_scale(static_cast<std::size_t>(t), nats));
}

// --- priors, which nobody but the collector knows

using priors = std::vector<vector>;

priors uniform(Eigen::Index t) {
  return {vector::Constant(t, 1.0 / static_cast<double>(t))};
}
priors harmonic(Eigen::Index t) {
  const vector w = vector::LinSpaced(t, 1.0, static_cast<double>(t)).cwiseInverse();
  return {w / w.sum()};
}
/// Nine tenths at the first and the last answer.
priors both_ends(Eigen::Index t) {
  vector w = vector::Constant(t, 0.1 / static_cast<double>(t));
  w[0] += 0.45;
  w[t - 1] += 0.45;
  return {w};
}
/// 1%, 2%, ... 99% of the second of two answers.
priors percentages(Eigen::Index) {
  priors all;
  for (int percent = 1; percent < 100; ++percent)
    all.push_back(Eigen::Vector2d(1.0 - percent / 100.0, percent / 100.0));
  return all;
}

// --- errors: one number for each truth, or a single one

/// The truth is not what is reported.
vector wrong_report(const matrix& p, const vector&) {
  return 1.0 - p.diagonal().array();
}

/// The truth is not what is drawn from its posterior law (equations 5 and 14), which is how the
/// proofs estimate.
vector wrong_draw(const matrix& p, const vector& prior) {
  const vector seen = p * prior;
  return 1.0 - (p.cwiseAbs2().transpose() * seen.cwiseInverse()).cwiseProduct(prior).array();
}

/// The truth is not the likeliest answer.
vector wrong_guess(const matrix& p, const vector& prior) {
  const matrix joint = p * prior.asDiagonal();
  return vector::Constant(1, 1.0 - joint.rowwise().maxCoeff().sum());
}

/// (x - draw)^2 of numbered answers, equation 12 as it is written: twice the posterior variance.
vector squared_draw(const matrix& p, const vector& prior) {
  const vector number = vector::LinSpaced(prior.size(), 1.0, static_cast<double>(prior.size()));
  const matrix joint = p * prior.asDiagonal();
  const vector seen = joint.rowwise().sum(), mean = (joint * number).cwiseQuotient(seen);
  return vector::Constant(1, 2.0 * (prior.dot(number.cwiseAbs2()) - seen.dot(mean.cwiseAbs2())));
}

/// n times the variance of each unbiased proportion (equations 7 and 18).
vector variance(const matrix& p, const vector& proportions) {
  const matrix weights = p.partialPivLu().inverse();
  return weights.cwiseAbs2() * (p * proportions) - proportions.cwiseAbs2();
}

// --- statements

enum class reading { mean, each };

struct statement {
  std::string name;
  std::function<vector(const matrix&, const vector&)> error;
  priors (*prior)(Eigen::Index);
  reading read_as = reading::mean;
};

/// At how many sizes and budgets it holds, and where it does not.
class verdict {
 public:
  void add(Eigen::Index t, double nats, const vector& rr, const vector& other) {
    ++m_cells;
    double worst = 0.0;
    for (Eigen::Index i = 0; i < rr.size(); ++i) worst = std::max(worst, rr[i] / other[i]);
    if (worst <= 1.0 + 1e-9) {
      ++m_holds;
      return;
    }
    m_smallest_t = m_smallest_t == 0 ? t : std::min(m_smallest_t, t);
    m_largest_nats = std::max(m_largest_nats, nats);
    if (worst > m_worst) {
      m_worst = worst;
      m_at_t = t;
      m_at_nats = nats;
    }
  }

  std::string text() const {
    std::string said = fmt::format("{} of {}", m_holds, m_cells);
    if (m_holds < m_cells)
      said += fmt::format(
          "; fails from t = {}, up to epsilon {:.3g}; RR / LM up to {:.6g} (t = {}, epsilon {:.3g})",
          m_smallest_t, m_largest_nats, m_worst, m_at_t, m_at_nats);
    return said;
  }

  record fields() const {
    const bool fails = m_holds < m_cells;
    return {{"cells", m_cells},
            {"holds", m_holds},
            {"smallest_failing_t", fails ? record(m_smallest_t) : record(nullptr)},
            {"largest_failing_epsilon", optional_number(fails, m_largest_nats)},
            {"largest_ratio", optional_number(fails, m_worst)}};
  }

 private:
  std::uint64_t m_cells = 0, m_holds = 0;
  Eigen::Index m_smallest_t = 0, m_at_t = 0;
  double m_largest_nats = 0.0, m_worst = 0.0, m_at_nats = 0.0;
};

vector read(const statement& s, const vector& errors, const vector& prior) {
  if (s.read_as == reading::each || errors.size() == 1) return errors;
  return vector::Constant(1, errors.dot(prior));
}

std::vector<double> grid_of(const reproduce_arguments& a) {
  if (!a.epsilons.empty()) return a.epsilons;
  std::vector<double> grid;
  for (int i = 1; i <= 80; ++i) grid.push_back(0.1 * i);
  return grid;
}

struct rival {
  const char* name;
  matrix (*make)(Eigen::Index, double);
};
constexpr std::array rivals = {rival{"Laplace, as published", laplace},
                               rival{"Laplace at RR's loss", calibrated}};

/// What the paper claims, of which numbers of categories.
struct claim {
  std::string theorem;
  Eigen::Index first, last;
  record paper;
};

void judge(const claim& claimed, const statement& s, const rival& r, const reproduce_arguments& a,
           notebook& notes) {
  const auto& [theorem, first, last, paper] = claimed;
  verdict v;
  for (Eigen::Index t = first; t <= last; ++t)
    for (const vector& prior : s.prior(t))
      for (const double nats : grid_of(a))
        v.add(t, nats, read(s, s.error(response(t, nats), prior), prior),
              read(s, s.error(r.make(t, nats), prior), prior));
  record more = v.fields();
  more["rival"] = r.name;
  more["reading"] = s.name;
  notes.add({theorem + ", " + r.name, std::nullopt, s.name, paper, v.text(), false, std::move(more)});
}

void theorems(const reproduce_arguments& a, notebook& notes) {
  const statement of_two = {"draw is wrong, each truth, every prior", wrong_draw, percentages, reading::each};
  const statement of_two_proportions = {"variance, both, every proportion", variance, percentages,
                                        reading::each};
  const std::vector<statement> of_many = {
      {"report is wrong, mean", wrong_report, uniform},
      {"report is wrong, each truth", wrong_report, uniform, reading::each},
      {"report is wrong, mean, prior 1/v", wrong_report, harmonic},
      {"best guess is wrong, equal prior", wrong_guess, uniform},
      {"best guess is wrong, prior 1/v", wrong_guess, harmonic},
      {"best guess is wrong, prior at both ends", wrong_guess, both_ends},
      {"draw is wrong, mean, equal prior", wrong_draw, uniform},
      {"draw is wrong, each truth, equal prior", wrong_draw, uniform, reading::each},
      {"draw is wrong, mean, prior 1/v", wrong_draw, harmonic},
      {"draw is wrong, mean, prior at both ends", wrong_draw, both_ends},
      {"squared error of a draw, equal prior", squared_draw, uniform}};
  const std::vector<statement> of_many_proportions = {
      {"variance, mean, equal proportions", variance, uniform},
      {"variance, each category, equal proportions", variance, uniform, reading::each},
      {"variance, each category, proportions 1/v", variance, harmonic, reading::each}};
  for (const rival& r : rivals) {
    const bool published = r.make == laplace;
    const record paper = published ? record("all") : record(nullptr);
    judge({"Theorem 2", 2, 2, paper}, of_two, r, a, notes);
    judge({"Theorem 3", 2, 2, paper}, of_two_proportions, r, a, notes);
    for (const statement& s : of_many) judge({"Theorem 4", 2, 50, paper}, s, r, a, notes);
    for (const statement& s : of_many_proportions)
      judge({"Section 4.3", 2, 50, published ? record("expected") : record(nullptr)}, s, r, a, notes);
  }
}

}  // namespace

std::vector<experiment> experiments_of_randomized_response_theorems() {
  return {{"randomized-response/theorems",
           "randomized response errs at most as much as Laplace noise: Theorems 2, 3, 4 for t = 2 .. 50",
           theorems}};
}

}  // namespace edgeldp::cli
