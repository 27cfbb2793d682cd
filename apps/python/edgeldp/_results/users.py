# SPDX-License-Identifier: MIT
"""Numbers of every user."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .._later import NDArray, np

Columns = Mapping[str, tuple[NDArray["np.float64"], NDArray["np.float64"]]]
"""Estimates and errors of all users, by statistic; no errors where none are known."""


@dataclass(frozen=True, eq=False, repr=False)
class UserNumbers:
    """A number of every user, each with its own noise.

    Attributes
    ----------
    labels : numpy.ndarray
        What the users are called; of a sorted sequence the places, from 0, since it is nobody's.
    values : numpy.ndarray
        The estimates.
    standard_errors : numpy.ndarray
        Predicted errors of these; nan where none are known.
    """

    labels: NDArray[Any]
    values: NDArray[np.float64]
    standard_errors: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.values)

    def __repr__(self) -> str:
        return f"<edgeldp.UserNumbers of {len(self)} users>"


def frozen(values: Any) -> NDArray[Any]:
    array = np.asarray(values).view()
    array.flags.writeable = False
    return array


def user_numbers(statistic: str, columns: Columns | None, labels: Any) -> UserNumbers | None:
    if not columns or statistic not in columns:
        return None
    values, errors = columns[statistic]
    n = len(values)
    if labels is None or "sorted" in statistic:
        labels = range(n)
    elif not isinstance(labels, (range, np.ndarray)):
        labels = np.fromiter(labels, dtype=object, count=n)  # a tuple may be a label
    if len(labels) != n:
        raise ValueError(f"{len(labels)} labels for {n} users")
    return UserNumbers(frozen(labels), frozen(values),
                       frozen(errors if len(errors) else np.full(n, math.nan)))
