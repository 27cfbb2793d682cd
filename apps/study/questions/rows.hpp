// SPDX-License-Identifier: MIT
#pragma once

#include "study/questions/question.hpp"

/// A question a file, each a row of the table in question.cpp.
namespace edgeldp::study {

/// `labels` is not in the table, since it asks for labels beside the graph.
extern const question triangles, cycles_4, cycles_5, degrees, cores, centrality, mixing, communities,
    synthesis, labels, clustering, butterflies, homophily;
/// Of directed graphs.
extern const question arc_degrees, arc_centrality, arc_mixing, reciprocity;

}  // namespace edgeldp::study
