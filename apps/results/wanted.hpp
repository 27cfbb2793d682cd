// SPDX-License-Identifier: MIT
#pragma once

#include "edgeldp/graph/synthesis/synthetic_graph.hpp"
#include "results/record.hpp"

namespace edgeldp::results {

/// All that synthetic graphs are made of, beside their number: public.
struct kept_wanted {
  wanted_graph wanted;
  release_key key;
};

record written(const kept_wanted& kept);
/// Numbers are those that were written, to the bit.
/// Errors: format_error, which names the key, for what written never makes.
kept_wanted read_wanted(const record& from);

}  // namespace edgeldp::results
