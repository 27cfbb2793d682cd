# SPDX-License-Identifier: MIT
"""Figures of results. Every function draws into `ax`, or a new figure, and returns the axes."""

from .comparisons import by_bytes, by_epsilon
from .errors import sweep
from .estimates import estimate, estimates, users
from .truths import against, matrix

__all__ = ["against", "by_bytes", "by_epsilon", "estimate", "estimates", "matrix", "sweep", "users"]
