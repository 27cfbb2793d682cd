# SPDX-License-Identifier: MIT
"""What calls return: estimates with their errors, and what they cost and protect."""

from .communities import Communities
from .comparison import Comparison, Sweep
from .graph_comparison import GraphComparison
from .labels import Labels
from .mixing import Mixing
from .result import Result, Results
from .synthetic import SyntheticGraph
from .users import UserNumbers

__all__ = ["Communities", "Comparison", "GraphComparison", "Labels", "Mixing", "Result", "Results", "Sweep", "SyntheticGraph",
           "UserNumbers"]
