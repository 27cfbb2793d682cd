// SPDX-License-Identifier: MIT
#include "bench/audit/evidence.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <chrono>
#include <cmath>
#include <limits>
#include <span>
#include <unordered_map>

#include "edgeldp/core/base/parallel.hpp"

namespace edgeldp::audit {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
/// Runs between two reports of progress.
constexpr std::uint64_t batch = 64;
/// Standard errors that a difference may have: once in 1e8.
constexpr double largest_deviation = 5.73;
/// Rounding of sums of logarithms.
constexpr double rounding = 1e-14;
/// In place of infinity where scores are compared.
constexpr double decided = 1e6;

using sample = std::array<std::vector<observation>, 2>;
using scores = std::array<std::vector<double>, 2>;

/// What the first runs tell about cells.
class learnt_ratio {
 public:
  learnt_ratio(const sample& runs, std::size_t learning) {
    for (std::size_t input : {0U, 1U})
      for (std::size_t r = 0; r < learning; ++r) ++m_seen[runs[input][r].cell][input];
  }

  double operator()(std::uint64_t cell) const {
    const auto seen = m_seen.find(cell);
    if (seen == m_seen.end()) return 0.0;
    return std::log((seen->second[0] + 0.5) / (seen->second[1] + 0.5));
  }

 private:
  std::unordered_map<std::uint64_t, std::array<double, 2>> m_seen;
};

/// The known ratio of each run, and what is learnt of its cell.
scores score(const sample& runs, std::size_t first, std::size_t last, const learnt_ratio* cells) {
  scores result;
  for (std::size_t input : {0U, 1U}) {
    for (std::size_t r = first; r < last; ++r) {
      const observation& o = runs[input][r];
      const double known = std::clamp(o.log_ratio, -decided, decided);
      result[input].push_back(known + (cells == nullptr ? 0.0 : (*cells)(o.cell)));
    }
  }
  return result;
}

/// {score > threshold}, or {score < threshold} where `likelier` is 1.
struct event {
  std::size_t likelier = 0;
  double threshold = 0.0;

  double bound(const scores& of) const {
    const auto hits = [&](std::size_t input) {
      return static_cast<std::uint64_t>(std::ranges::count_if(
          of[input], [&](double s) { return likelier == 0 ? s > threshold : s < threshold; }));
    };
    return log_ratio_bound(hits(likelier), hits(1 - likelier), of[0].size());
  }
};

/// The event with the largest bound, of those between two quantiles of the scores.
event choose_event(const scores& of) {
  std::vector<double> all(of[0]);
  all.insert(all.end(), of[1].begin(), of[1].end());
  std::ranges::sort(all);
  constexpr std::size_t steps = 256;
  event best;
  double largest = -infinity;
  for (std::size_t step = 1; step < steps; ++step) {
    const std::size_t at = step * all.size() / steps;
    // Between two scores: ties fall on one side whatever rounding does to them.
    const auto next = std::ranges::upper_bound(all, all[at] + rounding);
    if (next == all.end()) break;
    for (std::size_t likelier : {0U, 1U}) {
      const event e{likelier, 0.5 * (all[at] + *next)};
      if (const double bound = e.bound(of); bound > largest) {
        largest = bound;
        best = e;
      }
    }
  }
  return best;
}

mean_with_error mean_of(std::span<const double> values) {
  const auto many = static_cast<double>(values.size());
  double sum = 0.0, squares = 0.0;
  for (const double v : values) sum += v;
  const double mean = sum / many;
  for (const double v : values) squares += (v - mean) * (v - mean);
  return {mean, std::sqrt(squares / (many * std::fmax(1.0, many - 1.0)))};
}

/// Whether numbers in [0, bound] whose mean is 1 may have this one, by Bernstein's inequality:
/// their variance is below `bound`.
bool may_be_one(const mean_with_error& m, std::size_t size, double bound) {
  constexpr double log_error = 18.4;  // of 1e-8
  const auto many = static_cast<double>(size);
  const double linear = log_error * bound / 3.0;
  return std::abs(m.mean - 1.0) <=
         (linear + std::sqrt(linear * linear + 2.0 * many * bound * log_error)) / many;
}

void judge_transcripts(evidence& result, const sample& runs) {
  std::array<mean_with_error, 2> overlap;
  for (std::size_t input : {0U, 1U}) {
    std::vector<double> ratios, common;
    for (const observation& o : runs[input]) {
      const double size = std::abs(o.log_ratio);
      result.largest_log_ratio = std::fmax(result.largest_log_ratio, size / o.claim);
      if (!(size <= o.claim * (1.0 + rounding) + rounding)) result.is_within_claim = false;
      ratios.push_back(std::exp(input == 0 ? -o.log_ratio : o.log_ratio));
      common.push_back(std::fmin(1.0, ratios.back()));
    }
    result.mean_ratio[input] = mean_of(ratios);
    overlap[input] = mean_of(common);
    if (!may_be_one(result.mean_ratio[input], ratios.size(), std::exp(result.claim)))
      result.is_calibrated = false;
  }
  const double error = std::hypot(overlap[0].standard_error, overlap[1].standard_error);
  if (!(std::abs(overlap[0].mean - overlap[1].mean) <= largest_deviation * error + rounding))
    result.is_calibrated = false;
}

void judge_others(evidence& result, const sample& runs) {
  std::vector<double> ratios;
  double largest = std::exp(result.claim);
  for (const auto& of_input : runs)
    for (const observation& o : of_input)
      if (o.other_ratio) ratios.push_back(*o.other_ratio);
  if (ratios.empty()) return;
  largest = std::fmax(largest, std::ranges::max(ratios));
  result.other_ratio = mean_of(ratios);
  if (!may_be_one(*result.other_ratio, ratios.size(), largest)) result.is_calibrated = false;
}

}  // namespace

double log_ratio_bound(std::uint64_t hits, std::uint64_t other_hits, std::uint64_t runs, double error) {
  using boost::math::binomial_distribution;
  if (hits == 0) return -infinity;
  const auto many = static_cast<double>(runs);
  const double p = binomial_distribution<>::find_lower_bound_on_p(many, static_cast<double>(hits), error / 2);
  const double q = other_hits == runs ? 1.0
                                      : binomial_distribution<>::find_upper_bound_on_p(
                                            many, static_cast<double>(other_hits), error / 2);
  return std::log(p) - std::log(q);
}

evidence gather_evidence(const subject& s, std::uint64_t runs,
                         const std::function<void(std::uint64_t many)>& is_over) {
  const auto start = std::chrono::steady_clock::now();
  sample all;
  for (auto& of_input : all) of_input.resize(runs);
  for (std::uint64_t begin = 0; begin < runs; begin += batch) {
    const std::uint64_t end = std::min(runs, begin + batch);
    parallel_for(2 * begin, 2 * end, 8, [&](std::uint64_t first, std::uint64_t last) {
      for (std::uint64_t i = first; i < last; ++i)
        all[i % 2][i / 2] = s.play(static_cast<unsigned>(i % 2), i / 2);
    });
    if (is_over) is_over(end - begin);
  }
  evidence result;
  result.runs = runs;
  for (const auto& of_input : all)
    for (const observation& o : of_input) result.claim = std::fmax(result.claim, o.claim);
  judge_others(result, all);
  if (s.is_law_known) judge_transcripts(result, all);
  const std::size_t learning = runs / 4;
  const learnt_ratio learnt(all, learning);
  const learnt_ratio* cells = s.is_law_known ? nullptr : &learnt;
  result.event_bound = choose_event(score(all, 0, learning, cells)).bound(score(all, learning, runs, cells));
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace edgeldp::audit
