// SPDX-License-Identifier: MIT
#pragma once

/// Everything to ask questions about a graph of one's own: input, the questions, what they return,
/// noisy edges as a Boost.Graph graph. Link edgeldp::graph. Channels (edgeldp/channel/channel.hpp)
/// and published methods (edgeldp/graph/*/methods) have headers of their own.

#include "edgeldp/core/base/version.hpp"
#include "edgeldp/core/privacy/ledger.hpp"
#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/graph/butterflies/butterflies_simulation.hpp"
#include "edgeldp/graph/clustering/clustering_simulation.hpp"
#include "edgeldp/graph/common_neighbors/common_items.hpp"
#include "edgeldp/graph/common_neighbors/common_neighbors_simulation.hpp"
#include "edgeldp/graph/cycles/cycles_simulation.hpp"
#include "edgeldp/graph/degrees/degrees_simulation.hpp"
#include "edgeldp/graph/homophily/homophily_simulation.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/input/read_graph.hpp"
#include "edgeldp/graph/noisy/noisy_graph.hpp"
#include "edgeldp/graph/noisy/noisy_graph_bgl.hpp"
#include "edgeldp/graph/triangles/at_users_simulation.hpp"
#include "edgeldp/graph/triangles/centred/centred_triangles_simulation.hpp"
#include "edgeldp/graph/triangles/sampled/sampled_triangles_simulation.hpp"
#include "edgeldp/graph/triangles/triangles_simulation.hpp"
#include "edgeldp/graph/vectors/sparse_vectors.hpp"
#include "edgeldp/graph/vectors/vector_rounds_simulation.hpp"
#include "edgeldp/questions.hpp"
