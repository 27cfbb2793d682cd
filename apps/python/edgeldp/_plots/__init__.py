# SPDX-License-Identifier: MIT
"""Figures of results. Every function draws into `ax`, or a new figure, and returns the axes."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .comparisons import by_bytes, by_epsilon
    from .errors import sweep
    from .estimates import estimate, estimates, users
    from .truths import against, matrix

_HOMES = {"against": "truths", "by_bytes": "comparisons", "by_epsilon": "comparisons",
          "estimate": "estimates", "estimates": "estimates", "matrix": "truths", "sweep": "errors",
          "users": "estimates"}

__all__ = ["against", "by_bytes", "by_epsilon", "estimate", "estimates", "matrix", "sweep", "users"]


def __getattr__(name: str) -> Any:
    """All of them when something is drawn: modules have the names of some functions."""
    if name not in _HOMES:
        raise AttributeError(name)
    modules = {home: importlib.import_module(f".{home}", __name__) for home in _HOMES.values()}
    globals().update({of: getattr(modules[home], of) for of, home in _HOMES.items()})
    return globals()[name]
