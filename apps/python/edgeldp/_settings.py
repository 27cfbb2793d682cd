# SPDX-License-Identifier: MIT
"""Expert settings, as values that several calls take: each is checked when it is made."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, cast


from ._moved import literal
from ._later import np

if TYPE_CHECKING:
    from ._channels import Channel

__all__ = ["GroupSettings", "MadeUp", "PairSettings", "Rows"]

_Fault = Callable[[Any], str]
"""What a value must be, or "" where it is that."""


# ------------------------------------------------------------------------------------------- Checks


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _one_of(*words: str) -> Any:
    wanted = ", ".join(f'"{word}"' for word in words)
    return _checked(lambda value: "" if value in words else f"must be one of {wanted}", words=words)


def _text(what: str) -> Any:
    return _checked(lambda value: "" if isinstance(value, str) and value else f"must be {what}")


def _whole(least: int, most: int, unit: str = "", is_needed: bool = False) -> Any:
    wanted = f"must be a whole number from {least} to {most}{unit}"
    return _checked(lambda value: "" if isinstance(value, int) and not isinstance(value, bool)
                    and least <= value <= most else wanted, is_needed=is_needed)


def _number(least: float, most: float) -> Any:
    wanted = f"must be a number from {least:g} to {most:g}"
    return _checked(lambda value: "" if _is_number(value) and least <= value <= most else wanted)


def _above(least: float, most: float | None = None) -> Any:
    """Ends excluded."""
    wanted = f"must be a number above {least:g}" + ("" if most is None else f" and below {most:g}")
    return _checked(lambda value: "" if _is_number(value) and least < value
                    and (most is None or value < most) else wanted)


def _truth_value() -> Any:
    return _checked(lambda value: "" if isinstance(value, bool) else "must be True or False")


def _split(value: Any) -> str:
    if isinstance(value, str) and value:
        return ""
    if isinstance(value, tuple) and len(value) in (3, 4) and all(map(_is_number, value)):
        return ""
    return "must be three or four shares, or a text such as \"degree=0.1,edges=0.72,count=0.18\""


def _checked(fault: _Fault, words: tuple[str, ...] = (), is_needed: bool = False) -> Any:
    facts = {"fault": fault, "words": words}
    return field(metadata=facts) if is_needed else field(default=None, metadata=facts)


def _plain(value: Any) -> Any:
    """Python's own numbers and tuples for those of numpy, and for lists."""
    if isinstance(value, np.generic):
        return value.item()
    return tuple(value) if isinstance(value, (list, np.ndarray)) else value


class _Settings:
    """What is not None was chosen by hand; the rest is chosen as the program chooses it."""

    def __post_init__(self) -> None:
        for of in fields(cast(Any, self)):
            value = _plain(getattr(self, of.name))
            object.__setattr__(self, of.name, value)
            fault = "" if value is None else of.metadata["fault"](value)
            if fault:
                raise ValueError(f"{type(self).__name__}: {of.name} = {value!r}: {fault}")

    def __repr__(self) -> str:
        chosen = ", ".join(f"{name}={literal(value)}" for name, value in options_of(self).items())
        return f"{type(self).__name__}({chosen})"


def options_of(settings: _Settings | None) -> dict[str, Any]:
    """By option of the program, those that were chosen by hand."""
    if settings is None:
        return {}
    values = ((of.name, getattr(settings, of.name)) for of in fields(cast(Any, settings)))
    return {name: value for name, value in values if value is not None}


# --------------------------------------------------------------------------------------- The values


