# SPDX-License-Identifier: MIT
"""Labels that were inferred from those of others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .._later import NDArray, np
from .._words import number, rounded
from .result import Result
from .users import Columns, frozen


class Labels(Result):
    """The likeliest label of each user, and the share of them that is right; a `Result` about that share.

    Attributes
    ----------
    classes : numpy.ndarray
        The labels that there are, as they were given.
    chances : numpy.ndarray, shape (users, labels)
        How likely each user has each of them: 1 in all. Of who has a public label that one for sure. Of several runs those
        of the last.
    """

    classes: NDArray[Any]
    chances: NDArray[np.float64]

    @classmethod
    def _made(cls, result: Result, columns: Columns, given: Mapping[str, Any]) -> Labels:
        """given: labels by what the program calls them."""
        self = cls.__new__(cls)
        self.__dict__.update(result.__dict__)
        names = [group["name"] for group in result["public_groups"]]
        self.classes = frozen([given[name] for name in names])
        self.chances = frozen(np.column_stack([columns[f"chance of {name} of a user"][0] for name in names]))
        return self

    @property
    def likeliest(self) -> NDArray[Any]:
        """Of each user the likeliest label; of equal ones the first."""
        labels: NDArray[Any] = self.classes[self.chances.argmax(axis=1)]
        return labels

    def __repr__(self) -> str:
        return f"<edgeldp.Labels: {len(self.classes)} of {len(self.chances)} users, {super().__repr__()[1:]}"

    def __str__(self) -> str:
        by_shares = rounded(number(self["right_by_shares"]))
        return (f"{super().__str__()} Where everybody gets the commonest label, {by_shares} are right. This says something "
                "of people by what others made public: the budget bounds what each contact adds to it.")
