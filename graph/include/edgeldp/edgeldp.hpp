// SPDX-License-Identifier: MIT
#pragma once

/// Everything to ask questions about a graph of one's own: input, the questions, what they return,
/// noisy edges as a Boost.Graph graph. Link edgeldp::graph. Channels (edgeldp/channel/channel.hpp)
/// and published methods (edgeldp/graph/*/methods) have headers of their own.

#include "edgeldp/core/base/version.hpp"
#include "edgeldp/core/privacy/ledger.hpp"
#include "edgeldp/core/random/coin_source.hpp"
#include "edgeldp/core/wire/release.hpp"
#include "edgeldp/graph/input/graph_view.hpp"
#include "edgeldp/graph/input/read_graph.hpp"
#include "edgeldp/graph/noisy/noisy_graph.hpp"
#include "edgeldp/graph/noisy/noisy_graph_bgl.hpp"
#include "edgeldp/graph/questions/butterflies/butterflies_simulation.hpp"
#include "edgeldp/graph/questions/clustering/clustering_simulation.hpp"
#include "edgeldp/graph/questions/common_neighbors/common_items.hpp"
#include "edgeldp/graph/questions/common_neighbors/common_neighbors_simulation.hpp"
#include "edgeldp/graph/questions/cycles/cycles_simulation.hpp"
#include "edgeldp/graph/questions/degrees/degrees_simulation.hpp"
#include "edgeldp/graph/questions/homophily/homophily_simulation.hpp"
#include "edgeldp/graph/questions/triangles/at_users_simulation.hpp"
#include "edgeldp/graph/questions/triangles/centred/centred_triangles_simulation.hpp"
#include "edgeldp/graph/questions/triangles/sampled/sampled_triangles_simulation.hpp"
#include "edgeldp/graph/questions/vectors/sparse_vectors.hpp"
#include "edgeldp/graph/rounds/vector_rounds_simulation.hpp"
#include "edgeldp/graph/uniform/triangles_simulation.hpp"
#include "edgeldp/questions.hpp"
