// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "edgeldp/channel/records/records.hpp"
#include "reproduce/experiment.hpp"

/// Records of [Feng 2020], and its figures 3 and 4 by real messages.
namespace edgeldp::cli {

using answer_counts = std::vector<std::uint32_t>;

struct record_shape {
  const char* name;
  answer_counts categories;
};

inline const record_shape& large_record() {
  static const record_shape shape{"5, 6, 150, 200, 250", {5, 6, 150, 200, 250}};
  return shape;
}

inline const record_shape& small_record() {
  static const record_shape shape{"2, 4, 6, 7, 100", {2, 4, 6, 7, 100}};
  return shape;
}

inline const char* paper_name(answer_encoding e) {
  return e == answer_encoding::unary ? "OBRR" : "OMRR";
}

void run_record_figure_3(const reproduce_arguments& a, notebook& notes);
void run_record_figure_4(const reproduce_arguments& a, notebook& notes);

}  // namespace edgeldp::cli
