# SPDX-License-Identifier: MIT
"""Groups that were found."""

from __future__ import annotations

from typing import Any

from .._later import NDArray, np
from .mixing import Mixing
from .users import Columns, frozen


class Communities(Mixing):
    """Groups of users who know each other more often than chance has it, and edges within and between them.

    Attributes
    ----------
    groups : numpy.ndarray
        Of each user the number of its group, from 0, the largest, on; -1 of who is in none. The program calls group 0
        "1". Of several runs those of the last.
    """

    groups: NDArray[np.int64]

    @classmethod
    def _of(cls, records: Any, *, columns: Columns, **known: Any) -> Communities:  # type: ignore[override]
        self = super()._of(records, columns=columns, **known)
        self.groups = frozen(columns["group of a user"][0].astype(np.int64) - 1)
        return self

    @property
    def found(self) -> bool:
        """Whether modularity lies above 0, and above what the same search finds by chance."""
        return bool(self._results[-1]["groups_found"])
