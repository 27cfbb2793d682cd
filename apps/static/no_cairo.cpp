// SPDX-License-Identifier: MIT
// Linked into static programs alone, in place of study/cairo_library.cpp.
#include "edgeldp/core/base/error.hpp"
#include "study/cairo_library.hpp"

namespace edgeldp::cli {

const cairo_library& cairo() {
  throw invalid_parameter(
      "this program was built to need no library of the system, and PDF needs one: take a name that ends in "
      ".svg, or a program that was built or installed as a package");
}

}  // namespace edgeldp::cli
