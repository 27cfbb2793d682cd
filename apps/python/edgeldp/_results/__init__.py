# SPDX-License-Identifier: MIT
"""What calls return: estimates with their errors, and what they cost and protect."""

from .comparison import Comparison, Sweep
from .graph_comparison import GraphComparison
from .mixing import Mixing
from .result import Result, Results
from .users import UserNumbers

__all__ = ["Comparison", "GraphComparison", "Mixing", "Result", "Results", "Sweep", "UserNumbers"]
