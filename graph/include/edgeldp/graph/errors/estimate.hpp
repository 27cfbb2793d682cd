// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <iosfwd>
#include <vector>

namespace edgeldp {

/// What an estimate is good for, from public numbers alone.
enum class judgement {
  usable,     ///< the interval reaches at most 25% of |estimate| to either side
  weak,       ///< at most 100%, or one noisy number may decide
  not_usable  ///< more: the upper end of the interval says how much there is at most
};

/// A number with what is known about its error, all from public quantities. Formulas, range of
/// validity and measured coverage: graph/src/errors/intervals_derivation.md.
struct estimate {
  double value = 0.0;
  double standard_error = 0.0;  ///< predicted, of one run; infinite where nothing is known
  double bias = 0.0;  ///< predicted, E[value] - truth, mostly of clipping; NOT subtracted from value. Below 0
                      ///< but where limits refuse more zeros than ones
  double bias_bound = std::abs(bias);  ///< what the interval allows for bias, to either side; >= 0
  double inflation = 1.0;     ///< of the standard error in the interval, for what its model does not know
  bool rests_on_few = false;  ///< a third of it rests on one noisy number, or on an allowance

  /// 95% interval value +- half_width.
  double half_width() const noexcept { return 1.959963984540054 * inflation * standard_error + bias_bound; }
  double low() const noexcept { return value - half_width(); }
  double high() const noexcept { return value + half_width(); }
};

/// What one run's estimate is good for. Without noise every number is usable, 0 too.
judgement judge(const estimate& e) noexcept;

/// half_width / |value|, what judgements go by; infinite where value is 0 and the half-width is
/// not.
double relative_half_width(const estimate& e) noexcept;

/// "1612 +- 38 (95%), usable": value, half-width to two digits, and what it is good for.
std::ostream& operator<<(std::ostream& out, const estimate& e);
std::ostream& operator<<(std::ostream& out, judgement j);

/// The estimate times a constant.
estimate scaled(const estimate& e, double factor) noexcept;

/// A number for every user, with what is known about its error; all vectors have one entry a user.
struct sequence_estimate {
  std::vector<double> values;
  std::vector<double> standard_errors;  ///< predicted, of one run
};

/// Bytes of real messages, as means per user.
struct communication {
  double upload_bytes = 0.0;        ///< a user's own messages, every round
  double download_bytes = 0.0;      ///< what a user needs of everybody's: the serialised release
  double edge_section_bytes = 0.0;  ///< of the whole release; bits an edge = 8 * this / number of edges
};

}  // namespace edgeldp