@dataclass(frozen=True, repr=False)
class Rows(_Settings):
    """How noisy rows are made, sent and counted on. None leaves a choice to the program.

    `triangles`, `clustering` and `release` take all but the last three; `cycles` those but `margin`
    (which goes with its `rule` "middle"), `clip`, `kappa`, `preset`, and beyond length 3
    `max_error`, and `rule`; `butterflies`, `common_neighbors` and `homophily` the first five;
    `triangles_at_users` these, `order` and `key`; `vectors` `codec`, `alpha`, `level`, `beta`,
    `size_share` and `true_sizes`. A call refuses what it has no use for.

    Parameters
    ----------
    codec : {"auto", "nullspace", "ppr", "bitmap"}
        How rows are written: "ppr" makes the smallest messages, "nullspace" the least error.
        Default "auto": chosen from public numbers.
    prefer : {"balanced", "error", "bytes"}
        What "auto" looks at: small rows while their error is near the least, the least error
        whatever there is to read, or bytes ("ppr"). Default "balanced".
    alpha : float
        Exponent of ppr, 1.3 to 16, without a unit: nearer 1 less noise and more bits. Default 2.
    level : int
        Effort of ppr, 1 (fast) to 9 (small). Default 5.
    beta : float
        Chunks of ppr a neighbour and nat, in place of `level`: above 0, up to 1000. Default none.
    order : {"noisy-degree", "id", "random"}
        Public order of the users; who comes later counts on rows of who comes earlier.
        Default "noisy-degree": hubs first.
    split : tuple of three or four float, or str
        Shares of the budget for degrees, (sizes,) edges and counts, 0 to 1 each and at most 1
        together; or "degree=0.1,edges=0.72,count=0.18". Default: by predicted error.
    margin : int
        Caps are the released size plus so many neighbours, -2^48 to 2^48. Default: by predicted
        error.
    clip : {"pairs", "neighbors"}
        What a cap cuts. Default "pairs".
    kappa : int
        Noisy edges that one neighbour may have among the others, in percent of the cap, 1 to 100.
        Default: by predicted error.
    chunk_rule : {"released", "true-degree"}
        Where the number of chunks comes from; "true-degree" is not private. Default "released".
    preset : {"centred", "uniform", "published"}
        How budgets are shared; "published" are the settings of the compression paper. Default
        "centred" for triangles and clustering unless settings above say otherwise, else "uniform".
    max_upload : float
        Most bytes that a user sends, as predicted: above 0. Default none.
    max_error : float
        Relative error that suffices, as predicted, above 0: the fewest bytes win then. Default
        none.
    key : str
        Public key of the release, 1 to 16 hexadecimal digits. Default: a fresh one.
    size_share : float
        Of `vectors`: share of the budget for how many values a user has, above 0 and below 1.
        Default 0.05.
    true_sizes : bool
        Of `vectors`: sizes without noise, as published, which is not private. Default False.
    rule : {"peak", "middle"}
        Of `cycles`: who counts a cycle, its peaks or its middle vertices as published. Default
        "peak".

    Raises
    ------
    ValueError
        For a value that a field cannot have; it names the field.

    Examples
    --------
    >>> edgeldp.triangles(graph, epsilon=1.0, rows=edgeldp.Rows(codec="ppr", alpha=1.5))
    """

    codec: str | None = _one_of("auto", "nullspace", "ppr", "bitmap")
    prefer: str | None = _one_of("balanced", "error", "bytes")
    alpha: float | None = _number(1.3, 16)
    level: int | None = _whole(1, 9)
    beta: float | None = _checked(lambda value: "" if _is_number(value) and 0 < value <= 1000
                                  else "must be a number above 0, up to 1000")
    order: str | None = _one_of("noisy-degree", "id", "random")
    split: Sequence[float] | str | None = _checked(_split)
    margin: int | None = _whole(-2**48, 2**48)
    clip: str | None = _one_of("pairs", "neighbors")
    kappa: int | None = _whole(1, 100, " percent")
    chunk_rule: str | None = _one_of("released", "true-degree")
    preset: str | None = _one_of("centred", "uniform", "published")
    max_upload: float | None = _above(0)
    max_error: float | None = _above(0)
    key: str | None = _checked(
        lambda value: "" if isinstance(value, str) and re.fullmatch("[0-9a-fA-F]{1,16}", value)
        else "must be a text of 1 to 16 hexadecimal digits")
    size_share: float | None = _above(0, 1)
    true_sizes: bool | None = _truth_value()
    rule: str | None = _one_of("peak", "middle")

    def __post_init__(self) -> None:
        super().__post_init__()
        if isinstance(self.split, tuple):
            object.__setattr__(self, "split", ",".join(map(repr, self.split)))


@dataclass(frozen=True, repr=False)
class PairSettings(_Settings):
    """How `common_neighbors` asks. None leaves a choice to the program.

    Parameters
    ----------
    method : {"naive", "one-round", "single-source", "double-source"}
        Who counts what on whose noisy row. Default "double-source".
    variant : {"optimized", "basic", "public-degrees", "separate-roles"}
        How the budget is divided: by predicted error, in halves; or, of users and items, with
        nothing for degrees, which must be public then, or a role for each user. Default
        "optimized".
    degree_share : float
        Share of the budget for degrees, above 0 and below 1. Default 0.05.
    """

    method: str | None = _one_of("naive", "one-round", "single-source", "double-source")
    variant: str | None = _one_of("optimized", "basic", "public-degrees", "separate-roles")
    degree_share: float | None = _above(0, 1)


@dataclass(frozen=True, repr=False)
class GroupSettings(_Settings):
    """How users report their groups to `homophily`, and who counts. None: as the program chooses.

    Parameters
    ----------
    missing : str
        The group of users who have none. Default: such a user is an error.
    mechanism : str
        How groups are randomized, as of `channel`. Default "k-ary".
    channel : Channel, or one for each attribute
        How groups are reported, in place of `mechanism`.
    prior : sequence of float
        How likely each group is, from public numbers, for mechanisms that use it.
    attribute_share : float
        Share of the budget for groups, above 0 and below 1. Default: by predicted error.
    method : {"auto", "counts", "edges"}
        Users count their neighbours by reported group, or publish noisy rows. Default "auto": what
        has the smaller predicted error.
    assume_degree : float
        Mean degree that the budget is divided for: a public guess, above 0.
    matrix : bool
        Also the edges between each two groups. Default False.
    """

    missing: Any = _checked(lambda value: "")
    mechanism: str | None = _text("the name of a mechanism")
    channel: Channel | Sequence[Channel] | None = _checked(lambda value: "")
    prior: Sequence[float] | None = _checked(
        lambda value: "" if isinstance(value, tuple) and all(map(_is_number, map(_plain, value)))
        else "must be numbers, one a group")
    attribute_share: float | None = _above(0, 1)
    method: str | None = _one_of("auto", "counts", "edges")
    assume_degree: float | None = _above(0)
    matrix: bool | None = _truth_value()


@dataclass(frozen=True, repr=False)
class MadeUp(_Settings):
    """A graph that `tune` makes up, where there is none.

    Parameters
    ----------
    nodes : int
        How many users, from 2.
    average_degree : float
        Their mean number of neighbours, above 0.
    tail : float
        Exponent of the density of degrees, above 2.
    closure : float
        Share of a user's pairs of neighbours that are neighbours, 0 to 1.
    """

    nodes: int = _whole(2, 2**32, is_needed=True)
    average_degree: float | None = _above(0)
    tail: float | None = _above(2)
    closure: float | None = _number(0, 1)
