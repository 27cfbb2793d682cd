# SPDX-License-Identifier: MIT
"""Who mixes with whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import _plots
from .result import Results

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Mixing(Results):
    """Edges, or arcs, between groups of users."""

    def plot_matrix(self, ax: Axes | None = None) -> Axes:
        """Draw who mixes with whom: of ``mixing(..., matrix=True)``.

        Colours say how many contacts there are between two groups, over how many there would be if
        groups did not matter; numbers are contacts.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw; otherwise in a new figure.

        Returns
        -------
        matplotlib.axes.Axes

        Raises
        ------
        ValueError
            Where there is no matrix, or all of it is lost in the noise.
        """
        record = self._results[-1]._record if self._results else {}
        return _plots.matrix({r.statistic: r for r in self._results}, record.get("public_groups", []),
                             "released" in str(record.get("groups_from")), bool(record.get("directed")),
                             ax)
