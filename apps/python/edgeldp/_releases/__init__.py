# SPDX-License-Identifier: MIT
"""Noisy rows as files that anybody may read: of graphs, and of lists with values."""

from .publish import release
from .release import Release
from .vectors import VectorRelease, vectors

__all__ = ["Release", "VectorRelease", "release", "vectors"]
