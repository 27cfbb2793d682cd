// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace edgeldp {

/// A number with what is known about its error, all from public quantities.
struct estimate {
  double value = 0.0;
  double standard_error = 0.0;  ///< predicted, of one run; the sum of the parts below
  double bias = 0.0;  ///< predicted clipping bias, E[value] - truth; NOT subtracted from value. Below 0 but
                      ///< where limits refuse more zeros than ones

  /// 95% interval value +- 1.96 standard_error; its cover is nominal when |bias| is small beside
  /// standard_error.
  double low() const noexcept { return value - 1.959963984540054 * standard_error; }
  double high() const noexcept { return value + 1.959963984540054 * standard_error; }
};

/// A number for every user, with what is known about its error; all vectors have one entry a user.
struct sequence_estimate {
  std::vector<double> values;
  std::vector<double> standard_errors;  ///< predicted, of one run
};

/// Bytes of real messages, as means per user.
struct traffic {
  double upload_bytes = 0.0;        ///< a user's own messages, every round
  double download_bytes = 0.0;      ///< what a user needs of everybody's: the serialised release
  double edge_section_bytes = 0.0;  ///< of the whole release; bits an edge = 8 * this / number of edges
};

}  // namespace edgeldp
