// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace edgeldp::cli {

/// A figure that is asked for: --plot and --plot-width.
struct plot_argument {
  std::string path;            ///< of its file; empty for none
  std::string width = "page";  ///< or "column", of a paper in two columns

  bool is_asked_for() const noexcept { return !path.empty(); }
};

}  // namespace edgeldp::cli
