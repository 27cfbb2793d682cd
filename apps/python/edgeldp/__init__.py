# SPDX-License-Identifier: MIT
"""Graph analytics under edge local differential privacy.

Every user of a social network adds random noise to its own list of neighbours before anything is
sent; totals come out of the noise, with error bars. What anybody may learn of one contact is bounded
by epsilon: at 1 all messages change its odds by a factor of at most 2.77, from 8 on it is next to open.

>>> import edgeldp
>>> edgeldp.triangles("wiki-Vote.txt.gz", epsilon=1.0)

The functions play all users of a graph that is at hand, so that errors can be known before anybody
is asked. `Client` and `Collector` are one user and the one who asks.
"""

from . import exact, generate
from ._channels import Channel, Proportions, channel, estimate_survey, survey
from ._edgeldp import __version__, set_threads, threads
from ._graphs import BipartiteGraph, DirectedGraph, Graph, as_bipartite, as_directed, as_graph
from ._ledger import Ledger
from ._neighbors import NeighborNumbers
from ._participants import Client, Collector
from ._questions import (ask, butterflies, clustering, common_neighbors, communities, compare,
                         compare_graphs, cycles, degrees, download_cost, homophily, labels, mixing, report, stars, sweep,
                         synthesize, triangles, triangles_at_users, tune)
from ._releases import Release, VectorRelease, release, vectors
from ._results import (Communities, Comparison, GraphComparison, Labels, Mixing, Result, Results, Sweep, SyntheticGraph,
                       UserNumbers)
from ._run import progress, simulate
from ._settings import GroupSettings, MadeUp, PairSettings, Rows

__all__ = [
    "BipartiteGraph", "Channel", "Client", "Collector", "Communities", "Comparison", "DirectedGraph", "Graph",
    "GraphComparison", "GroupSettings", "Labels", "Ledger", "MadeUp", "Mixing", "NeighborNumbers", "PairSettings", "Proportions",
    "Release", "Result", "Results", "Rows", "Sweep", "SyntheticGraph", "UserNumbers", "VectorRelease", "__version__",
    "as_bipartite", "as_directed", "as_graph", "ask", "butterflies", "channel", "clustering",
    "common_neighbors", "communities", "compare", "compare_graphs", "cycles", "degrees", "download_cost", "estimate_survey", "exact",
    "generate", "homophily", "labels", "mixing", "progress", "release", "report", "set_threads", "simulate",
    "stars", "survey", "sweep", "synthesize", "threads", "triangles", "triangles_at_users", "tune", "vectors",
]
