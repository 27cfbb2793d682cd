# SPDX-License-Identifier: MIT
"""Numbers of all users against the true ones, and who mixes with whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .._later import NDArray, np
from .._words import rounded
from .axes import COLOURS, Drawn, TRUTH, axes_of, told

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def against(result: Drawn, truth: Any, ax: Axes | None = None) -> Axes:
    """The number of each user against the true one, and the middle half of those of equal truth."""
    numbers = result.users
    if numbers is None:
        raise ValueError("truth goes with numbers of all users, and this is one number")
    known = np.asarray(truth, dtype=float)
    if known.shape != (len(numbers),):
        raise ValueError(f"truth: of shape {known.shape}, and there is one number for each of "
                         f"{len(numbers)} users")
    ax = axes_of(ax)
    ax.plot(known, numbers.values, ".", color=COLOURS[0], alpha=0.15, markersize=3,
            label="a user", rasterized=True)
    levels, low, middle, high = _by_truth(known, numbers.values)
    ax.fill_between(levels, low, high, color=COLOURS[1], alpha=0.3, linewidth=0,
                    label="the middle half of users of the same truth")
    ax.plot(levels, middle, color=COLOURS[1], label="their median")
    ends = [float(known.min()), float(known.max())]
    ax.plot(ends, ends, **TRUTH, label="no error")
    ax.set_xlabel(f"true {_one_of(result)} (known to a simulation only)")
    ax.set_ylabel(f"estimated {_one_of(result)}")
    off = float(np.abs(numbers.values - known).mean())
    ax.set_title(f"{_one_of(result)} of {len(numbers)} users, off by {rounded(off, off)} on average; "
                 f"{told([result])}", loc="left", fontsize="medium")
    ax.legend(frameon=False, fontsize="small")
    return ax


def _one_of(result: Drawn) -> str:
    return result.name.removesuffix(" of a user")


def _by_truth(truth: NDArray[Any], values: NDArray[Any], most: int = 40) -> tuple[Any, Any, Any, Any]:
    """Quartiles of the values of users of like truth: of equal ones, or of so many groups."""
    levels = np.unique(truth)
    if len(levels) > most:
        levels = np.unique(np.quantile(truth, np.linspace(0, 1, most)))
    place = np.searchsorted(levels, truth, side="right") - 1
    quartiles = np.array([np.quantile(values[place == i], (0.25, 0.5, 0.75))
                          if (place == i).any() else (np.nan,) * 3 for i in range(len(levels))])
    return levels, quartiles[:, 0], quartiles[:, 1], quartiles[:, 2]


def matrix(results: Mapping[str, Drawn], groups: Sequence[Mapping[str, Any]], classes: bool,
           directed: bool, ax: Axes | None = None) -> Axes:
    """Contacts between each two groups, by how much more than if groups did not matter.

    results: by their statistic.
    """
    names = [f"class {i + 1}" if classes else str(g["name"]) for i, g in enumerate(groups)]
    ends = np.zeros((len(names), len(names)))
    known = np.zeros_like(ends, dtype=bool)
    for a, one in enumerate(names):
        for b, other in enumerate(names):
            found = _between(results, one, other, directed)
            if found is None:
                continue
            ends[a, b] = max(found.value, 0.0) * (2.0 if a == b and not directed else 1.0)
            known[a, b] = found.judgement != "not_usable"
    if not known.any():
        raise ValueError("there is no matrix: ask for mixing(..., matrix=True); or all of it is "
                         "lost in the noise")
    return _draw_matrix(ends, known, names, [dict(g) for g in groups], list(results.values()), directed, ax)


def _between(results: Mapping[str, Drawn], one: str, other: str, directed: bool) -> Drawn | None:
    if directed:
        return results.get(f"arcs from {one} to {other}")
    if one == other:
        return results.get(f"edges within {one}")
    return (results.get(f"edges between {one} and {other}")
            or results.get(f"edges between {other} and {one}"))


def _draw_matrix(ends: NDArray[Any], known: NDArray[Any], names: list[str],
                 groups: list[dict[str, Any]], results: list[Drawn], directed: bool,
                 ax: Axes | None) -> Axes:
    ax = axes_of(ax, 6.4, 5.6)
    expected = np.outer(ends.sum(1), ends.sum(0)) / max(ends.sum(), 1e-300)
    with np.errstate(divide="ignore", invalid="ignore"):
        more = np.log2(ends / expected)
    image = ax.imshow(np.where(known & np.isfinite(more), more, np.nan), cmap="RdBu_r", vmin=-3, vmax=3)
    ax.set_facecolor("#dddddd")
    if len(names) <= 16:
        for a, b in zip(*np.nonzero(known)):
            contacts = ends[a, b] / (2.0 if a == b and not directed else 1.0)
            ax.text(b, a, rounded(round(contacts)), ha="center", va="center", fontsize="x-small",
                    color="white" if abs(more[a, b]) > 2 else "black")
    labels = [f"{name} ({g['name']})" if str(g["name"]) != name else name
              for name, g in zip(names, groups)]
    ax.set_yticks(range(len(names)), labels, fontsize="small")
    ax.set_xticks(range(len(names)), names, rotation=60, ha="right", fontsize="small")
    if directed:
        ax.set_ylabel("from")
        ax.set_xlabel("to")
    bar = ax.figure.colorbar(image, ax=ax, fraction=0.046, pad=0.03, ticks=[-3, -2, -1, 0, 1, 2, 3])
    bar.ax.set_yticklabels([f"{2.0**t:.3g} x" for t in (-3, -2, -1, 0, 1, 2, 3)])
    bar.set_label("as many as if groups did not matter")
    what = "Arcs" if directed else "Edges"
    lost = "\ngrey: lost in the noise" if not known.all() else ""
    ax.set_title(f"{what} between groups; {told(results)}{lost}", loc="left", fontsize="medium")
    return ax
