// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// What many runs on two neighbouring inputs say about a claimed privacy loss.
namespace edgeldp::audit {

/// One run as the auditor sees it.
struct observation {
  double claim = 0.0;      ///< the run's own: what its ledger says was spent, in nats
  double log_ratio = 0.0;  ///< ln P(transcript) / P'(transcript) of all messages whose law is known
  /// Messages whose law is not known, as a cell of few: their ratio is learnt from a quarter of the
  /// runs.
  std::uint64_t cell = 0;
  /// P''(transcript) / P(transcript), P'' the law if one bit of anybody's had been another: its
  /// mean is 1 wherever the model is right.
  std::optional<double> other_ratio = {};
};

/// A mechanism on two neighbouring inputs, 0 and 1.
struct subject {
  std::string verb, codec, relation;
  bool is_law_known = true;  ///< of all messages: cells mean nothing then
  /// Plays run number `run` on an input; runs are independent, of both inputs together. Called
  /// concurrently.
  std::function<observation(unsigned input, std::uint64_t run)> play;
};

struct mean_with_error {
  double mean = 0.0, standard_error = 0.0;
};

struct evidence {
  double claim = 0.0;      ///< the largest of all runs
  std::uint64_t runs = 0;  ///< on each input
  /// The law known: the largest |ln P / P'| of a transcript over its claim, and whether no run
  /// passed its own.
  double largest_log_ratio = 0.0;
  bool is_within_claim = true;
  /// The law known: means of dP' / dP under P and of dP / dP' under P', which are 1 where the model
  /// is right; and of `other_ratio`.
  std::array<mean_with_error, 2> mean_ratio{};
  std::optional<mean_with_error> other_ratio;
  /// The law known: nothing of this contradicts the model of the messages. The means lie within
  /// Bernstein's bound for numbers between 0 and exp(claim), and the overlap of P and P', as each
  /// of the two inputs estimates it, agrees to 5.73 standard errors. False about once in 1e8 where
  /// the model is right.
  bool is_calibrated = true;
  /// Lower confidence bound on ln P(E) / P'(E) or ln P'(E) / P(E) for an event E that was chosen by
  /// the first quarter of the runs, from the others; -infinity if there is none.
  double event_bound = 0.0;
  double seconds = 0.0;

  /// No sign that the claim is false, nor the model: no transcript beyond the claim, no event
  /// beyond it.
  bool holds() const { return is_within_claim && is_calibrated && event_bound <= claim; }
};

/// `confidence_error`: how often event_bound may lie above the truth.
inline constexpr double confidence_error = 1e-3;

/// Plays every input `runs` times. `is_over(many)` is called between batches. Requires runs >= 4.
/// Parallel; the same for every thread count.
evidence gather_evidence(const subject& s, std::uint64_t runs,
                         const std::function<void(std::uint64_t many)>& is_over = {});

/// Lower bound, by Clopper and Pearson, on ln (p / q) from `hits` of `runs` under p and
/// `other_hits` under q.
double log_ratio_bound(std::uint64_t hits, std::uint64_t other_hits, std::uint64_t runs,
                       double error = confidence_error);

}  // namespace edgeldp::audit
