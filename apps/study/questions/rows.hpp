// SPDX-License-Identifier: MIT
#pragma once

#include "study/questions/question.hpp"

/// A question a file, each a row of the table in question.cpp.
namespace edgeldp::study {

extern const question triangles, cycles_4, cycles_5, degrees, cores, centrality, mixing, clustering,
    butterflies, homophily;
/// Of directed graphs.
extern const question arc_degrees, arc_centrality, arc_mixing, reciprocity;

}  // namespace edgeldp::study
