// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "edgeldp/core/codec/any/codec_spec.hpp"
#include "edgeldp/core/privacy/epsilon.hpp"
#include "edgeldp/graph/input/csr_graph.hpp"

namespace edgeldp::cli {

/// What `triangles` plays with these options, as one run predicts its own error and has sent.
struct played_method {
  std::string options;  ///< behind the graph and the budget; none as it comes
  codec_spec codec;
  double relationship = 1.0;  ///< what an edge known to both its ends loses, in totals
  double relative_error = 0.0, upload_bytes = 0.0, download_bytes = 0.0;
};

/// How many there are to play.
inline constexpr std::uint64_t played_methods = 4;

/// The usual method at three prices of a relationship, and a sample of rows where one fits into its
/// download; each as `triangles` plays it with this seed. triangles: of the graph, above 0.
/// after_each: shows progress.
/// Cost: a run of each.
std::vector<played_method> play_methods(const csr_graph& g, double triangles, epsilon total,
                                        std::uint64_t seed, const std::function<void()>& after_each);

}  // namespace edgeldp::cli
