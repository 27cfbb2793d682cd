# SPDX-License-Identifier: MIT
"""Questions about a graph, answered from noisy messages of its users.

Every function plays all users of a graph: what comes out is what a collector would get from them,
and beside it, unless ``exact=False``, the exact value, which only somebody with all lists can know.
"""

from .comparisons import compare, compare_graphs, download_cost, report, sweep, tune
from .degrees import clustering, degrees, stars, triangles_at_users
from .groups import communities, homophily, labels, mixing
from .pairs import common_neighbors
from .patterns import butterflies, cycles, triangles
from .plain import ask
from .synthesis import synthesize

__all__ = ["ask", "butterflies", "clustering", "common_neighbors", "communities", "compare", "compare_graphs",
           "cycles", "degrees", "download_cost", "homophily", "labels", "mixing", "report", "stars", "sweep", "synthesize",
           "triangles", "triangles_at_users", "tune"]
