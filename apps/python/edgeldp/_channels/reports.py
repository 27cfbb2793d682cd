# SPDX-License-Identifier: MIT
"""Reports as arrays that know who made them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


class Reports(np.ndarray[Any, Any]):
    """Reports that know the channel that made them; what is computed from them does not."""

    channel: Any = None

    @classmethod
    def of(cls, reports: NDArray[Any], made_by: Any) -> Reports:
        made = reports.view(cls)
        made.channel = made_by
        return made

    def __array_finalize__(self, whole: Any) -> None:
        self.channel = getattr(whole, "channel", None)

    def __array_wrap__(self, array: NDArray[Any], context: Any = None, *_: Any) -> Any:
        return np.asarray(array)[()]

    def __reduce__(self) -> Any:
        return _reports_of, (np.asarray(self), self.channel)


def _reports_of(reports: NDArray[Any], made_by: Any) -> NDArray[Any]:
    return reports if made_by is None else Reports.of(reports, made_by)
