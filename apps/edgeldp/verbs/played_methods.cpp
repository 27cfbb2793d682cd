// SPDX-License-Identifier: MIT
#include "verbs/played_methods.hpp"

#include <cmath>

#include <fmt/format.h>

#include "edgeldp/core/base/error.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles_simulation.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sampled_triangles_simulation.hpp"
#include "options/protocol_arguments.hpp"

namespace edgeldp::cli {

namespace {

/// What both results have; `options` in words, and what an edge loses.
template <class Result>
played_method played(std::string options, const Result& r, codec_spec codec, double relationship,
                     double triangles) {
  return {std::move(options),
          std::move(codec),
          relationship,
          std::hypot(r.triangles.standard_error, r.triangles.bias) / triangles,
          r.communication.upload_bytes,
          r.communication.download_bytes};
}

}  // namespace

std::vector<played_method> play_methods(const csr_graph& g, double triangles, epsilon total,
                                        std::uint64_t seed, const std::function<void()>& after_each) {
  std::vector<played_method> all;
  for (const double relationship : {1.0, 1.5, 2.0}) {
    centred_options options;
    options.total = total;
    options.relationship = relationship;
    const centred_result r =
        estimate_centred_triangles(g, options, key_of_run(seed, 0), coins_of_run(seed, 0));
    const double lost = r.rows == endpoint::earlier ? relationship : 1.0 + options.degree_share;
    all.push_back(played(relationship > 1.0 ? fmt::format("--relationship {:g}", relationship) : "", r,
                         codec_of(r.published->parameters()), lost, triangles));
    after_each();
  }
  sampled_options options;
  options.total = total;
  try {
    const sampled_result r =
        estimate_sampled_triangles(g, options, key_of_run(seed, 0), coins_of_run(seed, 0));
    if (r.published != nullptr)
      all.push_back(played(fmt::format("--max-download {:g}", options.download_bytes), r,
                           codec_of(r.published->parameters()), 1.0 + options.degree_share, triangles));
  } catch (const invalid_parameter&) {  // not one row fits
  }
  after_each();
  return all;
}

}  // namespace edgeldp::cli
